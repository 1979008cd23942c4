"""Texts that say nearly the same, found among a hundred thousand without comparing each with each."""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING

import numpy as np

from data_base.text.han_variants import fold_variants
from data_base.text.normalise import squeeze

if TYPE_CHECKING:
    from collections.abc import Iterator

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

    def __init__(self) -> None:
        """Begin with no texts."""
        draw = np.random.default_rng(_SEED)
        count = _BANDS * _ROWS
        self._factors = draw.integers(1, int(_PRIME), count, dtype=np.uint64)[:, None]
        self._offsets = draw.integers(0, int(_PRIME), count, dtype=np.uint64)[:, None]
        self._bands: dict[tuple[int, bytes], list[int]] = {}
        self._shingles: list[NDArray[np.uint64]] = []
        self._figures: list[int] = []

    def add(self, text: str) -> Iterator[tuple[int, float]]:
        """Take a text in; for each earlier one that it nearly repeats, its number from 0 and how nearly."""
        spelled = fold_variants(squeeze(text))
        shingles, figures = _shingles(spelled), zlib.crc32(" ".join(_FIGURE.findall(text)).encode())
        candidates = self._candidates(shingles)
        self._shingles.append(shingles)
        self._figures.append(figures)
        for number in sorted(candidates):
            other = self._shingles[number]
            # Sets of sizes that differ so much cannot share enough.
            sizes = min(len(shingles), len(other)) / max(len(shingles), len(other))
            if figures != self._figures[number] or sizes < NEARLY:
                continue
            likeness = _jaccard(shingles, other)
            if likeness >= NEARLY:
                yield number, likeness

    def _candidates(self, shingles: NDArray[np.uint64]) -> set[int]:
        number, found = len(self._shingles), set[int]()
        signature = ((self._factors * shingles + self._offsets) % _PRIME).min(axis=1).astype(np.uint32)
        for band, rows in enumerate(signature.reshape(_BANDS, _ROWS)):
            members = self._bands.setdefault((band, rows.tobytes()), [])
            found.update(members)
            if len(members) < _MOST_IN_BAND:
                members.append(number)
        return found


def _shingles(spelled: str) -> NDArray[np.uint64]:
    parts = {spelled[i : i + _SHINGLE] for i in range(max(len(spelled) - _SHINGLE + 1, 1))}
    # 31 bits, so that a product of two fits into 64.
    return np.fromiter(sorted({zlib.crc32(part.encode()) & 0x7FFFFFFF for part in parts}), np.uint64)


def _jaccard(one: NDArray[np.uint64], other: NDArray[np.uint64]) -> float:
    shared = len(np.intersect1d(one, other, assume_unique=True))
    return shared / (len(one) + len(other) - shared)
