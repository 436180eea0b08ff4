"""Which column is the question? Told by its name, in some languages, and by what stands in it."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, get_args

from ragtriage.errors import Place, UsageError, nearest
from ragtriage.intake.conversations import asked, said
from ragtriage.intake.values import moment, number, opened, rating_of
from ragtriage.triage.weeks import zone

Role = Literal["question", "answer", "rating", "comment", "time", "asker", "link", "ref"]
ROLES: tuple[Role, ...] = get_args(Role)

_NAMES: dict[Role, str] = {
    "question": "question userquestion query userquery prompt userprompt questiontext input userinput "
    "inputs request utterance usermessage inquiry searchquery frage benutzerfrage nutzerfrage "
    "kundenfrage pregunta consulta domanda pergunta vraag fraga sporgsmal pytanie soru вопрос "
    "質問 问题 問題 질문 quest q asked message messages conversation chat turns history transcript "
    "body text description subject title",
    "answer": "answer answershown shownanswer llmresponse botresponse response modelresponse airesponse "
    "botanswer botreply output outputs completion generation assistant reply antwort botantwort "
    "respuesta reponse risposta resposta antwoord svar odpowiedz cevap ответ 回答 答案 답변 result a",
    "comment": "comment usercomment feedbackcomment userfeedback feedbacktext feedback comments kommentar "
    "comentario commentaire commento comentarios opmerking bemerkung anmerkung remark remarks "
    "note notes reason explanation freetext комментарий 评论 コメント 의견 rueckmeldung ruckmeldung "
    "complaint issue whatwaswrong details",
    "rating": "rating userrating sentiment thumbs thumb vote feedbacktype feedbackvalue score userscore "
    "reaction helpful washelpful ishelpful liked thumbsup bewertung note nota calificacion "
    "valoracion valutazione avaliacao evaluation stars satisfaction csat label verdict "
    "beoordeling оценка 评分 評価 평가 value feedback",
    "time": "timestamp createdat created time datetime date at submittedat askedat starttime when datum "
    "zeit zeitpunkt erstellt erstelltam fecha fechahora hora horodatage date creation "
    "datecreation data ora tijd дата 时间 日時 日付 ts updatedat",
    "asker": "userid user username useremail email customerid customer requesterid accountid account "
    "visitorid nutzer benutzer nutzerid usuario utilisateur cliente utente name sessionid "
    "session conversationid",
    "link": "traceurl sourceurl url link permalink htmlpath traceurl tracelink href runurl "
    "conversationurl traceid runid spanid",
    "ref": "id feedbackid ticketid messageid traceid runid conversationid externalid uuid number nr "
    "key recordid sessionid",
}
"""Names as `_plain` has them, the surest first."""
USER = frozenset(
    "role roles rolle plan tier segment permission permissions department group groups tenant audience team "
    "entitlement".split()
)
"""Attributes of a user that may decide what is seen."""
FILTERS = frozenset(
    "region product productversion version language locale lang country manual edition platform environmenttype".split()
)
_SAMPLE = 200


@dataclass(frozen=True, slots=True)
class FieldMap:
    """Which column holds what, and why that is thought."""

    columns: Mapping[str, str] = field(default_factory=dict)
    """Role to column."""
    why: Mapping[str, str] = field(default_factory=dict)
    """Role to `named`, `by content` or `ragtriage.yaml`."""
    user: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    """The range of a rating in numbers."""
    month_first: bool = False


def plain_name(name: str) -> str:
    """A column's name for comparing: no case, accents, spaces, signs."""
    flat = unicodedata.normalize("NFKD", name.casefold().replace("ß", "ss"))
    return "".join(char for char in flat if char.isalnum())


_KNOWN = frozenset(word for words in _NAMES.values() for word in words.split() if len(word) > 1)


_TALK = frozenset("messages conversation chat turns history transcript dialog dialogue".split())
_SPOKEN = frozenset(
    "input inputs output outputs request response prompt completion message answer question query".split()
)


def unfolded(record: Mapping[str, object]) -> dict[str, object]:
    """A record whose small records within are columns too, such as `feedback.rating`; what was said stays whole."""
    out: dict[str, object] = {}
    for key, value in record.items():
        inner = opened(value)
        if isinstance(inner, Mapping) and plain_name(key) not in _SPOKEN:
            out |= {f"{key}.{name}": each for name, each in inner.items()}
        else:
            out[key] = value
    return out


def last_part(name: str) -> str:
    """`role` of `user.role`."""
    return name.rpartition(".")[2] or name


def holds_talk(name: str) -> bool:
    """Whether a column holds a conversation: the question and the answer to it."""
    return plain_name(name) in _TALK


def known_name(name: str) -> bool:
    """Whether a heading may hold this name."""
    return plain_name(name) in _KNOWN


def mapped(
    sample: Sequence[Mapping[str, object]],
    saved: Mapping[str, Sequence[str]],
    given: Mapping[str, str] | None = None,
    path: Path | None = None,
) -> FieldMap:
    """What the columns of some records hold. `saved`: role to names that ragtriage.yaml gives, which come first.

    `given`: role to the column that the person named for these records; UsageError, at `path`, if there is none such.
    """
    names = list(dict.fromkeys(name for row in sample for name in row))
    chosen: dict[str, str] = {}
    why: dict[str, str] = {}
    for role, column in (given or {}).items():
        if column not in names:
            guess = nearest(column, names)
            hint = f"did you mean `{guess}`? " if guess else ""
            raise UsageError(
                f"there is no column `{column}`",
                where=Place(path) if path else None,
                next_step=f"{hint}its columns: {', '.join(names[:20])}; nothing of it was imported",
            )
        chosen[role], why[role] = column, "--map"
    for role in ROLES:
        for wanted in saved.get(role, ()):
            if wanted in names and role not in chosen:
                chosen[role], why[role] = wanted, "ragtriage.yaml"
    for role in ROLES:
        if role not in chosen and (found := _by_name(role, names, sample, chosen)):
            chosen[role], why[role] = found, "named"
    for role in ("rating", "time", "question", "answer", "comment"):
        if role not in chosen and (found := _by_content(role, names, sample, set(chosen.values()))):
            chosen[role], why[role] = found, "by content"
    taken = set(chosen.values())
    user = tuple(name for name in names if name not in taken and plain_name(last_part(name)) in USER)
    filters = tuple(name for name in names if name not in taken and plain_name(last_part(name)) in FILTERS)
    unread = tuple(name for name in names if name not in {*taken, *user, *filters, "tags"})
    figures = [figure for row in sample if (figure := number(row.get(chosen.get("rating", "")))) is not None]
    from ragtriage.intake.values import says_month_first

    dates = [str(row.get(chosen.get("time", ""), "")) for row in sample]
    return FieldMap(
        chosen,
        why,
        user,
        filters,
        unread,
        min(figures, default=None),
        max(figures, default=None),
        says_month_first(dates),
    )


def _values(name: str, sample: Sequence[Mapping[str, object]]) -> list[object]:
    return [value for row in sample if (value := row.get(name)) not in (None, "", [], {})]


def _fits(role: str, values: list[object], rated: bool) -> bool:
    """Whether what stands in a column can be what its name says. `rated`: the rating stands in another one."""
    if not values:
        return True
    if role == "rating":
        return sum(rating_of(value, 0, 100) is not None for value in values) >= 0.8 * len(values)
    if role == "time":
        return sum(bool(moment(value, _UTC)) for value in values) >= 0.5 * len(values)
    if role in ("question", "answer", "comment"):
        texts = [said(opened(value)) or asked(opened(value)) for value in values]
        ratings = sum(rating_of(value, 0, 100) is not None for value in values)
        return any(texts) and (role != "comment" or rated or ratings < 0.8 * len(values))
    if role == "link":
        return all(isinstance(value, str | int) for value in values)
    return all(isinstance(value, str | int | float) for value in values)


_UTC = zone("UTC")


def _by_name(
    role: Role, names: Sequence[str], sample: Sequence[Mapping[str, object]], chosen: Mapping[str, str]
) -> str | None:
    plain: dict[str, str] = {}
    for name in names:
        plain.setdefault(plain_name(name), name)
    for name in names:
        plain.setdefault(plain_name(last_part(name)), name)
    for wanted in _NAMES[role].split():
        found = plain.get(wanted)
        free = found not in chosen.values() or role in (
            "link",
            "ref",
        )  # an id may be both what is named and what leads there
        if found is not None and free and _fits(role, _values(found, sample), "rating" in chosen):
            return found
    return None


def _by_content(role: str, names: Sequence[str], sample: Sequence[Mapping[str, object]], taken: set[str]) -> str | None:
    best, chosen = 0.0, None
    for name in names:
        values = _values(name, sample)
        if name in taken or not values:
            continue
        worth = _worth(role, values)
        if worth > best:
            best, chosen = worth, name
    return chosen


def _worth(role: str, values: list[object]) -> float:
    """How much the values look like what the role holds; 0: not at all."""
    count = len(values)
    if role == "rating":
        kinds = {str(value).strip().casefold() for value in values}
        share = sum(rating_of(value) is not None for value in values) / count
        return share if share > 0.9 and len(kinds) <= 5 and (count > 1 or number(values[0]) is None) else 0.0
    if role == "time":
        share = sum(bool(moment(value, _UTC)) for value in values) / count
        return share if share > 0.8 and not all(number(value) is not None for value in values) else 0.0
    texts = [str(value) for value in values if isinstance(value, str)]
    if not texts:
        return 0.0
    words = sum(len(text.split()) for text in texts) / len(texts)
    if role == "question":
        return sum(_QUESTION.search(text) is not None for text in texts) / count if words >= 3 else 0.0
    return words if words >= (5 if role == "answer" else 3) else 0.0


_QUESTION = re.compile(
    r"(?i)[?？]\s*$|^\W*(?:how|what|why|where|when|who|which|can|could|is|are|do|does|did|should|wie|was|warum|wo|wann|kann|"
    r"ist|gibt|welche\w*|cómo|qué|por qué|dónde|comment|pourquoi|quel\w*|est-ce|come|perché|como|hoe|wat)\b"
)
