"""The table of keys, and what users may change in it."""

import subprocess
import sys
from pathlib import Path

import pytest

from ragtriage.errors import SettingsError
from ragtriage.triage.model import CAUSES
from ragtriage.tui.keymap import SCREENS, footer, hints, keymap, legend
from ragtriage.tui.keys import BY_ID, KEYS, bindings, on_screen

DOCS = Path(__file__).parents[2] / "docs"


def test_ids_are_unique_and_the_defaults_pass_the_rules_for_users_keys():
    assert len(BY_ID) == len(KEYS)
    keymap({key.id: key.default for key in KEYS})


def test_the_nine_causes_stand_on_the_nine_digits():
    right, *causes = [(hint.key, hint.id) for hint in legend("triage", keymap({}), {})]
    assert right == ("0", "triage.right")
    assert causes == [(str(number), f"triage.cause.{cause}") for number, cause in enumerate(CAUSES, start=1)]


def test_answers_are_keys_of_triage_and_cases_only():
    causes = [[key.id for key in on_screen(screen) if key.group == "Cause"] for screen in SCREENS]
    assert [screen for screen, some in zip(SCREENS, causes, strict=True) if some] == ["triage", "cases"]
    assert len(causes[0]) == len(causes[1]) == 10


def test_the_legend_of_answers_fits_80_columns_whether_they_work_or_not():
    from ragtriage.tui.widgets.key_line import _all_off, _fitting

    hints = legend("triage", keymap({}), {})
    assert len(_fitting(hints, 0, 79)[0]) == 10
    assert _all_off(hints, 0, 78).count(" ") >= 19


@pytest.mark.parametrize("screen", SCREENS)
def test_every_key_of_a_screen_is_bound_by_exactly_one_part_or_by_list_and_story_alike(screen):
    bound = [binding for home in ("app", "screen", "list", "story") for binding in bindings(home, screen)]
    by_id: dict[str, set[str]] = {}
    for binding in bound:
        by_id.setdefault(binding.id, set()).add(binding.action)
    assert by_id.keys() == {key.id for key in on_screen(screen)}
    assert all(len(actions) == 1 for actions in by_id.values())


def test_a_changed_key_takes_the_old_ones_place_everywhere():
    made = keymap({"undo": "z", "move.down": "ctrl+n,down"})
    assert made.textual() == {"undo": "z", "move.down": "ctrl+n,down"}
    shown = {hint.id: hint for hint in hints("triage", made, {})}
    assert (shown["undo"].key, shown["move.down"].keys) == ("z", "^n down")
    assert next(hint for hint in footer("triage", made, {}) if hint.id == "undo").key == "z"


def test_two_keys_may_change_places():
    assert keymap({"undo": "e", "edit.form": "u"}).changed == {"undo": ("e",), "edit.form": ("u",)}


def test_a_clash_names_both_and_where_it_was_set():
    with pytest.raises(SettingsError) as caught:
        keymap({"undo": "e"}, Path("ragtriage.yaml"))
    assert "`undo` (undo)" in caught.value.title
    assert "`edit.form` (edit)" in caught.value.title
    assert str(caught.value.where) == "ragtriage.yaml (keys.undo)"


def test_a_digit_read_as_a_number_by_yaml_is_a_key():
    with pytest.raises(SettingsError, match=r"would both .*triage\.cause\.label"):
        keymap({"undo": 6})


def test_an_unknown_id_is_answered_with_the_nearest():
    with pytest.raises(SettingsError) as caught:
        keymap({"triage.cause.retreival": "x"})
    assert "triage.cause.retrieval" in caught.value.next_step


@pytest.mark.parametrize("key", ["ctrl+b", "ctrl+z", "alt+x", "Alt+X", "shift+enter", "ctrl+enter", "ctrl+i", "ctrl+m"])
def test_keys_that_do_not_arrive_or_do_harm_are_refused_with_the_reason(key):
    with pytest.raises(SettingsError, match=r"cannot be the key for `undo`: \w+"):
        keymap({"undo": key})


@pytest.mark.parametrize("key", ["", "spac", "ctrl+shift+x", "x y", None, True, ["x"], "ctrl+1"])
def test_what_is_no_key_is_refused(key):
    with pytest.raises(SettingsError):
        keymap({"undo": key})


def test_names_are_forgiving():
    assert keymap({"undo": "F9", "redo": "Ctrl+R", "back": "esc", "copy.id": ","}).changed == {
        "undo": ("f9",),
        "redo": ("ctrl+r",),
        "back": ("escape",),
        "copy.id": ("comma",),
    }


def test_a_key_that_is_off_stays_in_its_place_and_says_why():
    on, off = (footer("triage", keymap({}), reasons) for reasons in ({}, {"undo": "nothing to undo"}))
    assert [hint.id for hint in on] == [hint.id for hint in off]
    assert next(hint for hint in off if hint.id == "undo").off == "nothing to undo"


def test_the_documented_keys_are_all_keys_as_they_are_and_telling_them_needs_no_textual():
    program = "import sys, ragtriage.tui.keys as keys; print(keys.keys_document()); sys.exit('textual' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == (DOCS / "keys.md").read_text(), "python -m ragtriage.tui.keys > docs/keys.md"
    assert all(f"| `{key.id}` |" in done.stdout for key in KEYS)
