"""Kills commands at their system calls, starts the next process, and counts what is lost or half done: none, ever.

Needs strace, which kills at the n-th call that may change the disk (writes, syncs, renames, removals, locks), spread
over all of a command's calls. Exit code 1 when anything was lost or half done.

    python benchmarks/kill_loop.py            320 kills over nine commands, ten minutes or so
    python benchmarks/kill_loop.py --kills 40 --only decide,set
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ragtriage.disk.files import LockWait
from ragtriage.disk.soundness import unsound
from ragtriage.workspace import Workspace

ROOT = Path(__file__).parents[1]
CALLS = (
    "write,pwrite64,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,mkdir,mkdirat,ftruncate,flock,"
    "chmod,fchmod,fchmodat,link,linkat"
)
COMMAND = [sys.executable, "-m", "ragtriage"]
IMPORTED = 60


@dataclass(frozen=True)
class Scenario:
    """A command in the workspace at hand, and what is outside of it."""

    name: str
    words: Callable[[Path], list[str]]


def run(*words: str, folder: Path) -> str:
    environ = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([*COMMAND, *words], cwd=folder, env=environ, capture_output=True, check=False, text=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"{words}: {done.stderr}")
    return done.stdout


def base(place: Path) -> Path:
    """The demo, on the snapshot of the month before, all of it committed."""
    root = place / "base"
    run("demo", str(root), folder=place)
    run("anchors", "apply", "--snapshot", "docs-2026-10", folder=root)
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "before")
    records = [
        {"id": f"imported/{number:03}", "question": f"What is number {number}?", "answerable": False}
        for number in range(IMPORTED)
    ]
    (place / "cases.jsonl").write_text("".join(json.dumps(one) + "\n" for one in records))
    outputs = [{"case_id": f"imported/{one:03}", "answer": "x", "config": "new"} for one in range(IMPORTED)]
    (place / "runs.jsonl").write_text(
        "".join(json.dumps({**one, "snapshot": "docs-2026-10"}) + "\n" for one in outputs)
    )
    return root


def git(root: Path, *words: str) -> str:
    who = ["-c", "user.name=Bench", "-c", "user.email=bench@example.org"]
    return subprocess.run(["git", *who, *words], cwd=root, capture_output=True, text=True, check=True).stdout


def scenarios(root: Path) -> list[Scenario]:
    cases = [one["id"] for one in json.loads(run("cases", "list", "--json", folder=root))]
    failing = [one["case_id"] for one in json.loads(run("triage", "list", "--json", folder=root))["rows"]][:12]
    groups = json.loads(run("complaints", "list", "--json", folder=root))["groups"]
    asked = max(groups, key=lambda group: group["people"])["id"]
    changed = next((root / "cases").rglob("*.yaml")).relative_to(root)
    newest = json.loads(run("runs", "list", "--json", folder=root))[0]["id"]

    def edited(copy: Path) -> list[str]:
        with (copy / changed).open("a") as file:
            file.write("# looked at\n")
        return ["commit", "-m", "looked at"]

    plain: dict[str, list[str]] = {
        "decide": ["triage", "decide", *failing, "retrieval"],
        "set": ["cases", "set", cases[0], "intent", "bench"],
        "tag": ["cases", "tag", *cases, "--add", "bench"],
        "convert": ["complaints", "convert", asked, "--unanswerable", "not_in_corpus"],
        "apply": ["anchors", "apply", "--snapshot", "docs-2026-11", *(w for one in cases for w in ("--accept", one))],
        "import cases": ["import", "cases", "../cases.jsonl"],
        "import runs": ["import", "runs", "../runs.jsonl"],
        "runs rm": ["runs", "rm", newest, "--yes"],
    }
    found = [Scenario(name, lambda copy, words=words: words) for name, words in plain.items()]  # type: ignore[misc]
    return [*found, Scenario("commit", edited)]


def files(root: Path) -> dict[str, str]:
    """Digests of all that Git or a person sees, and the commit that is checked out."""
    return {"HEAD": git(root, "rev-parse", "HEAD")} | {
        path.relative_to(root).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in root.rglob("*")
        if path.is_file() and not {".git", ".ragtriage"} & set(path.relative_to(root).parts)
    }


def changes(before: dict[str, str], after: dict[str, str]) -> set[str]:
    return {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}


def traced(copy: Path, words: list[str], inject: str) -> tuple[bool, str]:
    """Run under strace; whether it was killed, and its standard output."""
    log = copy.parent / "strace.log"
    watched = ["strace", "-f", "-qq", "-o", str(log), "-e", f"trace={CALLS}"]
    if inject:
        watched += ["-e", inject]
    environ = {
        **os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1",
        "GIT_AUTHOR_NAME": "Bench", "GIT_AUTHOR_EMAIL": "b@example.org",
        "GIT_COMMITTER_NAME": "Bench", "GIT_COMMITTER_EMAIL": "b@example.org",
    }  # fmt: skip
    done = subprocess.run([*watched, *COMMAND, *words], cwd=copy, env=environ, capture_output=True, text=True)
    return done.returncode not in (0, 1), done.stdout


def next_start(copy: Path) -> tuple[list[str], list[str]]:
    """What the next process says, and what is wrong after it."""
    said: list[str] = []
    wrong: list[str] = []
    with Workspace.open(copy) as workspace:
        workspace.wait_as(LockWait(told=said.append))
        workspace.refresh()
        problems = [*workspace.cases.problems(), *workspace.verdicts.problems(), *workspace.runs.unavailable()]
        wrong += [str(problem) for problem in problems]
        if reason := unsound(workspace.db):
            wrong.append(f"index: {reason}")
        wrong += [f"left: {path.name}" for path in (copy / ".ragtriage" / "journal").glob("*")]
    wrong += [f"left: {path}" for path in copy.rglob(".ragtriage-*") if ".git" not in path.parts]
    return said, wrong


def judged(before: dict[str, str], copy: Path, wanted: set[str], confirmed: bool) -> tuple[str, list[str]]:
    """What became of a killed command after the next start, and what is wrong with that."""
    half = changes(before, files(copy))
    said, wrong = next_start(copy)
    now = changes(before, files(copy))
    if now not in (set(), wanted):
        wrong.append(f"half done: {len(now)} of {len(wanted)} files")
    if confirmed and now != wanted:
        wrong.append("confirmed, and lost")
    if half != now and not said:
        wrong.append("finished without a word")
    came = "done" if now == wanted else "not begun"
    return ("finished at the next start" if half != now else came), wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=320)
    parser.add_argument("--only", default="", help="names of commands, with commas")
    options = parser.parse_args()
    if shutil.which("strace") is None:
        raise SystemExit("strace is not installed")
    with tempfile.TemporaryDirectory(prefix="kill-loop-") as place:
        root = base(Path(place))
        chosen = [one for one in scenarios(root) if not options.only or one.name in options.only.split(",")]
        wrong = [fault for one in chosen for fault in loop(one, root, -(-options.kills // len(chosen)))]
    print(f"{len(wrong)} wrong")
    return 1 if wrong else 0


def kill_points(log: list[str]) -> list[tuple[str, int]]:
    """Every call of the busiest thread: its name, and the how manieth of that name it is, as strace counts."""
    calls = [line.split(None, 1) for line in log]
    busiest = Counter(pid for pid, _ in calls).most_common(1)[0][0]
    names = [text.partition("(")[0] for pid, text in calls if pid == busiest and "(" in text and text[0].isalpha()]
    seen: Counter[str] = Counter()
    points = []
    for name in names:
        seen[name] += 1
        points.append((name, seen[name]))
    return points


def loop(scenario: Scenario, root: Path, kills: int) -> list[str]:
    """Kill one command so many times; prints a line, returns what is wrong."""
    copy = root.parent / "copy"

    def fresh() -> tuple[dict[str, str], list[str]]:
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(root, copy)
        words = scenario.words(copy)
        return files(copy), words

    before, words = fresh()
    traced(copy, words, "")
    wanted = changes(before, files(copy))
    points = kill_points((copy.parent / "strace.log").read_text().splitlines())
    came: Counter[str] = Counter()
    wrong = []
    for number in range(kills):
        before, words = fresh()
        call, at = points[number * len(points) // kills]
        killed, out = traced(copy, words, f"inject={call}:signal=KILL:when={at}")
        outcome, faults = judged(before, copy, wanted, confirmed=bool(out) or not killed)
        came[outcome if killed else "not killed"] += 1
        wrong += [f"{scenario.name} killed at {call} {at}: {fault}" for fault in faults]
    print(f"{scenario.name:13} {len(wanted):3} files, {len(points):4} calls: {dict(came)}", flush=True)
    for fault in wrong:
        print(f"  {fault}", flush=True)
    return wrong


if __name__ == "__main__":
    sys.exit(main())
