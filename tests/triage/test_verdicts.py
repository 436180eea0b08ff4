import os
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.disk.database import connect
from ragtriage.disk.files import History, carry_out
from ragtriage.errors import ConflictError, SettingsError, UsageError, VerdictError
from ragtriage.triage.model import CAUSES, Finding, Verdict
from ragtriage.triage.verdict_files import name_part, parse_verdict, verdict_file, verdict_path
from ragtriage.triage.verdicts import VerdictStore, in_force
from ragtriage.weeks import monday_of, next_monday, still_snoozed, timestamp, week_of

VERDICT = Verdict(
    case_id="billing/0142",
    week="2026-W48",
    reviewer="mk",
    run="hybrid@2026-11-01#9f31c2aa",
    snapshot="2026-11-01",
    case_hash="5b1e",
    criteria=("evidence",),
    findings=(Finding("retrieval", "lexical-gap", "search-team", "Fee clause sits in another chunk."),),
    decided_at="2026-11-30T09:12:44Z",
)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / ".ragtriage" / "index.db")
    yield connection
    connection.close()


@pytest.fixture
def store(tmp_path: Path, db: sqlite3.Connection) -> VerdictStore:
    return VerdictStore(tmp_path, db)


def keep(store: VerdictStore, root: Path, verdict: Verdict) -> Path:
    write = store.write(verdict)
    carry_out(write, root / ".ragtriage")
    store.refresh()
    return write.changes[0].path


def test_a_verdict_written_is_read_back(store: VerdictStore, tmp_path: Path) -> None:
    path = keep(store, tmp_path, VERDICT)
    assert path == tmp_path / "triage/2026-W48/billing/0142--mk.yaml"
    assert store.all() == [VERDICT]
    assert store.for_case("billing/0142") == [VERDICT]
    assert path.read_text() == (
        'case: billing/0142\nrun: hybrid@2026-11-01#9f31c2aa\nsnapshot: "2026-11-01"\ncase_hash: 5b1e\n'.replace(
            "5b1e", '"5b1e"'
        )
        + "criteria:\n"
        "  - evidence\n"
        "findings:\n"
        "  - cause: retrieval\n"
        "    mode: lexical-gap\n"
        "    owner: search-team\n"
        "    note: Fee clause sits in another chunk.\n"
        'decided_at: "2026-11-30T09:12:44Z"\n'
    )


def test_another_process_reads_the_index_and_no_file(
    store: VerdictStore, tmp_path: Path, db: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = keep(store, tmp_path, VERDICT)
    long_ago = datetime(2026, 1, 1, 12, 0, 0, 500, tzinfo=UTC).timestamp()
    os.utime(path, (long_ago, long_ago))
    store.refresh()
    monkeypatch.setattr("ragtriage.triage.verdicts.read_bytes", lambda path: pytest.fail(f"read {path}"))
    assert VerdictStore(tmp_path, db).all() == [VERDICT]


def test_a_file_written_twice_in_one_tick_of_the_clock_is_read_again(store: VerdictStore, tmp_path: Path) -> None:
    path = keep(store, tmp_path, VERDICT)
    times = path.stat()
    path.write_bytes(path.read_bytes().replace(b"retrieval", b"cit\x61tion "))
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
    store.refresh()
    assert store.all()[0].findings[0].cause == "citation"


def test_a_file_that_is_deleted_or_edited_by_hand_is_seen(store: VerdictStore, tmp_path: Path) -> None:
    path = keep(store, tmp_path, VERDICT)
    path.write_text(path.read_text().replace("search-team", "ingest-team-x"))
    assert store.refresh()
    assert store.all()[0].findings[0].owner == "ingest-team-x"
    path.unlink()
    assert store.refresh()
    assert store.all() == []


def test_the_newest_verdict_speaks_for_the_case(store: VerdictStore, tmp_path: Path) -> None:
    later = replace(VERDICT, week="2026-W49", decided_at="2026-12-02T08:00:00Z", findings=(Finding("label"),))
    other = replace(VERDICT, reviewer="jo", decided_at="2026-11-30T10:00:00Z")
    for verdict in (later, VERDICT, other):
        keep(store, tmp_path, verdict)
    assert store.for_case("billing/0142")[0] == later
    assert store.for_case("billing/0142") == [later, other, VERDICT]


HAND_WRITTEN = """\
# Monday meeting, room 2
case: billing/0142
run:   "hybrid@2026-11-01#9f31c2aa"   # the reranked one
snapshot: '2026-11-01'
case_hash: 5b1e
criteria: [evidence]

ticket: 0123   # ours
findings:
  # seen twice
  - {cause: retrieval, mode: lexical-gap, owner: search-team, note: "Fee clause sits in another chunk."}   # sure

snoozed_until:
decided_at: 2026-11-30T09:12:44Z
"""


def test_one_more_finding_leaves_a_hand_written_file_as_it_stands() -> None:
    more = replace(VERDICT, findings=(*VERDICT.findings, Finding("citation", note="wrong §")))
    text = verdict_file(more, HAND_WRITTEN.encode(), Path("v.yaml")).decode()
    added = "  - cause: citation\n    note: wrong §\n"
    assert text == HAND_WRITTEN.replace("# sure\n", "# sure\n" + added)


def test_a_snooze_comes_into_its_place_and_goes_without_a_trace() -> None:
    plain = verdict_file(VERDICT, None, Path("v.yaml"))
    snoozed = verdict_file(replace(VERDICT, snoozed_until="2026-12-07"), plain, Path("v.yaml"))
    assert snoozed.decode().splitlines()[-2:] == ["snoozed_until: '2026-12-07'", 'decided_at: "2026-11-30T09:12:44Z"']
    assert verdict_file(VERDICT, snoozed, Path("v.yaml")) == plain


def test_a_key_without_a_snooze_that_stands_there_stays() -> None:
    older = verdict_file(VERDICT, None, Path("v.yaml")).replace(b"decided_at", b"snoozed_until: null\ndecided_at")
    assert parse_verdict(older, Path("v.yaml"), verdict_path(VERDICT)) == (VERDICT, [])
    later = verdict_file(replace(VERDICT, case_hash="77aa"), older, Path("v.yaml"))
    assert later == older.replace(b"5b1e", b"77aa")


def test_a_verdict_that_says_the_same_changes_no_byte() -> None:
    assert verdict_file(VERDICT, HAND_WRITTEN.encode(), Path("v.yaml")) == HAND_WRITTEN.encode()
    windows = HAND_WRITTEN.replace("\n", "\r\n").encode()
    assert verdict_file(VERDICT, b"\xef\xbb\xbf" + windows, Path("v.yaml")) == b"\xef\xbb\xbf" + windows


def test_findings_replaced_keep_the_other_keys_and_their_comments() -> None:
    changed = replace(VERDICT, findings=(Finding("label", note="two\nlines"),), snoozed_until="2026-12-07")
    text = verdict_file(changed, HAND_WRITTEN.encode(), Path("v.yaml")).decode()
    for kept in (
        "# Monday meeting, room 2\n",
        "   # the reranked one\n",
        "ticket: 0123   # ours\n",
        "snapshot: '2026-11-01'\n",
    ):
        assert kept in text
    assert parse_verdict(text.encode(), Path("v.yaml"), "triage/2026-W48/billing/0142--mk.yaml")[0] == changed


_texts = st.text(alphabet=st.characters(blacklist_categories=["Cs"]), max_size=12)
_names = st.from_regex(r"[a-z0-9][a-z0-9-]{0,8}", fullmatch=True)
_findings = st.lists(st.builds(Finding, st.sampled_from(CAUSES), _texts, _texts, _texts), max_size=3).map(tuple)
_verdicts = st.builds(
    Verdict,
    case_id=_names,
    week=st.just("2026-W48"),
    reviewer=st.sampled_from(["mk", "Maria Köhler", "a/b"]),
    run=_names,
    snapshot=_names,
    case_hash=st.from_regex(r"[0-9a-f]{4}", fullmatch=True),
    criteria=st.lists(_names, max_size=2).map(tuple),
    findings=_findings,
    snoozed_until=st.none() | st.dates().map(str),
    decided_at=st.just("2026-11-30T09:12:44Z"),
)


@given(_verdicts, _findings, st.none() | st.dates().map(str))
@settings(max_examples=60, deadline=None)
def test_any_verdict_comes_back_from_its_file_also_over_an_older_one(
    verdict: Verdict, findings: tuple[Finding, ...], until: str | None
) -> None:
    first = verdict_file(verdict, None, Path("v.yaml"))
    assert parse_verdict(first, Path("v.yaml"), verdict_path(verdict)) == (verdict, [])
    later = replace(verdict, findings=findings, snoozed_until=until)
    second = verdict_file(later, first + b"# end\nours: {a: [1, yes]}\n", Path("v.yaml"))
    assert parse_verdict(second, Path("v.yaml"), verdict_path(later)) == (later, [])
    assert b"ours:" in second


def test_a_change_on_disk_since_it_was_read_is_a_conflict_and_not_overwritten(
    store: VerdictStore, tmp_path: Path
) -> None:
    path = keep(store, tmp_path, VERDICT)
    path.write_text(path.read_text().replace("lexical-gap", "wrong-plan"))
    with pytest.raises(ConflictError):
        store.write(replace(VERDICT, findings=(Finding("label"),)))
    with pytest.raises(ConflictError):
        store.remove(VERDICT)
    assert "wrong-plan" in path.read_text()


def test_removing_can_be_undone(store: VerdictStore, tmp_path: Path) -> None:
    path = keep(store, tmp_path, VERDICT)
    before = path.read_bytes()
    history = History(tmp_path / ".ragtriage")
    history.do(store.remove(VERDICT))
    assert not path.exists()
    history.undo()
    assert path.read_bytes() == before
    path.unlink()
    store.refresh()
    assert store.remove(VERDICT).changes == ()


@pytest.mark.parametrize(
    ("change", "title"),
    [
        (("cause: retrieval", "cause: retreival"), "expected one of"),
        (("case: billing/0142", "case: billing/0143"), "its case is `billing/0143`"),
        (("decided_at:", "snoozed_until: Friday\ndecided_at:"), "expected a date"),
        (("findings:", "fidings:"), "unknown field `fidings`"),
        (("findings:", "findings: ["), "not readable as YAML"),
        (("case: billing/0142\n", ""), "`case` is missing"),
    ],
)
def test_a_broken_file_is_a_problem_with_its_place_and_is_never_written_over(
    store: VerdictStore, tmp_path: Path, change: tuple[str, str], title: str
) -> None:
    path = keep(store, tmp_path, VERDICT)
    keep(store, tmp_path, replace(VERDICT, reviewer="jo"))
    broken = path.read_text().replace(*change)
    path.write_text(broken)
    store.refresh()
    assert [verdict.reviewer for verdict in store.all()] == ["jo"]
    (problem,) = store.problems()
    assert title in problem.title
    assert problem.place.path == path
    with pytest.raises(VerdictError):
        store.write(VERDICT)
    assert path.read_text() == broken


def test_minutes_notes_and_hidden_files_are_no_verdicts(store: VerdictStore, tmp_path: Path) -> None:
    week = tmp_path / "triage/2026-W48"
    week.mkdir(parents=True)
    for name in ("minutes.md", ".0142--mk.yaml.swp", ".hidden.yaml"):
        (week / name).write_text("no: [yaml")
    (tmp_path / "triage/notes").mkdir()
    (tmp_path / "triage/notes/a--b.yaml").write_text("x")
    assert store.all() == []
    assert store.problems() == []


@pytest.mark.parametrize(
    ("reviewer", "part"),
    [
        ("mk", "mk"),
        ("Maria Köhler", "Maria-Köhler"),
        ("../../etc/passwd", "etc-passwd"),
        ("a--b", "a-b"),
        ("x\x1b[31m", "x-31m"),
        ("о" * 80, "о" * 30),
    ],
)
def test_a_reviewer_is_safe_as_part_of_a_file_name(reviewer: str, part: str) -> None:
    assert name_part(reviewer) == part


def test_a_name_that_leaves_nothing_and_an_id_that_leads_out_are_refused() -> None:
    with pytest.raises(UsageError, match="cannot sign"):
        name_part(" ../ ")
    with pytest.raises(UsageError):
        verdict_path(replace(VERDICT, case_id="../../x"))


def test_a_name_that_its_file_cannot_hold_is_kept_inside_and_not_mixed_up(store: VerdictStore, tmp_path: Path) -> None:
    keep(store, tmp_path, replace(VERDICT, reviewer="Maria Köhler"))
    assert store.all()[0].reviewer == "Maria Köhler"
    with pytest.raises(VerdictError, match="Maria Köhler"):
        store.write(replace(VERDICT, reviewer="Maria-Köhler"))


@pytest.mark.parametrize(
    ("case_hash", "snapshot", "criteria", "holds"),
    [
        ("5b1e", "2026-11-01", ("evidence",), True),
        ("ffff", "2026-11-01", ("evidence",), False),
        ("5b1e", "2026-12-01", ("evidence",), False),
        ("5b1e", "2026-11-01", ("evidence", "citations"), False),
        ("5b1e", "2026-11-01", (), False),
    ],
)
def test_a_verdict_holds_while_case_snapshot_and_criteria_stay(
    case_hash: str, snapshot: str, criteria: tuple[str, ...], holds: bool
) -> None:
    assert in_force(VERDICT, case_hash, snapshot, criteria) is holds


def test_the_order_of_criteria_means_nothing() -> None:
    assert in_force(replace(VERDICT, criteria=("a", "b")), "5b1e", "2026-11-01", ("b", "a"))


def test_weeks_are_those_of_the_teams_clock() -> None:
    sunday_night = datetime(2026, 11, 29, 23, 30, tzinfo=UTC)
    assert week_of(sunday_night, "UTC") == "2026-W48"
    assert week_of(sunday_night, "Europe/Berlin") == "2026-W49"
    assert week_of(datetime(2027, 1, 1, 12, tzinfo=UTC), "UTC") == "2026-W53"
    assert monday_of("2026-W48") == date(2026, 11, 23)


@pytest.mark.parametrize("week", ["2026-W54", "2025-W53", "2026-48", "W48", "2026-W4", "2026-W48 "])
def test_what_is_no_week_is_refused(week: str) -> None:
    with pytest.raises(UsageError, match="not a week"):
        monday_of(week)


def test_a_snooze_lasts_until_the_next_monday_there() -> None:
    monday = datetime(2026, 11, 30, 9, tzinfo=UTC)
    assert next_monday(monday, "Europe/Berlin") == date(2026, 12, 7)
    assert next_monday(datetime(2026, 12, 6, 23, 30, tzinfo=UTC), "UTC") == date(2026, 12, 7)
    assert next_monday(datetime(2026, 12, 6, 23, 30, tzinfo=UTC), "Europe/Berlin") == date(2026, 12, 14)
    assert still_snoozed("2026-12-07", monday, "UTC")
    assert not still_snoozed("2026-12-07", datetime(2026, 12, 6, 23, 30, tzinfo=UTC), "Europe/Berlin")
    assert not still_snoozed(None, monday, "UTC")
    assert timestamp(monday) == "2026-11-30T09:00:00Z"


def test_a_timezone_that_there_is_not_is_told_with_the_nearest() -> None:
    with pytest.raises(SettingsError) as caught:
        week_of(datetime(2026, 11, 29, tzinfo=UTC), "Europe/Berln")
    assert "Europe/Berlin" in caught.value.next_step
