"""Statistics of a run's scores, from the rows that stand next to its items."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, Text, bindparam, case, func, select

from data_base.schemas.run import RunItem
from data_base.schemas.run_statistics import (
    MissingScores,
    RunStatistics,
    ScoreHistogram,
    ScoreSpread,
    Slice,
    SystemSpread,
)
from data_base.store.tables import item_tags, items, latest_items

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

PARTS = 18
"""Parts of a histogram; on the scale of 1 to 10 each is half a point wide."""
_TAGS = 60
"""Slices by tag that are shown."""
_LOOKED_AT = 300
"""Items without a score whose reasons are read."""
_REASON = 160
_it = latest_items.c
_of_run = _it.run_id == bindparam("run", type_=Text)
_SPREAD: tuple[ColumnElement[Any], ...] = (
    func.count().label("items"),
    func.count(_it.score).label("scored"),
    func.sum(_it.score).label("total"),
    func.sum(_it.score * _it.score).label("squares"),
)
_SYSTEMS = (
    select(
        _it.system,
        *_SPREAD,
        *(func.avg(_it[name]).label(name) for name in ("accuracy", "completeness", "clarity")),
    )
    .where(_of_run)
    .group_by(_it.system)
    .order_by(func.min(_it.number))
)
_REACHED = (
    select(
        _it.system,
        func.count(_it.score),
        *(func.sum(case((_it.score >= part / PARTS, 1), else_=0)) for part in range(1, PARTS)),
    )
    .where(_of_run)
    .group_by(_it.system)
    .order_by(func.min(_it.number))
)
_LANGUAGES = (
    select(_it.language.label("name"), _it.system, *_SPREAD)
    .where(_of_run)
    .group_by(_it.language, _it.system)
    .order_by(_it.language, _it.system)
)
_NUMBERED = select(_it.seq, _it.system, _it.score).where(_of_run)
_TAGGED = select(item_tags.c.tag, item_tags.c.seq).where(item_tags.c.run_id == bindparam("run", type_=Text))
_UNSCORED = (
    select(items.c.payload)
    .select_from(latest_items)
    .join(items, items.c.seq == _it.seq)
    .where(_of_run, _it.status.in_(("failed", "unscored")))
    .order_by(_it.number)
    .limit(_LOOKED_AT)
)


def spreads_of(connection: Connection, run_id: str) -> tuple[SystemSpread, ...]:
    """How the systems of a run did."""
    return tuple(
        SystemSpread(
            system=row.system,
            score=_spread(row),
            accuracy=row.accuracy,
            completeness=row.completeness,
            clarity=row.clarity,
        )
        for row in connection.execute(_SYSTEMS, {"run": run_id})
    )


def statistics_of(connection: Connection, run_id: str) -> RunStatistics:
    """What the scores of a run look like."""
    run = {"run": run_id}
    return RunStatistics(
        histograms=tuple(_histogram(*row) for row in connection.execute(_REACHED, run)),
        languages=tuple(_slice(row) for row in connection.execute(_LANGUAGES, run)),
        tags=_by_tag(connection, run_id),
        missing=_missing(connection.execute(_UNSCORED, run).scalars().all()),
    )


def _by_tag(connection: Connection, run_id: str) -> tuple[Slice, ...]:
    # Joined here: no index leads from a tag to the latest item, so SQLite would walk along the run for each.
    run = {"run": run_id}
    latest = {seq: (system, score) for seq, system, score in connection.execute(_NUMBERED, run)}
    scores: dict[tuple[str, str], list[float | None]] = {}
    for tag, seq in connection.execute(_TAGGED, run):
        if seq in latest:
            system, score = latest[seq]
            scores.setdefault((tag, system), []).append(score)
    most = sorted(scores.items(), key=lambda each: (-len(each[1]), each[0]))[:_TAGS]
    return tuple(Slice(name=tag, system=system, score=_spread_of(own)) for (tag, system), own in most)


def _spread_of(scores: Sequence[float | None]) -> ScoreSpread:
    known = [score for score in scores if score is not None]
    mean = math.fsum(known) / len(known) if known else None
    squares = math.fsum(score * score for score in known)
    return ScoreSpread(
        items=len(scores), scored=len(known), mean=mean, deviation=_deviation(len(known), squares, mean)
    )


def _histogram(system: str, scored: int, *reached: int) -> ScoreHistogram:
    counts = tuple(more - less for more, less in pairwise((scored, *reached, 0)))
    return ScoreHistogram(system=system, counts=counts)


def _slice(row: Row[Any]) -> Slice:
    return Slice(name=row.name, system=row.system, score=_spread(row))


def _spread(row: Row[Any]) -> ScoreSpread:
    mean = row.total / row.scored if row.scored else None
    return ScoreSpread(
        items=row.items, scored=row.scored, mean=mean, deviation=_deviation(row.scored, row.squares, mean)
    )


def _deviation(scored: int, squares: float, mean: float | None) -> float | None:
    if mean is None or scored < 2:  # noqa: PLR2004  (one value has no spread)
        return None
    return math.sqrt(max(0.0, squares - scored * mean * mean) / (scored - 1))


def _missing(payloads: Sequence[str]) -> tuple[MissingScores, ...]:
    reasons: Counter[str] = Counter()
    for payload in payloads:
        item = RunItem.model_validate_json(payload)
        card = item.score_card
        reason = item.error or (card.unscored_reason if card else None) or ""
        reasons[reason[:_REASON]] += 1
    return tuple(MissingScores(reason=reason, items=count) for reason, count in reasons.most_common(20))
