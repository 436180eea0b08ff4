"""What we write reads the same to every reader."""

from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.disk.yaml_io import load_yaml, tree
from ragtriage.disk.yaml_out import dump

WORDS = "yes no NO on off y n 1.10 0123 12:30 2026-11-12 ~ null 1_000 0x1f = << 1e5 .inf 0o17 - ? true".split()
texts = (
    st.sampled_from(
        [*WORDS, "", "\n", "a\n\n", "\n\na", "  a\nb", "a\n  \nb", "a # b", "a: b", "a ", "\ta", "\u2028", "\x85"]
    )
    | st.text("ab \n:#-'\"\\,[]{}\t\r0é漢👍\x1b\ufeff", max_size=12)
    | st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
)
values = st.recursive(
    texts | st.booleans() | st.none() | st.integers(-(10**9), 10**9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


def as_text(value):
    if isinstance(value, dict):
        return {key: as_text(item) for key, item in value.items()}
    if isinstance(value, list):
        return [as_text(item) for item in value]
    return {True: "true", False: "false"}[value] if isinstance(value, bool) else value if value is None else str(value)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.dictionaries(texts, values, max_size=3))
def test_it_reads_back_the_same_in_yaml_1_1_and_by_us(value):
    text = dump(value)
    assert yaml.safe_load(text) == value
    assert tree(load_yaml(text.encode(), Path("a.yaml"))) == as_text(value)


@pytest.mark.parametrize("word", WORDS)
def test_text_that_a_yaml_1_1_reader_would_misread_is_quoted(word):
    assert dump({"a": word}) == f'a: "{word}"\n'


def test_the_style():
    value = {
        "a": "plain text",
        "b": 'say "so"',
        "c": "two\nlines\n",
        "d": ["x", {"e": "no end\nhere"}],
        "f": [],
        "g": True,
    }
    assert dump(value) == (
        "a: plain text\nb: 'say \"so\"'\nc: |\n  two\n  lines\n"
        "d:\n  - x\n  - e: |-\n      no end\n      here\nf: []\ng: true\n"
    )


def test_long_text_is_not_folded():
    assert dump({"a": "word " * 200 + "end"}).count("\n") == 1
