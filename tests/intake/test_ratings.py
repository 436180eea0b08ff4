"""A rating is read as people mean it, on the scale that name, text and the whole column tell."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.intake.ratings import RatingColumn, Scale, is_empty, rated


def column(name: str, *values: object) -> tuple[list[str | None], Scale]:
    """What each value of a column of that name says, and its scale."""
    seen = RatingColumn()
    for value in values:
        seen.see(value)
    scale = seen.scale(name)
    return [scale.read(value) for value in values], scale


@pytest.mark.parametrize(
    ("rating", "texts"),
    [
        ("down", "1 von 5|2 von 5|1 out of 5|1/5|2 / 10|1 sur 5|1 de 5|1 Stern|2 Sterne|1 star|1 étoile|1 stella"),
        ("down", "★☆☆☆☆|★★☆☆☆|⭐|★★|☆☆☆☆☆|20%|15 %|33,3 %|👎|👎🏽|👎👎|😡|☹️|-1|thumbs_down|Thumbs down|:thumbsdown:"),
        (
            "down",
            "bad|Poor|wrong|Incorrect|not helpful|Not helpful at all|schlecht|falsch|mauvais|malo|sbagliato|плохо",
        ),
        ("down", "Extremely dissatisfied|somewhat dissatisfied|Not satisfied|sehr unzufrieden|eher nicht zufrieden"),
        (
            "down",
            "pas du tout satisfait|muy insatisfecho|niezadowolony|ontevreden|不满意|Strongly disagree|very unlikely",
        ),
        ("down", "1 - Very dissatisfied|2: Poor|Detractor|no|false|nein|Not Good|nicht sehr gut|really bad|pas bon"),
        ("up", "5 von 5|4 out of 5|9/10|5 sur 5|5 Sterne|4.5 stars|5 estrellas|★★★★★|⭐⭐⭐⭐|100%|85 %|👍|👍🏿|😀|+1"),
        ("up", "good|Very good|right|correct|helpful|sehr gut|richtig|très bon|bueno|хорошо|满意|非常满意|yes|true|ja"),
        (
            "up",
            "Extremely satisfied|Sehr zufrieden|très satisfait|muy satisfecho|Strongly agree|5 (excellent)|Promoter",
        ),
        (
            "none",
            "3 von 5|3 Sterne|★★★☆☆|50%|neutral|ok|Neither satisfied nor dissatisfied|weder zufrieden noch unzufrieden",
        ),
    ],
)
def test_a_rating_that_speaks_for_itself(rating: str, texts: str) -> None:
    assert {text: Scale().read(text) for text in texts.split("|")} == dict.fromkeys(texts.split("|"), rating)


@pytest.mark.parametrize(
    "value",
    [
        *(
            "",
            "nan",
            "None",
            "null",
            "N/A",
            "#N/A",
            "open",
            "no answer",
            "Within SLA",
            "How do I pay?",
            "0.1 hrs",
            "INC/1",
        ),
        *("The answer is wrong and of no use to me at all", "It says 4 out of 5 nodes are down", "12 of 50", "1:30"),
        *(None, float("nan"), [], {}, "1" * 400, 10**400, float("inf"), "★ important", "5 stars hotel"),
    ],
)
def test_what_is_no_rating(value: object) -> None:
    assert Scale().read(value) is None


@pytest.mark.parametrize(
    ("name", "values", "ratings"),
    [
        ("stars", [1, 1], ["down", "down"]),
        ("Sterne (1-5)", ["1", "4"], ["down", "up"]),
        ("rating", [1] * 210 + [5], ["down"] * 210 + ["up"]),
        ("rating", [0, 1, 1], ["down", "up", "up"]),
        ("rating", [0, 0], ["down", "down"]),
        ("rating", [-1, 0, 1], ["down", "none", "up"]),
        ("rating", [1, 1], [None, None]),
        ("rating", [2, 9, 5], ["down", "up", "none"]),
        ("rating", [20, 80, 50], ["down", "up", "none"]),
        ("rating", ["4,5", "1,5"], ["up", "down"]),
        ("rating", [-1, 0, 1], ["down", "none", "up"]),
        ("thumbs", [1, 1], ["up", "up"]),
        ("user_feedback", [1], ["up"]),
        ("CSAT", [1, 1], ["down", "down"]),
        ("csat", [0, 1], ["down", "up"]),
        ("CSAT (%)", [20, 90], ["down", "up"]),
        ("nps", [6, 7, 9], ["down", "none", "up"]),
        ("How likely are you to recommend us?", [6, 8, 10], ["down", "none", "up"]),
        ("score (out of 10)", [4, 1, 7], ["down", "down", "up"]),
        ("Schulnote", [1, 5, 3], ["up", "down", "none"]),
        ("thumbs_down", [True, False], ["down", "none"]),
        ("downvotes", [0, 3], ["none", "down"]),
        ("upvotes", [0, 12], [None, None]),
        ("flagged", ["yes", "no"], ["down", "none"]),
        ("isHelpful", [True, False], ["up", "down"]),
        ("rating", ["1 - bad", "5 - great", "4"], ["down", "up", "up"]),
        ("rating", [3000, 1], [None, None]),
    ],
)
def test_the_scale_is_told_by_name_and_column(name: str, values: list[object], ratings: list[str | None]) -> None:
    assert column(name, *values)[0] == ratings


def test_an_open_scale_says_why() -> None:
    assert "the best of 0 and 1, or the worst of 1 to 5" in column("rating", 1, 1)[1].why


def test_a_score_that_a_machine_measured_is_told_from_one_that_people_gave() -> None:
    seen = RatingColumn()
    for value in (0.8312, 0.1, 4.5, 3, 0.7):
        seen.see(value)
    assert seen.measured == 1


@settings(max_examples=150)
@given(st.one_of(st.text(max_size=90), st.text("0123456789/%★☆½👍 -vonf.,()", max_size=30), st.floats(), st.integers()))
def test_no_value_raises_and_a_scale_never_contradicts_itself(value: object) -> None:
    said = rated(value)
    assert column("rating", value)[0][0] in (None, "up", "down", "none")
    assert said is None or not is_empty(value)


@given(st.integers(2, 5), st.integers(0, 5))
def test_stars_say_the_same_in_signs_words_and_numbers(stars: int, other: int) -> None:
    forms = ["★" * stars + "☆" * (5 - stars), f"{stars} von 5", f"{stars}/5", f"{stars} stars", f"{stars * 20}%"]
    assert len({Scale().read(form) for form in forms[:-1]}) == 1
    assert column("stars", stars, other)[0][0] == Scale().read(forms[0])


@pytest.mark.parametrize(
    "unit", ["1", "★", "👍", "1 ", "a ", "1/", "- ", "1 - ", "(", "not ", "satisf ", "%", ".", "+1"]
)
def test_a_long_text_is_no_rating_at_once(unit: str) -> None:
    for length in (79, 80, 10_000):
        column("rating", (unit * length)[:length])


@pytest.mark.parametrize(
    ("name", "values", "ratings"),
    [
        ("rating (1 = best, 5 = worst)", (1, 3, 5), ("up", "none", "down")),
        ("Bewertung (1 = sehr gut, 6 = ungenügend)", (1, 3, 6), ("up", "none", "down")),
        ("Effort: 1 (very easy) to 5 (very hard)", (1, 5), ("up", "down")),
        ("difficulty (5 = very difficult)", (1, 5), ("up", "down")),
        ("rating (1 = worst, 5 = best)", (1, 3, 5), ("down", "none", "up")),
        ("rating (0-4)", (0, 2, 4), (None, None, None)),
        ("rating (0-20)", (2, 19), (None, None)),
        ("feedback (0 = thumbs up, 1 = thumbs down)", (0, 1), ("up", "down")),
        ("was_it_helpful", ("sì", "não", "Sim", "nee"), ("up", "down", "up", "down")),
        ("rating (0 = bad, 1 = good)", (0, 1), ("down", "up")),
        ("Satisfaction (1-7)", (2, 4, 6), ("down", "none", "up")),
        ("satisfaction", (1, 3, 4, 5, 7), ("down", "down", "none", "up", "up")),
        ("score_out_of_10", (1, 9), ("down", "up")),
        ("rating", ("1/4", "4/4", "2/3", "2/7"), ("down", "up", "up", "down")),
    ],
)
def test_ends_of_a_scale_in_its_name_and_scales_of_seven(
    name: str, values: tuple[object, ...], ratings: tuple[str, ...]
) -> None:
    assert tuple(column(name, *values)[0]) == ratings


@pytest.mark.parametrize(
    ("rating", "texts"),
    [
        ("down", "nada satisfecho|Nada útil|per niente utile|poco útil|peu utile|keineswegs hilfreich|trifft nicht zu"),
        ("down", "bardzo zła|zły|mauvaise|pessima|péssima|stimme überhaupt nicht zu|kaum hilfreich"),
        ("up", "dobra|bonne|buena|ottima|ótima|trifft voll zu|stimme zu"),
        ("down", "weniger hilfreich|meno utile|unbrauchbar"),
        ("none", "geht so|teilweise hilfreich|partially satisfied"),
    ],
)
def test_words_that_deny_and_forms_of_other_languages(rating: str, texts: str) -> None:
    assert {text: Scale().read(text) for text in texts.split("|")} == dict.fromkeys(texts.split("|"), rating)
