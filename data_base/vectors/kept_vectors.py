"""Vectors by model and content, in memory or in an SQLite file, so that none is computed twice."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TypeAlias

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from data_base.errors import InputError
from data_base.private_files import private_file
from data_base.vectors.identity import embeddings_identity

Vectors: TypeAlias = NDArray[np.float32]

# Raised when the layout changes, so that an old file is refused rather than misread.
_VERSION = 1
_PATIENCE = 60.0
"""Seconds to wait for another process that writes into the same file."""
_TOGETHER = 64
"""Texts that are embedded at once, and kept before the next ones are."""


def vectors_of(texts: Iterable[str], embeddings: Embeddings, *, path: Path | None = None) -> Vectors:
    """The vectors of texts, a row each, every row of length one.

    What the file has is read; what it lacks is computed, some texts at a time, and each time kept in one
    step. Several processes and models may share a file.

    Args:
        texts: what is embedded; a text that occurs again is embedded once.
        embeddings: computes what is not kept.
        path: the file, None to keep nothing.

    Raises:
        InputError: the file is none of vectors or cannot be written, or the embeddings return anything but
            one vector of finite numbers for each text, all of one length.
    """
    identity, left = embeddings_identity(embeddings), iter(texts)
    rows: list[Vectors] = []
    places: dict[bytes, int] = {}
    order: list[int] = []
    with closing(_connect(path)) as connection:
        while batch := list(islice(left, _TOGETHER)):
            by_key = {_key(identity, text): text for text in batch}
            new = {key: text for key, text in by_key.items() if key not in places}
            for key, row in _kept_or_made(connection, path, new, embeddings):
                places[key] = len(rows)
                rows.append(row)
            order += [places[_key(identity, text)] for text in batch]
    if len({len(row) for row in rows}) > 1:
        raise InputError(f"{identity}: its vectors are not all of one length; name the model that made each.")
    return np.stack([rows[place] for place in order]) if rows else np.empty((0, 0), np.float32)


def unit_rows(rows: Sequence[Sequence[float]], identity: str) -> Vectors:
    """Vectors as an array whose rows have the length one, or zero where one is zero.

    Raises:
        InputError: they are not of one length, or not all numbers are finite.
    """
    try:
        array = np.asarray(rows, np.float32)
    except ValueError:
        array = np.empty(0, np.float32)
    if array.ndim != 2 or not array.size or not np.isfinite(array).all():  # noqa: PLR2004  (rows and columns)
        raise InputError(f"{identity}: returned no vectors of finite numbers, all of one length.")
    lengths = np.linalg.norm(array, axis=1, keepdims=True)
    return np.asarray(array / np.where(lengths == 0, 1, lengths), np.float32)


def _kept_or_made(
    connection: sqlite3.Connection, path: Path | None, texts: dict[bytes, str], embeddings: Embeddings
) -> Iterator[tuple[bytes, Vectors]]:
    """The vector of every text; those that were missing are in the file by then."""
    marks = ", ".join("?" * len(texts))
    query = f"SELECT key, vector FROM vectors WHERE key IN ({marks})"  # noqa: S608  (marks alone)
    kept = {key: np.frombuffer(raw, np.float32) for key, raw in connection.execute(query, list(texts))}
    missing = {key: text for key, text in texts.items() if key not in kept}
    if missing:
        made = _made(list(missing.values()), embeddings)
        kept |= dict(zip(missing, made, strict=True))
        try:
            with connection:
                connection.executemany(
                    "INSERT OR IGNORE INTO vectors VALUES (?, ?)",
                    [(key, row.tobytes()) for key, row in zip(missing, made, strict=True)],
                )
        except sqlite3.OperationalError as error:
            raise InputError(
                f"{path}: cannot be written ({error}); free some space or choose another path."
            ) from error
    return iter(kept.items())


def _made(texts: list[str], embeddings: Embeddings) -> Vectors:
    identity = embeddings_identity(embeddings)
    made = unit_rows(embeddings.embed_documents(texts), identity)
    if len(made) != len(texts):
        raise InputError(f"{identity}: returned {len(made)} vectors for {len(texts)} texts.")
    return made


def _key(identity: str, text: str) -> bytes:
    content = identity.encode() + b"\0" + text.encode("utf-8", "surrogatepass")
    return hashlib.sha256(content).digest()


def _connect(path: Path | None) -> sqlite3.Connection:
    """The file, made where it is not there.

    Raises:
        InputError: it is something else, or cannot be written.
    """
    if path is None:
        return _with_layout(sqlite3.connect(":memory:"))
    try:
        private_file(path)
        connection = sqlite3.connect(path, timeout=_PATIENCE)
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(f"{path}: cannot be written ({error}); name another place.") from error
    try:
        return _with_layout(connection)
    except sqlite3.OperationalError as error:
        connection.close()
        raise InputError(f"{path}: cannot be written ({error}); name another place.") from error
    except sqlite3.DatabaseError as error:
        connection.close()
        raise InputError(f"{path}: is no file of vectors, or a damaged one; delete it to rebuild.") from error


def _with_layout(connection: sqlite3.Connection) -> sqlite3.Connection:
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if version not in {0, _VERSION} or tables - {"vectors"}:
        raise sqlite3.DatabaseError
    with connection:
        connection.execute("CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL)")
        if version != _VERSION:
            connection.execute(f"PRAGMA user_version = {_VERSION}")
    return connection
