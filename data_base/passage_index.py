"""A full-text index of passages: SQLite FTS5, BM25, with character bigrams for Chinese.

It needs no server and no model, lives in memory or in one file, and is a LangChain retriever.
"""

import hashlib
import os
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Iterable, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Self

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, PrivateAttr

from data_base.documents.page import Page
from data_base.documents.plain import text_blocks
from data_base.documents.repeated_passages import repeats_last
from data_base.documents.splitting import PASSAGE_TOKENS, split_pages
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.text.tokens import content_tokens, tokens

# Raised when tokenisation or layout changes, so that an old file is refused rather than misread.
INDEX_VERSION = "1"
# A document's name often names its subject, so its words count double. SQLite's k1 is fixed at 1.2; counting
# every word twice makes it 0.6: in a short passage another word of the query says more than a second mention.
_NAME_WEIGHT, _TEXT_WEIGHT = 4.0, 2.0
# So many times the wanted passages are looked at, so that repeats of one text can make room for others.
_POOL = 3
_TOGETHER = 500
"""Passages that are under way at once where an index is filled."""

_LAYOUT = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE passages (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, doc_id TEXT NOT NULL, page INTEGER,
                       text TEXT NOT NULL);
CREATE VIRTUAL TABLE terms USING fts5(name, body, content='', tokenize="unicode61 remove_diacritics 0");
"""
_SEARCH = f"""
SELECT p.id, p.doc_id, p.page, p.text, -bm25(terms, {_NAME_WEIGHT}, {_TEXT_WEIGHT}) AS score
FROM terms JOIN passages AS p ON p.row = terms.rowid
WHERE terms MATCH ? ORDER BY bm25(terms, {_NAME_WEIGHT}, {_TEXT_WEIGHT}), p.row LIMIT ?
"""  # noqa: S608  (constants)


class PassageIndex(BaseRetriever):
    """Finds passages by their words; build it with one of the ``from_`` class methods or ``open``.

    Attributes:
        k: passages returned by ``invoke`` and ``ainvoke``.
    """

    k: int = Field(default=10, ge=1)
    _connection: sqlite3.Connection = PrivateAttr()
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    @classmethod
    def from_texts(cls, texts: Iterable[tuple[str, str]], *, k: int = 10, size: int = PASSAGE_TOKENS) -> Self:
        """An index in memory over (document name, text) pairs; long texts are cut into passages.

        Raises:
            InputError: a name is empty.
        """
        merged: dict[str, list[str]] = {}
        for doc_id, text in texts:
            if not doc_id:
                raise InputError("A text without a document name cannot be indexed; give it one.")
            merged.setdefault(doc_id, []).append(text)
        passages: list[Passage] = []
        for doc_id, parts in merged.items():
            pages = [Page(None, text_blocks(text)) for text in parts]
            passages += split_pages(doc_id, pages, size=size)
        return cls.from_passages(passages, k=k)

    @classmethod
    def from_passages(cls, passages: Sequence[Passage], *, path: Path | None = None, k: int = 10) -> Self:
        """An index over passages, in memory or kept in a file.

        A file that already contains exactly these passages is used as it is; any other is replaced in one
        step, so that a reader never sees half an index.

        Raises:
            InputError: two passages have the same id, or the file cannot be written.
        """
        if path is None:
            connection = _connect(":memory:")
            _fill(connection, passages)
            return cls._over(connection, k)
        if not _is_index_of(path, passages_fingerprint(passages)):
            _write(path, passages)
        return cls.open(path, k=k)

    @classmethod
    def build(cls, path: Path, passages: Iterable[Passage], *, k: int = 10) -> Self:
        """An index kept in a file, over passages that are read once and never kept all together.

        An older file is replaced in one step, once the last passage is in.

        Raises:
            InputError: two passages have the same id, or the file cannot be written.
        """
        _write(path, passages)
        return cls.open(path, k=k)

    @classmethod
    def open(cls, path: Path, *, k: int = 10) -> Self:
        """An index that was kept in a file.

        Raises:
            InputError: the file is not there, is no index, is one of another version, or is damaged.
        """
        if not path.is_file():
            raise InputError(f"{path}: there is no such index; build it from the documents first.")
        connection = _connect(str(path))
        if _meta(connection, "version") != INDEX_VERSION:
            connection.close()
            raise InputError(
                f"{path}: is not a passage index of version {INDEX_VERSION}; delete it to rebuild."
            )
        if not _is_whole(connection):
            connection.close()
            raise InputError(f"{path}: is damaged; delete it to rebuild.")
        return cls._over(connection, k)

    @classmethod
    def _over(cls, connection: sqlite3.Connection, k: int) -> Self:
        index = cls(k=k)
        index._connection = connection
        weakref.finalize(index, connection.close)
        return index

    @property
    def fingerprint(self) -> str:
        """Hash over all passages and the way they are indexed, 64 hexadecimal digits."""
        with self._lock:
            return str(_meta(self._connection, "fingerprint"))

    def __len__(self) -> int:
        with self._lock:
            return int(self._connection.execute("SELECT count(*) FROM passages").fetchone()[0])

    def close(self) -> None:
        """Close the index; searching it afterwards raises."""
        self._connection.close()

    def search(self, query: str, k: int | None = None) -> list[tuple[Passage, float]]:
        """Passages that share words with the query.

        Args:
            query: any text; its words are looked for, it is no query language.
            k: how many at most, the index's own ``k`` by default.

        Returns:
            (passage, BM25 score above 0), best first; equal ones in reading order. A passage that repeats a
            better one is behind all that do not. Empty where no word is found.
        """
        match = _match(query)
        if not match:
            return []
        wanted = k or self.k
        with self._lock:
            rows = self._connection.execute(_SEARCH, (match, _POOL * wanted)).fetchall()
        chosen = [rows[place] for place in repeats_last([row[3] for row in rows])[:wanted]]
        return [(Passage(id=r[0], doc_id=r[1], page=r[2], text=r[3]), float(r[4])) for r in chosen]

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun | AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401  (the base class's signature)
    ) -> list[Document]:
        return [passage.to_document() for passage, _ in self.search(query, kwargs.get("k"))]

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,
        **kwargs: Any,  # noqa: ANN401  (the base class's signature)
    ) -> list[Document]:
        # A search takes a few milliseconds: a thread would cost more than it saves.
        return self._get_relevant_documents(query, run_manager=run_manager, **kwargs)


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


def _terms(text: str) -> list[str]:
    return content_tokens(text) or tokens(text)


def _match(query: str) -> str:
    """An FTS5 expression that looks for any of the query's words, each quoted, so none is an operator."""
    quoted = ('"' + term.replace('"', '""') + '"' for term in dict.fromkeys(_terms(query)))
    return " OR ".join(quoted)


def _connect(where: str) -> sqlite3.Connection:
    return sqlite3.connect(where, check_same_thread=False)


def _meta(connection: sqlite3.Connection, key: str) -> str | None:
    try:
        row = connection.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
    except sqlite3.DatabaseError:
        return None
    return None if row is None else str(row[0])


def _is_whole(connection: sqlite3.Connection) -> bool:
    """Whether SQLite finds no damage; some milliseconds for the index of a thousand pages."""
    try:
        found: tuple[str] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError:
        return False
    return found == ("ok",)


def _is_index_of(path: Path, fingerprint: str) -> bool:
    if not path.is_file():
        return False
    connection = _connect(str(path))
    try:
        known = _meta(connection, "version"), _meta(connection, "fingerprint")
        return known == (INDEX_VERSION, fingerprint) and _is_whole(connection)
    finally:
        connection.close()


def _fill(connection: sqlite3.Connection, passages: Iterable[Passage]) -> None:
    with connection:
        connection.executescript(_LAYOUT)
        left, row, fingerprint = iter(passages), 0, _Fingerprint()
        while batch := list(islice(left, _TOGETHER)):
            for number, passage in enumerate(batch, start=row):
                _insert(connection, number, passage)
                fingerprint.add(passage)
            connection.executemany(
                "INSERT INTO terms (rowid, name, body) VALUES (?, ?, ?)",
                ((n, " ".join(_terms(p.doc_id)), " ".join(_terms(p.text))) for n, p in enumerate(batch, row)),
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


def _write(path: Path, passages: Iterable[Passage]) -> None:
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name the file that the index is to be kept in.")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
    except OSError as error:
        raise InputError(f"{path}: cannot be written ({error.strerror or error}).") from error
    os.close(handle)
    draft = Path(name)
    try:
        connection = _connect(name)
        try:
            _fill(connection, passages)
        except sqlite3.OperationalError as error:
            raise InputError(
                f"{path}: cannot be written ({error}); make room or name another place."
            ) from error
        finally:
            connection.close()
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
