"""Figures that nobody waits for any more stop in the middle."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from data_base.cancellation import StoppedError, stopping_where
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from eval.standings.bradley_terry import BradleyTerry
from eval.standings.dropped_questions import overtaken_in_scores
from eval.stats.agreement_intervals import resamples
from eval.stats.measure import ClusterSettings
from eval.stats.paired import BootstrapSettings, estimate
from tests.support.arena import manifest

SCORES = {name: {str(n): float(n % 7 + place) for n in range(60)} for place, name in enumerate("abc")}
MODEL = BradleyTerry(np.array([[1.0, -1.0]]))


def read(items: int) -> Callable[[Path], object]:
    def work(folder: Path) -> object:
        with RunStore(str(folder / "runs.sqlite")) as runs:
            runs.create(manifest("r"))
            for n in range(items):
                runs.append("r", RunItem(case_id=str(n), system="s", error="none"))
            return list(runs.stream("r"))

    return work


@pytest.mark.parametrize(
    "work",
    [
        lambda _: estimate([float(n % 5) for n in range(200)], BootstrapSettings(resamples=1_000_000)),
        lambda _: list(resamples(["a", "b", "c"], ClusterSettings())),
        lambda _: MODEL.fit(np.full((1, 1), 9.0), np.full((1, 1), 10.0)),
        lambda _: overtaken_in_scores(SCORES),
        read(10),
    ],
)
def test_figures_stop_where_they_are_given_up(work: Callable[[Path], object], tmp_path: Path) -> None:
    """They went on, and kept the turn of their project."""
    asked: list[None] = []

    def after_two() -> bool:
        asked.append(None)
        return len(asked) > 2

    with stopping_where(after_two), pytest.raises(StoppedError):
        work(tmp_path)
