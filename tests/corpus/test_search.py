"""Word search: any text is a question, the same search gives the same hits, filters keep documents out."""

import math
import multiprocessing
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.corpus.document import Attribute, Document
from ragtriage.corpus.search import Searcher
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.corpus.terms import MOST_TERMS, question_terms
from ragtriage.disk.database import connect
from ragtriage.errors import SnapshotError

DOCUMENTS = [
    Document("a/backup", "Backups", "Run the backup with etcdctl. A backup of etcd is kept a week.", {"role": "admin"}),
    Document("a/fees", "Fees", "Die Gebühr beträgt fünf Euro. The fee is five euros a plan.", {"lang": ("de", "en")}),
    Document("b/cafe", "Café", "Opening hours of the café: nine to five.", {"lang": "en"}),
    Document(
        "b/hostile", "\x1b]52;c;aGk=\x07", '\x1b[31m red \0 after\u202eNUL AND OR NOT NEAR "quoted" 👩‍👩‍👧 snowman'
    ),
    Document("b/twin-1", "Twin", "identical zebra passage"),
    Document("b/twin-2", "Twin", "identical zebra passage"),
    Document("c/ja", "データベース", "データベースの資料を東京で保存します。"),
    Document("c/zh", "备份", "数据库备份保留七天。" + "其他内容" * 200),
    Document("d/long", "Lines", " ".join(f"filler{number}" for number in range(400)) + " needle in the haystack"),
    Document("e/line", "Line", "x" * 1_000_000 + " treasure"),
]


ODD = "ab\"'*^():-+{}\0\x1b\ud800資料 ANDORNOTÉ\u0301\U0002b740ß"


@pytest.fixture(scope="module")
def searcher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Searcher]:
    folder = tmp_path_factory.mktemp("search")
    db = connect(folder / "index.db")
    store = SnapshotStore(folder / "snapshots", db)
    store.add("v1", DOCUMENTS, "a test", "by hand")
    store.ensure("v1")
    yield Searcher(db, "v1", 100, 20)
    db.close()


def found(searcher: Searcher, query: str, **keywords: Mapping[str, Attribute]) -> list[str]:
    return [hit.doc_id for hit in searcher.search(query, 5, **keywords)]


def test_a_hit_is_the_passage_that_its_offsets_name(searcher: Searcher) -> None:
    hits = searcher.search("where is the needle in my haystack?", 3)
    assert [hit.doc_id for hit in hits] == ["d/long"]
    hit = hits[0]
    assert DOCUMENTS[8].text[hit.start : hit.end] == hit.text
    assert hit.text.endswith("needle in the haystack")
    assert (hit.rank, hit.chunk_id, hit.coverage) == (1, f"d/long#{hit.start}", 1.0)
    assert hit.score > 0


def test_words_are_found_in_other_forms_with_and_without_accents(searcher: Searcher) -> None:
    assert found(searcher, "How long are BACKUPS kept")[0] == "a/backup"
    assert found(searcher, "cafe")[0] == found(searcher, "CAFÉ")[0] == found(searcher, "cafe\u0301")[0] == "b/cafe"
    assert found(searcher, "Wie hoch ist die Gebuhr?") == found(searcher, "Gebühr") == ["a/fees"]


def test_chinese_and_japanese_are_found(searcher: Searcher) -> None:
    assert found(searcher, "数据库备份保留几天?")[0] == "c/zh"
    assert found(searcher, "東京の資料")[0] == "c/ja"
    assert found(searcher, "データベース")[0] == "c/ja"
    assert set(found(searcher, "备")) == {"c/zh"}


def test_better_hits_score_higher_and_equal_ones_come_by_place(searcher: Searcher) -> None:
    hits = searcher.search("backup zebra five fee plan", 10)
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert [hit.rank for hit in hits] == list(range(1, len(hits) + 1))
    twins = searcher.search("zebra", 5)
    assert [hit.doc_id for hit in twins] == ["b/twin-1", "b/twin-2"]
    assert twins[0].score == twins[1].score
    assert found(searcher, "zebra")[:1] == [hit.doc_id for hit in searcher.search("zebra", 1)]


def test_filters_and_users_keep_documents_out(searcher: Searcher) -> None:
    assert found(searcher, "five", filters={"lang": "de"}) == ["a/fees"]
    assert set(found(searcher, "five", filters={"lang": "en"})) == {"a/fees", "b/cafe"}
    assert found(searcher, "five", filters={"lang": "fr"}) == []
    assert found(searcher, "backup", user={"role": "customer"}) == []
    assert found(searcher, "backup", user={"role": ("admin", "agent")})[0] == "a/backup"
    assert found(searcher, "zebra", user={"role": "customer"}) == ["b/twin-1", "b/twin-2"]


@settings(max_examples=120, deadline=None)
@given(
    st.text(max_size=80)
    | st.text(st.sampled_from("ab\"'*^():-+{}\0\x1b\ud800資料 ANDORNOTÉ\u0301\U0002b740ß"), max_size=60)
)
def test_any_text_is_a_question(searcher: Searcher, query: str) -> None:
    hits = searcher.search(query, 4)
    assert all(0.0 <= hit.coverage <= 1.0 and math.isfinite(hit.score) for hit in hits)
    assert hits == searcher.search(query, 4)


@pytest.mark.parametrize(
    "query",
    ["NEAR(x fee)", "text:fee", "fee*", "^fee", "\0fee", "fee\0", "-fee", "{title}: fee", '"fee', "fee AND", "(fee"],
)
def test_the_syntax_of_the_engine_is_only_text(searcher: Searcher, query: str) -> None:
    assert all(hit.doc_id in ("a/fees", "b/hostile") for hit in searcher.search(query, 3) if "fee" in query)
    assert found(searcher, '\0 " fee \x1b[0m')[0] == "a/fees"


def test_a_question_of_ten_thousand_words_is_answered(searcher: Searcher) -> None:
    query = "zebra " + " ".join(f"word{number}" for number in range(10_000))
    assert found(searcher, query) == ["b/twin-1", "b/twin-2"]
    assert len(question_terms(query)) == MOST_TERMS
    assert len(question_terms("数据库备份" * 5000)) <= MOST_TERMS


def test_hostile_documents_are_found_beyond_their_control_characters(searcher: Searcher) -> None:
    hit = searcher.search("snowman", 1)[0]
    assert (hit.doc_id, hit.text) == ("b/hostile", DOCUMENTS[3].text)
    assert searcher.search("treasure", 1)[0].text.endswith(" treasure")


def test_stop_words_are_dropped_unless_nothing_is_left() -> None:
    assert question_terms("What is the fee for a plan?") == ['"fee"', '"plan"']
    assert question_terms("Wie hoch ist die Gebühr?") == ['"hoch"', '"gebühr"']
    assert question_terms("to be or not to be") == ['"to"', '"be"', '"or"', '"not"']
    assert question_terms(" ?! ") == []


def test_nothing_asked_or_no_hits_wanted_finds_nothing(searcher: Searcher) -> None:
    assert searcher.search("", 5) == searcher.search("👩", 5) == searcher.search("zebra", 0) == []


def test_coverage_is_the_share_of_the_questions_words_weighed_by_rarity(searcher: Searcher) -> None:
    full = searcher.search("zebra passages", 1)[0]
    half = searcher.search("snowman quagga", 1)[0]
    common = searcher.search("zebra quagga", 1)[0]
    assert full.coverage == 1.0
    assert 0 < common.coverage < half.coverage < 0.5  # a word found nowhere weighs most
    assert searcher.search("Fees", 1)[0].coverage == 1.0  # the title counts


def test_the_rank_of_a_span_is_that_of_the_first_hit_which_holds_it(searcher: Searcher) -> None:
    text = DOCUMENTS[8].text
    start = text.index("needle")
    assert searcher.rank_of("needle", [("d/long", start, len(text))], 10) == 1
    assert searcher.rank_of("needle", [("d/long", 0, 20)], 10) is None
    assert searcher.rank_of("needle", [("other", start, len(text))], 10) is None
    assert searcher.rank_of("zebra", [("b/twin-2", 0, 9)], 10) == 2
    assert searcher.rank_of("zebra", [("b/twin-2", 0, 9)], 1) is None
    assert searcher.rank_of("zebra", [("b/twin-2", 0, 9), ("b/twin-1", 0, 9)], 10) == 1
    assert searcher.rank_of("backup", [("a/backup", 0, 9)], 10, user={"role": "guest"}) is None
    assert searcher.rank_of("needle", [("d/long", 5, 5)], 10) is None
    assert searcher.rank_of("", [("d/long", 0, 9)], 10) is None


def test_a_span_is_held_at_four_fifths_and_a_long_one_by_a_passage_within_it(searcher: Searcher) -> None:
    hit = searcher.search("needle", 1)[0]
    length = hit.end - hit.start
    assert searcher.rank_of("needle", [("d/long", hit.start - length // 5 + 2, hit.end)], 1) == 1
    before = ("d/long", hit.start - 30, hit.start + 70)
    assert searcher.rank_of("needle", [before], 1) is None
    assert searcher.rank_of("needle", [("d/long", 0, hit.end)], 1) == 1


def test_a_snapshot_that_was_not_loaded_is_said(tmp_path: Path) -> None:
    db = connect(tmp_path / "index.db")
    try:
        with pytest.raises(SnapshotError, match="not in the index"):
            Searcher(db, "v1")
    finally:
        db.close()


def test_a_searcher_notices_that_its_snapshot_was_loaded_anew(tmp_path: Path) -> None:
    db = connect(tmp_path / "index.db")
    try:
        store = SnapshotStore(tmp_path / "snapshots", db)
        store.add("v1", [Document("old", "Old", "zebra")], "a test", "by hand")
        store.ensure("v1")
        searcher = Searcher(db, "v1")
        (tmp_path / "snapshots/v1").rename(tmp_path / "snapshots/v0")
        store.add("v1", [Document("new", "New", "zebra")], "a test", "by hand")
        store.ensure("v1")
        assert found(searcher, "zebra") == ["new"]
    finally:
        db.close()


def _count_hits(path: Path, answers: "multiprocessing.SimpleQueue[int]") -> None:
    db = connect(path)
    answers.put(len(Searcher(db, "v1").search("zebra", 5)))
    db.close()


def test_two_processes_that_index_at_once_both_find(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    db: sqlite3.Connection = connect(path)
    store = SnapshotStore(tmp_path / "snapshots", db)
    store.add("v1", DOCUMENTS, "a test", "by hand")
    store.ensure("v1")
    db.close()
    context = multiprocessing.get_context("fork")
    answers: multiprocessing.SimpleQueue[int] = context.SimpleQueue()
    processes = [context.Process(target=_count_hits, args=(path, answers)) for _ in range(2)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [answers.get(), answers.get()] == [2, 2]
    db = connect(path)
    assert db.execute("SELECT count(*) FROM chunkings").fetchone()[0] == 1
    db.close()
