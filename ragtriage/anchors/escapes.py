"""Entities and tags of HTML: `R&amp;D` is R&D, `<b>not</b>` is not; and where they are what a text speaks of.

A file in HTML or Markdown shows `&` for `&amp;` and bold for `<b>`; its plain text, taken out by another program, has
neither. A text that tells how to write them has both, or calls them by name, or sets them as code.
"""

import html
import re
from collections.abc import Iterator

_NAMED = r"\#\d{2,6}|\#[xX][0-9A-Fa-f]{2,5}|[A-Za-z][A-Za-z0-9]{1,23}"
SPACE = r"<(?i:br) ?/?>|&(?:nbsp|\#160|\#[xX][aA]0);"
"""Pattern of what is white space; `ESCAPES` is of all else that is dropped or decoded."""
ESCAPES = rf"<(?i:/?(?:b|i|em|strong)|wbr ?/?)>|&(?:{_NAMED});"
_ANY = re.compile(rf"<(?i:/?(?:b|i|em|strong)|w?br ?/?)>|&(?:{_NAMED});")
_ANY_TAG = re.compile(r"<(?i:/?(?:b|i|em|strong)|w?br ?/?)>")
_ANY_ENTITY = re.compile(rf"&(?:{_NAMED});")
"""Apart, as a pattern that begins with one character is looked for at ten times the speed."""
_TAG = re.compile(r"(?i:<(/?)(b|i|em|strong)>)")
_OTHER_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")
_SPEAKS_OF_IT = re.compile(
    r"(?i)`|<code|<pre|\b(?:html?|xml|xhtml|markdown|escap\w*|unescap\w*|entit(?:y|ies)|tags?|markup|ampersand\w*)\b"
)
_SHOWN_TAG = re.compile(r"(?i:&lt;|&#60;|&#x3c;)(?=[A-Za-z/!])")


def may_hold(text: str) -> bool:
    """Whether there is anything of this kind in `text`."""
    return bool(("<" in text and _ANY_TAG.search(text)) or ("&" in text and _ANY_ENTITY.search(text)))


def entity_text(piece: str) -> str:
    """What an entity or tag stands for: one character, or nothing; an entity that is none stays as it is."""
    if piece[0] == "<":
        return " " if piece[1:3].lower() == "br" else ""
    char = html.unescape(piece)
    return char if len(char) == 1 else piece


def padded(text: str) -> str:
    """`text` with each entity decoded and each tag gone, in as many characters: NULs stand for the rest."""
    if not may_hold(text):
        return text
    return _ANY.sub(lambda match: entity_text(match.group()).ljust(len(match.group()), "\0"), text)


def same_escapes(quote: str, found: str) -> bool:
    """Whether the entities and tags of both are the same, or dress in both."""
    one, other = ([match.group() for match in _ANY.finditer(text)] for text in (quote, found))
    if one == other:
        return True
    if _SPEAKS_OF_IT.search(quote) or _SPEAKS_OF_IT.search(found):
        return False
    if len(_SHOWN_TAG.findall(quote)) != len(_SHOWN_TAG.findall(found)):
        return False
    return all(_closed(text) and not _mixed(text) for text in (quote, found))


def _closed(text: str) -> bool:
    """Whether every tag of emphasis is opened and closed, and there are no others beside breaks."""
    open_: list[str] = []
    for match in _TAG.finditer(text):
        if not match[1]:
            open_.append(match[2].lower())
        elif not open_ or open_.pop() != match[2].lower():
            return False
    return not open_ and all(_ANY.fullmatch(tag) for tag in _tags(text))


def _tags(text: str) -> Iterator[str]:
    return (match.group() for match in _OTHER_TAG.finditer(text))


def _mixed(text: str) -> bool:
    """Whether a character stands there both as itself and as an entity: then the entity is spoken of."""
    rest = _ANY.sub(" ", text)
    shown = {entity_text(match.group()) for match in _ANY.finditer(text) if match.group()[0] == "&"} - {
        "\u00a0",
        "'",
        '"',
    }
    return any(char in rest for char in shown if len(char) == 1 and not char.isspace())
