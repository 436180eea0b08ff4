"""Reviews: what a branch proposes, approving into the file that was reviewed and no other, and what was said of it."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragtriage.corpus.near_duplicates import near_duplicates
from ragtriage.disk.files import History
from ragtriage.errors import RagtriageError, UsageError
from ragtriage.review.approving import approve
from ragtriage.review.comments import (
    Comment,
    Reviewed,
    printed_comment,
    read_comments,
    that_count,
    with_comments,
    without_comment,
)
from ragtriage.review.reviewing import Review, looked_again
from ragtriage.settings import read_settings
from ragtriage.views.review_story import tell_change
from ragtriage.workspace import Workspace


class Golden:
    """A workspace whose branch `work` is jo's."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "cases").mkdir(parents=True)
        (root / "ragtriage.yaml").write_text("# none\n")
        (root / ".gitignore").write_text(".ragtriage/\n")
        self.git("init", "-q", "-b", "main")

    def git(self, *words: str, by: str = "mira") -> str:
        who = ("-c", f"user.name={by}", "-c", f"user.email={by}@example.org", "-c", "commit.gpgSign=false")
        done = subprocess.run(["git", *who, *words], cwd=self.root, capture_output=True, text=True, check=True)
        return done.stdout.strip()

    def put(self, name: str, question: str = "how?", more: str = "") -> Path:
        path = self.root / "cases" / f"{name}.yaml"
        path.write_text(f"id: {name}\nquestion: {question}\nanswerable: false\n{more}")
        return path

    def commit(self, by: str = "jo") -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "x", by=by)


@pytest.fixture
def golden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Golden:
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    made = Golden(tmp_path / "golden")
    for name in ("a", "b", "c", "d"):
        made.put(name, more="reviewed_by:\n  - pat\n" if name == "b" else "")
    made.commit("mira")
    made.git("switch", "-q", "-c", "work")
    made.put("a", "how much is it?")
    made.put("b", "how long is it?", "reviewed_by:\n  - pat\n")
    (made.root / "cases/c.yaml").unlink()
    made.put("e", "what is new?", "tags: [x]")
    (made.root / "cases/f.yaml").write_text("id: [\n")
    made.commit()
    return made


@pytest.fixture
def workspace(golden: Golden):
    with Workspace(golden.root, read_settings(golden.root), reviewer="mira") as opened:
        opened.refresh()
        yield opened


def approved(workspace: Workspace, review: Review, *ids: str) -> list[str]:
    """Approve these cases; which were not, and why."""
    changes = [one for one in review.changes if one.id in ids]
    write, refused = approve(workspace.cases, review, changes)
    if write is not None:
        workspace.do(write)
    return [f"{one.case_id}: {one.why}" for one in refused]


class TestTheRange:
    @pytest.mark.parametrize("asked", [None, "work", "main..work", "main...work", "main..", "main..HEAD"])
    def test_a_branch_a_range_and_nothing_are_the_same_review(self, golden: Golden, asked: str | None) -> None:
        with Workspace(golden.root, read_settings(golden.root), reviewer="mira") as workspace:
            review = workspace.review(asked)
        assert [(one.id, one.kind) for one in review.changes] == [
            ("a", "changed"), ("b", "changed"), ("c", "deleted"), ("e", "added"), ("f", "unreadable"),
        ]  # fmt: skip
        assert review.reviewed.branch == "work" and review.checked_out

    def test_what_main_did_meanwhile_is_no_part_of_it(self, golden: Golden, workspace: Workspace) -> None:
        golden.git("switch", "-q", "main")
        golden.put("d", "changed on main?")
        golden.commit("mira")
        review = workspace.review("work")
        assert "d" not in {one.id for one in review.changes} and not review.checked_out

    @pytest.mark.parametrize("asked", ["nosuch", "--output=x", "nosuch..HEAD", "a b"])
    def test_what_is_no_branch_is_a_usage_error(self, workspace: Workspace, asked: str) -> None:
        with pytest.raises(UsageError):
            workspace.review(asked)

    def test_who_wrote_a_change_is_known_by_name_and_address(self, golden: Golden) -> None:
        with Workspace(golden.root, read_settings(golden.root), reviewer="Jo") as workspace:
            review = workspace.review("work")
        change = review.changes[0]
        assert [one.name for one in review.authors[change.key]] == ["jo"]
        assert review.is_own(change)

    def test_somebody_else_at_the_authors_machine_did_not_write_it(self, golden: Golden) -> None:
        golden.git("config", "user.name", "jo")
        golden.git("config", "user.email", "jo@example.org")
        with Workspace(golden.root, read_settings(golden.root), reviewer="Kim") as workspace:
            review = workspace.review("work")
        assert not review.is_own(review.changes[0])

    def test_whoever_only_signed_a_change_did_not_write_it(self, golden: Golden, workspace: Workspace) -> None:
        approved(workspace, workspace.review("work"), "a", "b", "e")
        golden.commit("mira")
        golden.put("b", "how long is it by now?", "reviewed_by:\n  - pat\n")
        golden.commit("mira")
        review = workspace.review("work")
        names = {one.id: [author.name for author in review.authors[one.key]] for one in review.changes}
        assert names == {"a": ["jo"], "b": ["mira", "jo"], "c": ["jo"], "e": ["jo"], "f": ["jo"]}

    def test_twins_are_looked_for_among_the_branchs_cases_not_those_on_disk(
        self, golden: Golden, workspace: Workspace
    ) -> None:
        golden.put("d", "where can the yellow bicycle be parked?")
        golden.put("g", "where can the yellow bicycle be parked?")
        (golden.root / "cases/g.yaml").write_text(
            "id: g\nquestion: where can the yellow bicycle be parked\nanswerable: true\n"
        )
        golden.commit()
        golden.git("switch", "-q", "main")
        workspace.refresh()
        found = {one.case_id for one in workspace.review("work").proposal.faults if one.rule == "near_duplicate"}
        assert found == {"d", "g"}
        golden.git("switch", "-q", "work")
        golden.put("d", "on disk it is another question")
        assert {
            one.case_id for one in workspace.review("work").proposal.faults if one.rule == "near_duplicate"
        } == found


@given(
    st.lists(st.lists(st.sampled_from("red blue green tall wide long".split()), min_size=1, max_size=5), max_size=8),
    st.sets(st.integers(0, 7)),
)
def test_the_twins_of_some_are_those_of_all_that_concern_them(questions: list[list[str]], of: set[int]) -> None:
    asked = [(str(at), " ".join(words)) for at, words in enumerate(questions)]
    wanted = {str(at) for at in of}
    pairs = {frozenset(pair[:2]) for pair in near_duplicates(asked) if wanted & set(pair[:2])}
    assert {frozenset(pair[:2]) for pair in near_duplicates(asked, wanted)} == pairs


class TestApproving:
    def test_it_puts_the_name_into_the_file_and_nothing_else(self, golden: Golden, workspace: Workspace) -> None:
        review = workspace.review("work")
        before = (golden.root / "cases/e.yaml").read_text()
        assert approved(workspace, review, "e") == []
        assert (golden.root / "cases/e.yaml").read_text() == f"{before}\nreviewed_by:\n  - mira"
        assert looked_again(workspace.root, review).is_approved(review.changes[3])
        workspace.history.undo()
        assert (golden.root / "cases/e.yaml").read_text() == before

    def test_twice_says_so(self, golden: Golden, workspace: Workspace) -> None:
        review = workspace.review("work")
        approved(workspace, review, "a")
        assert approved(workspace, review, "a") == ["a: you approved it already: u undoes it"]
        golden.commit("mira")
        again = workspace.review("work")
        assert again.is_approved(again.changes[0])
        assert "unreviewed" not in {one.rule for one in again.proposal.faults if one.case_id == "a"}

    def test_a_second_reviewer_is_added(self, golden: Golden, workspace: Workspace) -> None:
        approved(workspace, workspace.review("work"), "a")
        golden.commit("mira")
        with Workspace(golden.root, read_settings(golden.root), reviewer="pat") as other:
            other.refresh()
            approved(other, other.review("work"), "a")
            assert other.cases.get("a").reviewed_by == ("mira", "pat")

    def test_names_of_the_label_before_make_way(self, workspace: Workspace) -> None:
        review = workspace.review("work")
        write, _ = approve(workspace.cases, review, [review.changes[1]])
        assert write and "the review of the label before (pat) is taken away" in write.words
        workspace.do(write)
        assert workspace.cases.get("b").reviewed_by == ("mira",)

    def test_the_own_name_from_before_the_change_is_no_approval(self, golden: Golden) -> None:
        with Workspace(golden.root, read_settings(golden.root), reviewer="pat") as workspace:
            workspace.refresh()
            review = workspace.review("work")
            assert not review.is_approved(review.changes[1])
            (why,) = approved(workspace, review, "b")
        assert "from before this change" in why

    def test_of_ones_own_change_it_is_allowed_and_said(self, golden: Golden) -> None:
        with Workspace(golden.root, read_settings(golden.root), reviewer="jo") as workspace:
            workspace.refresh()
            write, _ = approve(workspace.cases, review := workspace.review("work"), [review.changes[0]])
        assert write and write.words == "a: approved by jo, of your own change"

    def test_what_bears_no_name_is_refused_and_the_rest_is_done(self, golden: Golden, workspace: Workspace) -> None:
        refused = approved(workspace, workspace.review("work"), "a", "c", "e", "f")
        assert refused == [
            "c: it is deleted, and bears no name: c comments on it",
            "f: its file is no case, and bears no name: c comments on it",
        ]
        assert workspace.cases.get("a").reviewed_by == workspace.cases.get("e").reviewed_by == ("mira",)

    def test_without_the_branch_checked_out_nothing_is_written(self, golden: Golden, workspace: Workspace) -> None:
        golden.git("switch", "-q", "main")
        workspace.refresh()
        (why, missing) = approved(workspace, workspace.review("work"), "a", "e")
        assert why.endswith("this branch is not checked out here: git switch work") and "git switch work" in missing
        assert golden.git("status", "--porcelain") == ""

    def test_a_file_edited_since_is_another_than_was_reviewed(self, golden: Golden, workspace: Workspace) -> None:
        review = workspace.review("work")
        golden.put("a", "edited since?")
        workspace.refresh()
        (why,) = approved(workspace, review, "a")
        assert "another than was committed" in why

    def test_line_ends_and_other_reviewers_are_no_other_file(self, golden: Golden, workspace: Workspace) -> None:
        review = workspace.review("work")
        path = golden.put("a", "how much is it?", "reviewed_by: [pat]\n")
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
        workspace.refresh()
        assert approved(workspace, review, "a") == []
        assert path.read_bytes().endswith(b"reviewed_by: [pat, mira]\r\n")

    def test_a_link_is_not_followed(self, golden: Golden, workspace: Workspace, tmp_path: Path) -> None:
        review = workspace.review("work")
        path = golden.root / "cases/a.yaml"
        (tmp_path / "elsewhere.yaml").write_bytes(path.read_bytes())
        path.unlink()
        path.symlink_to(tmp_path / "elsewhere.yaml")
        (why,) = approved(workspace, review, "a")
        assert "symbolic link" in why and b"mira" not in (tmp_path / "elsewhere.yaml").read_bytes()


def comment(case_id: str = "a", words: str = "why?", **more: object) -> Comment:
    return Comment(case_id, words, "mira", f"2026-11-30T09:00:0{len(words) % 10}", **more)  # type: ignore[arg-type]


class TestComments:
    def said(self, workspace: Workspace, *comments: Comment) -> Reviewed:
        reviewed = workspace.review("work").reviewed
        workspace.history.do(with_comments(workspace.state, reviewed, comments))
        return reviewed

    def test_they_are_on_disk_at_once_and_undone_like_any_write(self, workspace: Workspace) -> None:
        self.said(workspace, comment(words="first"))
        self.said(workspace, comment(words="second", must_change=True))
        assert [one.words for one in workspace.review("work").comments] == ["first", "second"]
        workspace.history.undo()
        assert [one.words for one in workspace.review("work").comments] == ["first"]

    def test_they_outlive_the_commits_that_follow_and_end_with_the_merge(
        self, golden: Golden, workspace: Workspace
    ) -> None:
        self.said(workspace, comment())
        approved(workspace, workspace.review("work"), "a")
        golden.commit("mira")
        assert len(workspace.review("work").comments) == 1
        golden.git("switch", "-q", "main")
        golden.git("merge", "-q", "--no-ff", "-m", "merged", "work")
        golden.git("switch", "-q", "work")
        golden.put("a", "later?")
        golden.commit()
        assert workspace.review("work").comments == ()

    def test_a_rebased_branch_keeps_what_concerns_cases_it_still_changes(
        self, golden: Golden, workspace: Workspace
    ) -> None:
        self.said(workspace, comment("a"), comment("e"))
        (golden.root / "cases/e.yaml").unlink()
        golden.git("add", "-A")
        golden.git("commit", "-q", "--amend", "-m", "another")
        golden.git("switch", "-q", "main")
        golden.put("d", "main goes on?")
        golden.commit("mira")
        golden.git("switch", "-q", "work")
        golden.git("rebase", "-q", "main")
        assert [one.case_id for one in workspace.review("work").comments] == ["a"]

    def test_another_branch_has_none_of_them(self, golden: Golden, workspace: Workspace) -> None:
        self.said(workspace, comment())
        golden.git("switch", "-q", "-c", "other", "main")
        golden.put("a", "otherwise?")
        golden.commit()
        assert workspace.review("other").comments == ()

    def test_of_an_earlier_version_they_say_so(self, golden: Golden, workspace: Workspace) -> None:
        one = workspace.review("work").changes[0]
        assert one.new
        assert printed_comment(comment(label=one.new.label_hash), one.new.label_hash) == "why?"
        assert printed_comment(comment(label="other"), one.new.label_hash) == "why? (of an earlier version)"

    def test_the_last_one_is_taken_back_and_nobody_elses(self, workspace: Workspace) -> None:
        reviewed = self.said(workspace, comment(words="first"), comment(words="second"))
        assert without_comment(workspace.state, reviewed, "a", "pat") is None
        for left in (["first"], []):
            write = without_comment(workspace.state, reviewed, "a", "mira")
            assert write is not None
            workspace.history.do(write)
            assert [one.words for one in workspace.review("work").comments] == left

    @pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"comments": 3}', b"\xff", b"[" * 100_000])
    def test_a_file_that_holds_none_is_said_and_not_written_over(self, workspace: Workspace, body: bytes) -> None:
        reviewed = workspace.review("work").reviewed
        path = reviewed.file(workspace.state)
        path.parent.mkdir(parents=True)
        path.write_bytes(body)
        assert path.name in workspace.review("work").notes[0]
        with pytest.raises(RagtriageError, match="cannot be read"):
            with_comments(workspace.state, reviewed, [comment()])
        assert path.read_bytes() == body

    def test_any_text_comes_back_as_it_was(self, tmp_path: Path) -> None:
        history = History(tmp_path)
        reviewed = Reviewed("a", "b", "\udcff\x1b[31m")
        words = "\x1b]52;c;\x07 \u202e \ud800 [/red]\n\x00"
        history.do(with_comments(tmp_path, reviewed, [comment(words=words)]))
        assert read_comments(that_count(tmp_path, reviewed, (), bool)[0], ())[0].words == words


class TestTheStory:
    def test_the_change_is_told_field_by_field_with_a_stop_at_each(self, workspace: Workspace) -> None:
        review = workspace.review("work")
        story = tell_change(review.changes[1], review, None, ())
        sections = {one.id: one for one in story.sections}
        assert sections["state"].heading == "Changed, by jo"
        told = "".join(span.text for span in sections["differences"].lines[1].spans)
        assert told.startswith("how {+long is it+}")
        assert len(sections["differences"].stops) == 1
        text = "\n".join("".join(span.text for span in line.spans) for line in sections["state"].lines)
        assert "reviewed by pat" in text and "did they see this one?" in text
