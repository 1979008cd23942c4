"""Passages by what they mean: the vectors of their sentences, compared with a question's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

import numpy as np
from langchain_core.embeddings import Embeddings
from numpy.typing import NDArray

from data_base.errors import InputError
from data_base.text.sentences import sentences
from data_base.text.tokens import estimate_tokens
from data_base.vectors.identity import embeddings_identity
from data_base.vectors.kept_vectors import Vectors, unit_rows, vectors_of

# A shorter sentence says too little alone and is read with the next one.
_LEAST_TOKENS = 12


@dataclass(frozen=True, slots=True)
class PassageVectors:
    """The vectors of passages, in the order of the passages.

    A passage is as like a question as the most alike of its sentences: a vector of the whole is one of
    everything that it speaks of.
    """

    embeddings: Embeddings
    """Made them, and makes the questions'."""
    rows: Vectors
    """One for each sentence, of length one."""
    starts: NDArray[np.int64]
    """The row with which each passage begins."""

    @classmethod
    def of(cls, passages: Iterable[tuple[str, str]], embeddings: Embeddings, *, path: Path | None) -> Self:
        """The vectors of (document name, text) pairs, read from the file or made and kept there.

        Raises:
            InputError: as :func:`data_base.vectors.kept_vectors.vectors_of`.
        """
        starts: list[int] = []

        def texts() -> Iterator[str]:
            row = 0
            for doc_id, text in passages:
                starts.append(row)
                for sentence in _read_alone(text):
                    # A sentence often leaves out what its document is about.
                    yield f"{doc_id}\n{sentence}"
                    row += 1

        rows = vectors_of(texts(), embeddings, path=path)
        return cls(embeddings, rows, np.asarray(starts, np.int64))

    @property
    def identity(self) -> str:
        """The model that made them."""
        return embeddings_identity(self.embeddings)

    def likeness(self, vector: Sequence[float]) -> Vectors:
        """The cosine of every passage's most alike sentence with a question's vector, -1 to 1.

        Raises:
            InputError: the vector is not of the passages' length, or not of finite numbers.
        """
        if not len(self.starts):
            return np.empty(0, np.float32)
        (query,) = unit_rows([vector], self.identity)
        if query.shape[0] != self.rows.shape[1]:
            raise InputError(
                f"{self.identity}: the question's vector has {query.shape[0]} numbers, the passages' "
                f"{self.rows.shape[1]}; use the model that made the passages' vectors."
            )
        return np.asarray(np.maximum.reduceat(self.rows @ query, self.starts), np.float32)


def _read_alone(text: str) -> list[str]:
    """The sentences, short ones with the next; the text itself where it has none."""
    read: list[str] = []
    short = ""
    for sentence in sentences(text):
        joined = f"{short} {sentence}".strip()
        short = joined if estimate_tokens(joined) < _LEAST_TOKENS else ""
        if not short:
            read.append(joined)
    if short:
        read[-1:] = [f"{' '.join(read[-1:])} {short}".strip()]
    return read or [text]
