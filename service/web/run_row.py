"""A run in a list."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from data_base.schemas.run import ItemStatus
from service.web.mean_interval import Interval, interval_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas.runs.run_page import RunFigures, StoredRun
    from data_base.schemas.runs.run_statistics import SystemSpread
    from data_base.store.run_reader import RunReader


@dataclass(frozen=True, slots=True)
class SystemRow:
    """How a system did."""

    spread: SystemSpread
    """Its scores."""
    interval: Interval | None
    """The interval of its mean, None where there is none."""


@dataclass(frozen=True, slots=True)
class RunRow:
    """A run in a list."""

    run: StoredRun
    """The run."""
    figures: RunFigures
    """What came of it."""
    systems: Sequence[SystemRow]
    """How its systems did."""
    baseline: bool
    """Whether it is marked as one."""

    @property
    def items(self) -> int:
        """How many items there are."""
        return sum(self.figures.counts.values())

    @property
    def failures(self) -> int:
        """How many items have no score for good: the system or the scorer failed."""
        return sum(self.figures.counts.get(status, 0) for status in (ItemStatus.FAILED, ItemStatus.UNSCORED))

    @property
    def scored(self) -> int:
        """How many items have a score."""
        return self.figures.counts.get(ItemStatus.SCORED, 0)

    @property
    def seconds(self) -> float | None:
        """How long it took, None where it is not finished or nobody knows when it was."""
        if self.run.finished_at is None:
            return None
        took = datetime.fromisoformat(self.run.finished_at) - self.run.manifest.created_at
        return max(0.0, took.total_seconds()) or None


def run_row(store: RunReader, run: StoredRun, baselines: frozenset[str]) -> RunRow:
    """A run as a list shows it.

    Args:
        store: where it is.
        run: the run.
        baselines: the project's.
    """
    spreads = store.spreads(run)
    return RunRow(
        run=run,
        figures=store.figures(run),
        systems=[SystemRow(spread, interval_of(spread.score, run.manifest)) for spread in spreads],
        baseline=run.manifest.run_id in baselines,
    )
