"""Screens hold parts: no ladder of classes of ours, no screen of a hundred methods, no part that knows its screen."""

import ast
from pathlib import Path

import ragtriage.tui

TUI = Path(ragtriage.tui.__file__).parent
TREES = {path.relative_to(TUI): ast.parse(path.read_text()) for path in sorted(TUI.rglob("*.py"))}
CLASSES = {
    node.name: node for tree in TREES.values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
}  # fmt: skip
LEVELS = 2
"""Of classes of ours under Textual's."""
METHODS = 40
"""That a class writes itself."""


def bases(node: ast.ClassDef) -> set[str]:
    """Those of ours that a class stands on."""
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return {base.id for base in plain if isinstance(base, ast.Name)} & CLASSES.keys()


def level(name: str) -> int:
    return 1 + max(map(level, bases(CLASSES[name])), default=0)


def test_no_class_stands_on_more_than_one_of_ours() -> None:
    assert len(CLASSES) > 100
    assert {name: level(name) for name in CLASSES if level(name) > LEVELS} == {}


def test_no_class_has_more_methods_than_one_can_hold_in_mind() -> None:
    own = {
        name: sum(isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) for one in node.body)
        for name, node in CLASSES.items()
    }
    assert own["EditorScreen"] > 10
    assert {name: count for name, count in own.items() if count > METHODS} == {}


def test_nothing_is_left_for_a_class_further_down_to_write() -> None:
    names = {
        (str(path), node.id) for path, tree in TREES.items() for node in ast.walk(tree) if isinstance(node, ast.Name)
    }
    assert not {path for path, name in names if name == "NotImplementedError"}


def test_no_part_knows_a_screen() -> None:
    def screens(tree: ast.Module) -> list[str]:
        return [
            node.module or "" for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ragtriage.tui.screens")
        ]  # fmt: skip

    parts = {str(path): screens(tree) for path, tree in TREES.items() if path.parts[0] == "parts"}
    assert len(parts) > 20
    assert {path: found for path, found in parts.items() if found} == {}
