"""Documents are read in few processes, which projects share."""

import asyncio
from types import SimpleNamespace
from typing import cast

import pytest

from service.collections.document_parsing_job import IndexingWork
from service.collections.settings import CollectionSettings
from service.jobs.item_slots import ItemSlots
from service.jobs.limit_wait import WaitError
from service.jobs.worker import SliceContext


class _Reading(IndexingWork):
    """Reads a document for as long as a test wants."""

    def __init__(self) -> None:
        super().__init__(CollectionSettings(document_processes=1))
        self.begun: list[str] = []
        self.over = asyncio.Event()

    async def _index(self, _context: SliceContext, document: str) -> None:
        self.begun.append(document)
        await self.over.wait()


def slice_of(project: str, slots: ItemSlots) -> SliceContext:
    """A slice with one document, which is called as its project."""
    job = SimpleNamespace(project=project)
    shared = SimpleNamespace(
        leased=SimpleNamespace(job=job), inputs=lambda: [(0, project)], place=lambda: slots.place(project)
    )
    return cast("SliceContext", shared)


async def test_a_document_that_waits_for_a_place_keeps_no_process() -> None:
    """The process was idle, and documents of projects that had places waited for it."""
    slots, work = ItemSlots(1), _Reading()
    async with slots.place("busy"), asyncio.TaskGroup() as tasks:
        waiting = tasks.create_task(work(slice_of("busy", slots)))
        await asyncio.sleep(0)
        tasks.create_task(work(slice_of("other", slots)))
        await asyncio.sleep(0.01)
        assert work.begun == ["other"]
        work.over.set()
        waiting.cancel()


async def test_a_project_with_many_documents_keeps_no_other_from_waiting_for_a_process() -> None:
    """All of those that may wait were its own."""
    slots, work = ItemSlots(9), _Reading()
    async with asyncio.TaskGroup() as tasks:
        for project in ("many", "many", "few"):
            tasks.create_task(work(slice_of(project, slots)))
        await asyncio.sleep(0.01)
        with pytest.raises(WaitError):
            await work(slice_of("many", slots))
        work.over.set()
    assert sorted(work.begun) == ["few", "many", "many"]
