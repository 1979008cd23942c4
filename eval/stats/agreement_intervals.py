"""Measures of agreement with their intervals, by resampling whole questions.

Answers to one question are alike, so that the question is what chance draws: whole clusters are resampled
with replacement (A. Davison and D. Hinkley, "Bootstrap Methods and their Application", 1997, section 3.8),
and the percentiles are widened for few clusters as in :mod:`eval.stats.paired`.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from data_base.cancellation import go_on
from eval.stats.agreement import NumericMeasure
from eval.stats.measure import ClusterSettings, Measure
from eval.stats.paired import BootstrapSettings, expanded_tail


def measured(
    measures: Mapping[str, NumericMeasure],
    judge: Sequence[float],
    people: Sequence[float],
    clusters: Sequence[str],
    settings: ClusterSettings | None = None,
) -> dict[str, Measure]:
    """Every measure with its interval.

    Args:
        measures: name to measure.
        judge: the judge's number for each item.
        people: the people's.
        clusters: the question that each item belongs to.
        settings: seed, resamples, confidence.
    """
    settings = settings or ClusterSettings()
    one, other = np.asarray(judge, dtype=float), np.asarray(people, dtype=float)
    values = {name: measure(one, other) for name, measure in measures.items()}
    count = len(set(clusters))
    if count <= 1:
        return {name: Measure(value=value) for name, value in values.items()}
    drawn: dict[str, list[float]] = {name: [] for name in measures}
    for index in resamples(clusters, settings):
        for name, measure in measures.items():
            if (value := measure(one[index], other[index])) is not None:
                drawn[name].append(value)
    tail = expanded_tail(count, settings.confidence)
    return {name: _with_interval(values[name], drawn[name], tail, settings.resamples) for name in measures}


def resamples(clusters: Sequence[str], settings: BootstrapSettings) -> Iterator[NDArray[np.int64]]:
    """Indices of the items in each resample: whole clusters, as many as there are, with replacement."""
    places: dict[str, list[int]] = {}
    for index, cluster in enumerate(clusters):
        places.setdefault(cluster, []).append(index)
    members = [np.asarray(indices) for indices in places.values()]
    rng = np.random.default_rng(settings.seed)
    for _ in range(settings.resamples):
        go_on()
        yield np.concatenate([members[i] for i in rng.integers(0, len(members), size=len(members))])


def _with_interval(value: float | None, drawn: Sequence[float], tail: float, wanted: int) -> Measure:
    if value is None or len(drawn) * 2 < wanted:
        return Measure(value=value)
    low, high = np.quantile(drawn, [tail, 1 - tail])
    # Rounding must not push the interval off a value that is the same in every resample.
    return Measure(value=value, low=min(float(low), value), high=max(float(high), value))
