"""What was scored is kept and shown: to rest on a case scores nothing, and encodes nothing."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.cli import main
from ragtriage.corpus.document import Document
from ragtriage.metrics.matching import EvidenceMatch, NearMiss, Ranked
from ragtriage.metrics.model import Scored, Unscored
from ragtriage.runs import canonical, index
from ragtriage.runs import store as run_store
from ragtriage.runs.model import Citation, Output, Passage
from ragtriage.scoring import Scores
from ragtriage.triage import judging
from ragtriage.triage.kept_scores import ground_of, scores_of, values_of
from ragtriage.workspace import Workspace

RANKS = st.lists(st.integers(1, 60), max_size=4).map(tuple)
BY = st.sampled_from(["text", "likeness", "document"])
SHARES = st.floats(0, 1)
SPANS = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), max_size=3).map(tuple)
MATCHES = st.builds(
    EvidenceMatch,
    rank=st.none() | st.integers(1, 60),
    split=st.booleans(),
    whole_rank=st.none() | st.integers(1, 60),
    alternative=st.none() | st.integers(0, 4),
    elsewhere=RANKS,
    holding=RANKS,
    spans=st.dictionaries(st.integers(1, 60), SPANS, max_size=3),
    grade=st.integers(0, 2),
    near_miss=st.none() | st.builds(NearMiss, st.integers(1, 60), SHARES, st.integers(0, 4), BY),
    by=BY,
    likeness=SHARES,
)
WORDS = st.text(max_size=8)
SCORE = st.builds(Scored, st.floats(allow_nan=False, allow_infinity=False), WORDS) | st.builds(Unscored, WORDS)
PASSAGES = tuple(Passage(f"kb/{n}", "text") for n in range(4))
OUTPUTS = st.sampled_from(
    [
        Output("c"),
        Output("c", candidates=PASSAGES),
        Output("c", context=PASSAGES[:1]),
        Output("c", candidates=(), context=()),
        Output("c", candidates=PASSAGES, context=PASSAGES[2:]),
    ]
)


@given(OUTPUTS, st.dictionaries(WORDS, SCORE, max_size=3), st.lists(MATCHES, max_size=3), RANKS, st.data())
def test_what_is_read_is_what_was_kept(output, values, matches, unknown, data) -> None:
    k, depth = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 5))
    candidates = None if output.candidates is None else output.candidates[:depth]
    context = output.context if output.context is not None else candidates and candidates[:k]
    scores = Scores(
        values,
        Ranked(candidates or (), tuple(matches), unknown),
        Ranked(context or (), tuple(reversed(matches)), ()),
        data.draw(st.lists(st.booleans(), max_size=3).map(tuple)),
        data.draw(st.lists(WORDS, max_size=3).map(tuple)),
    )
    assert scores_of(values_of(scores), ground_of(scores), output, k, depth) == scores


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Cases of several kinds, a run with two repeats, all judged."""
    (tmp_path / "ragtriage.yaml").write_text("snapshot: one\n")
    (tmp_path / "cases").mkdir()
    for name, quote in (("fee", "The fee is nine euros"), ("cut", "Refunds take ten days to arrive"), ("lost", "Gone")):
        (tmp_path / "cases" / f"{name}.yaml").write_text(
            f"id: {name}\nquestion: What of the {name}?\nanswerable: true\nevidence: [{{doc_id: kb, quote: {quote}}}]\n"
        )
    text = "The fee is nine euros. Refunds take ten days to arrive.\n"
    passages = (Passage("kb", "The fee is nine euros. Refunds take"), Passage("other", text), Passage("none", "No."))
    outputs = [
        Output(name, passages, passages[:2], "Nine.", (Citation("none"), Citation("made up")), False, repeat=repeat)
        for name in ("fee", "cut", "lost")
        for repeat in (0, 1)
    ]
    with Workspace.open(tmp_path, reviewer="mk") as workspace:
        workspace.snapshots.add("one", [Document("kb", "KB", text)], source="t", extractor="t")
        workspace.refresh()
        workspace.runs.add("prod", "one", outputs)
        assert workspace.judge_all() == 6
    return tmp_path


class Counts:
    """How often what is dear is called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.scored = self.encoded = 0
        score, encode = judging.score_output, canonical.encoded

        def scored(*given, **named):
            self.scored += 1
            return score(*given, **named)

        def encoded(record):
            self.encoded += "case_id" in record
            return encode(record)

        monkeypatch.setattr(judging, "score_output", scored)
        monkeypatch.setattr(canonical, "encoded", encoded)
        monkeypatch.setattr(index, "encoded", encoded)


def test_to_rest_on_a_case_scores_and_encodes_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In another session than the one that judged: nothing is in memory."""
    counts = Counts(monkeypatch)
    with Workspace.open(root, reviewer="mk") as workspace:
        workspace.refresh()
        for case_id in ("fee", "cut", "lost"):
            report = workspace.triage.report(case_id)
            assert report.seen is not None and report.seen.scores.values
            assert workspace.story_of(report).sections
            assert workspace.story_of(report.with_changes(())).sections
    assert (counts.scored, counts.encoded) == (0, 0)


def test_what_is_shown_is_what_scoring_would_say(root: Path) -> None:
    with Workspace.open(root, reviewer="mk") as workspace:
        workspace.refresh()
        (run,) = workspace.runs.runs()
        for case_id in ("fee", "cut", "lost"):
            for repeat in (0, 1):
                kept = workspace.judge.seen(run, case_id, repeat)
                output = workspace.runs.output(run.id, case_id, repeat)
                assert kept is not None and output is not None
                sha256 = workspace.runs.sha256_of(run.id, case_id, repeat)
                anew = workspace.judge.seen_as(workspace.cases.get(case_id), run, output, sha256)
                assert kept.scores == anew.scores and kept.judgement == anew.judgement


def test_what_is_out_of_date_is_worked_out_and_not_shown(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counts(monkeypatch)
    path = root / "cases/fee.yaml"
    path.write_text(path.read_text().replace("The fee is nine euros", "Refunds take ten days to arrive"))
    with Workspace.open(root, reviewer="mk") as workspace:
        workspace.refresh()
        seen = workspace.triage.report("fee").seen
        other = workspace.triage.report("cut").seen
        assert seen is not None and other is not None and counts.scored == 1
        assert seen.scores.candidates.matches == other.scores.candidates.matches
        workspace.judge_all()
        assert counts.scored == 3  # both repeats of the one case
        workspace.triage.report("fee")
        assert counts.scored == 3


def test_what_people_say_of_an_answer_is_judged_and_scores_nothing(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = Counts(monkeypatch)
    with Workspace.open(root, reviewer="mk") as workspace:
        workspace.refresh()
        (run,) = workspace.runs.runs()
    assert main(["-C", str(root), "triage", "right", "fee"]) in (0, 1)
    with Workspace.open(root, reviewer="mk") as workspace:
        workspace.refresh()
        workspace.judge_all()
        seen = workspace.judge.seen(run, "fee")
    assert seen is not None and seen.judgement.answer == "right"
    assert (counts.scored, counts.encoded) == (0, 0)


def test_to_keep_a_run_encodes_each_output_once_for_the_file_and_once_for_the_index(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts, records = Counts(monkeypatch), 0
    record_of = canonical.record_of

    def counted(output):
        nonlocal records
        records += 1
        return record_of(output)

    monkeypatch.setattr(run_store, "record_of", counted)
    monkeypatch.setattr(index, "record_of", counted)
    with Workspace.open(root, reviewer="mk") as workspace:
        outputs = [Output(f"c{number}", PASSAGES, answer="x") for number in range(5)]
        info = workspace.runs.add("other", "one", outputs)
        assert (counts.encoded, records) == (10, 10)
        assert workspace.runs.add("other", "one", outputs).id == info.id
        assert counts.encoded == 15  # what is there is not written again
        hashes = [canonical.output_hash(one) for one in outputs]
        assert [workspace.runs.sha256_of(info.id, one.case_id) for one in outputs] == hashes
