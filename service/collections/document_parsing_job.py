"""Working on a job that reads uploaded documents into passages."""

from __future__ import annotations

import asyncio
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from data_base.documents.confined.errors import DocumentError
from data_base.documents.confined.limits import ParseLimits
from data_base.documents.confined.parser import parse_document
from data_base.store.tables import moment
from service.collections import statements
from service.collections.passages import packed
from service.jobs.limit_wait import WaitError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import JsonValue

    from service.collections.settings import CollectionSettings
    from service.jobs.worker import SliceContext

_BUSY = timedelta(seconds=0.3)
_NO_PROCESS = timedelta(seconds=10)


class _Read(NamedTuple):
    """What reading a document gave: passages, or a sentence that says why there are none."""

    passage_count: int = 0
    passages: bytes = b""
    error: str | None = None
    note: str | None = None


class IndexingWork:
    """Reads the documents of a slice, each in a process of its own; those that are indexed are passed over.

    A document that cannot be read fails with a sentence, and its job goes on. Its content is kept, so that
    the job's failed documents can be tried again without handing them in again; once a document is indexed,
    its passages are all that is kept.
    """

    def __init__(self, settings: CollectionSettings) -> None:
        """Read so many documents at once as the settings say."""
        self._settings = settings
        self._limits = ParseLimits(pages=settings.max_pages)
        self._processes = asyncio.Semaphore(settings.document_processes)
        self._coming: Counter[str] = Counter()

    async def __call__(self, context: SliceContext) -> None:
        """Read.

        Raises:
            WaitError: enough documents are being read, or the system starts no process.
        """
        # As many of a project wait as are read, so that no process is idle; more would keep places from its
        # other jobs.
        project = context.leased.job.project
        if self._coming[project] >= 2 * self._settings.document_processes:
            raise WaitError(
                f"{self._settings.document_processes} documents are read at once, and others are.",
                datetime.now(UTC) + _BUSY,
            )
        self._coming[project] += 1
        try:
            for _, document in context.inputs():
                # Who waits for a place keeps no process from those who have one.
                async with context.place(), self._processes:
                    await self._index(context, document)
        finally:
            self._coming[project] -= 1
            self._coming += Counter()

    async def _index(self, context: SliceContext, document: str) -> None:
        found = await asyncio.to_thread(_content, context, document)
        # Deleted, replaced, or read before this slice was lost.
        if found is None:
            return
        name, content = found
        try:
            document_read = await parse_document(name, content, limits=self._limits)
        except DocumentError as error:
            read = _Read(error=str(error))
        except OSError as error:
            raise WaitError(
                f"No process can be started to read documents ({error.strerror or error}).",
                datetime.now(UTC) + _NO_PROCESS,
            ) from error
        else:
            passages = document_read.passages
            read = _Read(len(passages), await asyncio.to_thread(packed, passages), note=document_read.note)
        await asyncio.to_thread(self._keep, context, document, name, read)

    def _keep(self, context: SliceContext, document: str, name: str, read: _Read) -> None:
        job = context.leased.job.id
        with context.jobs.transaction() as connection:
            others = connection.execute(statements.PASSAGES_BESIDES, {"id": document}).scalar_one()
            if others + read.passage_count > self._settings.max_passages:
                read = _Read(error=self._too_many(name, read.passage_count))
            terms = {
                "id": document,
                "job": job,
                "now": moment(context.jobs.now(connection)),
                **read._asdict(),
            }
            if connection.execute(statements.FAILED if read.error else statements.INDEXED, terms).rowcount:
                context.jobs.add_events(connection, job, [("document", _news(document, name, read))])

    def _too_many(self, name: str, passages: int) -> str:
        return (
            f"{name}: with its {passages:,} passages the collection would have more than "
            f"{self._settings.max_passages:,}; put it into another collection."
        )


def _content(context: SliceContext, document: str) -> tuple[str, bytes] | None:
    """Name and content of a document that this job has yet to read."""
    with context.jobs.reading() as connection:
        row = connection.execute(statements.CONTENT, {"id": document, "job": context.leased.job.id}).first()
    return None if row is None else (row.name, bytes(row.content))


def _news(document: str, name: str, read: _Read) -> Mapping[str, JsonValue]:
    state, said = "failed" if read.error else "indexed", {"error": read.error, "note": read.note}
    return {"id": document, "name": name, "state": state, "passages": read.passage_count, **said}
