"""`:commit` and `:branch` without a screen: work runs at once, and each question is answered as the test says."""

from types import SimpleNamespace

import pytest

from ragtriage.errors import RagtriageError
from ragtriage.tui.faults import FAULTS, error_text
from ragtriage.tui.parts.committing import SUBJECT, Committing
from tests.tui.parts.test_plain_parts import Heard


class AtOnce:
    """Background that is none."""

    def run(self, group, work, then, failed):
        try:
            came = work()
        except FAULTS as error:
            failed(error_text(error, self.root))
        else:
            then(came)


class Stage(Heard):
    """A screen that answers each question with the same word."""

    on_top, front, answer = True, True, True

    def is_on_top(self):
        return self.on_top

    def is_in_front(self):
        return self.front

    def confirm(self, question, answered):
        self.words.append(("confirm",))
        answered(self.answer)


@pytest.fixture
def git(root, branched, opened):
    background, status, prompt, stage = AtOnce(), Heard(), Heard(), Stage()
    background.root = root
    session = SimpleNamespace(workspace=opened())
    committing = Committing(session, prompt, status, background, stage)
    return SimpleNamespace(committing=committing, status=status, prompt=prompt, stage=stage, run=branched, root=root)


def change(git):
    path = next((git.root / "cases").rglob("*.yaml"))
    path.write_text(path.read_text() + "# looked at\n")


def test_what_is_shown_is_committed_under_the_subject(git):
    change(git)
    git.committing.plan("cases looked at")
    assert git.prompt.words == [("ask", SUBJECT, "subject:")]
    git.committing.commit("cases looked at")
    assert git.run("log", "-1", "--format=%s").startswith("cases looked at")
    assert git.status.words[-1][0] == "done" and ("learn_branch",) in git.stage.words


def test_no_subject_no_commit(git):
    change(git)
    before = git.run("rev-parse", "HEAD")
    git.committing.plan()
    git.committing.commit("  ")
    assert git.prompt.words[-1] == ("ask_again", "", "a commit needs a subject")
    assert git.run("rev-parse", "HEAD") == before


def test_declined_or_overtaken_by_a_dialog_nothing_is_asked(git):
    change(git)
    git.stage.answer = False
    git.committing.plan()
    assert git.status.words[-1][:2] == ("note", "not committed") and not git.prompt.words
    git.stage.on_top = False
    git.committing.plan()
    assert git.stage.words.count(("confirm",)) == 1


def test_a_refused_subject_is_asked_for_again_and_a_second_commit_goes_through(git):
    change(git)
    hook = git.root / ".git" / "hooks" / "commit-msg"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho no ticket >&2\nexit 1\n")
    hook.chmod(0o755)
    git.committing.plan("first")
    git.committing.commit("first")
    assert git.prompt.words[-1] == ("ask", SUBJECT, "subject:")
    hook.unlink()
    git.committing.commit("second")
    assert git.run("log", "-1", "--format=%s").startswith("second")


def test_a_branch_is_made_or_the_reason_said(git):
    git.committing.branch("week/49")
    assert git.run("branch", "--show-current") == "week/49"
    git.committing.branch("no good..")
    assert git.status.words[-1][0] == "failed" and isinstance(git.status.words[-1][1], RagtriageError)
