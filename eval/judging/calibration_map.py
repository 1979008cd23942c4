"""A monotone map from a judge's scores to those that people gave: fitted, saved, applied."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from statistics import fmean
from typing import NamedTuple, Self

from pydantic import Field, ValidationError, model_validator

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE, Score
from data_base.schemas_deep_research import FineGrainedEvaluationResult, Weighing
from data_base.whole_file import write_whole
from eval.files.json_lines import field_and_reason

VERSION = "1"
MAPPED = ("accuracy", "completeness", "clarity")
"""The dimensions that can be mapped; the weighted score follows from them."""


class MonotoneMap(Frozen):
    """A step-free, never falling map given by its corners."""

    judge: tuple[Score, ...] = Field(min_length=1)
    """The judge's scores at the corners, rising."""
    people: tuple[Score, ...] = Field(min_length=1)
    """What people give there, never falling."""
    n: int = Field(ge=1)
    """Items that it was fitted on."""

    @model_validator(mode="after")
    def _monotone(self) -> Self:
        if len(self.judge) != len(self.people):
            raise ValueError("judge and people need the same number of corners")
        if any(a >= b for a, b in pairwise(self.judge)) or any(a > b for a, b in pairwise(self.people)):
            raise ValueError("judge must rise from corner to corner, and people must not fall")
        return self

    def __call__(self, score: float) -> float:
        """The mapped score: straight between corners, level beyond the first and the last."""
        place = bisect_right(self.judge, score)
        if place == 0:
            return self.people[0]
        if place == len(self.judge):
            return self.people[-1]
        (x0, x1), (y0, y1) = self.judge[place - 1 : place + 1], self.people[place - 1 : place + 1]
        return y0 + (y1 - y0) * (score - x0) / (x1 - x0)


class ScoreMap(Frozen):
    """The maps of one judge, with what they were fitted on."""

    version: str = VERSION
    """The version of this file's shape."""
    judge: str
    """The judge's model; the map is for no other."""
    scorer_version: str
    """The project's version at the time."""
    code_sha256: str | None = None
    """The SHA-256 of the code that judges, if the embedded model takes part; else None."""
    prompts: tuple[str, ...] = ()
    """SHA-256 of every prompt that judged."""
    source_sha256: str
    """SHA-256 of the file with the people's scores."""
    maps: Mapping[str, MonotoneMap]
    """Dimension to map."""

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.version != VERSION:
            raise ValueError(f"version {self.version} is not read here, only {VERSION}")
        if unknown := sorted(set(self.maps) - set(MAPPED)):
            raise ValueError(f"no such dimension: {unknown[0]}")
        return self

    def applied(self, result: FineGrainedEvaluationResult, weighing: Weighing) -> FineGrainedEvaluationResult:
        """The evaluation with mapped scores; the weighted score and passing follow from them.

        Args:
            result: of this judge; a failed one stays as it is, and so do the user's own dimensions.
            weighing: as the judge was told to weigh.
        """
        mapped = {name: round(self.maps[name](getattr(result.metrics, name)), 2) for name in self.maps}
        return result.reweighed(mapped, weighing)


def fit(judge: Sequence[float], people: Sequence[float]) -> MonotoneMap:
    """The never falling map with the least squared error (isotonic regression).

    Pool adjacent violators: R. Barlow, D. Bartholomew, J. Bremner and H. Brunk, "Statistical Inference under
    Order Restrictions", 1972. Equal scores of the judge are pooled first.

    Args:
        judge: the judge's scores, at least one.
        people: the people's, in the same order.
    """
    given: dict[float, list[float]] = {}
    for score, person in zip(judge, people, strict=True):
        given.setdefault(score, []).append(person)
    blocks: list[_Block] = []
    for score, scores in sorted(given.items()):
        block = _Block(score, score, scores)
        while blocks and blocks[-1].mean >= block.mean:
            before = blocks.pop()
            block = _Block(before.low, block.high, before.people + block.people)
        blocks.append(block)
    corners = [(x, block.mean) for block in blocks for x in dict.fromkeys((block.low, block.high))]
    return MonotoneMap(judge=tuple(x for x, _ in corners), people=tuple(y for _, y in corners), n=len(judge))


def save(score_map: ScoreMap, path: Path) -> None:
    """Write a map, whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    write_whole(path, score_map.model_dump_json(indent=2) + "\n")


def load(path: Path, judge: str) -> ScoreMap:
    """Read a map.

    Args:
        path: a file that :func:`save` wrote.
        judge: the judge whose scores are mapped.

    Raises:
        InputError: the file cannot be read, is no map, or belongs to another judge.
    """
    try:
        read = ScoreMap.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path.") from error
    except ValidationError as error:
        raise InputError(
            f"{path} is no score map: {field_and_reason(error)}; make one with judge calibrate --save-map."
        ) from error
    if read.judge != judge:
        raise InputError(
            f"{path} was fitted for the judge {read.judge}, not for {judge}; fit one with judge calibrate "
            "--save-map, or leave out --score-map."
        )
    return read


class _Block(NamedTuple):
    """Neighbouring scores of the judge, with all that people gave there."""

    low: float
    high: float
    people: list[float]

    @property
    def mean(self) -> float:
        # Rounding must not push a mean off the scale.
        return min(HIGHEST_SCORE, max(LOWEST_SCORE, fmean(self.people)))
