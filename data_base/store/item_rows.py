"""Items as rows: what is stored next to a payload, so that pages are chosen without reading it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, FromClause, Select, and_, exists, func, insert, select, text

from data_base.store.keyset import Order
from data_base.store.tables import ANYTHING, item_tags, items, latest_items

if TYPE_CHECKING:
    from data_base.schemas.item_page import ItemFilter, ItemKey
    from data_base.schemas.run import RunItem

_ADD = insert(items).returning(items.c.seq, sort_by_parameter_order=True)
_ADD_TAGS = insert(item_tags)
_KEPT = (
    "status",
    "language",
    "score",
    "accuracy",
    "completeness",
    "clarity",
    "decided_share",
    "contradicted",
)
_CHANGING = ("seq", "error_tags", *_KEPT)
_ADD_LATEST = text(
    f"INSERT INTO latest_items (run_id, number, case_id, system, {', '.join(_CHANGING)}) "  # noqa: S608
    f"VALUES (:run_id, :seq, :case_id, :system, {', '.join(f':{name}' for name in _CHANGING)}) "
    "ON CONFLICT (run_id, case_id, system) DO UPDATE SET "
    f"{', '.join(f'{name} = excluded.{name}' for name in _CHANGING)} WHERE excluded.seq > latest_items.seq"
)
at = latest_items.alias("at")
_others = latest_items.alias("others")
_SPREAD = func.max(_others.c.score) - func.min(_others.c.score)
_EQUAL = ("status", "language", "system")
_LEAST = {"score_min": "score", "decided_min": "decided_share", "contradicted_min": "contradicted"}
_MOST = {"score_max": "score", "decided_max": "decided_share"}


def add_items(connection: Connection, run_id: str, added: Sequence[RunItem]) -> None:
    """Write some items."""
    rows = [_row(run_id, item) for item in added]
    numbers = connection.execute(_ADD, rows).scalars().all()
    latest = [
        row | {"seq": seq, "error_tags": _error_tags(item)}
        for seq, row, item in zip(numbers, rows, added, strict=True)
    ]
    # In one order everywhere: of two transactions that write the same places only one waits for the other.
    latest.sort(key=lambda row: (row["case_id"], row["system"], row["seq"]))
    connection.execute(_ADD_LATEST, latest)
    tags = [
        {"run_id": run_id, "tag": tag, "seq": seq}
        for seq, item in zip(numbers, added, strict=True)
        for tag in dict.fromkeys(item.tags)
    ]
    if tags:
        connection.execute(_ADD_TAGS, tags)


class PageOfItems(NamedTuple):
    """How a page of items is asked for.

    Attributes:
        query: gives number, sorted key, difference and payload of each.
        order: how they are sorted.
    """

    query: Select[Any]
    order: Order


def page_of(
    run_id: str, where: ItemFilter, *, key: ItemKey, descending: bool, after: str | None, limit: int
) -> PageOfItems:
    """The latest items that a filter lets through, in an order.

    Raises:
        InputError: what the page is to begin after is no place of that order.
    """
    source, column = sorted_by(run_id, key)
    order = order_of(column, key, descending=descending)
    order = order._replace(name=f"{order.name} {run_id}")
    wanted = select(at.c.number, order.key.label("key")).select_from(source)
    wanted = wanted.where(at.c.run_id == run_id, *conditions(run_id, where))
    if after is not None:
        wanted = wanted.where(order.after(order.read(after)))
    # Payloads are read for what is on the page alone.
    chosen = wanted.order_by(*order.columns).limit(limit).subquery("chosen")
    query = (
        select(chosen.c.number, chosen.c.key, _difference(run_id), items.c.payload)
        .select_from(chosen)
        .join(at, and_(at.c.run_id == run_id, at.c.number == chosen.c.number))
        .join(items, items.c.seq == at.c.seq)
        .order_by(*order._replace(key=chosen.c.key, number=chosen.c.number).columns)
    )
    return PageOfItems(query, order)


def item_at(run_id: str, case_id: str, system: str) -> Select[Any]:
    """The latest item of a place, as a page has it."""
    place = (at.c.run_id == run_id, at.c.case_id == case_id, at.c.system == system)
    found = select(at.c.number, _difference(run_id), items.c.payload).select_from(at)
    return found.join(items, items.c.seq == at.c.seq).where(*place)


def order_of(column: ColumnElement[Any], key: ItemKey, *, descending: bool) -> Order:
    """The order of items that are sorted by a column."""
    return Order(
        name=f"-{key}" if descending else key,
        key=column,
        number=at.c.number,
        descending=descending,
        numeric=True,
        complete=key == "number",
    )


def sorted_by(run_id: str, key: ItemKey) -> tuple[FromClause, ColumnElement[Any]]:
    """Where the run's latest items are, and what they are sorted by."""
    if key != "difference":
        return at, at.c[key]
    spread = (
        select(_others.c.case_id, _SPREAD.label("difference"))
        .where(_others.c.run_id == run_id)
        .group_by(_others.c.case_id)
        .having(func.count(_others.c.score) > 1)
        .subquery("spread")
    )
    return at.outerjoin(spread, spread.c.case_id == at.c.case_id), spread.c.difference


def _difference(run_id: str) -> ColumnElement[float | None]:
    of_case = (_others.c.run_id == run_id, _others.c.case_id == at.c.case_id)
    spread = select(_SPREAD).where(*of_case).having(func.count(_others.c.score) > 1)
    return spread.correlate(at).scalar_subquery().label("difference")


def conditions(run_id: str, where: ItemFilter) -> Iterator[ColumnElement[bool]]:
    """What a filter asks of an item."""
    for name in _EQUAL:
        if (value := getattr(where, name)) is not None:
            yield at.c[name] == value
    for name, column in _LEAST.items():
        if (value := getattr(where, name)) is not None:
            yield at.c[column] >= value
    for name, column in _MOST.items():
        if (value := getattr(where, name)) is not None:
            yield at.c[column] <= value
    if where.error_tag is not None:
        yield at.c.error_tags.contains(f" {where.error_tag} ", autoescape=True)
    if where.tag is not None:
        yield exists(ANYTHING).where(
            item_tags.c.run_id == run_id, item_tags.c.tag == where.tag, item_tags.c.seq == at.c.seq
        )
    if where.text is not None:
        yield exists(ANYTHING).where(
            items.c.seq == at.c.seq, items.c.payload.icontains(as_written(where.text), autoescape=True)
        )


def as_written(text: str) -> str:
    """A text as it stands in JSON."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _error_tags(item: RunItem) -> str | None:
    tags = item.score_card.error_tags if item.score_card else ()
    return f" {' '.join(tags)} " if tags else None


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
