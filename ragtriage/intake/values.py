"""What a cell says as a text: its markup, its JSON, its thanks. Untrusted and written in many ways."""

import html
import json
import re
from collections.abc import Mapping

_PRAISE_WORDS = frozenset("""
    thanks thank you thx ty danke schön sehr vielen dank merci beaucoup muchas gracias grazie obrigado
    obrigada perfect awesome great excellent nice super many so very much a lot million ok okay answer works
    now it that worked helped helpful solved perfectly cool amazing brilliant good job well done love this
""".split())  # fmt: skip
_PRAISE_NEEDS = frozenset("""
    thanks thank thx ty danke dank merci gracias grazie obrigado obrigada perfect awesome great excellent
    worked helped helpful solved works cool amazing brilliant love
""".split())  # fmt: skip


def is_praise(comment: str) -> bool:
    """Whether all that was said is thanks."""
    words = re.findall(r"[^\W\d_]+", comment.casefold()) if len(comment) < 160 else []
    if not words:
        return bool(re.search("[👍❤🎉]", comment)) and "👎" not in comment
    return set(words) <= _PRAISE_WORDS and not _PRAISE_NEEDS.isdisjoint(words) and "?" not in comment


_HTML = re.compile(
    r"(?i)^\s*<(?:!doctype|html|body|p|div|span|b|i|ul|ol|h\d|table|a)\b[^>]*>|<br\s*/?>|</(?:p|div|span|td|li|body)>"
)
_ENTITY = re.compile(r"&(?:nbsp|amp|lt|gt|quot|apos|#\d{2,5}|#x[0-9a-fA-F]{2,5}|[aouAOU]uml|szlig|[a-zA-Z]acute);")


def clean(value: object) -> str:
    """A value as the text that a person typed: no markup of a web page, LF line ends, no NUL, no lone surrogates."""
    if value is None:
        return ""
    text = (
        value
        if isinstance(value, str)
        else json.dumps(value, ensure_ascii=False)
        if isinstance(value, Mapping | list)
        else str(value)
    )
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if _HTML.search(text) and "```" not in text:
        from ragtriage.corpus.html_text import html_text

        text = html_text(text)[0]
    elif _ENTITY.search(text):
        text = html.unescape(text)
    return text.strip()


def parsed_strings(value: object, depth: int = 4) -> object:
    """A value whose strings of JSON are taken as what they spell."""
    if isinstance(value, str) and depth and value.lstrip()[:1] in ("{", "[", '"') and len(value) > 1:
        try:
            inner = json.loads(value)
        except (ValueError, RecursionError):
            return value
        return parsed_strings(inner, depth - 1) if isinstance(inner, dict | list | str) else value
    return value


_FORMULA = re.compile(r"\s*(?:=\S|[+@-][^\s|(!]*[|(!])")


def looks_like_formula(value: object) -> bool:
    """Whether a spreadsheet would run a cell: it is text here, and stays text."""
    return isinstance(value, str) and _FORMULA.match(value) is not None
