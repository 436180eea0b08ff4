"""Help that holds: every command has examples, every example can be parsed, every report has `--json`."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest

from ragtriage.cli.root import COMMANDS, root

ACTS = {
    "init",
    "demo",
    "cases set",
    "cases edit",
    "cases tag",
    "runs rm",
    "triage decide",
    "triage snooze",
    "triage right",
} | {f"complaints {word}" for word in ("reject", "duplicate", "snooze", "reopen")}
"""Commands that report nothing but that they did it."""


def commands(group: click.Group = root, above: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        yield " ".join((*above, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*above, name))


ALL = dict(commands())
LEAVES = {name: command for name, command in ALL.items() if not isinstance(command, click.Group)}


def examples(command: click.Command) -> list[str]:
    text = (command.help or "").partition("Examples:\n")[2].partition("\n\n")[0]
    return [line.strip() for line in text.splitlines() if line.strip()]


def test_every_command_of_the_documentation_is_there() -> None:
    assert set(COMMANDS) == {
        "init",
        "demo",
        "status",
        "cases",
        "snapshot",
        "run",
        "import",
        "runs",
        "triage",
        "grade",
        "score",
        "anchors",
        "complaints",
        "review",
        "commit",
        "check",
        "pr",
    }
    assert set(LEAVES) >= {
        *("cases list", "cases show", "cases lint", "cases fmt", "cases set", "cases diff", "cases log"),
        *("review", "commit", "check", "pr"),
        *("cases coverage", "cases dups", "cases tag", "cases new", "cases edit"),
        *("snapshot add", "snapshot list", "snapshot show", "snapshot diff", "snapshot search"),
        *("anchors check", "anchors explain", "anchors apply", "anchors bench"),
        *("import cases", "import runs", "runs list", "runs show", "runs rm"),
        *("triage next", "triage list", "triage decide", "triage snooze"),
    }


@pytest.mark.parametrize("name", ["", *ALL])
def test_every_command_has_examples_that_parse(name: str) -> None:
    command = ALL[name] if name else root
    assert examples(command), "no examples"
    for line in examples(command):
        assert line.startswith(f"ragtriage {name}".strip()), line
        for part in line.split("&&"):
            if part.strip().startswith("ragtriage"):
                parse(shlex.split(part.partition(" | ")[0].partition("   ")[0])[1:])


def parse(words: list[str]) -> None:
    """Parse down to the leaf; click raises for whatever it does not know."""
    command, rest = root, words
    while isinstance(command, click.Group):
        context = command.make_context("ragtriage", rest)
        rest = [*context._protected_args, *context.args]
        if not rest:
            return
        _, found, rest = command.resolve_command(context, rest)
        assert found is not None
        command = found
    command.make_context("ragtriage", rest)


@pytest.mark.parametrize("name", [name for name in LEAVES if name not in ACTS])
def test_every_command_that_reports_can_report_in_json(name: str) -> None:
    assert any("--json" in param.opts for param in LEAVES[name].params)


GROUPS = {name: command for name, command in ALL.items() if isinstance(command, click.Group)}


@pytest.mark.parametrize("name", GROUPS)
def test_the_help_of_a_group_names_its_commands_as_they_are_typed(name: str) -> None:
    said = set(re.findall(r"\w[\w-]*", (GROUPS[name].help or "").partition("\n")[0].casefold()))
    assert said >= set(GROUPS[name].commands)


@pytest.mark.parametrize("name", ["", *GROUPS])
def test_no_command_is_described_by_half_a_sentence_in_a_terminal_of_80_columns(name: str) -> None:
    group = GROUPS[name] if name else root
    above = click.Context(root, info_name="ragtriage", terminal_width=80)
    context = click.Context(group, info_name=name, parent=above, terminal_width=80) if name else above
    listed = group.get_help(context).partition("Commands:")[2].splitlines()
    assert not [line for line in listed if line.endswith("...")]


@pytest.mark.parametrize("name", LEAVES)
def test_every_option_says_what_it_is_for(name: str) -> None:
    for param in LEAVES[name].params:
        if isinstance(param, click.Option):
            assert param.help, f"{name} {param.opts}"
