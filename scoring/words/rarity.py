"""How much a word is worth: rare English words by a table, others by how rare they are in the passages."""

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

_TABLE = Path(__file__).with_name("rarity.json")
RAREST = 9.0
"""What a word is worth that is hardly ever met."""


@cache
def _known() -> dict[str, float]:
    """English stems by the rounded logarithm of how many sentences one reads to meet them."""
    bands: dict[str, str] = json.loads(_TABLE.read_text(encoding="utf-8"))
    return {word: float(band) for band, listed in bands.items() for word in listed.split()}


def rarity(term: str, idf: Mapping[str, float]) -> float:
    """How much a term is worth, at most ``RAREST``.

    Args:
        term: a stem, or a pair of Chinese characters.
        idf: how rare each is in the passages, that of an unknown one under the empty term.
    """
    if term.isascii():
        return _known().get(term, RAREST)
    return RAREST * idf.get(term, idf[""]) / idf[""]


class Rarity(dict[str, float]):
    """How much words are worth, looked up once each."""

    def __init__(self, lines_with: Mapping[str, Sequence[int]], total: float) -> None:
        super().__init__()
        self._lines_with, self._total = lines_with, total

    def __missing__(self, key: str) -> float:
        counts = {} if key.isascii() else {"": 0, key: len(self._lines_with.get(key, ()))}
        idf = {term: math.log(1 + self._total / (count + 0.5)) for term, count in counts.items()}
        found = self[key] = rarity(key, idf)
        return found
