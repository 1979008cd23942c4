"""A rubric as bands: what each range of scores of a dimension means, in the rubric's own words."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_SECTION = re.compile(r"^(accuracy|completeness|clarity)\b", re.MULTILINE)
_BAND = re.compile(r"(?:^- |(?<=[.。])[ ]?)(?P<low>\d{1,2})(?:[-–](?P<high>\d{1,2}))?[:：][ ]?", re.MULTILINE)


class Band(NamedTuple):
    """A range of scores."""

    low: int
    """Its least score."""
    high: int
    """Its greatest."""
    words: str
    """What they mean."""

    @property
    def name(self) -> str:
        """The range, ``8-9`` or ``10``."""
        return str(self.low) if self.low == self.high else f"{self.low}-{self.high}"


def bands(rubric: str) -> Mapping[str, tuple[Band, ...]]:
    """The bands of every dimension, in the rubric's order; of a rubric without bands none.

    Args:
        rubric: a section a dimension, which begins with its name, and in it ``7-9: words``.
    """
    starts = [*_SECTION.finditer(rubric)]
    ends = [*(match.start() for match in starts), len(rubric)][1:]
    return {
        match[1]: tuple(_bands(rubric[match.end() : end])) for match, end in zip(starts, ends, strict=True)
    }


def bands_of_score(among: tuple[Band, ...], score: float) -> tuple[Band, ...]:
    """The bands that a score is in; of one between two bands the nearest."""
    within = tuple(band for band in among if band.low <= score <= band.high)
    if within or not among:
        return within
    return (min(among, key=lambda band: min(abs(score - band.low), abs(score - band.high))),)


def _bands(section: str) -> Iterator[Band]:
    for line in section.splitlines():
        found = [*_BAND.finditer(line)]
        ends = [*(match.start() for match in found), len(line)][1:]
        for match, end in zip(found, ends, strict=True):
            low = int(match["low"])
            yield Band(low, int(match["high"] or low), line[match.end() : end].strip())
