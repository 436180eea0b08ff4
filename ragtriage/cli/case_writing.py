"""`ragtriage cases new` and `cases edit`: a case written from a shell, and held against the corpus."""

import sys
from typing import TYPE_CHECKING

import click

from ragtriage.cli.options import complete_cases, draft_options, json_option
from ragtriage.cli.printing import Cell, Paint, command
from ragtriage.cli.root import Invocation
from ragtriage.text import counted, one_line

if TYPE_CHECKING:
    from ragtriage.authoring.corpus import Corpus
    from ragtriage.authoring.file_drafts import FileDraft
    from ragtriage.authoring.values import Form
    from ragtriage.cases.model import UnanswerableBecause
    from ragtriage.disk.files import Write

_SUGGESTED = 3


@click.command("new", short_help="Write a draft case for a question.")
@click.argument("question", metavar="QUESTION")
@draft_options
@json_option
@click.pass_obj
def new_command(
    invocation: Invocation,
    question: str,
    case_id: str | None,
    evidence: tuple[str, ...],
    unanswerable: "UnanswerableBecause | None",
    answer: str,
    nuggets: tuple[str, ...],
    tags: tuple[str, ...],
    as_json: bool,
) -> int:
    """Write a draft case for a question; its id is printed. Without --evidence it suggests some.

    Evidence must stand in the snapshot word for word. What speaks against the case is told, and keeps nobody from
    writing it.

    \b
    Examples:
      ragtriage cases new 'Are annual plans prorated?' --evidence 'kb/billing:Annual plans are not prorated'
      ragtriage cases new 'Can I pay in shells?' --id billing/shells --unanswerable not_in_corpus
      ragtriage cases new 'When does it end?' --answer 'At renewal. Not before.' --nugget 1 --nugget '?2' --tag billing
    """
    from ragtriage.authoring.form import with_field, with_nugget, with_quote
    from ragtriage.authoring.saving import begun_new, save
    from ragtriage.cases.schema import case_values
    from ragtriage.errors import UsageError
    from ragtriage.intake.drafting import chosen_nuggets

    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    if not question.strip():
        raise UsageError("a case needs a question", next_step="write it as a user would ask it")
    if unanswerable is not None and evidence:
        raise UsageError("a case that cannot be answered has no evidence", next_step="leave one of the two away")
    corpus = workspace.corpus
    form = begun_new(question, workspace.cases.ids(), workspace.clock)
    form = with_field(form, "id", case_id) if case_id is not None else form
    if unanswerable is not None:
        form = with_field(with_field(form, "answerable", False), "unanswerable_because", unanswerable)
    form = with_field(with_field(form, "reference_answer", answer), "tags", tags)
    for given in evidence:
        form = with_quote(form, _opened(corpus).confirmed(given))
    for nugget in chosen_nuggets(answer, nuggets):
        form = with_nugget(form, nugget.text, nugget.vital)
    told = workspace.remarks(form)
    write = workspace.do(save(form, workspace.cases))
    (name,) = write.items
    if as_json:
        printer.json({"case": case_values(workspace.cases.get(name)), "remarks": told})
    else:
        printer.line(name)
    printer.say(f"cases/{name}.yaml: a draft")
    for one in told:
        printer.say(Cell("~ ", Paint.WARN), one.words)
    if not evidence and unanswerable is None and corpus is not None:
        _suggest(invocation, corpus, form)
    printer.next(command("cases", "edit", name))
    return 0


def _opened(corpus: "Corpus | None") -> "Corpus":
    from ragtriage.errors import UsageError

    if corpus is None:
        raise UsageError(
            "there is no snapshot to confirm evidence in", next_step="ragtriage snapshot add FOLDER --name NAME"
        )
    return corpus


def _suggest(invocation: Invocation, corpus: "Corpus", form: "Form") -> None:
    """Sentences that may be evidence, as `--evidence` takes them; or that nothing covers the question."""
    import shlex

    from ragtriage.intake.drafting import COVERED_FROM

    printer = invocation.printer
    found = corpus.find(form.case.question, _SUGGESTED)
    fitting = [one for one in found if one.coverage >= COVERED_FROM]
    if not fitting:
        near = f"; the nearest is in {one_line(found[0].doc_id)}" if found else ""
        printer.say(Cell(f"probably answered nowhere in the corpus{near}", Paint.WARN))
        return
    printer.say("evidence that may fit, to confirm:")
    for one in fitting:
        printer.say(f"  --evidence {shlex.quote(f'{one.doc_id}:{one_line(one.quote)}')}")


@click.command("edit", short_help="A case's file in $EDITOR, checked when it comes back.")
@click.argument("case_id", metavar="ID", shell_complete=complete_cases)
@click.pass_obj
def edit_command(invocation: Invocation, case_id: str) -> int:
    """A case's file in $EDITOR, checked when it comes back: what is no case is not saved, and not lost either.

    What was typed is a draft until it is saved, and outlives a dropped line: the next `cases edit` goes on with it.
    On a terminal a draft that is no case is offered again.

    \b
    Examples:
      ragtriage cases edit billing/0142
    """
    from ragtriage.authoring.file_drafts import FileDraft

    workspace, printer = invocation.workspace(), invocation.printer
    workspace.cases.refresh()
    source = workspace.cases.source(case_id)
    draft = FileDraft.of(workspace.state, case_id, workspace.cases.path(case_id).suffix, source)
    if draft.base != source:
        if not _goes_on(invocation, case_id, draft, source):
            printer.next(f"bring it into the draft: {command('cases', 'edit', case_id)}, or remove {draft.path}")
            return 1
        draft = draft.rebased(source)
    elif draft.changed:
        printer.say(f"{case_id}: going on with the draft that was left")
    write = _edited(invocation, case_id, draft)
    draft.drop()
    if write is None:
        printer.say(f"{case_id}: unchanged")
        printer.next(command("cases", "show", case_id))
        return 0
    printer.say(write.words)
    for one in _remarks(invocation, case_id):
        printer.say(Cell("~ ", Paint.WARN), one)
    printer.next(f"git diff, or {command('cases', 'show', case_id)}")
    return 0


def _edited(invocation: Invocation, case_id: str, draft: "FileDraft") -> "Write | None":
    """What came of the editor, as a write that was done; None when nothing was changed. Asks only on a terminal."""
    import subprocess

    from ragtriage.authoring.file_drafts import editor
    from ragtriage.errors import CaseError, UsageError

    words = editor()
    while True:
        ended = subprocess.run([*words, str(draft.path)], check=False).returncode
        if ended:
            raise UsageError(
                f"the editor `{words[0]}` ended with {ended}",
                next_step=f"nothing was saved; the draft is kept: {command('cases', 'edit', case_id)} goes on with it",
            )
        if not draft.changed:
            return None
        try:
            return invocation.workspace().replace_source(case_id, draft.typed(), seen=draft.base)
        except CaseError as error:
            kept = f"nothing was saved; the draft is kept: {command('cases', 'edit', case_id)} goes on with it"
            if not sys.stdin.isatty():
                error.next_step = f"{error.next_step}\n  {kept}".strip()
                raise
            for line in str(error).split("\n"):
                invocation.printer.say(Cell("✗ ", Paint.BAD), line)
            if not click.confirm("Edit again?", default=True, err=True):
                raise UsageError(f"{case_id} is as it was", next_step=kept) from error


def _goes_on(invocation: Invocation, case_id: str, draft: "FileDraft", source: bytes) -> bool:
    """Whether to edit a draft although the file changed since; shows how. Never without being asked."""
    printer = invocation.printer
    printer.say(f"{case_id} was changed by someone else since your draft was begun:")
    changes = list(draft.changes_since(source))
    for line in changes:
        printer.say(f"  {line}")
    printer.say(f"{counted(len(changes), 'line')}; saving your draft would undo that: bring it into the draft first")
    return sys.stdin.isatty() and click.confirm("Edit the draft?", default=False, err=True)


def _remarks(invocation: Invocation, case_id: str) -> list[str]:
    from ragtriage.authoring.saving import begun_from_case

    workspace = invocation.workspace()
    return [one.words for one in workspace.remarks(begun_from_case(workspace.cases, case_id))]
