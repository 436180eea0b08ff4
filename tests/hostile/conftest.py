"""Text that an enemy, a broken extractor or a keyboard of another world may put anywhere, put everywhere."""

import json
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ragtriage.cases.editing import canonical_text
from ragtriage.cases.model import Case, Evidence, Nugget, Quote, Source
from ragtriage.corpus.document import Document
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.settings import read_settings
from ragtriage.text import safe
from ragtriage.workspace import Workspace

CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
"""What no text may bring to a terminal, tab and newline aside."""
BIDI = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")

HOSTILE: dict[str, str] = {
    "clipboard": "\x1b]52;c;ZXZpbA==\x07 reads as plain text",
    "title": "\x1b]0;owned\x1b\\",
    "clear": "\x1b[2J\x1b[1;1H\x1b[?1049l",
    "link": "\x1b]8;;http://evil.example\x1b\\click\x1b]8;;\x1b\\",
    "device": "\x1bP+q544e\x1b\\\x1b_Gi=1\x1b\\\x1b[6n\x1b[c",
    "nul": "a\x00b\x07c\x08\x08d\x7f",
    "c1": "\x9b31mred\x9d52;c;aGk=\x9c\x85\x90",
    "bidi": "user\u202etxt.exe\u2066 \u2067\u2069\u200f",
    "carriage": "visible\rhidden",
    "vertical": "a\x0bb\x0cc\x1cd\x1ee\u2028f\u2029g",
    "close": "[/]",
    "unclosed": "[/red] x",
    "path": "x [/usr/bin/foo] y",
    "variable": "[$primary] [@click=app.quit]go[/]",
    "style": "[bold red]not bold[/bold red] [a-z]+ \\[x]",
    "braces": "{0} %s %(x)s ${HOME} `id` $(id)",
    "family": "👨‍👩‍👧‍👦 👩🏽‍🚀 🏳️‍🌈 ❤️ 1️⃣ 🇩🇪",
    "wide": "退款需要多长时间才能到账，节假日也算吗？" * 3,
    "half": "ﾊﾝｶｸ ｶﾅ Ａｗｉｄｅ",
    "combining": "Z" + "\u0301\u0323\u0489" * 400 + "algo",
    "arabic": "كيف أستعيد أموالي؟ 123",
    "tags": "hi\U000e0041\U000e0042\U000e007f\ufeff\u00ad\u200b\u2060",
    "spaces": "\u00a0\u3000\u2003 x \t\t y",
    "nothing": "\u200b",
    "quotes": "\"'`“”‘’ --flag; rm -rf / #",
    "long": "x" * 100_000,
    "lines": "line\n" * 5_000,
    "yaml": "- : ? | > & * ! % @ null ~ yes 0x1F 1e9 2026-11-30",
}

ALL = " ".join(text for name, text in HOSTILE.items() if name not in ("long", "lines"))
"""All the short ones in a row."""

NOW = datetime(2026, 11, 30, 9, 12, 44, tzinfo=UTC)


def clean(name: str) -> str:
    """As much of a hostile text as an id may hold."""
    kept = "".join(char for char in safe(HOSTILE[name])[:60] if char.isprintable() and char not in "\\�/")
    return kept.strip(" .") or "x"


def case(name: str, doc_id: str) -> Case:
    """A case of which every text is the hostile one."""
    text = HOSTILE[name]
    return Case(
        id=f"{name}/{clean(name)}",
        question=text,
        answerable=True,
        filters={"region": text},
        user={"role": (text, "b")},
        reference_answer=text,
        evidence=(
            Evidence((Quote(doc_id, text, prefix=text[:99], suffix=text[:99]), Quote("gone" + text[:50], text))),
        ),
        nuggets=(Nugget(text, True),),
        intent=text[:200],
        tags=(text[:200], "b"),
        source=Source("complaint", ref=text[:200]),
        reviewed_by=(text[:50],),
        notes=text,
        metadata={"theirs": text},
    )


def document(name: str) -> Document:
    """A document of the hostile text."""
    text = HOSTILE[name]
    return Document(f"{name}/{text[:50]}", text[:300], f"before\n{text}\nafter", {"region": text[:200]})


def output(golden: Case, shown: Document, config: str) -> Output:
    """An output of the hostile text."""
    text = golden.question
    passages = (
        Passage(shown.doc_id, shown.text, text[:100], 1.0),
        Passage("elsewhere" + text[:50], text, score=None),
    )
    failed = config == "broken"
    return Output(
        case_id=golden.id, candidates=passages[failed:], context=passages[1:], answer=text,
        citations=(Citation(id=text[:100]), Citation(chunk_id=text[:100], doc_id=text[:50])),
        refused=False, error=text[:500] if failed else None,
    )  # fmt: skip


def make(root: Path) -> None:
    """A workspace with a case for each text, two runs, verdicts, broken files, and a history in Git."""
    root.mkdir()
    (root / "ragtriage.yaml").write_text("snapshot: kb\nruns: {max_age_days: 100000}\n")
    documents = {name: document(name) for name in HOSTILE}
    golden = {name: case(name, documents[name].doc_id) for name in HOSTILE}
    for one in golden.values():
        path = root / "cases" / f"{one.id}.yaml"
        path.parent.mkdir(parents=True)
        path.write_text(canonical_text(one), encoding="utf-8", newline="")
    with Workspace(root, read_settings(root), reviewer="mira", clock=lambda: NOW) as workspace:
        workspace.snapshots.add("kb", list(documents.values()), source=ALL, extractor="none")
        for config in ("broken", "[/red] 退款 \\ %s", "main"):
            made = [output(golden[name], documents[name], config) for name in HOSTILE]
            workspace.runs.add(config, "kb", made, source=ALL, imported_at=NOW)
        workspace.refresh()
        workspace.judge_all()
        for name, one in golden.items():
            text = HOSTILE[name][:1000]
            workspace.triage.decide([one.id], "label", note=text, owner=text, mode=text, configuration="main")
    spoil(root)


def spoil(root: Path) -> None:
    """Files that are no cases and no verdicts, and commits of a hostile author."""
    (root / "cases/bad.json").write_text(json.dumps({"id": ALL, "question": ALL, ALL: ALL}))
    (root / "cases/bad.yaml").write_text(f"id: bad\n{json.dumps(ALL)}: [")
    (root / "cases/\x1b[31mname\x07.yaml").write_text("id: [")
    (root / "cases/" / "\u202e-turned.yaml").write_text("id: x\nquestion: [/]\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(root / "cases")
        Path(b"lone-\xff.yaml".decode("utf-8", "surrogateescape")).write_text("id: x\n")
    (root / "triage/2026-W49/bad--x.yaml").write_text("case: " + json.dumps(ALL) + "\nfindings: 3\n")
    (root / ".gitignore").write_text(".ragtriage/\n")
    author = ("-c", f"user.name={HOSTILE['clear']}{HOSTILE['bidi']}[/]", "-c", "user.email=a@b")
    branch = ("-c", "init.defaultBranch=x\u202egnp]$primary]", "-c", "commit.gpgsign=false")
    for words in (("init",), ("add", "."), ("commit", "-m", ALL.replace("\x00", ""))):
        subprocess.run(["git", *author, *branch, *words], cwd=root, check=True, capture_output=True)


@pytest.fixture(scope="session")
def _made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("hostile") / "golden [bold]"
    make(root)
    return root


@pytest.fixture
def root(_made: Path, tmp_path: Path) -> Path:
    """The folder of the hostile workspace."""
    return Path(shutil.copytree(_made, tmp_path / _made.name))


@pytest.fixture
def opened(root: Path) -> Iterator[Callable[[], Workspace]]:
    """Open it; closed at the end."""
    open_ones: list[Workspace] = []

    def open_it() -> Workspace:
        open_ones.append(Workspace(root, read_settings(root), reviewer="mira", clock=lambda: NOW))
        return open_ones[-1]

    yield open_it
    for one in open_ones:
        one.close()
