"""The index: everything a machine computed, in one SQLite file that may be deleted at any time.

All tables are here, so that one file tells what is kept. Opening takes the standard library alone; sqlite-utils, which
is slow to import, comes in only when there is something to migrate. A database that is corrupt is moved aside and made
anew from the files it was computed from.
"""

import contextlib
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ragtriage.disk.connection import (
    IndexConnection,
    database_fault,
    is_damaged,
    making,
    move_aside,
    remove_leftovers,
)
from ragtriage.disk.state_folder import make_state_folder
from ragtriage.errors import DatabaseError, FilePlace

if TYPE_CHECKING:
    from sqlite_utils import Database

VERSION = 7
"""`PRAGMA user_version` of a database with all migrations applied: their count."""

WAIT_SECONDS = 10.0
"""How long a statement waits for another process to let go."""

_TABLES = """
-- cases/store: one row a case file; a row is good as long as size and mtime_ns are the file's.
CREATE TABLE case_files (
    path TEXT PRIMARY KEY,          -- below the workspace, with slashes
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
    read_ns INTEGER NOT NULL,       -- when it was read: a file changed in the same tick is read again, as Git does
    sha256 TEXT NOT NULL,
    case_id TEXT,                   -- NULL when the file is no case; then problems says why
    label_hash TEXT,
    question TEXT, answerable INTEGER, status TEXT, must_pass INTEGER, intent TEXT, source_kind TEXT,
    tags TEXT NOT NULL DEFAULT '[]',     -- JSON list
    body TEXT NOT NULL DEFAULT '{}',     -- JSON of the case, in the shape of the file
    problems TEXT NOT NULL DEFAULT '[]'  -- JSON list of {title, line, column, field, next_step}
) WITHOUT ROWID;
CREATE INDEX case_files_id ON case_files (case_id);

-- triage/verdicts: as case_files, one row a verdict file.
CREATE TABLE verdict_files (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, read_ns INTEGER NOT NULL,
    week TEXT, case_id TEXT, reviewer TEXT,
    body TEXT NOT NULL DEFAULT '{}', problems TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE INDEX verdict_files_case ON verdict_files (case_id);

-- corpus/snapshot: the documents of corpus_snapshots/<name>/, for reading one at a time.
CREATE TABLE snapshots (name TEXT PRIMARY KEY, sha256 TEXT NOT NULL, documents INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, snapshot TEXT NOT NULL REFERENCES snapshots (name) ON DELETE CASCADE,
    doc_id TEXT NOT NULL, title TEXT NOT NULL, text TEXT NOT NULL, metadata TEXT NOT NULL,
    UNIQUE (snapshot, doc_id)
);
-- corpus/search: one full-text table `words_<id>` for each chunking, so that BM25 counts within it alone.
CREATE TABLE chunkings (
    id INTEGER PRIMARY KEY, snapshot TEXT NOT NULL REFERENCES snapshots (name) ON DELETE CASCADE,
    name TEXT NOT NULL, UNIQUE (snapshot, name)
);
CREATE TABLE chunks (
    id INTEGER PRIMARY KEY, chunking INTEGER NOT NULL REFERENCES chunkings (id) ON DELETE CASCADE,
    document INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    start INTEGER NOT NULL, end INTEGER NOT NULL   -- code points in the document's text
);
CREATE INDEX chunks_chunking ON chunks (chunking);
CREATE INDEX chunks_document ON chunks (document);  -- else each document deleted looks through all chunks

-- runs/store: the outputs of runs/*.jsonl.gz; a passage's text is kept once.
CREATE TABLE runs (
    id TEXT PRIMARY KEY, config TEXT NOT NULL, snapshot TEXT NOT NULL, imported_at TEXT NOT NULL,
    outputs INTEGER NOT NULL, manifest TEXT NOT NULL   -- JSON, in the shape of runs/<id>.yaml
) WITHOUT ROWID;
CREATE TABLE passages (id INTEGER PRIMARY KEY, sha256 BLOB NOT NULL UNIQUE, text TEXT NOT NULL);
CREATE TABLE outputs (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, case_id TEXT NOT NULL, repeat INTEGER NOT NULL,
    sha256 TEXT NOT NULL,
    body TEXT NOT NULL,             -- JSON of the output; passages by their id here: {"passage": 12, "start": …}
    PRIMARY KEY (run, case_id, repeat)
) WITHOUT ROWID;

-- triage/judging: what came of an output; good as long as `key` is what judging would write now.
CREATE TABLE outcomes (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, case_id TEXT NOT NULL, repeat INTEGER NOT NULL,
    key TEXT NOT NULL,              -- label hash : output hash : settings, snapshot and metric versions
    state TEXT NOT NULL,            -- passed | failed | unscored | quarantined | error
    criteria TEXT NOT NULL,         -- the pass criteria that failed, space-separated
    diagnoses TEXT NOT NULL,        -- ids of the diagnoses, most telling first, space-separated
    answerable INTEGER NOT NULL,
    at_k INTEGER, in_context INTEGER, refused INTEGER,  -- all evidence within k, in the context; NULL: unscored
    body TEXT NOT NULL,             -- JSON: every score by metric name, a number or its reason
    PRIMARY KEY (run, case_id, repeat)
) WITHOUT ROWID;
-- workspace: what was worked out from all of the above, good as long as `stamp` is what it was worked out from.
CREATE TABLE kept (name TEXT PRIMARY KEY, stamp TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
-- triage/anchoring: what became of a quote in a snapshot; good as long as `stamp` names engine and snapshots.
CREATE TABLE anchors (
    snapshot TEXT NOT NULL, quote TEXT NOT NULL,   -- hash of doc_id, quote, prefix, suffix
    stamp TEXT NOT NULL, body TEXT NOT NULL,       -- JSON of an Anchor
    PRIMARY KEY (snapshot, quote)
) WITHOUT ROWID;
-- intake/inbox: what users complained of, without personal data; made again by importing the files again.
CREATE TABLE complaints (
    id TEXT PRIMARY KEY, rating TEXT NOT NULL,     -- down | up | none
    question TEXT NOT NULL, answer TEXT NOT NULL, comment TEXT NOT NULL, at TEXT NOT NULL,
    kind TEXT NOT NULL, ref TEXT NOT NULL, link TEXT NOT NULL,  -- the sort of export, its own id, its trace
    asker TEXT NOT NULL,                           -- keyed hash, as the key is in `kept`
    user TEXT NOT NULL, filters TEXT NOT NULL, tags TEXT NOT NULL,  -- JSON
    source TEXT NOT NULL                           -- file name and line
);
CREATE INDEX complaints_ref ON complaints (ref);
-- triage/lint: suspicions about a label; `key` names the case, the snapshot and the rules they rest on.
CREATE TABLE suspicions (case_id TEXT PRIMARY KEY, key TEXT NOT NULL, body TEXT NOT NULL) WITHOUT ROWID;
"""

_LABELS = """
-- cases/index: what filters and coverage ask of a label, so that no list reads ten thousand bodies.
ALTER TABLE case_files ADD COLUMN because TEXT;                         -- why it is to be declined
ALTER TABLE case_files ADD COLUMN evidence INTEGER NOT NULL DEFAULT 0;  -- pieces
ALTER TABLE case_files ADD COLUMN needs INTEGER NOT NULL DEFAULT 0;     -- documents that the answer needs together
ALTER TABLE case_files ADD COLUMN doc_ids TEXT NOT NULL DEFAULT '[]';   -- JSON list of all documents quoted
ALTER TABLE case_files ADD COLUMN reviewed INTEGER NOT NULL DEFAULT 0;  -- whether anyone did
DELETE FROM case_files;                                                 -- all are read again
"""

_ANSWERS = """
-- triage/labels: as verdict_files, one row a file of labels; and what it says of answers.
CREATE TABLE label_files (
    path TEXT PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, read_ns INTEGER NOT NULL,
    problems TEXT NOT NULL DEFAULT '[]'
) WITHOUT ROWID;
CREATE TABLE answer_labels (
    path TEXT NOT NULL, case_id TEXT NOT NULL, reviewer TEXT NOT NULL,
    output TEXT NOT NULL,           -- the first digits of the output's hash, eight at least
    label TEXT NOT NULL, note TEXT NOT NULL, at TEXT NOT NULL,
    PRIMARY KEY (path, output)
) WITHOUT ROWID;
CREATE INDEX answer_labels_case ON answer_labels (case_id);
ALTER TABLE outcomes ADD COLUMN answer TEXT NOT NULL DEFAULT '';   -- what people say of it: right, wrong, disputed
"""

_COMPLAINT_TIMES = "ALTER TABLE complaints ADD COLUMN written TEXT NOT NULL DEFAULT ''"
"""intake/identity: the time as the export writes it."""

_SAID = """
-- cases/index: what coverage asks of what a case says of a good answer. All are read again (index.READ_VERSION).
ALTER TABLE case_files ADD COLUMN nuggets INTEGER NOT NULL DEFAULT 0;    -- how many
ALTER TABLE case_files ADD COLUMN reference INTEGER NOT NULL DEFAULT 0;  -- whether there is a reference answer
"""

_GROUND = "ALTER TABLE outcomes ADD COLUMN ground TEXT NOT NULL DEFAULT '{}'"
"""triage/kept_scores: JSON of where each piece of evidence was found, so that a story is told without scoring again."""

_GRADES = """
-- grading/grade_store: what a grader decided of an output; good as long as `key` is what grading would write now.
CREATE TABLE grades (
    run TEXT NOT NULL REFERENCES runs (id) ON DELETE CASCADE, case_id TEXT NOT NULL, repeat INTEGER NOT NULL,
    family TEXT NOT NULL, grader TEXT NOT NULL,   -- faithfulness, nuggets …; lexical
    key TEXT NOT NULL,              -- label hash : output hash : grader, family and settings
    content TEXT NOT NULL,          -- hash of what the grader saw: the same in another run is not graded again
    body TEXT NOT NULL,             -- JSON of the values, the claims and their marks
    PRIMARY KEY (run, case_id, repeat, family, grader)
) WITHOUT ROWID;
CREATE INDEX grades_content ON grades (content);
"""


def connect(path: Path, moved: Callable[[Path], None] | None = None) -> IndexConnection:
    """Open the index, making or migrating it if need be. One connection a thread.

    Rows come as `sqlite3.Row`. A corrupt file is moved aside (`<name>.corrupt-<time>`) and made anew; `moved` is told
    where it is now. Raises DatabaseError when it can be neither read nor made, and so does every later statement.
    """
    return _or_anew(path, lambda: _open(path), moved)


def _or_anew(
    path: Path, opened: Callable[[], IndexConnection], moved: Callable[[Path], None] | None
) -> IndexConnection:
    try:
        make_state_folder(path.parent)
        try:
            return opened()
        except (sqlite3.DatabaseError, DatabaseError) as error:
            cause = error.__cause__ if isinstance(error, DatabaseError) else error
            if isinstance(cause, sqlite3.Error) and not path.exists():  # deleted while it was being opened
                return opened()
            if not isinstance(cause, sqlite3.Error) or not is_damaged(cause):  # locked, read-only, disk full, newer
                raise
            if (aside := move_aside(path)) and moved:
                moved(aside)
            return opened()
    except (sqlite3.Error, OSError) as error:
        raise database_fault(error, path) from error


def _open(path: Path, into: IndexConnection | None = None) -> IndexConnection:
    """Open the file, in the connection `into` if one is given."""
    if not _is_there(path):
        with making(path):
            if not _is_there(path):  # nobody was first
                remove_leftovers(path)
            return _opened(path, into)
    return _opened(path, into)


def _is_there(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return False


def _opened(path: Path, into: IndexConnection | None) -> IndexConnection:
    if into is None:
        db = sqlite3.connect(
            path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False, factory=IndexConnection
        )
    else:
        db = into
        db.__init__(path, timeout=WAIT_SECONDS, isolation_level=None, check_same_thread=False)  # type: ignore[misc]
    try:
        db.path, db.inode = path, None
        db.row_factory = sqlite3.Row
        db.execute("PRAGMA foreign_keys = ON")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise DatabaseError(
                "the index was made by a newer ragtriage",
                where=FilePlace(path),
                next_step="update ragtriage, or delete the file: it is made again from the workspace",
            )
        if version < VERSION:
            _migrate(db)
        db.execute("PRAGMA synchronous = NORMAL")
        db.opened(_open_again)
    except BaseException:
        db.close()
        raise
    return db


def _open_again(db: IndexConnection) -> None:
    _or_anew(db.path, lambda: _open(db.path, db), None)


def _migrate(db: sqlite3.Connection) -> None:
    from sqlite_utils import Database
    from sqlite_utils.migrations import Migrations

    migrations = Migrations("ragtriage")

    @migrations()
    def tables(database: Database) -> None:
        _run(database, _TABLES)

    @migrations()
    def labels(database: Database) -> None:
        _run(database, _LABELS)

    @migrations()
    def answers(database: Database) -> None:
        _run(database, _ANSWERS)

    @migrations()
    def complaint_times(database: Database) -> None:
        database.execute(_COMPLAINT_TIMES)

    @migrations()
    def said(database: Database) -> None:
        _run(database, _SAID)

    @migrations()
    def ground(database: Database) -> None:
        database.execute(_GROUND)

    @migrations()
    def grades(database: Database) -> None:
        _run(database, _GRADES)

    db.execute("PRAGMA journal_mode = WAL")
    with exclusive(db):  # two processes may open a new workspace at once
        if db.execute("PRAGMA user_version").fetchone()[0] < VERSION:
            migrations.apply(Database(db))
            db.execute(f"PRAGMA user_version = {VERSION}")


def _run(database: "Database", script: str) -> None:
    for statement in _statements(script):
        database.execute(statement)


def _statements(script: str) -> Iterator[str]:
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


@contextlib.contextmanager
def exclusive(db: sqlite3.Connection) -> Iterator[None]:
    """A write transaction: all of it or nothing."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # a full disk and the like have rolled back by themselves
            db.execute("ROLLBACK")
        raise


def moved_aside(path: Path) -> list[Path]:
    """Corrupt databases that were moved aside here, oldest first."""
    return sorted(path.parent.glob(f"{path.name}.corrupt-*"))
