"""`.gitattributes` of a workspace: snapshots and runs are told by the hash of their bytes, which Git must leave alone.

With `core.autocrlf` a clone would get other line ends than were committed, and none of its snapshots could be used.
"""

from pathlib import Path

FILE = ".gitattributes"
_PATTERNS = ("corpus_snapshots/**", "runs/**")
_SETTLED = {"-text", "text", "binary", "!text"}
"""What says how Git is to treat line ends, whichever way: it is kept."""


def keep_bytes(root: Path) -> bool:
    """See that Git leaves the line ends of snapshots and runs alone; whether a line was added for it.

    What a person wrote about them stays, and so does all else. Raises FileError.
    """
    from ragtriage.disk.files import read_bytes, replace_file

    path = root / FILE
    before = read_bytes(path) or b""
    settled = {pattern for line in before.decode("utf-8", "replace").splitlines() for pattern in _settled_by(line)}
    missing = [pattern for pattern in _PATTERNS if pattern not in settled]
    if missing:
        newline = b"\r\n" if b"\r\n" in before else b"\n"
        gap = b"" if not before or before.endswith(b"\n") else newline
        replace_file(path, before + gap + b"".join(f"{each} -text".encode() + newline for each in missing))
    return bool(missing)


def _settled_by(line: str) -> list[str]:
    pattern, *attributes = line.split() or [""]
    told = _SETTLED & set(attributes) or any(each.startswith("text=") for each in attributes)
    return [pattern.removeprefix("/")] if told else []
