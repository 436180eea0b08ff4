"""Every regular expression of the package, and texts made from each to keep it busy.

Run as a script, it tries all of them and prints, one JSON object a line, those that take more than linear time: a
process of its own, so that one that never ends can be ended.
"""

import ast
import contextlib
import importlib
import json
import pkgutil
import re
import signal
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import Any

import ragtriage
from ragtriage.metrics.declines import rule
from ragtriage.metrics.declines.language import LANGUAGES, words
from ragtriage.metrics.declines.rule import LONGEST_CLAUSE

with contextlib.suppress(ImportError):
    from re import _constants as ops
    from re import _parser as parser

LENGTH = 10_000
_FUNCTIONS = frozenset(("search", "match", "fullmatch", "split", "sub", "subn", "findall", "finditer"))


@dataclass(frozen=True)
class Found:
    """A pattern, and where it stands."""

    where: str
    pattern: "re.Pattern[str]"
    only_at_start: bool = False
    """It is only ever matched at a place, never looked for."""
    longest: int = LENGTH
    """Characters that it is ever given."""


def all_patterns() -> list[Found]:
    """The compiled ones that a module or class holds, in whatever table, and those written where they are used."""
    found: dict[tuple[str, int], Found] = {}
    modules = {name: importlib.import_module(name) for name in _modules()}
    sources = {name: Path(str(module.__file__)).read_text("utf-8") for name, module in modules.items()}
    everywhere = "\n".join(sources.values())
    for name, module in modules.items():
        for one in (*_held(vars(module), name, module.__name__), *_inline(sources[name], name)):
            held = one.where.rpartition(".")[2]
            at_start = one.only_at_start or _only_matched(held, sources[name] if held[0] == "_" else everywhere)
            found.setdefault((one.pattern.pattern, one.pattern.flags), replace(one, only_at_start=at_start))
    for code in LANGUAGES:
        for part, pattern in words(code).patterns.items():
            found[part + code, 0] = Found(f"declines.{code}.{part}", pattern, longest=4 * LONGEST_CLAUSE)
        found["breaks" + code, 0] = Found(f"declines.{code}.breaks", rule.clause_breaks((code,)))
    return list(found.values())


def _only_matched(name: str, source: str) -> bool:
    uses = set(re.findall(rf"\b{re.escape(name)}\.(\w+)\(", source))
    return bool(uses) and uses <= {"match", "fullmatch"}


def _modules() -> Iterator[str]:
    for info in pkgutil.walk_packages(ragtriage.__path__, "ragtriage."):
        if not info.name.endswith("__main__"):
            yield info.name


def _held(names: dict[str, Any], where: str, module: str) -> Iterator[Found]:
    for name, value in list(names.items()):
        yield from _within(value, f"{where}.{name}", module, 0)


def _within(value: Any, where: str, module: str, depth: int) -> Iterator[Found]:
    if isinstance(value, re.Pattern):
        yield from [Found(where, value)] if isinstance(value.pattern, str) else []
    elif depth <= 4:
        for name, item in _items(value, module):
            yield from _within(item, where + name, module, depth + 1)


def _items(value: Any, module: str) -> Iterator[tuple[str, Any]]:
    """What a table, a class of the module, or a record holds, each with how it is called."""
    if isinstance(value, dict):
        yield from ((f"[{key!r}]", item) for key, item in value.items())
    elif isinstance(value, list | tuple | set | frozenset):
        yield from ((f"[{at}]", item) for at, item in enumerate(value))
    elif isinstance(value, type):
        yield from ((f".{key}", item) for key, item in vars(value).items() if value.__module__ == module)
    elif hasattr(value, "__dataclass_fields__"):
        yield from ((f".{key}", getattr(value, key, None)) for key in value.__dataclass_fields__)


def _inline(source: str, module: str) -> Iterator[Found]:
    """Patterns that are written out as the first argument of one of `re`'s functions but `compile`."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or not node.args:
            continue
        of, written = node.func.value, node.args[0]
        of_re = isinstance(of, ast.Name) and of.id == "re" and node.func.attr in _FUNCTIONS
        if of_re and isinstance(written, ast.Constant) and isinstance(written.value, str):
            at_start = node.func.attr in ("match", "fullmatch")
            yield Found(f"{module}:{node.lineno}", re.compile(written.value), at_start)


def texts_for(pattern: "re.Pattern[str]", length: int) -> Iterator[str]:
    """Texts of about `length` characters: each character that it speaks of repeated, in pairs, after each beginning
    that it can match, and each beginning with what repeats there."""
    tree = parser.parse(pattern.pattern, pattern.flags & ~re.DEBUG)
    chars = list(dict.fromkeys(_chars(tree)))[:12] or ["a"]
    pieces = [*chars, *(a + b for a in chars[:5] for b in chars[:5] if a != b)]
    for before, repeated in _beginnings(tree, ""):
        pieces_here = (before, repeated), ("", before + repeated), (before, repeated + chars[0])
        for start, piece in pieces_here:
            if piece:
                yield start + piece * (length // len(piece)) + "\x00"
    for piece in pieces:
        yield piece * (length // len(piece)) + "\x00"


def _beginnings(tree: Any, before: str) -> Iterator[tuple[str, str]]:
    """What stands before each repeat, and an example of what it repeats."""
    for op, argument in tree:
        if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            least, most, inner = argument
            once = _example(inner)
            if most > 1 and once:
                yield before, once
            yield from _beginnings(inner, before)
            before += once * max(1, min(int(least), 20))
        elif op is ops.SUBPATTERN:
            yield from _beginnings(argument[3], before)
            before += _example(argument[3])
        elif op is ops.BRANCH:
            for branch in argument[1][:8]:
                yield from _beginnings(branch, before)
            before += _example(argument[1][0])
        elif op is ops.ATOMIC_GROUP:
            yield from _beginnings(argument, before)
            before += _example(argument)
        else:
            before += _example([(op, argument)])


def _example(tree: Any) -> str:
    """A short text that the pattern matches, but for what it looks at without taking it."""
    out = ""
    for op, argument in tree:
        if op is ops.LITERAL:
            out += chr(argument)
        elif op is ops.NOT_LITERAL:
            out += "b" if argument == ord("a") else "a"
        elif op is ops.ANY:
            out += "a"
        elif op is ops.IN:
            out += next(_members(argument))
        elif op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
            out += _example(argument[2]) * max(1, min(int(argument[0]), 20))
        elif op is ops.SUBPATTERN:
            out += _example(argument[3])
        elif op is ops.BRANCH:
            out += _example(argument[1][0])
        elif op is ops.ATOMIC_GROUP:
            out += _example(argument)
    return out


def _chars(tree: Any) -> Iterator[str]:
    for op, argument in tree:
        if op is ops.LITERAL:
            yield chr(argument)
        elif op is ops.IN:
            yield from list(_members(argument))[:4]
        elif op in (ops.ANY, ops.NOT_LITERAL):
            yield from "a "
        else:
            for inner in _inside(op, argument):
                yield from _chars(inner)


def _inside(op: Any, argument: Any) -> list[Any]:
    """The patterns that a part of one is made of."""
    if op is ops.BRANCH:
        return list(argument[1])
    if op in (ops.MAX_REPEAT, ops.MIN_REPEAT, ops.POSSESSIVE_REPEAT):
        return [argument[2]]
    if op is ops.SUBPATTERN:
        return [argument[3]]
    if op in (ops.ASSERT, ops.ASSERT_NOT):
        return [argument[1]]
    return [argument] if op is ops.ATOMIC_GROUP else []


_OF_CATEGORY = {
    "CATEGORY_SPACE": " \n", "CATEGORY_NOT_SPACE": "a", "CATEGORY_DIGIT": "1", "CATEGORY_NOT_DIGIT": "a",
    "CATEGORY_WORD": "a1_", "CATEGORY_NOT_WORD": " -",
}  # fmt: skip


def _members(items: Any) -> Iterator[str]:
    """Some characters of a class."""
    if items and items[0][0] is ops.NEGATE:
        barred = re.compile("[" + "".join(_written(item) for item in items[1:]) + "]")
        yield from [char for char in "a 1.-'\"<>_/\n,:;@!é日" if not barred.match(char)] or ["\x01"]
        return
    for op, argument in items:
        if op is ops.LITERAL:
            yield chr(argument)
        elif op is ops.RANGE:
            yield chr(argument[0])
        elif op is ops.CATEGORY:
            yield from _OF_CATEGORY[str(argument)]


def _written(item: Any) -> str:
    op, argument = item
    if op is ops.LITERAL:
        return re.escape(chr(argument))
    if op is ops.RANGE:
        return f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
    names = {"SPACE": r"\s", "DIGIT": r"\d", "WORD": r"\w"}
    name = str(argument).removeprefix("CATEGORY_")
    return names[name] if name in names else names[name.removeprefix("NOT_")].upper()


class _TooLong(Exception):
    pass


def stop(signum: int, frame: FrameType | None) -> None:
    raise _TooLong


def seconds(one: Found, text: str, limit: float = 3.0) -> float:
    """CPU seconds that all matches take, or the one at the start; infinite past the limit."""
    signal.setitimer(signal.ITIMER_PROF, limit)
    started = time.process_time()
    try:
        if one.only_at_start:
            one.pattern.match(text)
            one.pattern.fullmatch(text)
        else:
            deque(one.pattern.finditer(text), maxlen=0)
    except _TooLong:
        return float("inf")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - started


def slow_text(one: Found, limit: float = 3.0) -> tuple[str, float] | None:
    """A text on which it takes more than linear time, and how long; None where there is none.

    What takes more than `limit` CPU seconds is taken for such a one.

    Four times the length takes four times the time where it is linear, sixteen times where it is quadratic.
    """
    shorter = texts_for(one.pattern, one.longest // 4)
    for text, short in zip(texts_for(one.pattern, one.longest), shorter, strict=True):
        took = seconds(one, text, limit)
        if took == float("inf") or (took > 0.02 and _least(one, text) > 8 * max(_least(one, short), 0.001)):
            return text, took
    return None


def _least(one: Found, text: str) -> float:
    """The quickest of three: others use the machine too."""
    return min(seconds(one, text) for _ in range(3))


def main() -> None:
    """Print the slow ones, then how many there were in all."""
    signal.signal(signal.SIGPROF, stop)
    patterns = all_patterns()
    for one in patterns:
        if slow := slow_text(one):
            text, took = slow
            print(
                json.dumps({"where": one.where, "text": text[:60], "took": took, "pattern": one.pattern.pattern[:300]})
            )
            sys.stdout.flush()
    print(json.dumps({"tried": len(patterns)}))


if __name__ == "__main__":
    main()
