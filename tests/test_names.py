"""One name, one meaning: no two public classes of the package share a name, and no two public functions of packages."""

import ast
from collections import defaultdict
from pathlib import Path

import ragtriage

PACKAGE = Path(ragtriage.__file__).parent

INTERFACES = {"main"}
"""Functions that several packages have because something else calls them by this name."""


def defined(*kinds: type[ast.AST]) -> dict[str, set[str]]:
    """The modules that define each public name of these kinds at their top."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in PACKAGE.rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, kinds) and not node.name.startswith("_"):  # type: ignore[attr-defined]
                found[node.name].add(path.relative_to(PACKAGE).as_posix())  # type: ignore[attr-defined]
    return found


def test_no_public_class_shares_its_name() -> None:
    shared = {name: sorted(modules) for name, modules in defined(ast.ClassDef).items() if len(modules) > 1}
    assert not shared, "give the newer one a name of its own"


def test_no_public_function_shares_its_name_across_packages() -> None:
    packages = {
        name: {module.rpartition("/")[0] for module in modules}
        for name, modules in defined(ast.FunctionDef, ast.AsyncFunctionDef).items()
    }
    shared = {name: sorted(found) for name, found in packages.items() if len(found) > 1 and name not in INTERFACES}
    assert not shared, "give the newer one a name of its own"
