"""A field of a case that lists and filters know is one line: in index, summary, filter, completion and list."""

import ast
import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import ragtriage
from ragtriage.cases.listed import COLUMNS, FIELDS, NO_CASE, Summary, stamp, summaries_of, table_ddl
from ragtriage.cases.model import Case, Evidence, Quote, Source
from ragtriage.disk.rows import put_rows
from ragtriage.triage.filter_keys import KEYS
from ragtriage.triage.filters import parse_filter
from tests.rows import row_of

ONE_LINE = (
    '    noted: Annotated[int, Listed(lambda case: len(case.notes), "noted", heading="notes", '
    'cell=lambda one: f"{one.noted} letters")] = 0\n'
)
AFTER = "    reviewed: Annotated[bool,"
ASKS = """
import contextlib, io, json, sys
from ragtriage.cli import main
from ragtriage.triage.filters import completions
def told(*words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        assert main(words) == 0, words
    return out.getvalue()
print(json.dumps({
    "table": told("cases", "list"), "json": json.loads(told("cases", "list", "--json")),
    "kept": told("cases", "list", "--filter", "noted:3+"), "offered": completions("note"),
    "heavy": "git" in sys.modules,
}))
"""


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    root = tmp_path / "workspace"
    (root / "cases").mkdir(parents=True)
    (root / "ragtriage.yaml").write_text("snapshot: one\n")
    for name, notes in (("short", "-"), ("long", "see the ticket")):
        text = f"id: {name}\nquestion: what?\nanswerable: true\nnotes: '{notes}'\n"
        (root / "cases" / f"{name}.yaml").write_text(text)
    return root


def test_a_new_field_is_one_line(tmp_path: Path, workspace: Path) -> None:
    """The package with that line in it finds the field in all places, over an index that was made without it."""

    def run(code: str, package: Path) -> str:
        # `-P`: the folder that it runs in, and this checkout, are not looked into.
        begin = f"import sys; sys.path.insert(0, {str(package)!r})\n"
        command = [sys.executable, "-P", "-c", begin + code]
        return subprocess.run(command, cwd=workspace, capture_output=True, text=True, check=True).stdout

    here = Path(ragtriage.__file__).parent
    run("from ragtriage.cli import main\nassert main(['cases', 'list']) == 0", here.parent)
    other = tmp_path / "other"
    shutil.copytree(here, other / "ragtriage", ignore=shutil.ignore_patterns("__pycache__", "sample"))
    table = other / "ragtriage/cases/listed.py"
    source = table.read_text()
    assert source.count(AFTER) == 1
    table.write_text(source.replace(AFTER, ONE_LINE + AFTER))
    told = json.loads(run(ASKS, other))
    assert "notes" in told["table"].splitlines()[0] or "14 letters" in told["table"]
    assert [one["noted"] for one in told["json"]] == [14, 1]
    assert "long" in told["kept"] and "short" not in told["kept"]
    assert told["offered"] == ["noted:"] and not told["heavy"]
    with sqlite3.connect(workspace / ".ragtriage/index.db") as db:
        assert sorted(db.execute("SELECT noted FROM case_files").fetchall()) == [(1,), (14,)]
    db.close()


def test_what_is_written_is_what_is_read() -> None:
    quote = Evidence((Quote("kb/ä", "so"),))
    case = Case(
        id="a", question="q?", answerable=False, unanswerable_because="out_of_scope", evidence=(quote,),
        tags=("x", "ÿ, z"), must_pass=True, source=Source("log"), reviewed_by=("mk",), reference_answer="r",
    )  # fmt: skip
    with sqlite3.connect(":memory:") as db:
        db.execute(table_ddl())
        for path, one in (("a", case), ("b", None)):
            stored = (field.stored(one) for field in FIELDS)
            put_rows(db, "case_files", COLUMNS, [(path, 1, 2, 3, "x", *stored, "{}", "[]")])
        rows = db.execute(
            f"SELECT {', '.join(f.column for f in FIELDS)}, path FROM case_files ORDER BY path"
        ).fetchall()
    db.close()
    seen, nothing = summaries_of(rows)
    assert seen == Summary(
        "a", "q?", "draft" if case.status == "draft" else "active", False, True, "", "log", ("x", "ÿ, z"),
        case.label_hash, "out_of_scope", 1, 1, '["kb/ä"]', 0, True, True,
    )  # fmt: skip
    assert [type(value) for value in seen] == [type(value) for value in NO_CASE]
    assert nothing.id == "" and nothing.tags == () and nothing.doc_ids == ()


def test_another_table_has_all_cases_read_again() -> None:
    assert stamp(1) != stamp(2)
    assert stamp(1) != stamp(1, FIELDS[:-1])


def test_every_field_that_can_be_asked_for_has_a_key_that_finds_it() -> None:
    asked = {field.listed.key for field in FIELDS if field.listed.key}
    assert asked < KEYS.keys() and len(asked) == sum(bool(field.listed.key) for field in FIELDS)
    row = row_of({"case_id": "a", "question": "q", "badge": "", "state": "passed", "diagnoses": (), "nuggets": 3})
    assert (
        parse_filter("nuggets:3").keeps(row)
        and parse_filter("nuggets:2+").keeps(row)
        and not parse_filter("nuggets:4+").keeps(row)
    )


def test_no_other_module_names_the_columns_again() -> None:
    """A module that lists a handful of them has a table of its own."""
    names = {field.name for field in FIELDS} - {"id", "question", "status", "tags"}
    package = Path(ragtriage.__file__).parent
    for name in ("cases/index.py", "cases/store.py", "cli/filtering.py", "triage/queue.py", "triage/filter_keys.py"):
        tree = ast.parse((package / name).read_text())
        texts = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert len(names & texts) <= 1, f"{name}: {names & texts}"
