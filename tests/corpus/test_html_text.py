"""HTML as text: what a page says, line by line."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragtriage.corpus.html_text import html_text

PIECES = [
    "<", ">", "<p>", "</p>", "<li>", "<td>", "<script>", "</script>", "<!--", "-->", "<pre>", "&", "&#0;", "&#xd800;",
    "a", " ", "\n", "\0", "<h1>", "</h1>", "<![CDATA[", "<?", "</", "<svg>", "</svg>", "<br/>", "<title>", "'", '"',
]  # fmt: skip


def test_headings_paragraphs_items_and_rows_have_their_lines() -> None:
    page = """<!doctype html><html><head><title>Page</title><style>p {}</style><script>if (a<b) {}</script></head>
      <body><!-- no --><h1>Fees <em>and</em>
      charges</h1><p>The fee is
      <b>5&nbsp;&euro;</b>&#x2e; Pay<br>now.</p>
      <ul><li><p>one</p></li><li>two</li></ul>
      <table><tr><th>Plan</th><th>Fee</th></tr><tr><td><p>Basic</p></td><td>1 &lt; 2</td></tr></table></body></html>"""
    text, title = html_text(page)
    assert title == "Fees and charges"
    assert [line for line in text.split("\n") if line] == [
        "# Fees and charges", "The fee is 5\xa0€. Pay", "now.", "- one", "- two", "Plan | Fee", "Basic | 1 < 2",
    ]  # fmt: skip
    assert text.endswith("2\n")


def test_preformatted_text_keeps_its_lines_and_indentation() -> None:
    assert (
        html_text("<p>run:</p><pre><code>if x:\n    go()\n</code></pre>then")[0] == "run:\n\nif x:\n    go()\n\nthen\n"
    )


def test_a_page_without_a_heading_is_called_by_its_title_element() -> None:
    assert html_text("<title> A \n &amp; B</title><p>x")[1] == "A & B"
    assert html_text("<svg><title>icon</title></svg><h2> </h2><h3>Third</h3>")[1] == "Third"
    assert html_text("plain") == ("plain\n", "")
    assert html_text("") == ("", "")


@pytest.mark.parametrize("element", ["svg", "noscript", "template"])
def test_an_element_that_is_never_closed_does_not_swallow_the_page(element: str) -> None:
    assert "kept" in html_text(f"<p>a</p><{element}><p>kept</p>")[0]


def test_text_after_a_cut_tag_is_kept() -> None:
    assert html_text("<p>a &amp; b</p>c &lt; d <em")[0] == "a & b\n\nc < d <em\n"


@settings(max_examples=80, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join))
def test_any_text_is_a_page(source: str) -> None:
    text, title = html_text(source)
    assert isinstance(text, str)
    assert "\n" not in title


@pytest.mark.parametrize("marked", ["<![if !vml]>kept<![endif]>", "<![CDATA[x]]>kept", "<![>kept", "<!--[if a]>kept"])
def test_marked_sections_of_office_programs_are_comments(marked: str) -> None:
    assert html_text(f"<p>a</p>{marked}<p>b</p>")[0].split() == ["a", "kept", "b"]


@pytest.mark.parametrize(
    "piece",
    ["<a ", "<!--", "<!-- a>", "<![CDATA[a>", '<p title="', "<", "<svg>", "<b>x", "<b></b> ", "<td> </td>", "</svg>"],
)
@pytest.mark.parametrize("before", ["", "<svg>", "<div><pre>"])
def test_a_page_of_broken_tags_takes_time_as_its_length(piece: str, before: str) -> None:
    def seconds(times: int) -> float:
        started = time.process_time()
        html_text(before * times + piece * times)
        return time.process_time() - started

    seconds(500)
    assert seconds(20_000) < 20 * seconds(4_000) + 0.1  # 5 times the time, where it is linear; 25 where it is not
