"""The files of a run: what travels by Git, and what the index is made from.

`runs/<name>.yaml` says what the run is, `runs/<name>.jsonl.gz` holds its outputs. The name is the run's id, where each
byte that is not a letter, digit or one of `@ # . _ + = , -` is written as `%` and two hex digits (a leading dot too),
cut to 180 characters and marked with a hash when longer: no name leaves the folder, hides, or means two runs.
"""

import gzip
import hashlib
import io
import json
import os
import stat
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ragtriage.disk.files import FileChange, Write, carry_out_locked, read_bytes
from ragtriage.disk.safe_paths import names_in, open_file
from ragtriage.disk.unpacking import DAMAGED, LFS_POINTER, unpacked
from ragtriage.errors import FileError, FilePlace, RunError
from ragtriage.runs.canonical import EncodedRun, run_id
from ragtriage.runs.model import Output, RunInfo
from ragtriage.runs.reading import read_outputs

_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@#._+=,-")
_LONGEST = 180
_FETCH = "fetch it (`git lfs pull`, `git checkout`, or from who made it), or import the run again"


def file_name(run: str) -> str:
    """The name of a run's files, without extension."""
    name = "".join(chr(byte) if byte in _PLAIN else f"%{byte:02X}" for byte in run.encode("utf-8", "replace"))
    if name.startswith("."):
        name = "%2E" + name[1:]
    if len(name) > _LONGEST:
        name = f"{name[:_LONGEST]}~{hashlib.sha256(name.encode()).hexdigest()[:16]}"
    return name


class RunFiles:
    """The folder `runs/` of a workspace."""

    def __init__(self, root: Path) -> None:
        self.folder = root / "runs"
        self.state_folder = root / ".ragtriage"

    def names(self) -> set[str]:
        """Names of the manifests that are there. Raises RunError when the folder cannot be read."""
        found = names_in(self.folder, RunError)
        return {name.removesuffix(".yaml") for name in found if name.endswith(".yaml") and not name.startswith(".")}

    def manifest_path(self, name: str) -> Path:
        return self.folder / f"{name}.yaml"

    def outputs_path(self, name: str) -> Path:
        return self.folder / f"{name}.jsonl.gz"

    def write(self, manifest: Mapping[str, Any], outputs: EncodedRun) -> None:
        """Both files or none; the outputs first, so that a manifest never stands without them. Call it while `locked`.

        Raises FileError, with nothing half written.
        """
        from ragtriage.disk.yaml_out import dump

        name = file_name(manifest["id"])
        packed = io.BytesIO()
        with gzip.GzipFile(filename="", mode="wb", fileobj=packed, mtime=0, compresslevel=6) as out:
            for piece in outputs.content():
                out.write(piece)
        self._carry_out(f"{manifest['id']}: kept", name, packed.getvalue(), dump(manifest).encode())

    def standing(self, run: str) -> RunInfo | None:
        """The run's manifest, if it is there and can be read."""
        try:
            return self.read_manifest(file_name(run))
        except FileError:
            return None

    def complete(self, info: RunInfo) -> bool:
        """Whether the outputs are there, all of them and no others."""
        return bool(_unpacked_sha256(self.outputs_path(file_name(info.id))) == info.manifest["sha256"])

    def remove(self, run: str) -> None:
        """Delete both files; the manifest first, so that it never asks for outputs that are gone. While `locked`."""
        self._carry_out(f"{run}: removed", file_name(run), None, None)

    def _carry_out(self, words: str, name: str, outputs: bytes | None, manifest: bytes | None) -> None:
        paths = (self.outputs_path(name), outputs), (self.manifest_path(name), manifest)
        changes = [FileChange(path, read_bytes(path, None), after) for path, after in paths]
        if manifest is None:
            changes.reverse()
        carry_out_locked(Write(words, tuple(changes)), self.state_folder)

    def read_manifest(self, name: str) -> RunInfo:
        """The run that a manifest describes. Raises RunError when it is no manifest, or not that of this name."""
        from ragtriage.disk.yaml_io import load_yaml

        path = self.manifest_path(name)
        content = read_bytes(path)
        if content is None:
            raise RunError("the run's manifest is gone", where=FilePlace(path))
        manifest = _plain(load_yaml(content, path, RunError))
        if not isinstance(manifest, dict):
            raise RunError("not the manifest of a run", where=FilePlace(path))
        for key in ("id", "config", "snapshot", "imported_at", "sha256"):
            if not isinstance(manifest.get(key), str):
                raise RunError(f"no `{key}`, or not text", where=FilePlace(path, field=key), next_step=_FETCH)
        if type(manifest.get("outputs")) is not int:
            raise RunError("no count of `outputs`", where=FilePlace(path, field="outputs"), next_step=_FETCH)
        run = run_id(manifest["config"], manifest["snapshot"], manifest["sha256"])
        if manifest["id"] != run or file_name(run) != name:
            title = f"the manifest is that of `{run}`, by its configuration, snapshot and hash"
            raise RunError(
                title, where=FilePlace(path), next_step=f"its `id` and the file's name must say so: {_FETCH}"
            )
        return RunInfo(
            run, manifest["config"], manifest["snapshot"], manifest["imported_at"], manifest["outputs"], manifest
        )

    def read_outputs(self, info: RunInfo) -> list[Output]:
        """A run's outputs, by case id and repeat. Raises RunError when they are missing, a pointer, or not its own."""
        name = file_name(info.id)
        path = self.outputs_path(name)
        if missing := self._missing(name):
            raise RunError(missing, where=FilePlace(path), next_step=_FETCH)
        reading = read_outputs(path, lambda snapshot, doc_id: None)
        outputs = reading.outputs.get((info.config, info.snapshot), [])
        if not self.complete(info) or len(outputs) != info.outputs or reading.problem_count:
            detail = "".join(f"; line {problem.place.line}: {problem.title}" for problem in reading.problems[:1])
            title = f"not the outputs that the manifest of `{info.id}` names{detail}"
            raise RunError(title, where=FilePlace(path), next_step=_FETCH)
        return outputs

    def _missing(self, name: str) -> str | None:
        try:
            with os.fdopen(open_file(self.outputs_path(name), os.O_RDONLY | os.O_NONBLOCK), "rb") as source:
                if not stat.S_ISREG(os.fstat(source.fileno()).st_mode):
                    return "a pipe or a device stands in place of the run's outputs"
                start = source.read(len(LFS_POINTER))
        except OSError as error:
            return "the run's outputs are not here" if isinstance(error, FileNotFoundError) else f"{error.strerror}"
        return "the run's outputs were not fetched: only a Git LFS pointer is here" if start == LFS_POINTER else None


def _unpacked_sha256(path: Path) -> str:
    try:
        found = hashlib.sha256()
        with unpacked(path, RunError) as source:
            while some := source.read(1 << 20):
                found.update(some)
        return found.hexdigest()
    except (OSError, FileError, *DAMAGED):
        return "unreadable"


def _plain(node: object) -> Any:
    """A YAML node as JSON values: what stands plain and reads as a number or truth value is one."""
    from ragtriage.disk.yaml_io import ListNode, MapNode, ScalarNode

    if isinstance(node, MapNode):
        return {key.text: _plain(value) for key, value in node.pairs}
    if isinstance(node, ListNode):
        return [_plain(item) for item in node.items]
    assert isinstance(node, ScalarNode)
    if node.null:
        return None
    if node.plain and (node.text in ("true", "false") or node.text[-1:].isdigit()):
        try:
            return json.loads(node.text)
        except ValueError:
            return node.text
    return node.text
