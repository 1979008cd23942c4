"""A full-text index of passages: SQLite FTS5, BM25, with character bigrams for Chinese.

It needs no server and no model, lives in memory or in one file, and is a LangChain retriever.
Given embeddings it finds passages by what they mean, too.
"""

import hashlib
import json
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, cast

from langchain_core.callbacks import (
    AsyncCallbackManagerForRetrieverRun,
    CallbackManagerForRetrieverRun,
)
from langchain_core.documents import Document
from langchain_core.embeddings import Embeddings
from langchain_core.retrievers import BaseRetriever
from pydantic import Field, PrivateAttr

from data_base.computing import computed
from data_base.documents.cutting import PASSAGE_TOKENS
from data_base.documents.page import PageBlocks
from data_base.documents.page_passages import split_pages
from data_base.documents.plain import text_blocks
from data_base.documents.repeated_passages import repeats_last
from data_base.errors import InputError, a_kind_of
from data_base.extras import extra_named
from data_base.index_file import (
    INDEX_VERSION,
    connect,
    fill_index,
    index_meta,
    is_index_of,
    is_whole,
    passages_fingerprint,
    terms,
    write_index,
)
from data_base.schemas.passage import Passage

if TYPE_CHECKING:
    from data_base.vectors.passage_vectors import PassageVectors

# A document's name often names its subject, so its words count double. SQLite's k1 is fixed at 1.2; counting
# every word twice makes it 0.6: in a short passage another word of the query says more than a second mention.
_NAME_WEIGHT, _TEXT_WEIGHT = 4.0, 2.0
# So many times the wanted passages are looked at, so that repeats of one text can make room for others.
_POOL = 3
# A model reads what a retriever brings. Half the passages are enough for the 1,190 questions of XQuAD; with
# fewer than five, questions with several hops lose what the second hop needs.
_ALWAYS, _SHARE = 5, 0.3
# The time of a search grows with the words that are looked for; a question of 3,000 would take seconds.
_MOST_WORDS = 200
_SEARCH = f"""
SELECT rowid, -bm25(terms, {_NAME_WEIGHT}, {_TEXT_WEIGHT}) AS score
FROM terms WHERE terms MATCH ? ORDER BY bm25(terms, {_NAME_WEIGHT}, {_TEXT_WEIGHT}), rowid LIMIT ?
"""  # noqa: S608  (constants)
_PASSAGES = """
SELECT row, id, doc_id, page, text FROM passages WHERE row IN (SELECT value FROM json_each(?)) ORDER BY row
"""
_NEIGHBOURS = """
SELECT other.id, other.doc_id, other.page, other.text FROM passages AS one JOIN passages AS other
ON other.row IN (one.row - 1, one.row + 1) AND other.doc_id = one.doc_id WHERE one.id = ? ORDER BY other.row
"""


class PassageIndex(BaseRetriever):
    """Finds passages by their words; build it with one of the ``from_`` class methods or ``open``."""

    k: int = Field(default=10, ge=1)
    """Passages returned by ``invoke`` and ``ainvoke`` at most: the first five, further ones where they score
    at least three tenths of what the best does. ``search`` returns all.
    """
    notes: tuple[str, ...] = ()
    """What of the documents could not be read, for whoever reads the results."""
    _connection: sqlite3.Connection = PrivateAttr()
    _words: str = PrivateAttr()
    _vectors: "PassageVectors | None" = PrivateAttr(default=None)
    _lock: threading.Lock = PrivateAttr(default_factory=threading.Lock)

    @classmethod
    def from_texts(
        cls,
        texts: Iterable[tuple[str, str]],
        *,
        k: int = 10,
        size: int = PASSAGE_TOKENS,
        embeddings: Embeddings | None = None,
        vectors: Path | None = None,
    ) -> Self:
        """An index in memory over (document name, text) pairs; long texts are cut into passages.

        Args:
            texts: what is indexed.
            k: see the class.
            size: estimated tokens of a passage at most, unless one sentence or row is longer.
            embeddings: as in :meth:`from_passages`.
            vectors: as there.

        Raises:
            InputError: a text is no such pair, a name is empty, or as in :meth:`from_passages`.
        """
        merged: dict[str, list[str]] = {}
        for number, each in enumerate(texts, start=1):
            if not (isinstance(each, tuple | list) and list(map(type, each)) == [str, str]):
                raise InputError(
                    f"text {number} is {a_kind_of(each)}; pass pairs of a document's name and its text."
                )
            doc_id, text = each
            if not doc_id:
                raise InputError("A text without a document name cannot be indexed; give it one.")
            merged.setdefault(doc_id, []).append(text)
        passages: list[Passage] = []
        for doc_id, parts in merged.items():
            pages = [PageBlocks(None, text_blocks(text)) for text in parts]
            passages += split_pages(doc_id, pages, size=size)
        return cls.from_passages(passages, k=k, embeddings=embeddings, vectors=vectors)

    @classmethod
    def from_passages(
        cls,
        passages: Sequence[Passage],
        *,
        path: Path | None = None,
        k: int = 10,
        embeddings: Embeddings | None = None,
        vectors: Path | None = None,
        notes: Sequence[str] = (),
    ) -> Self:
        """An index over passages, in memory or kept in a file.

        A file that already contains exactly these passages is used as it is; any other is replaced in one
        step, so that a reader never sees half an index.

        Args:
            passages: what is indexed.
            path: the index's file, None for an index in memory.
            k: see the class.
            embeddings: any LangChain embeddings, to find passages by what they mean, too. They make the
                vector of every passage here, and of every query when it is searched for.
            vectors: the file of the vectors, which several indexes may share. Next to the index's file if
                None, and none for an index in memory.
            notes: what of the documents could not be read.

        Raises:
            InputError: two passages have the same id, a file cannot be written, or the embeddings return
                something else than a vector for each passage.
        """
        if path is None:
            connection = connect(":memory:")
            fill_index(connection, passages)
            index = cls._over(connection, k, embeddings, vectors)
        else:
            if not is_index_of(path, passages_fingerprint(passages)):
                write_index(path, passages)
            index = cls.open(path, k=k, embeddings=embeddings, vectors=vectors)
        index.notes = tuple(notes)
        return index

    @classmethod
    def build(
        cls, path: Path, passages: Iterable[Passage], *, k: int = 10, embeddings: Embeddings | None = None
    ) -> Self:
        """An index kept in a file, over passages that are read once and never kept all together.

        An older file is replaced in one step, once the last passage is in.

        Raises:
            InputError: as in :meth:`from_passages`.
        """
        write_index(path, passages)
        return cls.open(path, k=k, embeddings=embeddings)

    @classmethod
    def open(
        cls,
        path: Path,
        *,
        k: int = 10,
        embeddings: Embeddings | None = None,
        vectors: Path | None = None,
    ) -> Self:
        """An index that was kept in a file; what vectors are not kept next to it are made.

        Raises:
            InputError: the file is not there, is no index, is one of another version, or is damaged; the
                vectors as in :meth:`from_passages`.
        """
        if not path.is_file():
            raise InputError(f"{path}: there is no such index; build it from the documents first.")
        connection = connect(str(path))
        if index_meta(connection, "version") != INDEX_VERSION:
            connection.close()
            raise InputError(
                f"{path}: is not a passage index of version {INDEX_VERSION}; delete it to rebuild."
            )
        if not is_whole(connection):
            connection.close()
            raise InputError(f"{path}: is damaged; delete it to rebuild.")
        return cls._over(connection, k, embeddings, vectors or path.with_name(f"{path.name}.vectors"))

    @classmethod
    def _over(
        cls, connection: sqlite3.Connection, k: int, embeddings: Embeddings | None, vectors: Path | None
    ) -> Self:
        index = cls(k=k)
        index._connection = connection
        index._words = str(index_meta(connection, "fingerprint"))
        weakref.finalize(index, connection.close)
        if embeddings is not None:
            with extra_named("Search by meaning"):
                from data_base.vectors.passage_vectors import PassageVectors  # noqa: PLC0415  (loads NumPy)
            rows = connection.execute("SELECT doc_id, text FROM passages ORDER BY row")
            index._vectors = PassageVectors.of(rows, embeddings, path=vectors)
        return index

    @property
    def fingerprint(self) -> str:
        """Hash over all passages and the way they are indexed and searched, 64 hexadecimal digits."""
        if self._vectors is None:
            return self._words
        from data_base.vectors.fusion import FUSION_VERSION  # noqa: PLC0415  (loads NumPy)

        return hashlib.sha256(f"{self._words} {FUSION_VERSION} {self._vectors.identity}".encode()).hexdigest()

    @property
    def pages(self) -> set[int]:
        """The pages that passages are on."""
        with self._lock:
            found = self._connection.execute("SELECT DISTINCT page FROM passages WHERE page IS NOT NULL")
            return {int(page) for (page,) in found}

    def __len__(self) -> int:
        with self._lock:
            return int(self._connection.execute("SELECT count(*) FROM passages").fetchone()[0])

    def close(self) -> None:
        """Close the index; searching it afterwards raises."""
        self._connection.close()

    def search(self, query: str, k: int | None = None) -> list[tuple[Passage, float]]:
        """Passages that share words with the query; with embeddings, also those that mean the same.

        Args:
            query: any text; its first 200 different words are looked for, it is no query language.
            k: how many at most, the index's own ``k`` by default.

        Returns:
            (passage, score above 0), best first; equal ones in reading order. The score is BM25's, with
            embeddings that of :func:`data_base.vectors.fusion.fused`. A passage that repeats a better one is
            behind all that do not. Empty where the query has no word, and without embeddings where none of
            its words is found.

        Raises:
            InputError: the embeddings return something else than a vector like those of the passages.
        """
        match, embeddings = _match(query), self._embeddings
        if not match:
            return []
        if embeddings is None:
            return self._by_words(match, k or self.k)
        return self._by_both(query, match, embeddings.embed_query(query), k or self.k)

    def neighbours(self, passage_id: str) -> list[Passage]:
        """The passages right before and after one in its document, as far as there are any."""
        with self._lock:
            found = self._connection.execute(_NEIGHBOURS, (passage_id,)).fetchall()
        return [Passage(id=r[0], doc_id=r[1], page=r[2], text=r[3]) for r in found]

    async def asearch(self, query: str, k: int | None = None) -> list[tuple[Passage, float]]:
        """As :meth:`search`, in a thread that :func:`data_base.computing.computing_in` chooses."""
        match, embeddings = _match(query), self._embeddings
        if not match or embeddings is None:
            return await computed(partial(self.search, query, k))
        vector = await embeddings.aembed_query(query)
        return await computed(partial(self._by_both, query, match, vector, k or self.k))

    @property
    def _embeddings(self) -> Embeddings | None:
        return None if self._vectors is None else self._vectors.embeddings

    def _by_words(self, match: str, wanted: int) -> list[tuple[Passage, float]]:
        scores = self._word_scores(match, wanted)
        return _best(self._at(scores), scores, wanted)

    def _by_both(
        self, query: str, match: str, vector: Sequence[float], wanted: int
    ) -> list[tuple[Passage, float]]:
        from data_base.vectors.fusion import fused, most_alike  # noqa: PLC0415  (loads NumPy)

        vectors = cast("PassageVectors", self._vectors)
        words, likeness = self._word_scores(match, wanted), vectors.likeness(vector)
        passages = self._at({*words, *most_alike(likeness, _POOL * wanted)})
        return _best(passages, fused(query, passages, words, likeness), wanted)

    def _word_scores(self, match: str, wanted: int) -> dict[int, float]:
        """BM25 of the best passages, by row."""
        with self._lock:
            return dict(self._connection.execute(_SEARCH, (match, _POOL * wanted)).fetchall())

    def _at(self, rows: Iterable[int]) -> dict[int, Passage]:
        with self._lock:
            found = self._connection.execute(_PASSAGES, (json.dumps(list(rows)),)).fetchall()
        return {r[0]: Passage(id=r[1], doc_id=r[2], page=r[3], text=r[4]) for r in found}

    def _get_relevant_documents(
        self,
        query: str,
        *,
        run_manager: CallbackManagerForRetrieverRun | AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401  (the base class's signature)
    ) -> list[Document]:
        return _worth_reading(self.search(query, kwargs.get("k")))

    async def _aget_relevant_documents(
        self,
        query: str,
        *,
        run_manager: AsyncCallbackManagerForRetrieverRun,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401  (the base class's signature)
    ) -> list[Document]:
        return _worth_reading(await self.asearch(query, kwargs.get("k")))


def _worth_reading(found: Sequence[tuple[Passage, float]]) -> list[Document]:
    """The first few as documents, further ones where they score well compared with the best."""
    least = _SHARE * found[0][1] if found else 0
    kept = (passage for place, (passage, score) in enumerate(found) if place < _ALWAYS or score >= least)
    return [passage.to_document() for passage in kept]


def _best(
    passages: Mapping[int, Passage], scores: Mapping[int, float], wanted: int
) -> list[tuple[Passage, float]]:
    ranked = sorted(passages, key=lambda row: (-scores[row], row))
    order = repeats_last([passages[row].text for row in ranked])[:wanted]
    return [(passages[ranked[place]], scores[ranked[place]]) for place in order]


def _match(query: str) -> str:
    """An FTS5 expression that looks for any of the query's words, each quoted, so none is an operator."""
    words = islice(dict.fromkeys(terms(query)), _MOST_WORDS)
    return " OR ".join('"' + word.replace('"', '""') + '"' for word in words)
