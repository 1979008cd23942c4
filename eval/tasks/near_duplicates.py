"""Texts that say nearly the same, found among a hundred thousand without comparing each with each."""

from __future__ import annotations

import re
import zlib
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator
    from sqlite3 import Connection

    from numpy.typing import NDArray

NEARLY = 0.8
"""Jaccard index of character trigrams from which two texts are near-duplicates."""
_SHINGLE = 3
_BANDS, _ROWS = 25, 6
_PRIME = np.uint64((1 << 31) - 1)
_SEED = 0
_FIGURE = re.compile(r"[0-9]+")
# A band shared by so many texts is boilerplate, and comparing them all would take quadratic time.
_MOST_IN_BAND = 50


class NearDuplicates:
    """Texts seen so far, asked for those that a new one nearly repeats.

    Candidates share a band of min-wise hashes (Broder, "On the resemblance and containment of documents",
    1997); with 25 bands of 6 rows a pair at a Jaccard index of 0.8 is a candidate with a probability of
    more than 0.999, one at 0.5 with one of a third. Each is then compared exactly. The hash functions are
    drawn from a fixed seed.

    Texts whose figures differ are no near-duplicates: "in 2022" and "in 2023" ask for different things.
    """

    def __init__(self, scratch: Connection) -> None:
        """Begin with no texts.

        Args:
            scratch: a database for this alone; one that is kept on a disk keeps memory flat, however many
                texts come.
        """
        draw = np.random.default_rng(_SEED)
        count = _BANDS * _ROWS
        self._factors = draw.integers(1, int(_PRIME), count, dtype=np.uint64)[:, None]
        self._offsets = draw.integers(0, int(_PRIME), count, dtype=np.uint64)[:, None]
        # Odd, so that no bit of a row is lost; the band counts too.
        self._mixing = draw.integers(0, 1 << 62, _ROWS, dtype=np.uint64) * np.uint64(2) + np.uint64(1)
        self._band = draw.integers(0, 1 << 63, _BANDS, dtype=np.uint64)
        self._scratch = scratch
        self._count = 0
        scratch.execute("CREATE TABLE texts (number INTEGER PRIMARY KEY, size, figures, shingles)")
        scratch.execute(
            "CREATE TABLE bands (band INTEGER, number INTEGER, PRIMARY KEY (band, number)) WITHOUT ROWID"
        )

    def add(self, text: str) -> Iterator[tuple[int, float]]:
        """Take a text in; for each earlier one that it nearly repeats, its number from 0 and how nearly."""
        spelled = fold_variants(squeeze(text))
        shingles, figures = _shingles(spelled), zlib.crc32(" ".join(_FIGURE.findall(text)).encode())
        candidates = self._candidates(shingles)
        self._scratch.execute(
            "INSERT INTO texts VALUES (?, ?, ?, ?)",
            (self._count, len(shingles), figures, shingles.astype(np.uint32).tobytes()),
        )
        self._count += 1
        for number in sorted(candidates):
            other = self._kept(number, figures, len(shingles))
            likeness = 0.0 if other is None else _jaccard(shingles, other)
            if likeness >= NEARLY:
                yield number, likeness

    def _kept(self, number: int, figures: int, size: int) -> NDArray[np.uint64] | None:
        """The shingles of a text, None where its figures or its size say that it is another one."""
        # Sets of sizes that differ so much cannot share enough.
        row = self._scratch.execute(
            "SELECT shingles FROM texts"
            " WHERE number = ? AND figures = ? AND min(size, ?) >= ? * max(size, ?)",
            (number, figures, size, NEARLY, size),
        ).fetchone()
        return None if row is None else np.frombuffer(row[0], np.uint32).astype(np.uint64)

    def _candidates(self, shingles: NDArray[np.uint64]) -> set[int]:
        signature = ((self._factors * shingles + self._offsets) % _PRIME).min(axis=1)
        mixed = (signature.reshape(_BANDS, _ROWS) * self._mixing).sum(axis=1, dtype=np.uint64) ^ self._band
        bands: list[int] = mixed.view(np.int64).tolist()
        places = ", ".join("?" * _BANDS)
        # The places are question marks.
        query = f"SELECT band, number FROM bands WHERE band IN ({places})"  # noqa: S608
        found = self._scratch.execute(query, bands).fetchall()
        members = Counter(band for band, _ in found)
        self._scratch.executemany(
            "INSERT OR IGNORE INTO bands VALUES (?, ?)",
            [(band, self._count) for band in bands if members[band] < _MOST_IN_BAND],
        )
        return {number for _, number in found}


def _shingles(spelled: str) -> NDArray[np.uint64]:
    parts = {spelled[i : i + _SHINGLE] for i in range(max(len(spelled) - _SHINGLE + 1, 1))}
    # 31 bits, so that a product of two fits into 64.
    return np.fromiter(sorted({zlib.crc32(part.encode()) & 0x7FFFFFFF for part in parts}), np.uint64)


def _jaccard(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> float:
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / (len(one) + len(other) - shared)
