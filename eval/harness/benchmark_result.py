"""The outcome of a benchmark: its datasets, its repeats, and its limits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.score_card import ROUNDING
from eval.runs.run_file import RunFile


class RepeatSpread(Frozen):
    """How a score spreads over repeats."""

    n: int = Field(ge=1)
    """The number of repeats."""
    mean: float
    """The mean score."""
    std: float | None
    """The standard deviation (divided by n - 1); None for one repeat."""
    min: float
    """The lowest score."""
    max: float
    """The highest score."""

    @classmethod
    def of(cls, scores: Sequence[float]) -> RepeatSpread:
        """The spread of at least one score."""
        std = stdev(scores) if len(scores) > 1 else None
        return cls(n=len(scores), mean=fmean(scores), std=std, min=min(scores), max=max(scores))


class BenchmarkLimits(Frozen):
    """Limits of a benchmark; each applies to the whole and to every dataset."""

    max_std: float | None = Field(default=None, ge=0)
    """The highest standard deviation over repeats; None for no limit."""
    max_drop: float | None = Field(default=None, ge=0)
    """How far the score may lie below the baseline's; None for no limit."""


class ExceededLimit(Frozen):
    """A limit that is exceeded."""

    what: str
    """``benchmark`` or a dataset's id."""
    reason: str
    """The reason in a sentence."""


class BenchmarkResult(Frozen):
    """A benchmark's outcome."""

    run: RunFile
    """The run file's content: a result for each dataset."""
    broken: tuple[ExceededLimit, ...] = ()
    """The limits that are exceeded, and the datasets that failed."""

    @property
    def exit_code(self) -> int:
        """0 where all went well, 1 where a limit is broken or a dataset failed."""
        return 1 if self.broken else 0


def weighted(scores: Sequence[tuple[float, float]]) -> float:
    """sum(weight * score) / sum(weight) over (score, weight) pairs, whose weights are above 0."""
    return math.fsum(score * weight for score, weight in scores) / math.fsum(weight for _, weight in scores)


def too_wide(what: str, spread: RepeatSpread, limits: BenchmarkLimits) -> ExceededLimit | None:
    """The limit on the standard deviation, where a spread breaks it."""
    if limits.max_std is None or spread.std is None or spread.std <= limits.max_std + ROUNDING:
        return None
    return ExceededLimit(
        what=what, reason=f"standard deviation {_percent(spread.std)} is above {_percent(limits.max_std)}"
    )


def too_low(what: str, score: float, base: float | None, limits: BenchmarkLimits) -> ExceededLimit | None:
    """The limit on the drop, where a score lies too far below its baseline."""
    if limits.max_drop is None or base is None or base - score <= limits.max_drop + ROUNDING:
        return None
    drop, allowed = _percent(base - score), _percent(limits.max_drop)
    return ExceededLimit(
        what=what,
        reason=f"{_percent(base)} to {_percent(score)}, a drop of {drop}; at most {allowed} is allowed",
    )


def _percent(share: float) -> str:
    """As much of it as a limit is decided by."""
    return f"{100 * share:.6g} %"
