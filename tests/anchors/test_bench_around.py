"""`anchors bench --around`: its edits turn what they say they turn, and what is accepted after them is counted."""

import json
from pathlib import Path
from random import Random

import pytest

from ragtriage.anchors.bench_around import measure_around
from ragtriage.anchors.bench_edits import EDITS
from ragtriage.anchors.bench_languages import LANGUAGES, language_of
from ragtriage.anchors.bench_site import Site
from ragtriage.anchors.bench_swaps import SWAPS
from ragtriage.cli import main

FEE = "Members pay the fee of 5 euros at the end of every month."
TEXT = (
    f"# Fees\n\nThe club has two fees. {FEE} Guests pay at the gate.\n\n# Boats\n\nBoats are let by the hour.\n\nEnd.\n"
)


FULL = (
    "You must not pay Anna before January 2019 for all new oars, ropes and sails of your club, "
    "which is 5% or 7 euros in 3 days with `lock_all` = on (at the gate)."
)


def site(text: str = TEXT, words: str = FEE, language: str = "en") -> Site:
    start = text.index(words)
    return Site(text, start, start + len(words), LANGUAGES[language], Random(1), language)


@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_is_where_it_says(kind: str) -> None:
    where, edit = EDITS[kind]
    words = FULL if where == "inside" else FEE
    text = TEXT.replace(FEE, words)
    edited = edit(site(text, words))
    assert edited is not None and edited != text
    if where == "inside":
        lead, trail = text.split(words)
        assert edited.startswith(lead) and edited.endswith(trail) and words not in edited
    elif kind == "condition behind":
        assert FEE[:-1] + LANGUAGES["en"].unless + "." in edited
    else:
        assert " ".join(FEE.split()) in " ".join(edited.split())


def test_what_does_not_apply_is_not_made() -> None:
    bare = "No heading and no number stands here at all."
    for kind in ("heading replaced", "moved under another heading", "number changed"):
        assert EDITS[kind][1](site(bare, bare)) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_is_known_by_its_words(language: str) -> None:
    phrases = LANGUAGES[language]
    told = f"{phrases.common} {phrases.deny} {phrases.unless} {phrases.revoked} {phrases.elsewhere} {phrases.false}"
    assert language_of(told) == language


def test_there_are_twenty_kinds_and_ten_languages() -> None:
    places = [where for where, _ in EDITS.values()]
    assert places.count("inside") >= 20 and places.count("around") >= 16 and len(LANGUAGES) >= 10


@pytest.mark.parametrize("kind", SWAPS)
def test_words_are_exchanged_in_their_language(kind: str) -> None:
    for language, pairs in SWAPS[kind].items():
        for old, new in (pair.replace("_", " ").split(">") for pair in pairs.split()):
            gap = "" if language in ("ja", "zh", "ko") else " "
            words = f"x{gap}{old}{gap}y."
            edited = EDITS[kind][1](site(words, words, language))
            assert edited is not None and old != new
            assert edited == f"x{gap}{new}{gap if new else ''}y.", (language, old)


def test_a_kind_that_seldom_applies_leaves_its_turns_to_others() -> None:
    report = measure_around({"fees": TEXT}, {"fees": TEXT}, each=12)
    assert report.kinds["identifier"].n == 0 and sum(t.n for t in report.kinds.values() if t.where == "around") == 12


def corpus(path: Path, texts: dict[str, str]) -> str:
    path.write_text("".join(json.dumps({"doc_id": doc_id, "text": text}) + "\n" for doc_id, text in texts.items()))
    return str(path)


def test_from_two_snapshots_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = corpus(tmp_path / "new.jsonl", {"fees": TEXT, "fresh": "A page that is new."})
    old = corpus(tmp_path / "old.jsonl", {"fees": TEXT.replace("by the hour", "by the day")})
    main(["anchors", "bench", new, "--before", old, "--around", "--json"])
    report = json.loads(capsys.readouterr().out)["around"]
    assert report["kinds"]["negated"]["n"] > 0 and report["kinds"]["negated"]["accepted_unseen"] == 0
    assert report["kinds"]["paragraph at the end"]["accepted_unseen"] > 0
    assert list(report["languages"]) == ["en"]
    code = main(["anchors", "bench", new, "--before", old, "--around"])
    out = capsys.readouterr().out
    accepted = sum(kind["accepted_unseen"] for kind in report["kinds"].values() if kind["where"] != "same")
    assert code == (1 if accepted else 0)
    assert "turned and accepted unseen: 0 of " in out and "held though the same: " in out


def test_the_same_seed_makes_the_same_edits() -> None:
    old, new = {"fees": TEXT}, {"fees": TEXT.replace("by the hour", "by the day")}
    assert measure_around(old, new, each=30, seed=3) == measure_around(old, new, each=30, seed=3)


def test_it_says_what_it_needs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    new = corpus(tmp_path / "new.jsonl", {"fees": TEXT})
    assert main(["anchors", "bench", new]) == 2 and "--around" in capsys.readouterr().err
    assert main(["anchors", "bench", new, "--around"]) == 2 and "--before" in capsys.readouterr().err
