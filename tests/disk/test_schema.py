"""A schema gives plain values, and all problems at once with place, field and nearest name."""

from pathlib import Path

import pytest

from ragtriage.disk.schema import (
    Field,
    Flag,
    Free,
    ListOf,
    MapOf,
    Number,
    OneOf,
    OneOrMany,
    Record,
    Text,
    Whole,
    documented,
    read,
)  # fmt: skip
from ragtriage.disk.yaml_io import load_yaml

HERE = Path("ragtriage.yaml")
SETTINGS = Record(
    (
        Field("name", Text(filled=True), "Who.", required=True),
        Field("k", Whole(1, 100), "Passages.", default=5),
        Field("overlap", Number(0, 1), default=0.8),
        Field("join", Flag(), default=True),
        Field("kind", OneOf(("ticket", "log"))),
        Field("match", Record((Field("overlap", Number(0, 1), default=0.8),)), "How."),
        Field("tags", ListOf(Text(), single=True)),
        Field("filters", MapOf(OneOrMany())),
        Field("rest", Free()),
        Field("items", ListOf(Record((Field("text", Text(), required=True),)))),
    ),
    hint="See the documentation.",
)


def values(text):
    found, problems = read(load_yaml(text.encode(), HERE), SETTINGS, HERE)
    assert problems == []
    return found


def problems(text):
    return read(load_yaml(text.encode(), HERE), SETTINGS, HERE)[1]


def test_missing_and_empty_fields_are_their_defaults():
    expected = {
        "name": "x", "k": 5, "overlap": 0.8, "join": True, "kind": None, "match": {"overlap": 0.8},
        "tags": [], "filters": {}, "rest": None, "items": [],
    }  # fmt: skip
    assert values("name: x") == expected
    assert values("name: x\nk:\njoin: ~\nmatch: null\ntags:\nkind:") == expected


def test_the_field_decides_the_type():
    found = values("name: 1.10\nk: 7\noverlap: 1\njoin: false\ntags: one\nfilters: {region: NO, v: [1.10, 2]}")
    assert found["name"] == "1.10"
    assert found["k"] == 7
    assert found["overlap"] == 1.0
    assert found["join"] is False
    assert found["tags"] == ["one"]
    assert found["filters"] == {"region": "NO", "v": ("1.10", "2")}


@pytest.mark.parametrize(
    ("written", "kept"),
    [("1.10", "1.10"), ("1.5", 1.5), ("0123", "0123"), ("12", 12), ("true", True), ("yes", "yes"),
     ("~", None), ('"12"', "12"),
     ("[1, {a: 2026-11-12}]", [1, {"a": "2026-11-12"}]), ("9" * 50, "9" * 50), (".nan", ".nan"), ("1e3", "1e3")],
)  # fmt: skip
def test_what_is_free_is_kept_so_that_it_can_be_written_again(written, kept):
    assert values(f"name: x\nrest: {written}")["rest"] == kept


@pytest.mark.parametrize(
    ("text", "title", "next_step"),
    [
        ("name: x\nnmae: y", "unknown field `nmae`", "did you mean `name`? See the documentation."),
        ("k: 3", "`name` is missing", "expected text"),
        ("name:", "`name` is empty", "expected text"),
        ("name: '  '", "expected text, found nothing", ""),
        ('name: x\nk: "5"', 'expected a whole number from 1 to 100, found the text "5"', ""),
        ("name: x\nk: 101", "found `101`", ""),
        ("name: x\nk: 1.0", "found `1.0`", ""),
        ("name: x\noverlap: .nan", "expected a number from 0 to 1, found `.nan`", ""),
        ("name: x\noverlap: 1e999", "expected a number from 0 to 1", ""),
        ("name: x\njoin: yes", "expected true or false, found `yes`", "write true or false"),
        ("name: x\nkind: tiket", "expected one of ticket | log, found `tiket`", "did you mean `ticket`?"),
        ("name: x\nmatch: []", "expected a mapping, found a list", "its keys are overlap"),
        ("name: [x]", "expected text, found a list", "quotes"),
        ("name: x\nitems: x", "expected a list", "write it as a list: [x]"),
        ("name: x\nfilters: x", "expected a mapping", ""),
        ("name: x\nfilters: {a: {b: c}}", "expected text or a list of texts, found a mapping", ""),
        ("name: x\ntags: [~]", "found nothing", ""),
    ],
)  # fmt: skip
def test_a_problem_says_what_was_expected_and_found(text, title, next_step):
    (problem,) = problems(text)
    assert title in problem.title
    assert next_step in problem.next_step


def test_all_problems_come_at_once_each_with_its_place():
    found = problems("name: x\nitems:\n  - text: a\n  - txt: b\nmatch: {overlap: 2}\n")
    assert [(each.place.line, each.place.column, each.place.field) for each in found] == [
        (4, 5, "items[1].txt"),
        (4, 5, "items[1].text"),
        (5, 18, "match.overlap"),
    ]


def test_a_list_where_the_record_should_be_is_one_problem():
    assert len(problems("- a\n- b\n")) == 1


def test_the_documentation_names_every_field():
    names = {each.name: each for each in documented(SETTINGS)}
    assert {"name", "match.overlap", "items[].text", "filters"} <= set(names)
    assert names["k"].default == 5
    assert names["k"].expected == "a whole number from 1 to 100"
