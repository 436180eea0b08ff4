"""A small workspace with a store over it."""

from contextlib import closing

import pytest

from ragtriage.cases.store import CaseStore
from ragtriage.disk.database import connect
from ragtriage.disk.files import History


@pytest.fixture
def db(tmp_path):
    with closing(connect(tmp_path / ".ragtriage" / "index.db")) as connection:
        yield connection


@pytest.fixture
def store(tmp_path, db):
    (tmp_path / "cases").mkdir()
    return CaseStore(tmp_path, db)


@pytest.fixture
def history(tmp_path):
    return History(tmp_path / ".ragtriage")


@pytest.fixture
def put(tmp_path):
    """Write a file under cases/, as an editor would."""

    def write(name, text=None, **fields):
        path = tmp_path / "cases" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            case = {"id": name.rpartition(".")[0], "question": "why?", "answerable": "true", **fields}
            text = "".join(f"{key}: {value}\n" for key, value in case.items())
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return write
