"""ragtriage.yaml: few settings, each with a reason. The schema words the errors and the documentation."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from ragtriage.disk.files import read_bytes
from ragtriage.disk.problems import found
from ragtriage.disk.schema import (
    Field,
    Flag,
    Free,
    ListOf,
    MapOf,
    Number,
    OneOf,
    Problem,
    ReadingPosition,
    Record,
    Text,
    Whole,
    documented,
    read,
)
from ragtriage.disk.yaml_io import MapNode, load_yaml
from ragtriage.errors import FilePlace, SettingsError, WorkspaceError
from ragtriage.metrics.rules import DocIdRules, MatchSettings, ScoreSettings
from ragtriage.triage.passing import CitationsRule, EvidenceRule, PassWhen, RefusalRule
from ragtriage.weeks import zone

FILE = "ragtriage.yaml"

ThemeChoice = Literal["auto", "dark", "light"]
"""Colours of the screens; auto: those that fit the terminal's background."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a workspace."""

    snapshot: str | None = None
    """The corpus that the golden set is anchored in and judged against."""
    timezone: str = "UTC"
    score: ScoreSettings = field(default_factory=ScoreSettings)
    pass_when: PassWhen = field(default_factory=PassWhen)
    newest_per_configuration: bool = True
    max_age_days: int | None = 30
    configurations: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    """By name; each is checked by the system it names when it runs."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Action id to key."""
    complaint_fields: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What an export's columns are called, by what they hold."""
    keep_complaint_text: bool = False
    complaints_as_drafts: bool = False
    theme: ThemeChoice = "auto"


_MATCH = Record(
    (
        Field(
            "overlap", Number(0.01, 1.0), "Share of a quote that must be in a passage to count as found.", default=0.8
        ),
        Field(
            "join_split", Flag(), "Whether a quote cut by a chunk border is found in the pieces together.", default=True
        ),
        Field("accept_duplicates", Flag(), "Whether the same words under another doc_id count.", default=False),
    )
)
_DOC_ID = Record(
    (
        Field(
            "strip_prefix",
            ListOf(Text(), single=True),
            "Beginnings that a run's doc_ids have and the corpus's have not.",
        ),
        Field("strip_suffix", ListOf(Text(), single=True), "Endings likewise."),
        Field("drop_fragment", Flag(), "Whether to drop `#…` from a run's doc_ids."),
    )
)
_PASS_WHEN = Record(
    (
        Field(
            "evidence",
            OneOf(get_args(EvidenceRule)),
            "What an answerable case's evidence must do.",
            default="all_in_context",
        ),
        Field("refusal", OneOf(get_args(RefusalRule)), "Whether declining must fit the label.", default="correct"),
        Field("citations", OneOf(get_args(CitationsRule)), "What citations must be.", default="none_fabricated"),
    )
)
_RUNS = Record(
    (
        Field(
            "newest_per_configuration", Flag(), "Whether only the newest run of a configuration counts.", default=True
        ),
        Field("max_age_days", Whole(1), "Runs imported longer ago are left out of the latest.", default=30),
    )
)

_COMPLAINTS = Record(
    (
        Field(
            "fields",
            Record(
                tuple(
                    Field(role, ListOf(Text(filled=True), single=True), f"Columns of exports that hold the {role}.")
                    for role in ("question", "answer", "comment", "rating", "time", "asker", "link", "ref")
                )
            ),
            "Names of columns that are not found by themselves; `complaints import --save` writes them.",
        ),
        Field(
            "as_drafts",
            Flag(),
            "Whether a case made of a complaint stays a draft; else it is active where nothing speaks against it.",
            default=False,
        ),
        Field("keep_text", Flag(), "Whether `complaints/<id>.yaml` holds the (redacted) question too.", default=False),
    )
)


def _checked(values: dict[str, Any], node: MapNode, spot: ReadingPosition) -> None:
    """Rules that no type of a field tells."""
    try:
        zone(values["timezone"] or "UTC")
    except SettingsError as error:
        spot.at("timezone").report(node.get("timezone") or node, error.title, error.next_step)
    systems = node.get("configurations")
    for name, system in systems.pairs if isinstance(systems, MapNode) else ():
        if not isinstance(system, MapNode):
            title = f"expected a system's settings, found {found(system)}"
            spot.at("configurations").at(name.text).report(system, title, "write them below it, such as `system: bm25`")


SETTINGS = Record(
    (
        Field("snapshot", Text(filled=True), "The corpus the golden set is judged against.", default=None),
        Field("timezone", Text(filled=True), "On whose clock a week begins: an IANA name.", default="UTC"),
        Field("k", Whole(1), "Passages sent to the model, where a run does not give its context.", default=5),
        Field("depth", Whole(1), "Candidates looked at, where a run gives more.", default=50),
        Field("match", _MATCH, "When a passage holds a quote."),
        Field("doc_id", _DOC_ID, "How a run's doc_ids map to the corpus's."),
        Field("pass_when", _PASS_WHEN, "What a case must meet to pass."),
        Field("runs", _RUNS, "Which runs are the latest."),
        Field("complaints", _COMPLAINTS, "How users' complaints are imported and kept."),
        Field("configurations", MapOf(Free()), "Systems that `ragtriage run` can run."),
        Field("keys", MapOf(Text()), "Keys of your own, by action id."),
        Field(
            "theme",
            OneOf(get_args(ThemeChoice)),
            "Colours of the screens; `auto` asks the terminal for its background, then `COLORFGBG`, else dark.",
            default="auto",
        ),
    ),
    words="settings",
    check=_checked,
)

TEMPLATE = """\
# Settings of this ragtriage workspace. All are optional; ragtriage's docs/settings.md says what there is.

# The corpus snapshot that the golden set is judged against: `ragtriage snapshot add FOLDER --name NAME`.
snapshot: {snapshot}
"""


def read_settings(root: Path) -> Settings:
    """The settings of the workspace at `root`. Raises SettingsError with all that is wrong with them."""
    path = root / FILE
    source = read_bytes(path)
    if source is None:
        raise WorkspaceError(f"there is no {FILE}", where=FilePlace(root), next_step="ragtriage init")
    if not re.search(rb"^[ \t]*[^#\s]", source, re.MULTILINE):
        return Settings()  # nothing but comments
    node = load_yaml(source, path, SettingsError)
    values, problems = read(node, SETTINGS, path)
    if problems:
        raise _all(problems)
    return _settings(values)


def _settings(values: dict[str, Any]) -> Settings:
    match, doc_id, passing, runs = (values[name] for name in ("match", "doc_id", "pass_when", "runs"))
    return Settings(
        snapshot=values["snapshot"],
        timezone=values["timezone"],
        score=ScoreSettings(
            k=values["k"],
            depth=values["depth"],
            match=MatchSettings(**match),
            doc_ids=DocIdRules(
                strip_prefix=tuple(doc_id["strip_prefix"]),
                strip_suffix=tuple(doc_id["strip_suffix"]),
                drop_fragment=doc_id["drop_fragment"],
            ),
        ),
        pass_when=PassWhen(**passing),
        newest_per_configuration=runs["newest_per_configuration"],
        max_age_days=runs["max_age_days"],
        configurations=values["configurations"],
        keys=values["keys"],
        complaint_fields={role: tuple(names) for role, names in values["complaints"]["fields"].items() if names},
        keep_complaint_text=values["complaints"]["keep_text"],
        complaints_as_drafts=values["complaints"]["as_drafts"],
        theme=values["theme"],
    )


def _all(problems: list[Problem]) -> SettingsError:
    first, *others = problems
    more = "".join(f"\n  also {problem.place}: {problem.title}\n    {problem.next_step}".rstrip() for problem in others)
    return SettingsError(first.title, where=first.place, next_step=first.next_step + more)


def settings_document() -> str:
    """All settings in Markdown: what docs/settings.md holds."""
    rows = ["# Settings", "", "All keys of `ragtriage.yaml` are optional; an unknown one is an error.", ""]
    rows += ["| setting | holds | default | |", "| --- | --- | --- | --- |"]
    for one in documented(SETTINGS):
        if one.expected == "a mapping":
            continue
        default = "" if one.default in (None, [], {}) else f"`{_plain(one.default)}`"
        rows.append(f"| `{one.name}` | {one.expected.replace('|', 'or')} | {default} | {one.about} |")
    rows += ["", "A configuration of the built-in system is written as", "", "```yaml", "configurations:"]
    rows += ["  bm25: {system: bm25, chunk_words: 150, overlap: 30, k: 5, depth: 50, refuse_below: 0.35}", "```"]
    return "\n".join(rows)


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    print(settings_document())
