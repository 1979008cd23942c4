"""What is left of the limits of models: kept in the run store's database, so that all workers share it."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from sqlalchemy import text

from data_base.store.address import SQLITE
from data_base.store.tables import moment
from service.jobs.limit_wait import WaitError
from service.jobs.limits.model_limit import ALL_MODELS, ModelLimit

if TYPE_CHECKING:
    from sqlalchemy import Connection, Row

    from data_base.schemas.model_call import ModelCall
    from data_base.schemas.run import RunItem
    from service.jobs.job_store import JobStore

# Requests are counted by the second, and a second counts until a minute after its end.
_MINUTE = timedelta(seconds=61)
_LOOK_AGAIN = timedelta(seconds=2)
"""When to look again for what is under way: most of it will have been spent by then."""
_LOST = timedelta(minutes=15)
"""After so long an item that is under way counts as lost with its worker."""

# The periods of a model: `second …` (requests), `day …` and `month …` (spent), `item …` (under way).
_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:model, 0))")
_FORGET = text(
    "DELETE FROM model_budgets WHERE model = :model AND (period LIKE 'second %' AND began_at <= :minute "
    "OR period LIKE 'item %' AND began_at <= :lost)"
)
_REQUESTS = text(
    "SELECT began_at, requests FROM model_budgets WHERE model = :model AND period LIKE 'second %' "
    "ORDER BY began_at"
)
_SPENT = text(
    "SELECT COALESCE(SUM(cost_usd), 0) FROM model_budgets WHERE model = :model AND period = :period"
)
_UNDER_WAY = text(
    "SELECT COALESCE(SUM(cost_usd), 0) FROM model_budgets WHERE model = :model AND period LIKE 'item %'"
)
_ADD = text(
    "INSERT INTO model_budgets (model, period, began_at, requests, cost_usd) "
    "VALUES (:model, :period, :began_at, :requests, :cost_usd) ON CONFLICT (model, period) DO UPDATE SET "
    "requests = model_budgets.requests + excluded.requests, "
    "cost_usd = model_budgets.cost_usd + excluded.cost_usd"
)
_TAKE_BACK = text(
    "UPDATE model_budgets SET requests = requests - :requests WHERE model = :model AND period = :period"
)
_DROP = text("DELETE FROM model_budgets WHERE model = :model AND period = :period")


class Budgets:
    """What is left of the limits of models; any thread may call.

    Locks are taken in the order of the models' names, so that no two workers wait for each other.
    """

    def __init__(self, jobs: JobStore, limits: Mapping[str, ModelLimit]) -> None:
        """Keep to these limits."""
        self._jobs, self._limits = jobs, limits

    def is_limited(self, model: str, *, spending: bool = False) -> bool:
        """Whether requests to a model have a limit, or what is spent on it has."""
        found = (self._limits[name] for name in self._named(model))
        return any(limit.is_of_spending or not spending for limit in found)

    def reserve(self, requests: Mapping[str, int], *, item: str | None = None, usd: float = 0.0) -> datetime:
        """Take requests out of the minute, and dollars out of the day and the month until they are spent.

        Args:
            requests: how many, by model.
            item: names what they are made for; what is spent on it is told by :meth:`spend`. None: something
                that is under way already, and is not held up by what was spent since it began.
            usd: what that is expected to cost.

        Returns:
            When it was: :meth:`give_back` wants to know.

        Raises:
            WaitError: there is not that much left; nothing was taken.
        """
        needs = self._by_limit(requests)
        with self._jobs.transaction() as connection:
            now = self._jobs.now(connection)
            waits = [
                wait
                for name, count in needs
                for wait in self._waits(connection, name, now, count=count, usd=None if item is None else usd)
            ]
            if waits:
                raise max(waits, key=lambda wait: wait.until)
            for name, count in needs:
                self._add(connection, name, _second(now), now, requests=count)
                if item is not None and self._limits[name].is_of_spending:
                    connection.execute(_DROP, {"model": name, "period": _of_item(item)})
                    self._add(connection, name, _of_item(item), now, usd=usd)
        return now

    def give_back(self, requests: Mapping[str, int], at: datetime, *, item: str | None = None) -> None:
        """Give requests back that were not made, and the dollars of an item that came to nothing."""
        with self._jobs.transaction() as connection:
            for name, count in self._by_limit(requests):
                if item is not None:
                    connection.execute(_DROP, {"model": name, "period": _of_item(item)})
                row = {"model": name, "period": _second(at), "requests": count}
                connection.execute(_TAKE_BACK, row)

    def spend(
        self, connection: Connection, run_id: str, items: Sequence[RunItem], calls: Sequence[ModelCall]
    ) -> None:
        """Note what items have cost, in the transaction that keeps them."""
        names = sorted(name for name, limit in self._limits.items() if limit.is_of_spending)
        if not names:
            return
        spent: defaultdict[str, float] = defaultdict(float)
        for call in calls:
            for name in self._named(call.model):
                spent[name] += 0.0 if call.cached else call.cost_usd or 0.0
        now = self._jobs.now(connection)
        for name in names:
            if spent[name]:
                for period in (_day(now), _month(now)):
                    self._add(connection, name, period, now, usd=spent[name])
            kept = [{"model": name, "period": _of_item(item_name(run_id, item.case_id))} for item in items]
            if kept:
                connection.execute(_DROP, kept)

    def settle(self, connection: Connection, item: str) -> None:
        """Take what was expected of an item out of what is under way; what it cost was told by its calls."""
        for name, limit in sorted(self._limits.items()):
            if limit.is_of_spending:
                connection.execute(_DROP, {"model": name, "period": _of_item(item)})

    def _named(self, model: str) -> list[str]:
        """The limits that a model has."""
        return [name for name in (ALL_MODELS, model) if name in self._limits]

    def _by_limit(self, requests: Mapping[str, int]) -> list[tuple[str, int]]:
        found = Counter[str]()
        for model, count in requests.items():
            for name in self._named(model):
                found[name] += count
        return sorted(found.items())

    def _waits(
        self, connection: Connection, name: str, now: datetime, *, count: int, usd: float | None
    ) -> Iterator[WaitError]:
        """The limits of a name that are reached; it is locked until the transaction ends."""
        if connection.dialect.name != SQLITE:
            connection.execute(_LOCK, {"model": name})
        old = {"minute": moment(now - _MINUTE), "lost": moment(now - _LOST)}
        connection.execute(_FORGET, {"model": name, **old})
        limit = self._limits[name]
        if limit.requests_per_minute is not None:
            rows = connection.execute(_REQUESTS, {"model": name}).all()
            if (until := _free_at(rows, limit.requests_per_minute, count)) is not None:
                said = (
                    f"{_shown(name)}: the limit of {limit.requests_per_minute} requests a minute is reached."
                )
                yield WaitError(said, until)
        if limit.is_of_spending and usd is not None:
            under_way = connection.execute(_UNDER_WAY, {"model": name}).scalar_one()
            for dollars, what, period, end in (
                (limit.usd_per_day, "day", _day(now), _next_day(now)),
                (limit.usd_per_month, "month", _month(now), _next_month(now)),
            ):
                spent = connection.execute(_SPENT, {"model": name, "period": period}).scalar_one()
                if dollars is None or (spent < dollars and spent + under_way + usd <= dollars):
                    continue
                said = f"{_shown(name)}: {spent:.4g} of the {what}'s {dollars:.4g} USD are spent"
                if spent < dollars:
                    said += f", {under_way:.4g} are under way and {usd:.4g} would follow"
                may_fit = spent < dollars and spent + usd <= dollars
                yield WaitError(f"{said}.", now + _LOOK_AGAIN if may_fit else end)

    def _add(
        self,
        connection: Connection,
        name: str,
        period: str,
        at: datetime,
        *,
        requests: int = 0,
        usd: float = 0.0,
    ) -> None:
        row = {"model": name, "period": period, "began_at": moment(at), "requests": requests, "cost_usd": usd}
        connection.execute(_ADD, row)


def item_name(run_id: str, case_id: str) -> str:
    """What names an item of a run."""
    return f"{run_id} {case_id}"


def _free_at(rows: Sequence[Row[Any]], most: int, count: int) -> datetime | None:
    """When so many requests may be made, None where they may be made now."""
    # What needs more at once than a minute has begins with all that a minute has.
    surplus = sum(row.requests for row in rows) + min(count, most) - most
    if surplus <= 0:
        return None
    leaving = accumulate(row.requests for row in rows)
    began = next(row.began_at for row, left in zip(rows, leaving, strict=True) if left >= surplus)
    return datetime.fromisoformat(began) + _MINUTE


def _shown(name: str) -> str:
    return "all models together" if name == ALL_MODELS else name


def _second(at: datetime) -> str:
    return f"second {at:%Y-%m-%dT%H:%M:%S}"


def _day(at: datetime) -> str:
    return f"day {at:%Y-%m-%d}"


def _month(at: datetime) -> str:
    return f"month {at:%Y-%m}"


def _of_item(item: str) -> str:
    return f"item {item}"


def _next_day(at: datetime) -> datetime:
    return _today(at) + timedelta(days=1)


def _today(at: datetime) -> datetime:
    return at.replace(hour=0, minute=0, second=0, microsecond=0)


def _next_month(at: datetime) -> datetime:
    return (_today(at).replace(day=1) + timedelta(days=32)).replace(day=1)
