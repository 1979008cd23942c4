"""Statistics of a run's scores, from the rows that stand next to its items."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import Row, Text, bindparam, case, func, select

from data_base.schemas.claim_table import ClaimShares
from data_base.schemas.run import RunItem
from data_base.schemas.runs.run_statistics import (
    GroupMean,
    MissingScores,
    RunStatistics,
    ScoreHistogram,
    ScoreSpread,
    Slice,
    SystemClaims,
    SystemSpread,
)
from data_base.store.item_labels import LabelKind, labels_in
from data_base.store.tables import items, latest_items

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

PARTS = 18
"""Parts of a histogram; on the scale of 1 to 10 each is half a point wide."""
FEW = 300
"""Scores of a system up to which they are read one by one, for an interval of their mean."""
_LABELS = 60
"""Slices by tag, and by document, that are shown."""
_LOOKED_AT = 300
"""Items without a score whose reasons are read."""
_REASON = 160
_GROUPED_AT, _GROUPED_CHARS = 1_000, 50_000_000
"""Items, and their characters, that are looked through for groups of key points."""
_GROUPS = '"groups":{"'
"""What the text of an item with groups contains."""
_CLAIMS = '"claims":{"claims":'
"""What the text of an item whose score card has counts of claims contains."""
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
_VALUES = (
    select(_it.system, _it.score)
    .where(_of_run, _it.score.is_not(None), _it.system.in_(bindparam("systems", expanding=True)))
    .order_by(_it.system, _it.score)
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
_TAGGED = (
    select(_it.tags, _it.system, *_SPREAD)
    .where(_of_run, _it.tags.is_not(None))
    .group_by(_it.tags, _it.system)
)
_SCORED = (
    select(items.c.payload)
    .select_from(latest_items)
    .join(items, items.c.seq == _it.seq)
    .where(_of_run, _it.score.is_not(None))
    .order_by(_it.number)
    .limit(_GROUPED_AT)
)
_UNSCORED = (
    select(items.c.payload)
    .select_from(latest_items)
    .join(items, items.c.seq == _it.seq)
    .where(_of_run, _it.status.in_(("failed", "unscored")))
    .order_by(_it.number)
    .limit(_LOOKED_AT)
)


def spreads_of(connection: Connection, run_id: str) -> tuple[SystemSpread, ...]:
    """How the systems of a run did; of those with few scores also these."""
    rows = connection.execute(_SYSTEMS, {"run": run_id}).all()
    values: dict[str, list[float]] = {row.system: [] for row in rows if row.scored <= FEW}
    for system, score in connection.execute(_VALUES, {"run": run_id, "systems": [*values]}):
        values[system].append(score)
    return tuple(
        SystemSpread(
            system=row.system,
            score=_spread_of(row).model_copy(update={"values": tuple(values.get(row.system, ()))}),
            accuracy=row.accuracy,
            completeness=row.completeness,
            clarity=row.clarity,
        )
        for row in rows
    )


def statistics_of(connection: Connection, run_id: str) -> RunStatistics:
    """What the scores of a run look like."""
    run = {"run": run_id}
    labelled = _by_label(connection, run_id)
    groups, claims, looked_at = _in_items(connection, run_id)
    return RunStatistics(
        histograms=tuple(_histogram(*row) for row in connection.execute(_REACHED, run)),
        languages=tuple(_slice(row) for row in connection.execute(_LANGUAGES, run)),
        tags=labelled["tag"],
        documents=labelled["document"],
        answerable=labelled["answerable"],
        groups=groups,
        groups_in=looked_at,
        claims=claims,
        missing=_missing(connection.execute(_UNSCORED, run).scalars().all()),
    )


def _by_label(connection: Connection, run_id: str) -> dict[LabelKind, tuple[Slice, ...]]:
    sums: dict[LabelKind, dict[tuple[str, str], list[float]]] = {"tag": {}, "document": {}, "answerable": {}}
    for row in connection.execute(_TAGGED, {"run": run_id}):
        own = (row.items, row.scored, row.total or 0.0, row.squares or 0.0)
        for kind, name in labels_in(row.tags):
            so_far = sums[kind].get((name, row.system), (0, 0, 0.0, 0.0))
            sums[kind][name, row.system] = [each + more for each, more in zip(so_far, own, strict=True)]
    return {kind: _most(found) for kind, found in sums.items()}


def _most(sums: dict[tuple[str, str], list[float]]) -> tuple[Slice, ...]:
    most = sorted(sums.items(), key=lambda each: (-each[1][0], each[0]))[:_LABELS]
    return tuple(Slice(name=name, system=system, score=_spread(*own)) for (name, system), own in most)


def _in_items(
    connection: Connection, run_id: str
) -> tuple[tuple[GroupMean, ...], tuple[SystemClaims, ...], int]:
    """The means of groups of key points, what claim tables come to, and of how many items."""
    shares: dict[tuple[str, str], list[float]] = {}
    tables: dict[str, list[ClaimShares]] = {}
    looked_at = characters = 0
    for payload in connection.execute(
        _SCORED, {"run": run_id}, execution_options={"yield_per": 50}
    ).scalars():
        looked_at, characters = looked_at + 1, characters + len(payload)
        if _GROUPS in payload or _CLAIMS in payload:
            item = RunItem.model_validate_json(payload)
            if item.score_card and item.score_card.claims:
                tables.setdefault(item.system, []).append(item.score_card.claims)
            coverage = item.judgement.coverage if item.judgement else None
            for name, share in (coverage.groups if coverage else {}).items():
                if share is not None:
                    shares.setdefault((name, item.system), []).append(share)
        if characters > _GROUPED_CHARS:
            break
    found = (
        GroupMean(name=name, system=system, mean=math.fsum(each) / len(each), answers=len(each))
        for (name, system), each in shares.items()
    )
    claims = tuple(SystemClaims(system=name, tables=tuple(each)) for name, each in tables.items())
    return tuple(found), claims, looked_at


def _histogram(system: str, scored: int, *reached: int) -> ScoreHistogram:
    counts = tuple(more - less for more, less in pairwise((scored, *reached, 0)))
    return ScoreHistogram(system=system, counts=counts)


def _slice(row: Row[Any]) -> Slice:
    return Slice(name=row.name, system=row.system, score=_spread_of(row))


def _spread_of(row: Row[Any]) -> ScoreSpread:
    return _spread(row.items, row.scored, row.total, row.squares)


def _spread(count: float, scored: float, total: float, squares: float) -> ScoreSpread:
    mean = total / scored if scored else None
    deviation = _deviation(int(scored), squares, mean)
    return ScoreSpread(items=int(count), scored=int(scored), mean=mean, deviation=deviation)


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
