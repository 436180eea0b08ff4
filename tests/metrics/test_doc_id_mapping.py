"""Ids that no snapshot knows: the nearest real one, and a setting that was tried out before it is named."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.metrics.doc_id_mapping import Holds, UnknownDocIds, rules_line, unknown_doc_ids
from ragtriage.metrics.rules import DocIdRules

CORPUS = frozenset({"guide/plans", "guide/refunds", "guide/seats", "faq", "api/v2/keys"})
NONE = DocIdRules()


def look(ids: list[str], rules: DocIdRules = NONE, holds: Holds = lambda doc_id, text: True) -> UnknownDocIds:
    found = unknown_doc_ids(dict.fromkeys(ids, "some text"), CORPUS, rules, holds)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("before", "after", "rules", "setting"),
    [
        ("", "#moving", NONE, "doc_id: {drop_fragment: true}"),
        ("", ".html", NONE, 'doc_id: {strip_suffix: [".html"]}'),
        ("", "/", NONE, 'doc_id: {strip_suffix: ["/"]}'),
        ("https://docs.example.com/", "", NONE, 'doc_id: {strip_prefix: ["https://docs.example.com/"]}'),
        ("s3://bucket/kb/", ".md", NONE, 'doc_id: {strip_prefix: ["s3://bucket/kb/"], strip_suffix: [".md"]}'),
        ("", ".html#a", NONE, 'doc_id: {strip_suffix: [".html"], drop_fragment: true}'),
        ("file:", "#a", NONE, 'doc_id: {strip_prefix: ["file:"], drop_fragment: true}'),
        ("", ".txt", DocIdRules(("x/",), (".md",)), 'doc_id: {strip_prefix: ["x/"], strip_suffix: [".txt", ".md"]}'),
        ("x/", "?v=2", DocIdRules(("x/",)), 'doc_id: {strip_prefix: ["x/"], strip_suffix: ["?v=2"]}'),
    ],
)  # fmt: skip
def test_a_setting_is_named_that_maps_all_of_them(before: str, after: str, rules: DocIdRules, setting: str) -> None:
    found = look([f"{before}{doc_id}{after}" for doc_id in sorted(CORPUS)], rules)
    assert (found.ids, found.unknown, found.mapped, found.setting) == (5, 5, 5, setting)
    assert found.nearest == "api/v2/keys"


def test_what_the_snapshot_knows_is_not_told() -> None:
    assert unknown_doc_ids(dict.fromkeys(CORPUS, ""), CORPUS, NONE, lambda doc_id, text: True) is None
    mapped = {"faq.md": ""}
    assert unknown_doc_ids(mapped, CORPUS, DocIdRules(strip_suffix=(".md",)), lambda doc_id, text: True) is None
    assert unknown_doc_ids({"": "a passage of no document"}, CORPUS, NONE, lambda doc_id, text: True) is None


def test_no_setting_is_named_that_loses_what_is_known() -> None:
    corpus = frozenset({"faq", "guide/plans", "guide#seats"})
    passages = dict.fromkeys(["guide#seats", "faq#a", "guide/plans#b"], "")
    found = unknown_doc_ids(passages, corpus, NONE, lambda doc_id, text: True)
    assert found is not None
    assert found.setting == 'doc_id: {strip_suffix: ["#a", "#b"]}'
    assert (found.ids, found.unknown, found.mapped) == (3, 2, 2)


def test_no_setting_is_named_that_maps_few_or_to_documents_without_the_passages() -> None:
    assert look(["faq.html", "a/one", "a/two", "a/three"]).setting is None
    assert look(["faq.html", "guide/plans.html"], holds=lambda doc_id, text: False).setting is None
    assert look(["faq::chunk-7", "guide/plans::chunk-7"]).nearest == "faq"
    chunks = look([f"faq_{n}" for n in range(40)])
    assert (chunks.setting, chunks.mapped, chunks.nearest) == (None, 0, "faq")


def test_where_nothing_is_like_it_no_document_is_named() -> None:
    found = look(["0a9c3f77-5f0b-4c1d-9f54-6a0d1be2a7d1"])
    assert (found.nearest, found.setting) == (None, None)


@given(
    st.sets(st.text("ab/.#-1", min_size=1, max_size=6), min_size=1, max_size=6),
    st.lists(st.text("ab/.#-1", min_size=1, max_size=9), min_size=1, max_size=9),
)
@settings(max_examples=200, deadline=None, derandomize=True)
def test_whatever_is_named_maps_as_many_as_it_says_and_loses_none(corpus: set[str], ids: list[str]) -> None:
    found = unknown_doc_ids(dict.fromkeys(ids, ""), corpus, NONE, lambda doc_id, text: True)
    if found is None or found.setting is None:
        return
    import yaml

    rules = DocIdRules(**{name: value if value is True else tuple(value) for name, value in
                          yaml.safe_load(found.setting)["doc_id"].items()})  # fmt: skip
    assert rules_line(rules) == found.setting
    unknown = [doc_id for doc_id in dict.fromkeys(ids) if doc_id not in corpus]
    assert sum(rules.apply(doc_id) in corpus for doc_id in unknown) == found.mapped >= len(unknown) / 2
    assert all(rules.apply(doc_id) in corpus for doc_id in ids if doc_id in corpus)
