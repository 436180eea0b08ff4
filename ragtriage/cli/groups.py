"""Groups of commands that know what a wrong word may have meant, in whichever group the right one is."""

from collections.abc import Iterator

import click

SYNONYMS = {
    "check": "lint", "validate": "lint", "verify": "lint", "doctor": "lint",
    "format": "fmt",
    "remove": "rm", "delete": "rm", "del": "rm",
    "ls": "list", "view": "show", "get": "show", "cat": "show",
    "edit": "set", "update": "set", "find": "search", "grep": "search", "compare": "diff", "later": "snooze",
}  # fmt: skip
"""What other programs call it, and what we do."""


class CommandGroup(click.Group):
    """A group that answers an unknown command with the nearest known."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            raise _unknown(self, ctx, args[0])
        return super().resolve_command(ctx, args)


def _unknown(group: CommandGroup, ctx: click.Context, word: str) -> Exception:
    from ragtriage.errors import UsageError

    above = f"{ctx.info_name} " if ctx.parent else ""
    own = group.list_commands(ctx)
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    meant = " or ".join(f"`{path}`" for path in _meant(word, above, own, list(_paths(root.command, root))))
    return UsageError(
        f"there is no command `{above}{word}`",
        next_step=f"did you mean {meant}?" if meant else f"commands: {', '.join(own)}",
    )


def _meant(word: str, above: str, own: list[str], paths: list[str]) -> list[str]:
    """The commands that `word` may stand for, below `above`: the first of these kinds that there are any of."""
    from ragtriage.errors import nearest

    other = SYNONYMS.get(word, "")
    if other in own:
        return [above + other]
    if (swapped := f"{word} {above}".strip()) in paths and above:
        return [swapped]
    for wanted in ((other, word), (nearest(word, own),)):
        names = [above + name for name in own if name in wanted]
        if found := names or [path for path in paths if path.rpartition(" ")[2] in wanted]:
            return sorted(found, key=lambda path: path.rpartition(" ")[2] == word)
    close = nearest(word, [path.rpartition(" ")[2] for path in paths])
    return [path for path in paths if path.rpartition(" ")[2] == close]


def _paths(group: click.Group, ctx: click.Context, above: str = "") -> Iterator[str]:
    """All commands, as they are typed after `ragtriage`."""
    for name in group.list_commands(ctx):
        yield above + name
        command = group.get_command(ctx, name)
        if isinstance(command, click.Group):
            yield from _paths(command, ctx, f"{above}{name} ")
