"""ragtriage.yaml: what it may hold, and how it says what it may not."""

from pathlib import Path

import pytest

from ragtriage.disk.schema import documented
from ragtriage.errors import RagtriageError, SettingsError, WorkspaceError
from ragtriage.settings import SETTINGS, TEMPLATE, Settings, read_settings, settings_document


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return tmp_path


def settings(root: Path, text: str | bytes) -> Settings:
    source = text if isinstance(text, bytes) else text.encode()
    (root / "ragtriage.yaml").write_bytes(source)
    return read_settings(root)


def refused(root: Path, text: str | bytes) -> str:
    with pytest.raises(SettingsError) as caught:
        settings(root, text)
    return str(caught.value).replace(str(root / "ragtriage.yaml"), "FILE")


def test_all_that_can_be_set_is_read(root: Path) -> None:
    read = settings(
        root,
        """
snapshot: ocp-4.18
timezone: Europe/Berlin
k: 3
depth: 20
match: {overlap: 1.0, join_split: false, accept_duplicates: true}
doc_id: {strip_prefix: [s3://, kb/], strip_suffix: .md, drop_fragment: true}
pass_when: {evidence: all_at_k, refusal: off, citations: off}
runs: {newest_per_configuration: false, max_age_days: 7}
configurations: {bm25: {system: bm25, k1: 1.2}}
keys: {triage.next: n}
""",
    )
    assert (read.snapshot, read.timezone, read.max_age_days) == ("ocp-4.18", "Europe/Berlin", 7)
    assert (read.score.k, read.score.depth) == (3, 20)
    assert (read.score.match.overlap, read.score.match.join_split, read.score.match.accept_duplicates) == (
        1,
        False,
        True,
    )
    assert (read.score.doc_ids.strip_prefix, read.score.doc_ids.strip_suffix) == (("s3://", "kb/"), (".md",))
    assert (read.pass_when.evidence, read.pass_when.refusal, read.pass_when.citations) == ("all_at_k", "off", "off")
    assert not read.newest_per_configuration
    assert list(read.configurations) == ["bm25"] and read.keys == {"triage.next": "n"}


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "# only\n  # comments\n", "---\n", b"\xef\xbb\xbf# with a BOM\n", "null\n", "match:\nruns: {}\n",
     "timezone:\nk:\n"],
    ids=["empty", "blank", "comments", "a mark", "a BOM", "null", "empty records", "empty values"],
)  # fmt: skip
def test_what_says_nothing_means_the_defaults(root: Path, text: str | bytes) -> None:
    assert settings(root, text) == Settings()


@pytest.mark.parametrize("theme", ["auto", "dark", "light"])
def test_the_theme_is_one_of_three(root: Path, theme: str) -> None:
    assert settings(root, f"theme: {theme}\n").theme == theme
    assert "auto" in refused(root, f"theme: {theme}er\n") and "theme" in refused(root, "theme: [dark]\n")


def test_the_defaults_in_the_schema_are_those_of_the_code(root: Path) -> None:
    everything = "".join(
        f"{one.name}: {{}}\n" for one in SETTINGS.fields if one.name in ("match", "doc_id", "pass_when")
    )
    assert settings(root, everything) == Settings()


def test_settings_that_are_indented_are_settings(root: Path) -> None:
    assert settings(root, "  snapshot: one\n  k: 7\n").score.k == 7
    assert settings(root, "# first\n  {k: 7}\n").score.k == 7


def test_what_the_template_makes_can_be_read(root: Path) -> None:
    assert settings(root, TEMPLATE.format(snapshot="ocp-4.18")).snapshot == "ocp-4.18"


def test_the_text_of_a_name_stays_as_it_stands(root: Path) -> None:
    assert settings(root, "snapshot: 4.10\n").snapshot == "4.10"
    assert settings(root, "snapshot: NO\n").snapshot == "NO"


def test_an_unknown_key_is_refused_with_the_nearest_name(root: Path) -> None:
    assert refused(root, "snapshto: one\n") == (
        "FILE:1:1 (snapshto): unknown field `snapshto`\n  did you mean `snapshot`?"
    )
    assert "did you mean `overlap`?" in refused(root, "match: {overlp: 0.5}\n")
    assert "FILE:2:3 (match.overlp)" in refused(root, "match:\n  overlp: 0.5\n")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('k: "5"', "expected a whole number of at least 1"),
        ("k: 0", "at least 1"),
        ("k: 2.5", "whole number"),
        ("depth: many", "whole number"),
        ("match: {overlap: 1.2}", "from 0.01 to 1.0"),
        ("match: {overlap: 0}", "from 0.01 to 1.0"),
        ("match: {join_split: yes}", "true or false"),
        ("match: 3", "expected a mapping"),
        ("pass_when: {evidence: all_in_contxt}", "did you mean `all_in_context`?"),
        ("runs: {max_age_days: -1}", "at least 1"),
        ("keys: {a: [1]}", "expected text"),
        ("snapshot: ''", "expected text"),
        ("timezone: Europe/Berln", "did you mean `Europe/Berlin`?"),
        ("timezone: ../../etc/passwd", "there is no timezone"),
        ("[]", "expected settings"),
        ("just text", "expected settings"),
        ("k: 5\nk: 6", "stands here again"),
        ("k: [", "not readable as YAML"),
        (b"\xff\xfek", "cannot be read"),
        ("k: !!python/name:os.system", "a tag"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_its_place(root: Path, text: str | bytes, words: str) -> None:
    said = refused(root, text)
    assert words in said
    assert said.startswith("FILE:")


def test_an_empty_timezone_is_told_once(root: Path) -> None:
    assert refused(root, "timezone: ''\n").count("timezone") == 1


def test_all_problems_are_told_at_once_each_with_what_to_do(root: Path) -> None:
    said = refused(root, "snapshto: x\nk: '5'\ntimezone: Europe/Berln\nmatch: {overlap: 2}\nruns: 3\n")
    assert said.splitlines() == [
        "FILE:1:1 (snapshto): unknown field `snapshto`",
        "  did you mean `snapshot`?",
        '  also FILE:2:4 (k): expected a whole number of at least 1, found the text "5"',
        "  also FILE:3:11 (timezone): there is no timezone `Europe/Berln`",
        "    did you mean `Europe/Berlin`?",
        "  also FILE:4:18 (match.overlap): expected a number from 0.01 to 1.0, found `2`",
        "  also FILE:5:7 (runs): expected a mapping, found `3`",
        "    its keys are newest_per_configuration, max_age_days",
    ]


def test_a_folder_without_settings_is_no_workspace(root: Path) -> None:
    with pytest.raises(WorkspaceError) as caught:
        read_settings(root)
    assert "ragtriage init" in caught.value.next_step


def test_settings_that_cannot_be_read_as_a_file_are_an_error_of_ours(root: Path) -> None:
    (root / "ragtriage.yaml").mkdir()
    with pytest.raises(RagtriageError):
        read_settings(root)


def test_every_setting_says_what_it_is_for() -> None:
    assert [one.name for one in documented(SETTINGS) if not one.about] == []


def test_the_documented_settings_are_those_that_there_are():
    written = (Path(__file__).parents[1] / "docs" / "settings.md").read_text()
    assert written == settings_document() + "\n", "python -m ragtriage.settings > docs/settings.md"
