"""The file of a passage index: its tables, how they are filled, and when a file is to be trusted."""

import hashlib
import os
import sqlite3
import tempfile
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

from data_base.errors import InputError
from data_base.private_files import private_folder
from data_base.schemas.passage import Passage
from data_base.text.tokens import content_tokens, tokens

# Raised when reading, tokenisation or layout changes, so that an old file is refused rather than misread.
INDEX_VERSION = "3"
_TOGETHER = 500
"""Passages that are under way at once where an index is filled."""

_LAYOUT = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE passages (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc_id TEXT NOT NULL, page INTEGER,
                       text TEXT NOT NULL);
CREATE VIRTUAL TABLE terms USING fts5(name, body, content='', tokenize="unicode61 remove_diacritics 2");
"""


def passages_fingerprint(passages: Iterable[Passage]) -> str:
    """Hash over passages and the index's version, 64 hexadecimal digits."""
    digest = _Fingerprint()
    for passage in passages:
        digest.add(passage)
    return digest.value


class _Fingerprint:
    def __init__(self) -> None:
        self._digest = hashlib.sha256(INDEX_VERSION.encode())

    def add(self, passage: Passage) -> None:
        for part in (passage.id, passage.doc_id, str(passage.page), passage.text):
            raw = part.encode()
            self._digest.update(len(raw).to_bytes(8, "big") + raw)

    @property
    def value(self) -> str:
        return self._digest.hexdigest()


def terms(text: str) -> list[str]:
    """The words that a text is found by."""
    return content_tokens(text) or tokens(text)


def connect(where: str) -> sqlite3.Connection:
    """A connection that any thread may use, one at a time."""
    return sqlite3.connect(where, check_same_thread=False)


def index_meta(connection: sqlite3.Connection, key: str) -> str | None:
    """What a file says of itself under a key; None where it says nothing or is no index."""
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    return None if row is None else str(row[0])


def is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds no damage; some milliseconds for the index of a thousand pages."""
    try:
        found: tuple[str] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        return False
    return found == ("ok",)


def is_index_of(path: Path, fingerprint: str) -> bool:
    """Whether a file is an undamaged index of the passages with this fingerprint."""
    if not path.is_file():
        return False
    connection = connect(str(path))
    try:
        known = index_meta(connection, "version"), index_meta(connection, "fingerprint")
        return known == (INDEX_VERSION, fingerprint) and is_whole(connection)
    finally:
        connection.close()


def fill_index(connection: sqlite3.Connection, passages: Iterable[Passage]) -> None:
    """Index passages, in one transaction.

    Raises:
        InputError: two of them have the same id.
    """
    with connection:
        connection.executescript(_LAYOUT)
        left, row, fingerprint = iter(passages), 0, _Fingerprint()
        while batch := list(islice(left, _TOGETHER)):
            for number, passage in enumerate(batch, start=row):
                _insert(connection, number, passage)
                fingerprint.add(passage)
            connection.executemany(
                "INSERT INTO terms (rowid, name, body) VALUES (?, ?, ?)",
                ((n, " ".join(terms(p.doc_id)), " ".join(terms(p.text))) for n, p in enumerate(batch, row)),
            )
            row += len(batch)
        connection.executemany(
            "INSERT INTO meta VALUES (?, ?)",
            [("version", INDEX_VERSION), ("fingerprint", fingerprint.value)],
        )


def _insert(connection: sqlite3.Connection, row: int, passage: Passage) -> None:
    fields = (row, passage.id, passage.doc_id, passage.page, passage.text)
    try:
        connection.execute("INSERT INTO passages VALUES (?, ?, ?, ?, ?)", fields)
    except sqlite3.IntegrityError as error:
        query = "SELECT doc_id FROM passages WHERE id = ?"
        first = str(connection.execute(query, (passage.id,)).fetchone()[0])
        raise InputError(_repeated(passage.id, first, passage.doc_id)) from error


def _repeated(name: str, first: str, second: str) -> str:
    if first == second:
        return f"Two passages of {first} have the id {name}; ids must differ."
    return f"{first} and {second} both have a passage with the id {name}; rename one of the two."


def write_index(path: Path, passages: Iterable[Passage]) -> None:
    """Write an index into a file, in place of an older one once it is whole.

    Raises:
        InputError: two passages have the same id, or the file cannot be written.
    """
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name the file that the index is to be kept in.")
    try:
        private_folder(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    except OSError as error:
        raise InputError(
            f"{path}: cannot be written ({error.strerror or error}); name another place."
        ) from error
    os.close(handle)
    draft = Path(name)
    try:
        connection = connect(name)
        try:
            fill_index(connection, passages)
        except sqlite3.OperationalError as error:
            raise InputError(
                f"{path}: cannot be written ({error}); free some space or choose another path."
            ) from error
        finally:
            connection.close()
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
