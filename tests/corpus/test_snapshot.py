"""A snapshot never changes, is whole or not there, and is served from the index as long as the index has it."""

import multiprocessing
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragtriage.corpus.document import Document
from ragtriage.corpus.search import Searcher
from ragtriage.corpus.snapshot import SnapshotStore
from ragtriage.corpus.snapshot_files import Manifest, adding, clear_left
from ragtriage.disk.database import connect
from ragtriage.errors import FileError, SnapshotError

FEES = Document("kb/fees", "Fees", "The fee is 5 €.\n", {"role": ("customer", "agent"), "version": "1.10"})
PLANS = Document("kb/plans", "Plans", "Annual plans renew.\n")
HOSTILE = Document(
    "hostile/\x1b[2J",
    "Title \x1b]52;c;aGk=\x07",
    "ESC \x1b[31m NUL \0 bidi \u202e next \u2028 line \x85 emoji 👩‍👩‍👧 資料庫 " + "x" * 1_000_000,
    {"k\0": "v\x9b"},
)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[sqlite3.Connection]:
    connection = connect(tmp_path / "index.db")
    yield connection
    connection.close()


@pytest.fixture
def store(tmp_path: Path, db: sqlite3.Connection) -> SnapshotStore:
    return SnapshotStore(tmp_path / "corpus_snapshots", db)


def add(store: SnapshotStore, name: str, *documents: Document, compress: bool | None = None) -> Manifest:
    return store.add(name, documents, "a test", "by hand", compress, created="2026-11-30T09:00:00Z")


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_what_was_added_is_served_as_it_was(store: SnapshotStore) -> None:
    manifest = add(store, "v1", PLANS, FEES, HOSTILE)
    assert manifest.added
    assert (manifest.documents, manifest.characters) == (3, sum(len(d.text) for d in (PLANS, FEES, HOSTILE)))
    assert store.names() == ["v1"]
    assert store.manifest("v1") == manifest
    assert store.doc_ids("v1") == ["hostile/\x1b[2J", "kb/fees", "kb/plans"]
    assert list(store.documents("v1")) == [HOSTILE, FEES, PLANS]
    assert store.document("v1", "kb/fees") == FEES
    assert store.document("v1", "kb/none") is None
    assert store.document("v1", "\ud800") is None
    assert store.texts("v1", ["kb/plans", "gone", "\ud800"]) == {"kb/plans": PLANS.text}


def test_many_documents_come_in_order_of_their_ids(store: SnapshotStore) -> None:
    documents = [Document(f"d{number}", "t", f"text {number}") for number in range(450)]
    add(store, "v1", *documents)
    assert list(store.documents("v1")) == sorted(documents, key=lambda document: document.doc_id)
    assert [document.doc_id for document in store.documents("v1")] == store.doc_ids("v1")


def test_the_same_content_again_is_fine_and_says_so(store: SnapshotStore) -> None:
    first = add(store, "v1", FEES, PLANS)
    before = files(store.root)
    again = store.add("v1", [PLANS, FEES], "elsewhere", "otherwise")
    assert not again.added
    assert again == first
    assert files(store.root) == before


def test_other_content_under_the_same_name_is_refused_and_changes_nothing(store: SnapshotStore) -> None:
    add(store, "v1", FEES)
    before = files(store.root)
    with pytest.raises(SnapshotError, match="other content"):
        add(store, "v1", PLANS)
    assert files(store.root) == before


@pytest.mark.parametrize("compress", [False, True])
def test_the_same_documents_give_the_same_bytes(tmp_path: Path, store: SnapshotStore, compress: bool) -> None:
    other = SnapshotStore(tmp_path / "elsewhere", connect(tmp_path / "other.db"))
    one = add(store, "v1", FEES, PLANS, compress=compress)
    two = add(other, "v1", PLANS, FEES, compress=compress)
    other._db.close()
    assert one == two
    assert files(store.root) == files(other.root)
    assert sorted(files(store.root / "v1")) == [
        "documents.jsonl.gz" if compress else "documents.jsonl",
        "manifest.yaml",
    ]
    assert list(store.documents("v1")) == [FEES, PLANS]


def test_packed_and_plain_are_the_same_content(tmp_path: Path, store: SnapshotStore) -> None:
    assert add(store, "a", FEES, compress=True).sha256 == add(store, "b", FEES, compress=False).sha256


def test_a_large_snapshot_is_packed(store: SnapshotStore) -> None:
    add(store, "v1", *(Document(f"d{n}", "t", f"{n}" * 5_500_000) for n in range(4)))
    assert "documents.jsonl.gz" in files(store.root / "v1")


def test_line_ends_marks_and_lone_surrogates_are_made_uniform_and_the_manifest_says_so(store: SnapshotStore) -> None:
    add(store, "v1", Document("a", "A\r\nB", "\ufeffone\r\ntwo\rthree \ud800", {"k": "x\r\n", "l": ("y\r",)}), FEES)
    assert store.document("v1", "a") == Document("a", "A B", "one\ntwo\nthree �", {"k": "x\n", "l": ("y\n",)})
    assert store.manifest("v1").normalised == (
        "line ends to LF: a",
        "byte order mark dropped: a",
        "lone surrogates to U+FFFD: a",
    )


@pytest.mark.parametrize("documents", [[], [FEES, FEES], [Document("", "t", "x")], [Document("\ud800", "t", "x")]])
def test_what_is_no_snapshot_is_refused_with_nothing_written(store: SnapshotStore, documents: list[Document]) -> None:
    with pytest.raises(SnapshotError):
        add(store, "v1", *documents)
    assert store.names() == []
    assert not (store.root / "v1").exists()


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../x", "a/b", "a\\b", ".hidden", "-x", "x.", "x ", "a\0b", "a\nb", "x" * 101]
)
def test_a_name_that_is_no_safe_folder_is_refused(store: SnapshotStore, name: str) -> None:
    with pytest.raises(SnapshotError):
        add(store, name, FEES)
    with pytest.raises(SnapshotError):
        store.ensure(name)


def test_names_that_are_one_folder_on_other_systems_are_refused(store: SnapshotStore) -> None:
    add(store, "ocp-4.18", FEES)
    with pytest.raises(SnapshotError, match="macOS"):
        add(store, "OCP-4.18", FEES)


def test_an_unknown_name_lists_those_there_are(store: SnapshotStore) -> None:
    with pytest.raises(SnapshotError, match="no snapshot is named") as caught:
        store.ensure("ocp-4.18")
    assert "none yet" in caught.value.next_step
    add(store, "ocp-4.15", FEES)
    add(store, "other", FEES)
    with pytest.raises(SnapshotError) as caught:
        store.document("ocp-4.18", "kb/fees")
    assert caught.value.next_step == "did you mean `ocp-4.15`? there are ocp-4.15, other"


def test_documents_that_are_not_the_manifests_are_refused(store: SnapshotStore) -> None:
    add(store, "v1", FEES)
    with (store.root / "v1/documents.jsonl").open("ab") as file:
        file.write(b"\n")
    with pytest.raises(SnapshotError, match="sha256 differs"):
        store.ensure("v1")


@pytest.mark.parametrize(
    ("content", "says"),
    [(None, "has no documents.jsonl"), (b"version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "LFS")],
)
def test_documents_that_were_not_fetched_are_said_and_adding_them_again_puts_them_back(
    store: SnapshotStore, content: bytes | None, says: str
) -> None:
    add(store, "v1", FEES)
    file = store.root / "v1/documents.jsonl"
    whole = file.read_bytes()
    file.unlink() if content is None else file.write_bytes(content)
    with pytest.raises(SnapshotError, match=says):
        store.ensure("v1")
    assert not add(store, "v1", FEES).added
    assert file.read_bytes() == whole
    assert store.document("v1", "kb/fees") == FEES


def test_a_packed_file_that_was_cut_is_said(store: SnapshotStore) -> None:
    add(store, "v1", FEES, compress=True)
    file = store.root / "v1/documents.jsonl.gz"
    file.write_bytes(file.read_bytes()[:-12])
    with pytest.raises(SnapshotError, match="unpacked"):
        store.ensure("v1")


@pytest.mark.parametrize(
    "manifest",
    ["", "[", "- x", "name: v1", "name: v1\nsha256: 12\ndocuments: 1\ncharacters: 1", "\0", "name: [v1]", "&a [*a]"],
)
def test_a_manifest_that_is_none_is_said_where_it_stands(store: SnapshotStore, manifest: str) -> None:
    add(store, "v1", FEES)
    (store.root / "v1/manifest.yaml").write_text(manifest)
    for reads in (store.manifest, store.ensure):
        with pytest.raises(SnapshotError) as caught:
            reads("v1")
        assert caught.value.where is not None
        assert caught.value.where.path == store.root / "v1/manifest.yaml"


def test_a_line_that_is_no_document_is_named_by_its_number(store: SnapshotStore) -> None:
    from ragtriage.corpus.snapshot_files import sha256

    manifest = add(store, "v1", FEES)
    file = store.root / "v1/documents.jsonl"
    for bad in (b'{"doc_id": 1}', b"{", b"[]", b'{"doc_id": "a", "title": "", "text": "\\ud800"}', b"[" * 100_000,
                b'{"doc_id": "a", "title": "", "text": "", "metadata": {"k": 1}}'):  # fmt: skip
        file.write_bytes(file.read_bytes().split(b"\n")[0] + b"\n" + bad + b"\n")
        path = store.root / "v1/manifest.yaml"
        path.write_text(path.read_text().replace(store.manifest("v1").sha256, sha256(file.read_bytes())))
        with pytest.raises(SnapshotError, match="not a document") as caught:
            store.ensure("v1")
        assert caught.value.where is not None
        assert caught.value.where.line == 2
    assert manifest.documents == 1


def test_a_manifest_written_by_hand_is_read_too(store: SnapshotStore) -> None:
    manifest = add(store, "v1", FEES)
    path = store.root / "v1/manifest.yaml"
    path.write_text(f"{{name: v1, documents: 1, characters: 16, sha256: {manifest.sha256}}}")
    assert store.document("v1", "kb/fees") == FEES
    assert store.manifest("v1").sha256 == manifest.sha256


def test_an_index_that_is_gone_or_holds_other_content_is_filled_again(tmp_path: Path, store: SnapshotStore) -> None:
    import shutil

    add(store, "v1", FEES)
    searcher_rows = Searcher(_loaded(store), "v1").search("fee", 5)
    assert [hit.doc_id for hit in searcher_rows] == ["kb/fees"]
    shutil.rmtree(store.root / "v1")
    add(store, "v1", PLANS)
    assert store.document("v1", "kb/fees") is None
    assert store.document("v1", "kb/plans") == PLANS
    assert store._db.execute("SELECT count(*) FROM chunkings").fetchone()[0] == 0
    assert store._db.execute("SELECT count(*) FROM sqlite_master WHERE name LIKE 'words%'").fetchone()[0] == 0
    store._db.execute("DELETE FROM snapshots")
    assert store.document("v1", "kb/plans") == PLANS


def _loaded(store: SnapshotStore) -> sqlite3.Connection:
    store.ensure("v1")
    return store._db


def test_a_folder_without_a_manifest_is_left_alone(store: SnapshotStore) -> None:
    (store.root / "v1").mkdir(parents=True)
    (store.root / "v1/mine.txt").write_text("mine")
    with pytest.raises(SnapshotError, match=r"no manifest\.yaml"):
        add(store, "v1", FEES)
    assert files(store.root) == {"v1/mine.txt": b"mine"}


def _die_while_adding(root: Path, database: Path, at: str) -> None:
    """Add a snapshot in a process that ends at once, without cleaning up, at the named call."""
    setattr(os, at, lambda *arguments, **more: os._exit(9))
    add(SnapshotStore(root, connect(database)), "v1", FEES)


@pytest.mark.parametrize("at", ["fsync", "replace"])
def test_a_process_killed_while_adding_leaves_no_half_of_a_snapshot(
    store: SnapshotStore, tmp_path: Path, at: str
) -> None:
    process = multiprocessing.get_context("fork").Process(
        target=_die_while_adding, args=(store.root, tmp_path / "killed.db", at)
    )
    process.start()
    process.join()
    assert process.exitcode == 9
    assert store.names() == []
    assert not (store.root / "v1").exists()
    assert add(store, "v1", FEES).added
    assert sorted(path.name for path in store.root.iterdir()) == ["v1"]  # what the killed one left is cleared away


def test_a_disk_that_refuses_is_said_and_nothing_is_there(
    store: SnapshotStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(FileError, match="No space left"):
        add(store, "v1", FEES)
    assert list(store.root.iterdir()) == []


def test_documents_that_unpack_without_end_are_refused_and_nothing_is_kept(
    store: SnapshotStore, db: sqlite3.Connection
) -> None:
    """A clone may bring them: five megabytes that are five gigabytes."""
    import zlib

    add(store, "v1", FEES, compress=True)
    squeeze = zlib.compressobj(9, zlib.DEFLATED, 31)
    packed = b"".join(squeeze.compress(b"a" * (1 << 20)) for _ in range(200)) + squeeze.flush()
    (store.root / "v1" / "documents.jsonl.gz").write_bytes(packed)
    with pytest.raises(SnapshotError, match="200 times"):
        store.ensure("v1")
    assert db.execute("SELECT count(*) FROM snapshots").fetchone()[0] == 0


def test_what_a_killed_process_left_goes_at_the_next_start_unless_one_is_adding(store: SnapshotStore) -> None:
    left = store.root / ".ragtriage-1.tmp"
    left.mkdir(parents=True)
    (left / "documents.jsonl").write_text("{}\n")
    with adding(store.root):
        left.mkdir(exist_ok=True)  # that of whoever adds
        clear_left(store.root)
        assert left.is_dir()
    clear_left(store.root)
    assert list(store.root.iterdir()) == []
