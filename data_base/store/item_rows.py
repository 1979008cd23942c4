"""Items as rows: what is stored next to a payload, so that pages are chosen without reading it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Connection, Select, exists, insert, select

from data_base.store.tables import ANYTHING, is_latest, item_tags, items, one

if TYPE_CHECKING:
    from data_base.schemas.item_page import ItemFilter
    from data_base.schemas.run import RunItem

_ADD = insert(items).inline()
_ADD_NUMBERED = insert(items).returning(items.c.seq, sort_by_parameter_order=True)
_ADD_TAGS = insert(item_tags)


def add_items(connection: Connection, run_id: str, added: Sequence[RunItem]) -> None:
    """Write some items."""
    rows = [_row(run_id, item) for item in added]
    if not any(item.tags for item in added):
        connection.execute(_ADD, rows)
        return
    numbers = connection.execute(_ADD_NUMBERED, rows).scalars().all()
    tags = [
        {"run_id": run_id, "tag": tag, "seq": seq}
        for seq, item in zip(numbers, added, strict=True)
        for tag in dict.fromkeys(item.tags)
    ]
    connection.execute(_ADD_TAGS, tags)


def page_of(run_id: str, where: ItemFilter, *, after: int, limit: int) -> Select[int, str]:
    """Numbers and payloads of the latest items that a filter lets through, in the order of writing."""
    wanted = select(one.c.seq).where(one.c.run_id == run_id, one.c.seq > after, is_latest)
    for name in ("status", "language", "system"):
        if (value := getattr(where, name)) is not None:
            wanted = wanted.where(one.c[name] == value)
    if where.score_min is not None:
        wanted = wanted.where(one.c.score >= where.score_min)
    if where.score_max is not None:
        wanted = wanted.where(one.c.score <= where.score_max)
    if where.contradicted_min is not None:
        wanted = wanted.where(one.c.contradicted >= where.contradicted_min)
    if where.tag is not None:
        tagged = exists(ANYTHING).where(
            item_tags.c.run_id == run_id, item_tags.c.tag == where.tag, item_tags.c.seq == one.c.seq
        )
        wanted = wanted.where(tagged)
    # The inner query is answered by an index alone; payloads are read for what is on the page.
    numbers = wanted.order_by(one.c.seq).limit(limit)
    return select(items.c.seq, items.c.payload).where(items.c.seq.in_(numbers)).order_by(items.c.seq)


def _row(run_id: str, item: RunItem) -> dict[str, str | float | None]:
    evaluation = item.evaluation if item.evaluation and item.evaluation.scored else None
    metrics = evaluation.metrics if evaluation else None
    return {
        "run_id": run_id,
        "case_id": item.case_id,
        "system": item.system,
        "payload": item.model_dump_json(),
        "score": item.score_card.primary_score if item.score_card else None,
        "status": item.status.value,
        "accuracy": metrics.accuracy if metrics else None,
        "completeness": metrics.completeness if metrics else None,
        "clarity": metrics.clarity if metrics else None,
        "language": item.language,
        "contradicted": sum(issue.verdict == "contradicted" for issue in evaluation.issues)
        if evaluation
        else None,
        "decided_share": evaluation.decided_share if evaluation else None,
    }
