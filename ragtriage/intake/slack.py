"""Slack exports: a thread with the assistant is a question, its answer, reactions and what was said afterwards."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from ragtriage.intake.export_formats import RawComplaint
from ragtriage.intake.files import ExportRecord
from ragtriage.intake.model import Rating
from ragtriage.intake.ratings import Scale
from ragtriage.intake.values import is_praise

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}\.json")
_SIGNS: Mapping[str, Rating] = {
    "x": "down", "negative_squared_cross_mark": "down", "no_entry": "down", "no_entry_sign": "down", "rage": "down",
    "disappointed": "down", "heavy_check_mark": "up", "ok_hand": "up", "clap": "up", "100": "up",
}  # fmt: skip
"""What Slack calls signs that are words of other things elsewhere."""
_OF_THE_EXPORT = frozenset(
    ("users.json", "channels.json", "groups.json", "dms.json", "mpims.json", "integration_logs.json", "canvases.json")
)


def is_message(record: Mapping[str, object]) -> bool:
    """Whether a record is a message of a Slack export."""
    return record.get("type") == "message" and "ts" in record


def is_about_the_export(name: str) -> bool:
    """Whether a file of the export holds people and channels, and no messages."""
    return name in _OF_THE_EXPORT


def threads(rows: Iterable[ExportRecord]) -> Iterator[tuple[ExportRecord, RawComplaint]]:
    """Each thread that someone opened with a question, with the row of that question."""
    by_thread: dict[str, list[ExportRecord]] = {}
    for row in rows:
        by_thread.setdefault(str(row.value.get("thread_ts") or row.value["ts"]), []).append(row)
    for messages in by_thread.values():
        messages.sort(key=lambda row: str(row.value["ts"]))
        first = messages[0].value
        if (
            not _is_bot(first)
            and first.get("subtype") in (None, "thread_broadcast", "file_share")
            and plain_message(first.get("text"))
        ):
            yield messages[0], _draft([row.value for row in messages])


def _draft(messages: list[Mapping[str, object]]) -> RawComplaint:
    asker, answers = messages[0].get("user"), [one for one in messages[1:] if _is_bot(one)]
    after = messages[messages.index(answers[0]) + 1 :] if answers else []
    comments = [plain_message(one.get("text")) for one in after if not _is_bot(one)]
    return RawComplaint(
        question=plain_message(messages[0].get("text")),
        answer=plain_message(answers[0].get("text")) if answers else "",
        comment="\n".join(comments),
        rating=_rating(answers, comments),
        at=float(str(messages[0]["ts"])) if re.fullmatch(r"\d+(\.\d+)?", str(messages[0]["ts"])) else "",
        kind="slack",
        ref=messages[0].get("client_msg_id") or messages[0]["ts"],
        link=messages[0].get("permalink") or "",
        asker=asker,
    )


def _rating(answers: Sequence[Mapping[str, object]], comments: Sequence[str]) -> Rating:
    """One thumb down outweighs the others; without thumbs, words that only praise are one up."""
    ratings = {found for one in answers for found in _reactions(one)}
    if "down" in ratings:
        return "down"
    praised = bool(comments) and all(is_praise(comment) for comment in comments)
    return "up" if "up" in ratings or praised else "none"


def _is_bot(message: Mapping[str, object]) -> bool:
    return message.get("subtype") == "bot_message" or bool(message.get("bot_id"))


def _reactions(message: Mapping[str, object]) -> Iterator[Rating]:
    reactions = message.get("reactions")
    for one in reactions if isinstance(reactions, list) else ():
        name = str(one.get("name", "")).partition("::")[0] if isinstance(one, Mapping) else ""
        if found := _SIGNS.get(name) or Scale().read(name):
            yield found


def plain_message(text: object) -> str:
    """A message without Slack's own marks: links spelt out, people as `@user`, the mention at the front gone."""
    if not isinstance(text, str):
        return ""
    text = re.sub(r"^(?:\s*<@[A-Z0-9]+(?:\|[^>]{0,200})?>[,:]?\s*)+", "", text)
    text = re.sub(r"<@[A-Z0-9]+(?:\|[^>]{0,200})?>", "@user", text)
    text = re.sub(r"<#[A-Z0-9]+\|?([^>]{0,200})>", r"#\1", text)
    text = re.sub(r"<!(\w{1,40})[^>]{0,200}>", r"@\1", text)
    text = re.sub(r"<mailto:([^|>]{1,320})(?:\|[^>]{0,200})?>", r"\1", text)
    text = re.sub(r"<(https?://[^<|>\s]{1,2000})\|([^<>]{1,2000})>", r"\2 (\1)", text)
    text = re.sub(r"<(https?://[^<|>\s]{1,2000})>", r"\1", text)
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").strip()
