"""Runs as rows: which are on a page, and what came of one in figures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Connection, Select, exists, or_, select

from data_base.schemas.run import ItemStatus
from data_base.schemas.runs.run_page import RunFigures
from data_base.schemas.system_tally import SystemTally
from data_base.store.call_rows import spending
from data_base.store.keyset import IndexedPart, Listing, Order
from data_base.store.tables import (
    ANYTHING,
    NAMED_RUNS,
    STATUS_COUNTS,
    TALLIES,
    moment,
    run_models,
    run_names,
    run_tags,
    runs,
)
from data_base.store.text_search import contains

if TYPE_CHECKING:
    from data_base.schemas.runs.run_page import RunFilter, RunKey

_COLUMNS = (
    runs.c.run_id,
    runs.c.manifest,
    run_names.c.name,
    runs.c.project,
    runs.c.state,
    runs.c.finished_at,
)


def listing_of_runs(project: str | None, where: RunFilter, *, key: RunKey, descending: bool) -> Listing:
    """The runs that a filter lets through, in an order: the runs' columns of each, key and number."""
    order = Order(
        name=f"-{key}" if descending else key,
        key=runs.c[key],
        number=runs.c.run_id,
        descending=descending,
        numeric=False,
        complete=key in {"run_id", "kind"},
    )
    listed = select(*_COLUMNS, order.key.label("key"), order.number.label("number")).select_from(NAMED_RUNS)
    listed = listed.where(*_conditions(where))
    if project is not None:
        listed = listed.where(runs.c.project == project)

    def query(part: IndexedPart, limit: int) -> Select[Any]:
        return listed.where(*part.where).order_by(*part.columns(order.key, order.number)).limit(limit)

    return Listing(order, query)


def run_at(run_id: str, project: str | None) -> Select[Any]:
    """A run, where it is the project's."""
    query = select(*_COLUMNS).select_from(NAMED_RUNS).where(runs.c.run_id == run_id)
    return query if project is None else query.where(runs.c.project == project)


def figures_of(connection: Connection, run_id: str) -> RunFigures:
    """What came of a run so far."""
    run = {"run": run_id}
    names = ("system", "items", "scored", "mean_score")
    usage, served = spending(connection, run_id)
    return RunFigures(
        counts={ItemStatus(status): count for status, count in connection.execute(STATUS_COUNTS, run)},
        systems=tuple(
            SystemTally(**dict(zip(names, row, strict=True))) for row in connection.execute(TALLIES, run)
        ),
        usage=usage,
        models_served=served,
    )


def _conditions(where: RunFilter) -> Iterator[ColumnElement[bool]]:
    for name in ("kind", "state"):
        if (value := getattr(where, name)) is not None:
            yield runs.c[name] == value
    if where.since is not None:
        yield runs.c.created_at >= moment(where.since)
    if where.until is not None:
        yield runs.c.created_at < moment(where.until)
    used = exists(ANYTHING).where(run_models.c.run_id == runs.c.run_id)
    if where.model is not None:
        yield used.where(run_models.c.model == where.model)
    if where.judge is not None:
        yield used.where(run_models.c.role == "judge", run_models.c.model == where.judge)
    if where.tag is not None:
        yield exists(ANYTHING).where(run_tags.c.run_id == runs.c.run_id, run_tags.c.tag == where.tag)
    if where.text is not None:
        yield or_(contains(runs.c.manifest, where.text), contains(run_names.c.name, where.text, plain=True))
