"""Runs and what came of their items."""

from __future__ import annotations

from typing import TYPE_CHECKING

from service.client.connection import Resource
from service.client.sync_wrapper import SyncWrapper, waited
from service.http.run_views import ItemDetail, ItemList, RunDetail, RunList
from service.path_segment import segment

if TYPE_CHECKING:
    from service.http.bodies.runs import ItemQuery, RunQuery

_PLACE = "/v1/runs"


class AsyncRuns(Resource):
    """The project's runs."""

    async def page(self, query: RunQuery | None = None) -> RunList:
        """Some of the runs, newest first unless the query says otherwise."""
        params = query.model_dump(mode="json", exclude_unset=True) if query else {}
        return await self._connection.get(RunList, _PLACE, params=params)

    async def get(self, run_id: str) -> RunDetail:
        """A run: its terms, what came of its items, and what it cost."""
        return await self._connection.get(RunDetail, f"{_PLACE}/{segment(run_id)}")

    async def items(self, run_id: str, query: ItemQuery | None = None) -> ItemList:
        """Some of a run's items in short."""
        params = query.model_dump(mode="json", exclude_unset=True) if query else {}
        return await self._connection.get(ItemList, f"{_PLACE}/{segment(run_id)}/items", params=params)

    async def item(self, run_id: str, case: str, system: str) -> ItemDetail:
        """An item, whole: answer, evaluation, attempts, and its model calls."""
        place = f"{_PLACE}/{segment(run_id)}/items/{segment(case)}/{segment(system)}"
        return await self._connection.get(ItemDetail, place)

    async def delete(self, run_id: str) -> None:
        """Delete a run with everything that was kept of it, for good."""
        await self._connection.delete(f"{_PLACE}/{segment(run_id)}")


class Runs(SyncWrapper[AsyncRuns]):
    """As :class:`AsyncRuns`, waiting for results."""

    page = waited(AsyncRuns.page)
    get = waited(AsyncRuns.get)
    items = waited(AsyncRuns.items)
    item = waited(AsyncRuns.item)
    delete = waited(AsyncRuns.delete)
