"""What was asked and what was said, in the messages, inputs and outputs of a dozen frameworks."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from ragtriage.intake.column_names import plain_name
from ragtriage.intake.times import scalar_time
from ragtriage.intake.values import parsed_strings

_ASKED = (
    "question",
    "query",
    "user_question",
    "input",
    "prompt",
    "message",
    "text",
    "content",
    "user_input",
    "q",
    "value",
    "body",
)
_SAID = (
    "answer",
    "response",
    "output",
    "llm_response",
    "text",
    "content",
    "completion",
    "result",
    "message",
    "generation",
    "value",
    "body",
)
_USERS = ("user", "human", "end-user", "customer")
_BOTS = ("assistant", "ai", "bot", "model", "agent")
_DEEPEST = 8
_TALK = frozenset("messages conversation chat turns history transcript dialog dialogue".split())
_SPOKEN = frozenset(
    "input inputs output outputs request response prompt completion message answer question query requestbody "
    "responsebody".split()
)
_OF_A_CASE = frozenset(("question", "answer", "rating", "feedback"))
_EXTENDED = frozenset("$oid $uuid $numberInt $numberLong $numberDouble $numberDecimal $symbol".split())


def unfolded(record: Mapping[str, object]) -> dict[str, object]:
    """A record whose small records within are columns too, such as `feedback.rating`; what was said stays whole."""
    out: dict[str, object] = {}
    for key, value in record.items():
        inner = parsed_strings(value)
        if isinstance(inner, Mapping) and (scalar := _scalar(inner)) is not None:
            out[key] = scalar
        elif isinstance(inner, Mapping) and plain_name(key) not in _SPOKEN:
            out |= {f"{key}.{name}": _plain(each) for name, each in inner.items()}
        else:
            out[key] = value
    return out


def _plain(value: object) -> object:
    scalar = _scalar(value) if isinstance(value, Mapping) else None
    return value if scalar is None else scalar


def _scalar(value: Mapping[str, object]) -> object:
    """The time, id or number that a database writes as a record of its own; None: it is another."""
    if len(value) == 1 and value.keys() <= _EXTENDED:
        return next(iter(value.values()))
    return scalar_time(value)


def holds_talk(name: str) -> bool:
    """Whether a column holds a conversation: the question and the answer to it."""
    return plain_name(name) in _TALK


def asked(value: object, depth: int = 0) -> str:
    """The question in an input: a text, the last message of a user, or the field that holds it. Empty: none."""
    if isinstance(value, str):
        return value
    if depth > _DEEPEST:
        return ""
    if isinstance(value, Mapping):
        for key in ("messages", "chat_history", "history", "kwargs", "args"):
            if (
                key in value
                and not any(isinstance(value.get(name), str) for name in _ASKED[:5])
                and (found := asked(value[key], depth + 1))
            ):
                return found
        return _first(value, _ASKED, depth, asked)
    return _last_of(value, _USERS, depth, asked) if isinstance(value, Sequence) else ""


def answer_text(value: object, depth: int = 0) -> str:
    """The answer in an output: a text, the last message of the assistant, or the field that holds it. Empty: none."""
    if isinstance(value, str):
        return value
    if depth > _DEEPEST:
        return ""
    if isinstance(value, Mapping):
        for key in ("choices", "messages", "generations", "outputs"):
            if key in value and (found := answer_text(value[key], depth + 1)):
                return found
        return _first(value, _SAID, depth, answer_text)
    return _last_of(value, _BOTS, depth, answer_text) if isinstance(value, Sequence) else ""


def _first(value: Mapping[str, object], names: Sequence[str], depth: int, read: "_Reader") -> str:
    for name in names:
        if value.get(name) and (found := read(value[name], depth + 1)):
            return found
    return ""


def _last_of(values: Sequence[object], roles: Sequence[str], depth: int, read: "_Reader") -> str:
    """The last message of such a role; the parts of one message; else the last value that says anything."""
    if text := _of_parts(values):
        return text
    spoken = [one for one in values if isinstance(one, Mapping) and role_of(one)]
    own: list[object] = [one for one in spoken if role_of(one) in roles] if spoken else list(values)
    for one in reversed(own):
        if found := read(one, depth + 1):
            return found
    return ""


def _of_parts(values: Sequence[object]) -> str:
    """The text of a message that comes in parts; empty where one of them is no text."""
    typed = [one for one in values if isinstance(one, Mapping)]
    parts = [part.get("text") for part in typed if part.get("type") in ("text", "input_text", "output_text")]
    return "\n".join(str(part) for part in parts) if all(isinstance(part, str) for part in parts) else ""


def role_of(message: Mapping[str, object]) -> str:
    """Who speaks, in lower case."""
    for key in ("role", "type", "from", "author", "sender"):
        if isinstance(named := message.get(key), str):
            return named.casefold()
        if isinstance(named, Mapping) and isinstance(inner := named.get("role"), str):
            return inner.casefold()
    return ""


def is_of_a_bot(record: Mapping[str, object]) -> bool:
    """Whether a record is one message of a channel, and its author a program."""
    message = record.keys() & {"content", "text", "body"} and not record.keys() & _OF_A_CASE
    if message and record.get("role") in ("assistant", "system", "tool", "developer"):
        return True
    author = record.get("author") or record.get("from") or record.get("user")
    if not isinstance(author, Mapping):
        return False
    if author.get("isBot") is True or author.get("bot") is True or author.get("is_bot") is True:
        return True
    return bool(author.get("application")) and not author.get("user")


class _Reader(Protocol):
    """For typing: `asked` or `said`."""

    def __call__(self, value: object, depth: int = 0) -> str: ...
