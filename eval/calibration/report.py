"""What a calibration found: agreement with people, two baselines, and risk against coverage."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from pydantic import Field

from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from eval.calibration.calibration_verdict import conclusion
from eval.calibration.gold_file import KINDS, GoldFile, GoldItem, Kind
from eval.judging.calibration_map import MAPPED, MonotoneMap, fit
from eval.stats.agreement import krippendorff_alpha
from eval.stats.agreement_intervals import measured
from eval.stats.judge_among_people import AmongPeople, judge_among_people
from eval.stats.measure import ClusterSettings, Measure
from eval.stats.paired import BootstrapSettings

if TYPE_CHECKING:
    from eval.calibration.predicted_ratings import JudgeRating

UNDECIDED_STEPS = (1.0, 0.75, 0.5, 0.25, 0.0)
"""Shares of undecidable claims up to which an item is kept, step by step."""
_FOLDS = 5


class RiskPoint(Frozen):
    """What is lost when only the items that the judge can decide are kept."""

    undecided_up_to: float
    """Items with a larger share of undecidable claims are omitted, failed ones always."""
    coverage: float
    """Share of all items that remain, in [0, 1]."""
    risk: float | None
    """The kind's risk on those (see ``risk`` of the report), None if none remain."""


class DimensionReport(Frozen):
    """How far a judge agrees with people on one dimension."""

    name: str
    """The people's dimension."""
    judged_as: str
    """The judge's dimension that it was compared with."""
    items: int
    """Items that people judged on it."""
    scored: int
    """Those that the judge scored, too; the measures are over these."""
    questions: int
    """Clusters among the scored items."""
    measures: Mapping[str, Measure]
    """Name to measure with its interval."""
    baselines: Mapping[str, Mapping[str, float | None]]
    """``constant`` and ``length`` to measures over the same items.

    The constant is the people's median (the most frequent verdict, for verdicts and claims), the length a
    straight line on the logarithm of the answer's length; both are fitted on the very items, which favours
    them.
    """
    risk: tuple[RiskPoint, ...]
    """Risk against coverage, over all items."""
    people_alpha: float | None = None
    """Krippendorff's alpha of the people among themselves, None where none judged twice."""
    among_people: AmongPeople | None = None
    """The judge as one rater more among several people's scores; None without these."""
    calibrated: bool | None = None
    """Whether the judge passes the test among people; None where that cannot be said."""
    conclusion: str = ""
    """The reason, in one sentence."""
    mapped: Mapping[str, Measure] | None = None
    """The measures with a monotone map fitted on the other questions (five folds); None unless asked for."""


class CalibrationReport(Frozen):
    """A judge compared with people."""

    file: str
    """The file of people's judgements."""
    file_sha256: str
    """The SHA-256 of the file's bytes."""
    format: str
    """How it was read."""
    kind: Kind
    """What people judged."""
    judge: str
    """The judge that was asked for."""
    judges: Mapping[str, int]
    """The models that decided, with the number of answers each; more than one for a cascade."""
    prompts: tuple[str, ...]
    """SHA-256 of the prompts used."""
    scorer_version: str
    """The project's version."""
    code_sha256: str | None = None
    """The SHA-256 of the code that judges, if the embedded model took part."""
    score_map: str | None = None
    """The SHA-256 of the score map that was applied, None if there was none."""
    bootstrap: ClusterSettings
    """Seed, resamples and confidence of the intervals."""
    items: int = Field(ge=1)
    """Items in the file."""
    failed: int
    """Items that the judge could not score."""
    failed_items: tuple[str, ...] = ()
    """The ids of the failed items."""
    errors: Mapping[str, int]
    """Why items failed, with the number of items each."""
    undecided: int
    """Scored items of which the judge calls every claim undecidable."""
    risk: str
    """What ``risk`` means in the dimensions."""
    dimensions: tuple[DimensionReport, ...]
    """One report for each dimension."""
    usage: TokenUsage
    """Tokens and calls."""
    cost_usd: float | None
    """US dollars; None if a price is not known."""
    models_served: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)
    """Model as called to the models that served it, each with its number of results."""
    notes: tuple[str, ...] = ()
    """What a reader of the figures must know."""


def dimension_reports(
    gold: GoldFile, ratings: Sequence[JudgeRating], settings: ClusterSettings, *, with_map: bool = False
) -> tuple[DimensionReport, ...]:
    """One report for every dimension that people judged, in the order in which the file names them.

    Args:
        gold: what people said.
        ratings: what the judge said of the same items.
        settings: of the intervals.
        with_map: whether to measure a monotone map too.
    """
    names = dict.fromkeys(name for item in gold.items for name in item.people)
    rows = list(zip(gold.items, ratings, strict=True))
    return tuple(
        _dimension(name, gold, [row for row in rows if name in row[0].people], settings, with_map=with_map)
        for name in names
    )


def map_pairs(gold: GoldFile, ratings: Sequence[JudgeRating], name: str) -> tuple[list[float], list[float]]:
    """The judge's and the people's numbers on a dimension, where there are both."""
    rows = [
        (rating.values[name], item.people[name])
        for item, rating in zip(gold.items, ratings, strict=True)
        if name in item.people and name in rating.values
    ]
    return [row[0] for row in rows], [row[1] for row in rows]


def _dimension(
    name: str,
    gold: GoldFile,
    rows: Sequence[tuple[GoldItem, JudgeRating]],
    settings: ClusterSettings,
    *,
    with_map: bool,
) -> DimensionReport:
    measures = KINDS[gold.kind].measures
    scored = [(item, rating) for item, rating in rows if name in rating.values]
    judge = [rating.values[name] for _, rating in scored]
    people = [item.people[name] for item, _ in scored]
    clusters = [item.group for item, _ in scored]
    among = _among_people(name, scored) if gold.kind == "scores" else None
    found = conclusion(len(scored), among)
    folded = _folded(judge, people, clusters, settings) if with_map and name in MAPPED else None
    return DimensionReport(
        name=name,
        judged_as=gold.judged_as[name],
        items=len(rows),
        scored=len(scored),
        questions=len(set(clusters)),
        measures=measured(measures, judge, people, clusters, settings),
        baselines={
            kind: {key: measure.value for key, measure in measured(measures, row, people, []).items()}
            for kind, row in _baselines(gold.kind, [item for item, _ in scored], people).items()
        },
        risk=tuple(_risk(name, gold.kind, rows, limit) for limit in UNDECIDED_STEPS),
        people_alpha=krippendorff_alpha([list(item.ratings.get(name, {}).values()) for item, _ in rows]),
        among_people=among,
        calibrated=found.calibrated,
        conclusion=f"{name}: {found.reason}",
        mapped=measured(measures, folded, people, clusters, settings) if folded else None,
    )


def _among_people(name: str, scored: Sequence[tuple[GoldItem, JudgeRating]]) -> AmongPeople | None:
    """The judge among those who scored this dimension, over the items that all of them did."""
    people = list(dict.fromkeys(person for item, _ in scored for person in item.ratings.get(name, {})))
    if len(people) <= 1:
        return None
    shared = [
        (item.ratings[name], rating) for item, rating in scored if len(item.ratings[name]) == len(people)
    ]
    judge = np.array([rating.values[name] for _, rating in shared])
    return judge_among_people(
        judge, {each: np.array([given[each] for given, _ in shared]) for each in people}
    )


def _risk(name: str, kind: Kind, rows: Sequence[tuple[GoldItem, JudgeRating]], limit: float) -> RiskPoint:
    kept = [
        (rating.values[name], item.people[name])
        for item, rating in rows
        if name in rating.values and rating.undecided <= limit
    ]
    judge, people = np.asarray(kept, dtype=float).reshape(-1, 2).T
    return RiskPoint(
        undecided_up_to=limit, coverage=len(kept) / len(rows), risk=KINDS[kind].risk_of(judge, people)
    )


def _baselines(kind: Kind, items: Sequence[GoldItem], people: Sequence[float]) -> dict[str, list[float]]:
    if not people:
        return {}
    named = kind in {"claims", "verdicts"}
    constant = Counter(sorted(people)).most_common(1)[0][0] if named else float(np.median(people))
    found = {"constant": [constant] * len(people)}
    lengths = np.array([_length(item) for item in items])
    # A length says nothing of three verdicts in no order; of one length no line can be drawn.
    if kind != "verdicts" and np.ptp(lengths) > 0:
        slope, start = np.polyfit(lengths, np.asarray(people), 1)
        found["length"] = [float(start + slope * length) for length in lengths]
    return found


def _length(item: GoldItem) -> float:
    """Logarithm of the answer's length; for a pair how much the second is ahead."""
    logs = [math.log1p(len(answer)) for answer in item.answers]
    return logs[-1] - logs[0] if len(logs) > 1 else logs[0]


def _folded(
    judge: Sequence[float], people: Sequence[float], clusters: Sequence[str], settings: BootstrapSettings
) -> list[float] | None:
    """Every score mapped by a map fitted without its question; None with fewer than two questions."""
    names = sorted(set(clusters))
    if len(names) <= 1:
        return None
    order = np.random.default_rng(settings.seed).permutation(len(names))
    fold = {names[place]: number % min(_FOLDS, len(names)) for number, place in enumerate(order)}
    maps: dict[int, MonotoneMap] = {}
    for held in sorted(set(fold.values())):
        rest = [i for i, cluster in enumerate(clusters) if fold[cluster] != held]
        maps[held] = fit([judge[i] for i in rest], [people[i] for i in rest])
    return [maps[fold[cluster]](score) for score, cluster in zip(judge, clusters, strict=True)]
