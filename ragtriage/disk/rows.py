"""Rows of the index: put in place of those with their key, taken away; and texts kept under a name.

Statements are made here, from the names of columns, so that none is written twice. They are the standard library's:
rows of changed files and the status are written between the start and the first list, where sqlite-utils would take
0.11 s to be imported and four times as long for a row. It makes the tables (`database`), and writes whole runs.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Any


def put_rows(db: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Put rows into a table, each in place of one with the same key."""
    _fill(db, "INSERT OR REPLACE", table, columns, rows)


def add_rows(db: sqlite3.Connection, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """The same where there is none of their keys. Raises sqlite3.IntegrityError where there is."""
    _fill(db, "INSERT", table, columns, rows)


def _fill(db: sqlite3.Connection, how: str, table: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    marks = ", ".join("?" * len(columns))
    db.executemany(f"{how} INTO {table} ({', '.join(columns)}) VALUES ({marks})", rows)


def drop_rows(db: sqlite3.Connection, table: str, column: str, values: Iterable[str]) -> None:
    """Take away the rows that have one of the values in a column."""
    db.executemany(f"DELETE FROM {table} WHERE {column} = ?", [(value,) for value in values])


def keep_text(db: sqlite3.Connection, name: str, body: str, stamp: str = "") -> None:
    """Keep what was worked out; `stamp`: what it was worked out from."""
    put_rows(db, "kept", ("name", "stamp", "body"), [(name, stamp, body)])


def kept_text(db: sqlite3.Connection, name: str, stamp: str = "") -> str | None:
    """What was kept under a name, if it was worked out from the same."""
    row = db.execute("SELECT body FROM kept WHERE name = ? AND stamp = ?", (name, stamp)).fetchone()
    return row[0] if row else None
