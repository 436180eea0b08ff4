"""The page that shows newcomers around names what is there, and all of it."""

import re
from pathlib import Path

import ragtriage

PACKAGE = Path(ragtriage.__file__).parent
ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`([\w./]+(?:\.py|/))`", PAGE)


def test_every_file_and_folder_that_it_names_is_there() -> None:
    gone = [name for name in NAMED if not (PACKAGE / name).exists() and not (ROOT / name).exists()]
    assert gone == []


def test_every_package_is_in_its_table() -> None:
    packages = {f"{path.parent.name}/" for path in PACKAGE.glob("*/__init__.py")}
    assert packages <= set(NAMED)


def test_the_table_has_the_packages_in_the_order_of_their_layers() -> None:
    layers = re.search(r"layers = \[(.*?)\n\]", (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.DOTALL)
    assert layers is not None
    rank = {
        name.removeprefix("ragtriage."): number
        for number, line in enumerate(re.findall(r'"(.+)"', layers[1]))
        for name in line.split(" | ")
    }
    table = PAGE[: PAGE.index("## A case")]
    named = re.findall(r"`([\w./]+(?:\.py|/))`", "".join(re.findall(r"^\| `.*?\|", table, re.MULTILINE)))
    ranks = [rank[name.removesuffix(".py").removesuffix("/")] for name in named]
    assert ranks == sorted(ranks)
