"""Whether the values in the index are such as its schema says: a sound SQLite file may hold a flipped bit in a value.

SQLite keeps what it is given in any column, and reads what it finds; so what a value is (text, a number, JSON of a list
or an object) is known here alone, from the schema itself. Nobody looks before something went wrong: it reads it all.
"""

import sqlite3
from collections.abc import Iterator

_STORED_AS = {"TEXT": "'text'", "INTEGER": "'integer'", "BLOB": "'blob'", "REAL": "'real', 'integer'"}
_LIST, _OBJECT = "'array'", "'object'"
_JSON = {
    "anchors.body": _OBJECT,
    "case_files.body": _OBJECT,
    "case_files.doc_ids": _LIST,
    "case_files.problems": _LIST,
    "case_files.tags": _LIST,
    "complaints.filters": _OBJECT,
    "complaints.tags": _LIST,
    "complaints.user": _OBJECT,
    "documents.metadata": _OBJECT,
    "grades.body": _OBJECT,
    "outcomes.body": _OBJECT,
    "outputs.body": _OBJECT,
    "runs.manifest": _OBJECT,
    "suspicions.body": _LIST,
    "verdict_files.body": _OBJECT,
    "verdict_files.problems": _LIST,
}
"""Columns that hold JSON, and of what. Others are known by a default of `[]` or `{}`."""
_DEFAULTS = {"'[]'": _LIST, "'{}'": _OBJECT}


def unsound(db: sqlite3.Connection) -> str:
    """The first value that cannot be so, told by its column; empty where all can. Reads the whole index."""
    for (problem,) in db.execute("PRAGMA quick_check(1)"):
        if problem != "ok":
            return str(problem)
    for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
        if not table.startswith(("sqlite_", "words_", "_")):
            for column, wrong in _rules(db, table):
                if db.execute(f'SELECT 1 FROM "{table}" WHERE {wrong} LIMIT 1').fetchone():
                    return f"{table}.{column} holds what it cannot"
    return ""


def _rules(db: sqlite3.Connection, table: str) -> Iterator[tuple[str, str]]:
    """Each column, and the SQL of what is wrong in it."""
    for _, name, kind, not_null, default, key in db.execute(f'PRAGMA table_info("{table}")').fetchall():
        column = f'"{name}"'
        if kind in _STORED_AS:
            or_null = "" if not_null or key else ", 'null'"
            yield name, f"typeof({column}) NOT IN ({_STORED_AS[kind]}{or_null})"
        of = _JSON.get(f"{table}.{name}") or _DEFAULTS.get(default)
        if of:
            yield name, f"NOT json_valid({column}) OR json_type({column}) NOT IN ({of})"
