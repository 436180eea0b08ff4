"""Personal data and secrets are struck out of text, before it is written anywhere.

What is struck is replaced by what it was (`[e-mail]`), so that the question still reads; the kinds are counted. Each
rule asks for proof where there is one (checksums, the numbering plan of the country) and for context where there is
none, as an order number that is struck out makes a complaint useless.
"""

import ipaddress
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from ragtriage.intake import redact_patterns as like

REGIONS = ("US", "GB", "DE", "FR", "ES", "IT", "NL", "AT", "CH", "IN", "AU")
"""Whose numbering plans a phone number without a country code may follow."""
STRUCK = re.compile(r"\[(?:key|e-mail|account number|card number|IP address|phone|name)\]")
"""What stands where something was struck out: no word of a question."""
_BEFORE = 48
"""Characters before a number that can say what it is a number of."""


class Redacted(NamedTuple):
    """A text without what was struck out of it, and how often what kind was."""

    text: str
    struck: Counter[str]


class _Hit(NamedTuple):
    start: int
    end: int
    kind: str


def redact(text: str) -> Redacted:
    """`text` with e-mails, phones, cards, accounts, names, IPs and keys replaced by `[kind]`.

    Redacting twice is redacting once.
    """
    struck: Counter[str] = Counter()
    if not text:
        return Redacted(text, struck)
    for rule in _RULES:
        text = _without(text, rule(text), struck)
    return Redacted(text, struck)


def _without(text: str, hits: Iterable[_Hit], struck: Counter[str]) -> str:
    """`text` with its hits replaced, each counted in `struck`; put together once, as there may be thousands."""
    pieces: list[str] = []
    at = 0
    for hit in _apart(hits):
        pieces += [text[at : hit.start], f"[{hit.kind}]"]
        at = hit.end
        struck[hit.kind] += 1
    return "".join([*pieces, text[at:]])


def _apart(hits: Iterable[_Hit]) -> list[_Hit]:
    """Hits in order, none within another."""
    out: list[_Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end)):
        if not out or hit.start >= out[-1].end:
            out.append(hit)
    return out


def _keys(text: str) -> Iterator[_Hit]:
    for pattern in (like.PRIVATE_KEY, like.KNOWN_KEYS):
        yield from (_Hit(*match.span(), "key") for match in pattern.finditer(text))
    yield from (_Hit(*match.span("value"), "key") for match in like.URL_LOGIN.finditer(text))
    yield from (_Hit(*match.span("value"), "key") for match in like.BEARER.finditer(text))
    for match in (*like.NAMED_SECRET.finditer(text), *like.FLAG.finditer(text)):
        value = match["value"].rstrip(".?:")
        if _is_secret(value):
            yield _Hit(match.start("value"), match.start("value") + len(value), "key")


def _is_secret(value: str) -> bool:
    """Whether what is called a password can be one: words, paths and placeholders cannot."""
    if (
        len(value) < 6
        or like.PLACEHOLDER.match(value)
        or "://" in value
        or value.startswith(("/", "./", "-", "@", "%"))
    ):
        return False
    kinds = sum(bool(re.search(kind, value)) for kind in (r"[^\W\d_]", r"\d", r"[^\w.-]"))
    return kinds >= 2 or (value.isdecimal() and len(value) >= 6)


def _emails(text: str) -> Iterator[_Hit]:
    at = -1
    while (at := text.find("@", at + 1)) >= 0:
        if (domain := like.MAIL_DOMAIN.match(text, at + 1)) and (start := _mailbox_start(text, at)) is not None:
            yield _Hit(start, domain.end(), "e-mail")
    yield from (_Hit(*match.span(), "e-mail") for match in like.SPELLED_EMAIL.finditer(text))


def _mailbox_start(text: str, at: int) -> int | None:
    """Where the mailbox begins that ends before the `@` at `at`; None: there is none, or it is Git's."""
    from_here = max(0, at - like.LONGEST_MAILBOX - len("mailto:"))
    match = like.MAILBOX.search(text, from_here, at)
    return None if match is None or match.group() == "git" else match.start()


def _addresses(text: str) -> Iterator[_Hit]:
    for match in (*like.IPV4.finditer(text), *like.IPV4_IN_URL.finditer(text)):
        before = _said_before(text, match.start("value"))
        if like.VERSION_BEFORE.search(before):
            continue
        if int(match["value"].partition(".")[0]) < 20 and like.PRODUCT_BEFORE.search(before):
            continue
        if _is_someones(match["value"], match["net"] or ""):
            yield _Hit(*match.span("value"), "IP address")
    for match in like.IPV6.finditer(text):
        if any(char.isdigit() for char in match["value"]) and _is_someones(match["value"], match["net"] or ""):
            yield _Hit(*match.span("value"), "IP address")


def _is_someones(value: str, net: str) -> bool:
    """Whether an address can be a machine's of someone: not a network, a mask, a loopback."""
    try:
        address = ipaddress.ip_address(value)
    except ValueError:
        return False
    if address.is_loopback or address.is_unspecified or value.startswith(("255.", "0.")):
        return False
    if not net:
        return not value.endswith(".0")
    try:
        ipaddress.ip_network(value + net)
    except ValueError:
        return True
    return int(net[1:]) == address.max_prefixlen


def _accounts(text: str) -> Iterator[_Hit]:
    for match in like.IBAN.finditer(text):
        if end := _iban_end(match.group()):
            yield _Hit(match.start(), match.start() + end, "account number")
    yield from (_Hit(*match.span("value"), "account number") for match in like.ACCOUNT.finditer(text))


def _iban_end(text: str) -> int:
    """Where the longest IBAN at the beginning of `text` ends; 0 when there is none. ISO 13616: mod 97 is 1."""
    for end in range(len(text), 14, -1):
        compact = re.sub(r"[ -]", "", text[:end]).upper()
        if (
            len(compact) != like.IBAN_LENGTHS.get(compact[:2])
            or not text[end - 1].isalnum()
            or (end < len(text) and text[end].isalnum())
        ):
            continue
        turned = compact[4:] + compact[:4]
        if int("".join(str(int(char, 36)) for char in turned)) % 97 == 1:
            return end
    return 0


def _cards(text: str) -> Iterator[_Hit]:
    for match in like.CARD.finditer(text):
        shown = match.group()
        digits = re.sub(r"\D", "", shown)
        if not like.CARD_GROUPS.fullmatch(shown) or not like.ISSUER.match(digits) or not luhn(digits):
            continue
        if shown.isdecimal() and like.NUMBER_OF_SOMETHING.search(_said_before(text, match.start())):
            continue
        yield _Hit(*match.span(), "card number")


def luhn(digits: str) -> bool:
    """Whether the check digit fits. ISO/IEC 7812-1 annex B."""
    total = 0
    for place, char in enumerate(reversed(digits)):
        value = int(char) * (2 if place % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def _phones(text: str) -> Iterator[_Hit]:
    for match in like.PHONE.finditer(text):
        value = match["value"].rstrip(" (./-")
        start = match.start("value")
        before = _said_before(text, start)
        if value.startswith(("+", "00")) or not like.NUMBER_OF_SOMETHING.search(before):
            called = match.group().startswith("tel:") or like.CALL_BEFORE.search(before) is not None
            called = called or bool(like.DIALLED.fullmatch(value) and like.DIAL_BEFORE.search(before))
            glued = before.endswith(":") and not match.group().startswith("tel:")
            if (called or not glued) and _is_phone(value, called):
                yield _Hit(match.start(), start + len(value), "phone")


_DATE = re.compile(
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?!\d)|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2})(?!\d)|\d{1,2} \d{1,2} (?:19|20)\d{2}$"
)
_GROUPED = re.compile(
    r"\(?\d{2,5}\)?([ ./-])\d{2,4}(?:[ ./-]?\d{2,4}){1,4}|\(\d{2,5}\)[ ]?\d{3,8}(?:[ -]\d{2,6})*"
    r"|0\d{1,4}[ /-]\d{4,9}(?:-\d{1,4})?"
)


def _is_phone(value: str, called: bool) -> bool:
    """Whether the numbering plan knows it, and it is written as people write phones."""
    digits = re.sub(r"\D", "", value)
    if not 7 <= len(digits) <= 15 or _DATE.match(value):
        return False
    if called:
        return True
    if re.match(r"00[1-9]", value):
        value = "+" + value[2:]
    if value.startswith("+"):
        return _in_plan(value, None)
    if not _GROUPED.fullmatch(value) or ("." in value and not re.fullmatch(r"[\d.]+", value)):
        return False
    return any(_in_plan(value, region) and _written_as_in(value, region) for region in REGIONS)


def _in_plan(value: str, region: str | None) -> bool:
    """Whether the numbering plan of the region has such a number; None: of the country that it begins with."""
    import phonenumbers

    try:
        return phonenumbers.is_valid_number(phonenumbers.parse(value, region))
    except phonenumbers.NumberParseException:
        return False


def _written_as_in(value: str, region: str | None) -> bool:
    """Whether people of the region write a number so: 3-3-4 in North America, elsewhere with a leading zero."""
    if region == "US":
        return re.fullmatch(r"(?:1[ .-])?\(?\d{3}\)?[ .-]?[ ]?\d{3}[ .-]\d{4}", value) is not None
    return value.lstrip("(").startswith("0")


def _said_before(text: str, at: int) -> str:
    return text[max(0, at - _BEFORE) : at]


def _names(text: str) -> Iterator[_Hit]:
    for greeting in like.GREETING.finditer(text):
        before = _said_before(text, greeting.start())
        blanks = len(before) - len(before.rstrip(" \t"))
        for start in (greeting.start() - blanks, greeting.start()):
            if match := like.SALUTATION.match(text, start):
                yield from _name_in(match, "value")
                break
    yield from (hit for match in like.TITLED.finditer(text) for hit in _name_in(match, "value"))
    for match in like.SIGN_OFF.finditer(text):
        yield from _name_in(match, "value")


_TITLE = re.compile(r"(?:Mr|Mrs|Ms|Mx|Miss|Dr|Prof|Herrn?|Frau|Monsieur|Madame|Mme|M|Señora?|Sra?|Signora?)\.?")


def _name_in(match: re.Match[str], group: str) -> Iterator[_Hit]:
    """The words of a name, up to the first that is none; titles before it stay."""
    words = list(re.finditer(r"\S+", match[group]))
    while words and _TITLE.fullmatch(words[0].group()):
        words = words[1:]
    kept: list[re.Match[str]] = []
    for word in words:
        said = word.group().casefold()
        if said not in like.PARTICLES and not like.NO_NAMES.isdisjoint((said.strip(".,"), re.split("['’]", said)[0])):
            break
        kept.append(word)
    while kept and kept[-1].group().casefold() in like.PARTICLES:
        kept.pop()
    if kept and not _is_acronym(kept, match.string[match.end(group) :]):
        yield _Hit(match.start(group) + kept[0].start(), match.start(group) + kept[-1].end(), "name")


def _is_acronym(words: list[re.Match[str]], after: str) -> bool:
    """Whether the only word is in capitals and nobody is greeted by it: `Hello API users`, and not `Hello JOHN,`."""
    first = words[0].group()
    return len(words) == 1 and len(first) > 1 and first.isupper() and not after.startswith((",", "!"))


_RULES: tuple[Callable[[str], Iterator[_Hit]], ...] = (_keys, _emails, _accounts, _cards, _addresses, _phones, _names)
"""In this order: what is struck out by one is no longer there for the next."""


def redact_id(text: str) -> Redacted:
    """An id or a link without e-mails, cards and keys; its numbers stay, as they are what it is known by."""
    struck: Counter[str] = Counter()
    for rule in (_keys, _emails, _cards):
        text = _without(text, rule(text), struck)
    return Redacted(text, struck)
