"""How often do two reviewers' edits of one case merge with plain Git?

Each pair: one case, two branches, one edit on each through `CaseStore`, in different fields; then `git merge` with
Git's own defaults. Prints how many of the pairs merged, which pairs of fields did not, and what became of those that
did: a merge without a conflict whose outcome is no case is the one thing that must not happen unseen.

    python benchmarks/merge_rate.py [--pairs 100] [--seed 7] [--cases DIR] [--leaves]
"""

import argparse
import os
import random
import shutil
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from ragtriage.cases.index import parse_case
from ragtriage.cases.model import Case
from ragtriage.cases.schema import case_values
from ragtriage.cases.store import CaseStore
from ragtriage.disk.database import connect
from ragtriage.disk.files import Write
from ragtriage.errors import RagtriageError

Make = Callable[[CaseStore, Case], Write]
ENVIRONMENT = {
    **os.environ,
    **{f"GIT_{who}_{what}": "bench" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")},
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def edits_of(case: Case, rng: random.Random) -> list[tuple[str, str, Make]]:
    """(top-level field, path, edit) of everything that a reviewer may do to a case, with words drawn at random."""
    word = f"edit {rng.randrange(10_000)}"
    out: list[tuple[str, str, Make]] = []

    def sets(path: str, value: object) -> None:
        out.append((path.split("[")[0].split(".")[0], path, lambda s, c: s.set_field(c.id, path, value)))

    def inserts(path: str, index: int, value: object) -> None:
        out.append((path, f"{path}[+{index}]", lambda s, c: s.insert_item(c.id, path, index, value)))

    def removes(path: str) -> None:
        out.append((path.split("[")[0], f"{path} removed", lambda s, c: s.remove_field(c.id, path)))

    has = case_values(case)
    sets("question", case.question + " " + word)
    sets("reference_answer", case.reference_answer + " " + word)
    sets("intent", word)
    sets("must_pass", not case.must_pass)
    sets("status", "retired" if case.status == "active" else "active")
    sets("notes", f"{word}\n{case.notes}")
    sets("filters.product", word)
    sets("user.role", word)
    sets("source.ref" if case.source else "metadata.ref", word)
    sets("metadata.reviewed_in", word)
    for index, _ in enumerate(case.nuggets):
        sets(f"nuggets[{index}].text", word)
        sets(f"nuggets[{index}].vital", not case.nuggets[index].vital)
    for index, evidence in enumerate(has.get("evidence", ())):
        if "any_of" not in evidence:
            sets(f"evidence[{index}].quote", word)
            sets(f"evidence[{index}].grade", 1 if evidence.get("grade", 2) == 2 else 2)
    if len(case.tags) > 1:
        removes(f"tags[{rng.randrange(len(case.tags))}]")
    if len(case.nuggets) > 1:
        removes(f"nuggets[{rng.randrange(len(case.nuggets))}]")
    inserts("tags", rng.randrange(len(case.tags) + 1), word)
    inserts("nuggets", rng.randrange(len(case.nuggets) + 1), {"text": word, "vital": True})
    inserts("evidence", rng.randrange(len(case.evidence) + 1), {"doc_id": "kb/new", "quote": word})
    return out


class Bench:
    """A repository with the cases, and a store over its working tree."""

    def __init__(self, root: Path, cases: Path) -> None:
        self.root = root
        shutil.copytree(cases, root / "cases")
        self.git("init", "-q", "-b", "main")
        self.git("add", "cases")
        self.git("commit", "-q", "-m", "cases")

    def git(self, *words: str) -> int:
        done = subprocess.run(["git", *words], cwd=self.root, env=ENVIRONMENT, capture_output=True, check=False)
        return done.returncode

    def branch(self, store: CaseStore, name: str, case: Case, make: Make) -> bytes | None:
        """The file after the edit, committed on a branch of its own; None when the edit is refused."""
        self.git("checkout", "-q", "-B", name, "main")
        store.refresh()
        try:
            change = make(store, case).changes[0]
        except RagtriageError:
            return None
        if change.before == change.after or change.after is None:
            return None
        change.path.write_bytes(change.after)
        self.git("commit", "-q", "-a", "-m", name)
        return change.after

    def merged(self) -> bool:
        """Whether branch `theirs`, merged into `ours`, which is checked out, gives no conflict."""
        self.git("checkout", "-q", "ours")
        code = self.git("merge", "-q", "--no-edit", "theirs")
        if code:
            self.git("merge", "--abort")
        return code == 0


def main() -> None:
    """Measure, and print."""
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--pairs", type=int, default=100)
    arguments.add_argument("--seed", type=int, default=7)
    arguments.add_argument("--cases", type=Path, default=Path(__file__).parents[1] / "cases")
    arguments.add_argument("--leaves", action="store_true", help="different leaves will do, also within one list")
    given = arguments.parse_args()
    rng = random.Random(given.seed)
    with tempfile.TemporaryDirectory() as place:
        bench = Bench(Path(place) / "repo", given.cases)
        with closing(connect(Path(place) / "index.db")) as db:
            store = CaseStore(bench.root, db)
            store.refresh()
            report(bench, store, rng, given.pairs, given.leaves)


def report(bench: Bench, store: CaseStore, rng: random.Random, pairs: int, leaves: bool) -> None:
    clean, lost, broken, done = 0, Counter[str](), [], 0
    cases = list(store.cases())
    while done < pairs:
        case = rng.choice(cases)
        (field, path, mine), (other_field, other_path, yours) = rng.sample(edits_of(case, rng), 2)
        if path == other_path or (field == other_field and not leaves):
            continue
        if bench.branch(store, "theirs", case, yours) is None or bench.branch(store, "ours", case, mine) is None:
            continue
        done += 1
        if not bench.merged():
            lost[" + ".join(sorted((path, other_path)))] += 1
            continue
        clean += 1
        file = store.path(case.id)
        found, problems = parse_case(file.read_bytes(), file, case.id)
        if found is None:
            broken.append(f"{case.id}: {path} + {other_path}: {problems[0].title}")
    print(f"{clean} of {done} pairs merged without a conflict ({100 * clean / done:.1f} %)")
    print(f"{len(broken)} of them are no case any more (read as `ragtriage check` reads them)")
    for line in broken:
        print(f"  {line}")
    for words, count in lost.most_common(25):
        print(f"  conflict {count} x  {words}")


if __name__ == "__main__":
    main()
