"""What people say of answers: the files, what they make of a case, and that a label never wanders."""

import itertools
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.errors import LabelError, UsageError
from ragtriage.triage.answering import drawn
from ragtriage.triage.answers import Opinion, standing, together, who_says
from ragtriage.triage.label_files import labels_file, parse_labels, without_opinion
from ragtriage.triage.model import CAUSES, QueueRow
from ragtriage.views.case_story import case_story

HASH = "9f31c2aa77b0" + "0" * 52


@pytest.fixture
def passing(site):
    """A terminal of mk before three cases that pass by code, and one that lacks its evidence."""
    for case_id in ("a", "b", "c", "d"):
        site.case(case_id)
    workspace = site.open()
    site.run(workspace, a=True, b=True, c=True, d=False)
    return workspace


def said(root: Path, case_id: str, reviewer: str = "mk") -> list[dict[str, str]]:
    """The labels in a reviewer's file; none where there is no file."""
    path = root / "labels" / f"{case_id}--{reviewer}.yaml"
    return yaml.safe_load(path.read_text())["labels"] if path.exists() else []


def became(workspace, case_id: str):
    """State, criteria, diagnoses and standing of a case, after everything on disk is read."""
    workspace.refresh()
    workspace.judge_all()
    run = next(iter(workspace.triage.latest().values()))
    one = workspace.outcomes.state(run.id, case_id)
    return one.state, one.criteria, one.diagnoses, one.answer


def put(root: Path, name: str, text: str) -> Path:
    path = root / "labels" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def label(workspace, case_id: str, what: str) -> str:
    """A file of labels about the output that the case's story tells."""
    run = next(iter(workspace.triage.latest().values()))
    output = workspace.runs.hashes(run.id)[case_id, 0][:8]
    return f"case: {case_id}\nlabels:\n  - {{unit: answer, output: {output}, label: {what}}}\n"


# -- a person judges


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_on_an_output_that_passes_says_that_it_is_wrong_and_why(passing, site, cause):
    write = passing.triage.decide(["a"], cause)
    assert write.words == f"a: wrong, {cause.replace('_', ' ')}"
    (one,) = said(site.root, "a")
    assert (one["unit"], one["label"], len(one["output"])) == ("answer", "wrong", 12)
    assert became(passing, "a") == ("failed", ("answer",), ("wrong_answer",), "wrong")
    (row,) = [row for row in passing.triage.queue().rows if row.case_id == "a"]
    assert (row.badge, row.causes) == ("decided", (cause,))
    passing.triage.undo()
    assert said(site.root, "a") == []
    assert became(passing, "a") == ("passed", (), (), "")
    assert "a" not in [row.case_id for row in passing.triage.queue().rows]


def test_what_the_desk_shows_is_true_as_soon_as_it_is_decided_undone_and_done_again(passing):
    state = lambda: next(row.state for row in passing.triage.queue(every=True).rows if row.case_id == "a")  # noqa: E731
    passing.triage.decide(["a"], "generation")
    assert state() == "failed"
    passing.triage.undo()
    assert state() == "passed"
    passing.triage.redo()
    assert state() == "failed"


def test_the_same_cause_again_takes_the_label_back_with_it_and_another_cause_stays_beside_it(passing, site):
    passing.triage.decide(["a"], "generation")
    passing.triage.decide(["a"], "ranking")
    assert len(said(site.root, "a")) == 1
    passing.triage.decide(["a"], "generation")
    assert [one["label"] for one in said(site.root, "a")] == ["wrong"]
    passing.triage.decide(["a"], "ranking")
    assert (said(site.root, "a"), became(passing, "a")[0]) == ([], "passed")


def test_a_cause_of_what_code_fails_says_nothing_of_the_answer(passing, site):
    assert passing.triage.decide(["d"], "retrieval").words == "d: retrieval"
    assert said(site.root, "d") == []


def test_right_is_kept_shown_and_taken_back(passing, site):
    assert passing.triage.right(["a", "b"]).words == "2 cases: right"
    assert [one["label"] for case_id in "ab" for one in said(site.root, case_id)] == ["right", "right"]
    assert became(passing, "a") == ("passed", (), (), "right")
    assert passing.triage.right(["a", "c"]).words == "2 cases: right"
    assert passing.triage.right(["a"]).words == "a: right taken back"
    assert became(passing, "a")[3] == ""
    assert passing.triage.right(["c"], take_back=False).changes == ()
    assert passing.triage.right(["a"], take_back=True).changes == ()


def test_right_overrides_nothing_that_code_sees(passing):
    passing.triage.right(["d"])
    assert became(passing, "d") == ("failed", ("evidence",), ("not_retrieved",), "right")


def test_right_after_wrong_is_a_change_of_mind(passing, site):
    passing.triage.decide(["a"], "generation", note="names the wrong plan")
    assert said(site.root, "a")[0]["note"] == "names the wrong plan"
    passing.triage.right(["a"])
    assert [one["label"] for one in said(site.root, "a")] == ["right"]
    assert became(passing, "a") == ("passed", (), (), "right")
    assert list((site.root / "triage").rglob("a--*.yaml")) == []


def test_two_people_who_disagree_make_it_disputed_which_is_not_a_pass(passing, site):
    passing.triage.decide(["a"], "generation")
    jo = site.open("jo")
    jo.refresh()
    jo.triage.right(["a"])
    assert became(passing, "a") == ("disputed", ("disputed",), ("disputed_answer",), "disputed")
    (row,) = [row for row in passing.triage.queue().rows if row.case_id == "a"]
    assert row.undecided
    assert passing.status()[0].disputed == 1
    sections = case_story(jo.triage.report("a")).sections
    told = "\n".join(span.text for s in sections for line in s.lines for span in line.spans)
    assert "right, says jo; wrong, says mk" in told
    jo.triage.decide(["a"], "label")
    assert became(passing, "a")[0] == "failed"


def test_a_case_that_the_run_lacks_has_no_answer_to_judge(passing, site):
    site.case("e")
    passing.refresh()
    with pytest.raises(UsageError, match="no answer to e"):
        passing.triage.right(["e"])


def test_a_label_is_about_one_output_and_never_wanders_to_another(passing, site):
    seen = next(iter(passing.triage.latest().values()))
    passing.triage.decide(["a"], "generation")
    site.run(passing, a=True, b=True, c=True, d=False)  # the same passages, other words
    assert became(passing, "a") == ("passed", (), (), "")
    assert passing.outcomes.state(seen.id, "a").state == "failed"
    # Whoever still looks at the run before judges that one's output.
    passing.triage.right(["b"], run_id=seen.id)
    assert became(passing, "b")[3] == ""
    assert passing.outcomes.state(seen.id, "b").answer == "right"


def test_only_the_repeat_that_was_told_is_judged(site):
    site.case("a")
    workspace = site.open()
    site.run(workspace, a=[True, {"candidates": (), "refused": True}, True])
    workspace.triage.right(["a"])
    run = next(iter(workspace.triage.latest().values()))
    assert site.workspaces[0].runs.hashes(run.id)["a", 1].startswith(said(site.root, "a")[0]["output"])
    assert became(workspace, "a")[3] == ""


# -- a colleague's labels, and damaged ones


def test_a_colleagues_label_that_arrives_as_a_file_counts_and_goes_with_it(passing, site):
    path = put(site.root, "a--jo.yaml", label(passing, "a", "wrong"))
    assert became(passing, "a") == ("failed", ("answer",), ("wrong_answer",), "wrong")
    assert passing.status()[0].judged_wrong == 1
    path.unlink()
    assert became(passing, "a") == ("passed", (), (), "")


def test_only_the_outputs_that_a_label_names_are_judged_again(passing, site):
    put(site.root, "a--jo.yaml", label(passing, "a", "right"))
    passing.refresh()
    assert passing.judge_all() == 1
    assert passing.judge_all() == 0


BROKEN = {
    "an unknown field": ("case: a\nlabels:\n  - {unit: answer, output: 9f31c2aa, label: right, who: me}\n", "who"),
    "an unknown key": ("case: a\nlabel: []\n", "label"),
    "a word that no answer is": ("case: a\nlabels: [{unit: answer, output: 9f31c2aa, label: good}]\n", "good"),
    "no hash": ("case: a\nlabels: [{unit: answer, output: 12, label: right}]\n", "hash"),
    "no output": ("case: a\nlabels: [{unit: answer, label: right}]\n", "output"),
    "another unit": ("case: a\nlabels: [{unit: reply, output: 9f31c2aa, label: right}]\n", "reply"),
    "another case": ("case: b\nlabels: []\n", "called"),
    "another's name": ("case: a\nreviewer: al\nlabels: []\n", "called"),
    "no labels but text": ("case: a\nlabels: right\n", "list"),
    "a conflict of Git": ("<<<<<<< HEAD\ncase: a\n=======\ncase: b\n>>>>>>> work\n", ""),
    "no mapping": ("right\n", "labels of a case"),
    "bytes": ("\udc80", ""),
    "nothing": ("", ""),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_damaged_file_is_told_with_its_place_and_ends_nothing(passing, site, name):
    text, word = BROKEN[name]
    path = put(site.root, "a--jo.yaml", "")
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    put(site.root, "b--jo.yaml", label(passing, "b", "right"))
    assert became(passing, "a") == ("passed", (), (), "")
    assert became(passing, "b")[3] == "right"
    problems = passing.labels.problems()
    assert {problem.place.path for problem in problems} == {path}
    assert word in problems[0].title
    with pytest.raises(LabelError):
        site.open("jo").triage.right(["a"])
    path.unlink()
    passing.refresh()
    assert passing.labels.problems() == []


def test_a_link_is_told_and_not_followed(passing, site, tmp_path_factory):
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "a--jo.yaml"
    elsewhere.write_text(label(passing, "a", "wrong"))
    (site.root / "labels").mkdir()
    (site.root / "labels" / "a--jo.yaml").symlink_to(elsewhere)
    assert became(passing, "a")[0] == "passed"
    assert len(passing.labels.problems()) == 1


def test_a_label_without_a_case_or_an_output_changes_nothing(passing, site):
    put(site.root, "gone--jo.yaml", "case: gone\nlabels: [{unit: answer, output: 9f31c2aa, label: wrong}]\n")
    put(site.root, "a--jo.yaml", "case: a\nlabels: [{unit: answer, output: 00000000, label: wrong}]\n")
    assert became(passing, "a") == ("passed", (), (), "")
    assert passing.labels.problems() == []


# -- the file


HAND_WRITTEN = b"""\
# what jo says
case: a
labels:
  - {unit: claim, output: 9f31c2aa, text: A fee of 15 % applies, label: contradicted, rule: faithfulness@2,
     sample: 2026-W48, weight: 3.2, blind: true, at: 2026-11-30T09:15:10Z}   # read twice
  - {unit: answer, output: 9f31c2aa, label: right, at: 2026-11-30T09:14:02Z}
"""


def test_other_labels_and_comments_stay_where_an_answer_is_judged_again(tmp_path):
    path = tmp_path / "a--jo.yaml"
    wrong = Opinion("jo", "wrong", "Names the wrong plan.", "2026-12-01T10:00:00Z")
    new = labels_file("a", HASH, wrong, HAND_WRITTEN, path)
    labels, problems = parse_labels(new, path, "labels/a--jo.yaml")
    assert (labels.opinions, problems) == ({HASH[:12]: wrong}, [])
    assert new.split(b"  - {unit: answer")[0] == HAND_WRITTEN.split(b"  - {unit: answer")[0]
    other = labels_file("a", "ab" * 32, wrong, new, path)
    assert [one["output"] for one in yaml.safe_load(other)["labels"]] == ["9f31c2aa", HASH[:12], "ab" * 6]
    left = without_opinion(HASH, other, path)
    assert b"contradicted" in left
    assert b"# what jo says" in left
    assert HASH[:12].encode() not in left


def test_a_file_with_nothing_left_to_say_is_deleted(tmp_path):
    path = tmp_path / "a--jo.yaml"
    one = labels_file("a", HASH, Opinion("jo", "right"), None, path)
    assert without_opinion(HASH, one, path) is None


@pytest.mark.parametrize("text", [b"case: a\n", b"case: a\nlabels:\n", b"case: a\nlabels: []\n"])
def test_a_file_without_labels_takes_its_first(tmp_path, text):
    path = tmp_path / "a--jo.yaml"
    new = labels_file("a", HASH, Opinion("jo", "right", at="2026-12-01T10:00:00Z"), text, path)
    assert list(parse_labels(new, path, "labels/a--jo.yaml")[0].opinions) == [HASH[:12]]


def test_the_last_word_on_an_output_counts(tmp_path):
    lines = "".join(
        f"  - {{unit: answer, output: {digits}, label: {what}}}\n"
        for digits, what in ((HASH[:8], "right"), (HASH[:12], "wrong"))
    )
    labels, _ = parse_labels(f"case: a\nlabels:\n{lines}".encode(), tmp_path / "x", "labels/a--jo.yaml")
    assert {digits: one.label for digits, one in labels.opinions.items()} == {HASH[:12]: "wrong"}


@given(st.text(min_size=1, max_size=40), st.text(max_size=60))
@settings(max_examples=60, deadline=None)
def test_whoever_signs_and_whatever_they_note_it_reads_as_it_was_meant_or_is_refused(name, note):
    from ragtriage.triage.label_files import label_path

    path, opinion = Path("/nowhere/x.yaml"), Opinion(name, "wrong", note, "2026-12-01T10:00:00Z")
    try:
        key = label_path("billing/0142", name)
        labels, problems = parse_labels(labels_file("billing/0142", HASH, opinion, None, path), path, key)
    except (UsageError, LabelError):
        return
    assert problems or labels.opinions == {HASH[:12]: opinion}


def test_a_name_that_a_file_cannot_bear_is_kept_in_the_file(passing, site):
    mira = site.open("Mira Koch / QA")
    mira.refresh()
    mira.triage.right(["a"])
    kept = yaml.safe_load((site.root / "labels" / "a--Mira-Koch-QA.yaml").read_text())
    assert kept["reviewer"] == "Mira Koch / QA"
    with pytest.raises(LabelError, match="the labels of `Mira Koch / QA`"):
        site.open("Mira-Koch-QA").triage.decide(["a"], "generation")


# -- several opinions


@given(st.lists(st.sampled_from(["right", "wrong"]), max_size=5))
def test_the_standing_of_an_answer_hangs_on_who_says_what_not_on_the_order(labels):
    assert {standing(order) for order in itertools.permutations(labels[:4])} == {standing(labels[:4])}
    assert (standing(labels) == "disputed") == (len(set(labels)) == 2)
    assert (standing(labels) == "") == (not labels)


def test_repeats_are_right_only_where_all_are():
    assert together("right", "right") == "right"
    assert together("right", "") == ""
    assert together("", "wrong") == "wrong"
    assert together("disputed", "right") == "disputed"


def test_who_says_what_in_words():
    opinions = [Opinion("al", "wrong"), Opinion("jo", "right"), Opinion("mk", "wrong")]
    assert who_says(opinions) == "right, says jo; wrong, say al and mk"
    assert who_says(opinions[:1]) == "wrong, says al"
    assert who_says([]) == ""


# -- what to read


def rows(count: int, **more) -> list[QueueRow]:
    return [QueueRow(f"c{number}", "?", "", "passed", (), **more) for number in range(count)]


def test_a_draw_is_the_same_for_a_week_another_in_the_next_and_takes_only_what_passes():
    every = [
        *rows(40),
        QueueRow("failing", "?", "new", "failed", ()),
        QueueRow("old", "?", "", "passed", (), status="retired"),
    ]
    first = drawn(every, 10, "2026-W49")
    assert drawn(reversed(every), 10, "2026-W49") == first
    assert drawn(every, 10, "2026-W50") != first
    assert len(drawn(every, 100, "2026-W49")) == 40


def test_what_nobody_read_comes_first_and_what_was_read_leaves_the_others_in_their_places():
    first = drawn(rows(40), 10, "2026-W49")
    read = {row.case_id for row in first[:3]}
    again = [row._replace(answer="right") if row.case_id in read else row for row in rows(40)]
    assert [row.case_id for row in drawn(again, 7, "2026-W49")] == [row.case_id for row in first[3:]]
    assert {row.case_id for row in drawn(again, 40, "2026-W49")[-3:]} == read


def test_every_passing_answer_is_drawn_about_as_often():
    counts = dict.fromkeys((row.case_id for row in rows(20)), 0)
    for week in range(400):
        for row in drawn(rows(20), 5, f"week {week}"):
            counts[row.case_id] += 1
    assert 60 < min(counts.values()) < max(counts.values()) < 145  # 100 each, ± 5 standard deviations


def test_the_desk_draws_from_the_latest_run_by_the_week(passing):
    audit = passing.triage.audit(2)
    assert (audit.seed, len(audit.rows)) == ("2026-W49", 2)
    passing.triage.right([row.case_id for row in audit.rows])
    assert {row.case_id for row in passing.triage.audit(1).rows}.isdisjoint(row.case_id for row in audit.rows)
    with pytest.raises(UsageError):
        passing.triage.audit(0)
