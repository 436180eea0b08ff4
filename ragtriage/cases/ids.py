"""Ids of cases: paths below cases/, and so bound to what file systems of all kinds can hold."""

import unicodedata


def id_fault(case_id: str) -> str:
    """Why `case_id` cannot be an id; empty when it can."""
    if not case_id:
        return "it is empty"
    if any(unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp") for char in case_id):
        return "it holds a control or invisible character"
    if "\\" in case_id:
        return "it holds a backslash; folders are parted by /"
    if case_id.startswith("/"):
        return "it is an absolute path"
    if len(case_id.encode("utf-8")) > 400:
        return "it is longer than 400 bytes"
    return next(filter(None, map(_part_fault, case_id.split("/"))), "")


def _part_fault(part: str) -> str:
    """Why `part` cannot be the name of a folder or file; empty when it can."""
    if not part:
        return "it holds an empty part (//, or / at the end)"
    if part.startswith("."):
        return "a part of it starts with a dot: such files are hidden, and .. leads out of the folder"
    if part[-1] in ". ":
        return "a part of it ends with a space or a dot, which Windows drops"
    if len(part.encode("utf-8")) > 200:
        return "a part of it is longer than 200 bytes"
    return ""


def folded_id(case_id: str) -> str:
    """Equal for ids that are one file on some file system: macOS and Windows fold case, macOS composes accents."""
    if case_id.isascii():
        return case_id.lower()
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", case_id).casefold())
