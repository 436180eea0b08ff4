"""What a key costs on the wire in the case editor, where lines are slow and screens are small: 80×24."""

from pathlib import Path

KB = 1_000


def test_typing_moving_and_selecting_stay_within_the_budget(terminal, root: Path):
    """One program for all of them: a start costs more than the keys."""
    editor = terminal(["-m", "ragtriage", "-C", str(root), "--as", "mira"], size=(80, 24))
    editor.press("e")
    moves = [len(editor.press(key)) for key in "jjkj"]
    assert max(moves) <= 2 * KB, moves
    assert len(editor.hold("j", 9)) / 9 <= 1.5 * KB
    editor.press("g")
    editor.press("\r")
    typed = [len(editor.press(key)) for key in "words w"]
    assert max(typed) <= 0.5 * KB, typed
    editor.press("\x1b")
    editor.press("\t")
    editor.press("\r")
    selected = [len(editor.press(key)) for key in "kjl l>"]
    assert max(selected) <= 2 * KB, selected
