"""An edit changes its field and nothing else, whatever hand wrote the file."""

import copy
import difflib
import re
from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from ragtriage.disk.yaml_edit import InsertItem, RemoveField, SetField, edited, steps_of
from ragtriage.disk.yaml_io import ListNode, load_yaml, tree
from ragtriage.disk.yaml_span import content_end
from ragtriage.errors import CaseError

HERE = Path("cases/a.yaml")
MISREAD = "yes no NO on off y 1.10 0123 12:30 2026-11-12 ~ null 1_000 0x1f = << 1e5 .inf - ? true".split()
few = settings(max_examples=120, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])

characters = st.sampled_from("abc xyz 019:#-'\"\\,[]{}&*!|>%@`?éß漢👍\u200d.…")
line = (
    st.text(characters, min_size=1, max_size=14) | st.sampled_from(MISREAD) | st.sampled_from(["a: b", "a #b", " a "])
)
texts = line | st.lists(line, min_size=2, max_size=3).map("\n".join) | line.map(lambda one: f"{one}\nsecond\n")
hard = texts | st.sampled_from(
    ["", "\n", "a\n\n", "\n\na", "  a\nb", "a\tb", "\t", "a\r\nb", "\x1b]52;", "\u2028", "\x85"]
)
keys = st.sampled_from(["id", "question", "notes", "my.key", "yes", "0123", "x-y", "ünï"])
values = st.recursive(
    hard, lambda inner: st.lists(inner, max_size=2) | st.dictionaries(keys, inner, min_size=1, max_size=2), max_leaves=4
)
trees = st.dictionaries(
    keys,
    st.recursive(
        texts, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3), max_leaves=6
    ),
    min_size=1,
    max_size=5,
)


@st.composite
def hand_styled(draw):
    """Data, and a text of it with the comments, quotes, indents and line ends of some hand."""
    data = draw(trees)
    step, dash = draw(st.sampled_from([2, 3, 4])), draw(st.sampled_from([0, 2]))
    comments = draw(st.booleans())

    def note(before="  "):
        return draw(st.sampled_from(["", "", f"{before}# it's: [a] note"])) if comments else ""

    def gap(indent):
        return draw(st.sampled_from(["", "", "", "\n", f"{' ' * indent}# - above: x\n"])) if comments else ""

    def scalar(text, indent, flow=False):
        if text is None:
            return "~"
        choices = ['"' + yaml_escape(text) + '"']
        if text.isprintable():
            choices.append("'" + text.replace("'", "''") + "'")
            if re.fullmatch(r"[^\W\d_][\w .;-]*\w", text):
                choices.append(text)
        lines = text.split("\n")
        if not flow and indent is not None and "\n" in text and all(part.strip() == part != "" for part in lines[:-1]):
            body = "\n".join(" " * indent + part if part else "" for part in text.removesuffix("\n").split("\n"))
            choices.append(f"|{'' if text.endswith(chr(10)) else '-'}{note()}\n{body}")
        return draw(st.sampled_from(choices))

    def flow(value):
        if isinstance(value, dict):
            return "{" + ", ".join(f"{scalar(k, None, True)}: {flow(v)}" for k, v in value.items()) + "}"
        if isinstance(value, list):
            return "[" + ",  ".join(flow(item) for item in value) + "]"
        return scalar(value, None, True)

    def block(value, indent):
        pad = " " * indent
        out = ""
        if isinstance(value, dict):
            for key, item in value.items():
                head = f"{gap(indent)}{pad}{scalar(key, None)}:"
                if isinstance(item, dict | list) and item and draw(st.booleans()):
                    deeper = indent + (dash if isinstance(item, list) else step)
                    out += f"{head}{note()}\n{block(item, deeper)}"
                elif isinstance(item, dict | list):
                    out += f"{head} {flow(item)}{note()}\n"
                else:
                    written = scalar(item, indent + step)
                    out += f"{head} {written}{note() if written[0] != '|' else ''}\n"
            return out
        for item in value:
            if isinstance(item, dict | list) and item and draw(st.booleans()):
                out += (
                    gap(indent) + pad + "- " + block(item, indent + 2).lstrip(" \n")
                    if not comments
                    else (f"{gap(indent)}{pad}-\n{block(item, indent + 2)}")
                )
            elif isinstance(item, dict | list):
                out += f"{gap(indent)}{pad}- {flow(item)}{note()}\n"
            else:
                written = scalar(item, indent + 2)
                out += f"{gap(indent)}{pad}- {written}{note() if written[0] != '|' else ''}\n"
        return out

    source = (
        draw(st.sampled_from(["", "# head\n\n", "---\n"])) + block(data, 0) + draw(st.sampled_from(["", "\n# tail\n"]))
    )
    if draw(st.booleans()):
        source = source.rstrip("\n")
    if draw(st.booleans()):
        source = source.replace("\n", "\r\n")
    if draw(st.sampled_from([False, False, True])):
        source = "\ufeff" + source
    return source, tree(load_yaml(source.encode(), HERE))


def yaml_escape(text):
    return "".join(char if char.isprintable() and char not in '"\\' else f"\\U{ord(char):08x}" for char in text)


def places(data, at=()):
    """Every path in `data`, with the value there."""
    for key, value in data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ():
        yield (*at, key), value
        yield from places(value, (*at, key))


def node_at(node, steps):
    for step in steps:
        node = node.items[step] if isinstance(node, ListNode) else node.get(step)
    return node


def reach(data, steps):
    for step in steps:
        data = data[step]
    return data


def gone(old, new):
    """The lines of `old` that are not in `new`."""
    return [each for each in difflib.ndiff(old.splitlines(), new.splitlines()) if each.startswith("- ")]


@few
@given(hand_styled(), st.data(), hard)
def test_a_new_scalar_changes_no_byte_outside_the_old_one(styled, data, new):
    source, before = styled
    paths = [at for at, value in places(before) if isinstance(value, str)]
    assume(paths)
    at = data.draw(st.sampled_from(paths))

    out = edited(source.encode(), [SetField(at, new)], HERE).decode()

    meant = copy.deepcopy(before)
    reach(meant, at[:-1])[at[-1]] = new
    assert tree(load_yaml(out.encode(), HERE)) == meant
    node = node_at(load_yaml(source.encode(), HERE), at)
    text, new_text = source.removeprefix("\ufeff"), out.removeprefix("\ufeff")
    assert source.startswith("\ufeff") == out.startswith("\ufeff")
    assert new_text.startswith(text[: node.start])
    same_line, below = re.match(r"([^\n]*?)(\r?\n.*|)\Z", text[content_end(text, node) :], re.DOTALL).groups()
    assert new_text.endswith(below) and same_line in new_text
    if "\r\n" in text:
        assert "\n" not in new_text.replace("\r\n", "")


@few
@given(hand_styled(), st.data(), values)
def test_what_is_inserted_takes_no_line_away(styled, data, new):
    source, before = styled
    lists = [at for at, value in places(before) if isinstance(value, list)]
    assume(lists)
    at, index = data.draw(st.sampled_from(lists)), data.draw(st.integers(0, 3))

    out = edited(source.encode(), [InsertItem(at, index, new)], HERE).decode()

    meant = copy.deepcopy(before)
    reach(meant, at).insert(index, new)
    assert tree(load_yaml(out.encode(), HERE)) == meant
    node = node_at(load_yaml(source.encode(), HERE), at)
    first_of_nested = index == 0 and isinstance(at[-1], int)  # `- - a`: the new item takes the place behind the dash
    if not node.flow and not first_of_nested:
        assert gone(source, out) == []


@few
@given(hand_styled(), st.data())
def test_what_is_removed_takes_its_own_lines_alone(styled, data):
    source, before = styled
    at = data.draw(st.sampled_from([at for at, _ in places(before)]))

    out = edited(source.encode(), [RemoveField(at)], HERE).decode()

    meant = copy.deepcopy(before)
    del reach(meant, at[:-1])[at[-1]]
    assert tree(load_yaml(out.encode(), HERE)) == meant
    holder = node_at(load_yaml(source.encode(), HERE), at[:-1])
    behind_a_dash = at[-1] in (0, next(iter(reach(before, at[:-1])))) if len(at) > 1 else False
    if not holder.flow and not behind_a_dash and reach(meant, at[:-1]):
        old, new = (each.removeprefix("\ufeff").replace("\r\n", "\n").split("\n") for each in (source, out))
        rest = iter([*old, ""])
        assert all(line in rest for line in new), "lines changed, or their order"


@few
@given(hand_styled(), st.data(), keys, values)
def test_a_new_key_takes_no_line_away(styled, data, key, new):
    source, before = styled
    at = data.draw(st.sampled_from([(), *(at for at, value in places(before) if isinstance(value, dict))]))
    assume(key not in reach(before, at))
    # A literal block that the file ends in without a newline would get one; that edit is refused, see below.
    assume(source.endswith("\n") or "|" not in source)

    out = edited(source.encode(), [SetField((*at, key), new)], HERE).decode()

    meant = copy.deepcopy(before)
    reach(meant, at)[key] = new
    assert tree(load_yaml(out.encode(), HERE)) == meant
    if not node_at(load_yaml(source.encode(), HERE), at).flow:
        assert gone(source, out) == []


@few
@given(st.dictionaries(keys, hard, min_size=1), st.data(), hard)
def test_what_is_written_is_the_same_text_to_a_reader_of_yaml_1_1(data, choice, new):
    source = "".join(f"k{n}: {n}\n" for n in range(len(data)))
    key = choice.draw(st.sampled_from([f"k{n}" for n in range(len(data))] + ["fresh"]))
    out = edited(source.encode(), [SetField(key, new)], HERE)
    assert yaml.safe_load(out.decode())[key] == new


SOURCE = """\
# head
id: a   # the id

evidence:
# first
- doc_id: d1
  quote: "q one"   # hm

# second
-   doc_id: d2
    quote: >-
      folded
      text
tags: [a, b,  c]  # flow
empty:   # nothing yet
reviewed_by: []
notes: |
  a
  b

answerable: true
"""


def edit(*edits, source=SOURCE):
    return edited(source.encode(), edits, HERE, CaseError).decode()


def difference(out, source=SOURCE):
    return [each for each in difflib.ndiff(source.splitlines(), out.splitlines()) if each[0] in "+-"]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (SetField("id", "b"), ["- id: a   # the id", "+ id: b   # the id"]),
        (SetField("id", "no"), ["- id: a   # the id", '+ id: "no"   # the id']),
        (SetField("evidence[0].quote", 'a "b"'), ['-   quote: "q one"   # hm', '+   quote: "a \\"b\\""   # hm']),
        (SetField("tags[1]", "x, y"), ["- tags: [a, b,  c]  # flow", '+ tags: [a, "x, y",  c]  # flow']),
        (SetField("empty", "full"), ["- empty:   # nothing yet", "+ empty: full   # nothing yet"]),
        (SetField("answerable", False), ["- answerable: true", "+ answerable: false"]),
        (SetField("notes", "a\nc\n"), ["-   b", "+   c"]),
        (SetField("source.kind", "ticket"), ["+ source:", "+   kind: ticket"]),
        (InsertItem("evidence", 2, {"doc_id": "d3", "quote": "1.10"}), ["+ - doc_id: d3", "+   quote: '1.10'"]),
        (RemoveField("evidence[0]"), ["- - doc_id: d1", '-   quote: "q one"   # hm']),
        (RemoveField("notes"), ["- notes: |", "-   a", "-   b"]),
    ],
)
def test_the_difference_is_the_edit(change, expected):
    def lines(each):
        return [one for one in difference(each) if not one.startswith("?")]

    assert lines(edit(change)) == expected


def test_new_keys_stand_where_the_format_has_them():
    out = edited(SOURCE.encode(), [SetField("question", "why?")], HERE, CaseError, ["id", "question", "evidence"])
    assert out.decode().splitlines()[1:3] == ["id: a   # the id", "question: why?"]


@pytest.mark.parametrize("source", ["", "# only a comment", "# two\r\n# lines\r\n", "\n"])
def test_a_file_that_says_nothing_yet_gets_its_first_key(source):
    out = edit(SetField("match.overlap", "1.10"), source=source)
    assert out.startswith(source)
    assert tree(load_yaml(out.encode(), HERE)) == {"match": {"overlap": "1.10"}}
    assert ("\r\n" in source) == ("\r\n" in out)


def test_several_edits_are_one():
    out = edit(SetField("evidence[0].quote", "new"), SetField("evidence[0].prefix", "before"), RemoveField("empty"))
    assert tree(load_yaml(out.encode(), HERE))["evidence"][0] == {"doc_id": "d1", "quote": "new", "prefix": "before"}


def test_a_scalar_in_a_folded_block_becomes_a_literal_one():
    out = edit(SetField("evidence[1].quote", "two\nlines"))
    assert "    quote: |-\n      two\n      lines\n" in out


@pytest.mark.parametrize(
    "change",
    [
        SetField("evidence[7].quote", "x"),
        SetField("id.x.y[0]", "x"),
        RemoveField("nothing"),
        RemoveField("tags[3]"),
        InsertItem("id", 0, "x"),
        SetField("evidence.quote", "x"),
    ],
)
def test_a_place_that_is_not_there_is_refused_with_its_field(change):
    with pytest.raises(CaseError) as error:
        edit(change)
    assert error.value.where.field


def test_a_broken_source_is_refused_before_anything_is_tried():
    with pytest.raises(CaseError, match="key `a` stands here again"):
        edit(SetField("a", "x"), source="a: 1\na: 2\n")


def test_an_edit_that_would_change_its_neighbour_is_refused():
    source = "a: |\n  text without a last newline"
    with pytest.raises(CaseError, match="more than it should"):
        edit(SetField("b", "x"), source=source)


def test_text_that_cannot_be_written_is_refused():
    with pytest.raises(CaseError):
        edit(SetField("id", "half \ud800"))


@pytest.mark.parametrize(
    ("path", "steps"),
    [
        ("nuggets[1].text", ("nuggets", 1, "text")),
        ("evidence[0].any_of[1].quote", ("evidence", 0, "any_of", 1, "quote")),
        ("reviewed_by", ("reviewed_by",)),
        (("filters", "a.b"), ("filters", "a.b")),
    ],
)
def test_paths(path, steps):
    assert steps_of(path) == steps


@pytest.mark.parametrize("path", ["", ".", "a..b", "a[", "a[x]", "a]", "a.", "[-1]"])
def test_what_is_no_path_is_refused(path):
    with pytest.raises(ValueError, match="no path"):
        steps_of(path)
