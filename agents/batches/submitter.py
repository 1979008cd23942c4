"""Where batches are sent off and their results taken in; whatever happens in between, the ledger knows it."""

from __future__ import annotations

import asyncio
import math
import secrets
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from agents.batches import messages
from agents.batches.ledger import BatchLedger
from agents.batches.ledger_rows import CREATING, FILLED, RUNNING
from agents.models.batches.provider import BatchedReply, BatchProvider, OpenBatch, account_of
from agents.models.batches.provider_choice import batch_provider
from agents.models.batches.result_lines import status_is_final
from agents.models.server_errors import server_words, shortened, status_of
from data_base.errors import InputError
from data_base.logs import module_logger

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agents.models.batches.provider import BatchStatus

_log = module_logger(__name__)
_FIRST_PAUSE, _LONGEST_PAUSE, _GROWTH = 1.0, 60.0, 1.5
_GRACE = 15.0
"""Seconds that a batch may take to appear in the provider's list, before it counts as never made."""
_CANCELLING = 900.0
"""Seconds that cancelled batches are waited for."""
_LONGEST_STEP = 3600.0
"""Seconds that sending a file up or reading its results may take."""
_MOST_FAILURES = 5
_FEWEST_LINES = 100
_GONE = 404
_KEPT = 48 * 3600.0
"""Seconds that every provider keeps a batch and its results at least; Gemini's files go first."""
_TOGETHER = 500
_EXTRA = 160
"""Bytes of a line in a file next to its body, at most."""


class BatchSubmitter:
    """Sends the wanted lines of a run off and takes results in, of all batches of its models."""

    def __init__(
        self,
        ledger: BatchLedger,
        models: Iterable[BaseChatModel],
        *,
        tell: messages.StatusListener = messages.no_status_listener,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        grace: float = _GRACE,
    ) -> None:
        """Bind ledger and models.

        Args:
            ledger: where all is noted.
            models: that are asked by batch.
            tell: called with a line on the state of the batches, whenever that changes.
            sleep: how waiting is done.
            grace: seconds that a batch may take to appear in the provider's list.

        Raises:
            InputError: a model cannot be asked by batch.
        """
        self._ledger, self._tell, self._sleep, self._grace = ledger, tell, sleep, grace
        self._providers: dict[str, BatchProvider] = {}
        for llm in models:
            self.provider(llm)
        self._pause = _FIRST_PAUSE
        self._failures: Counter[str] = Counter()
        self._most: dict[str, int] = {}
        self._held: dict[str, float] = {}
        self._unseen_since: dict[str, float] = {}
        self._done: dict[str, int] = {}
        self._cancelled = self._forgets = False
        self._told = ""

    @property
    def accounts(self) -> tuple[str, ...]:
        """Whom batches are sent to."""
        return tuple(self._providers)

    @property
    def open_batches(self) -> list[OpenBatch]:
        """The batches whose results are not here yet."""
        return self._ledger.open_batches(self._providers)

    def provider(self, llm: BaseChatModel) -> BatchProvider:
        """A model's batch interface.

        Raises:
            InputError: it has none.
        """
        account = account_of(llm)
        if account not in self._providers:
            self._providers[account] = batch_provider(llm)
        return self._providers[account]

    def release(self) -> None:
        """Give back the lines of batches that an ended process chose and never sent."""
        for batch in self.open_batches:
            if batch.state == FILLED:
                self._ledger.end(batch.id)

    def wanted(self, run: str) -> bool:
        """Whether lines of a run wait to be sent."""
        return any(self._ledger.wanted(account, run) for account in self._providers)

    async def submit(self, run: str) -> None:
        """Send the wanted lines of a run off, in files within the provider's limits.

        Raises:
            InputError: the provider refuses them.
        """
        for account, provider in self._providers.items():
            if any(each.account == account and each.state != RUNNING for each in self.open_batches):
                continue
            while self._held.get(account, 0.0) <= time.monotonic():
                batch = self._ledger.take(
                    secrets.token_hex(8),
                    account,
                    run,
                    most_lines=self._most.get(account, provider.most_lines),
                    most_bytes=provider.most_bytes,
                    extra=_EXTRA,
                )
                if batch is None or not await self._guarded(batch, self._send(batch)):
                    break
        self._say()

    async def take_in(self) -> bool:
        """Look at every batch once, and take in what came of those that have ended.

        Returns:
            Whether something came.

        Raises:
            InputError: the provider refuses the key, or every batch.
        """
        news = False
        for batch in self.open_batches:
            news |= bool(await self._guarded(batch, self._look(batch)))
        self._say()
        if news:
            self._pause = _FIRST_PAUSE
        return news

    async def wait(self, at_most: float | None = None) -> None:
        """Wait before the next look; longer each time, until something comes.

        Args:
            at_most: seconds, None for no further bound.
        """
        pause = self._pause if at_most is None else min(self._pause, max(0.0, at_most))
        self._pause = min(_LONGEST_PAUSE, self._pause * _GROWTH)
        await self._sleep(pause)

    def under_way(self, run: str | None) -> list[OpenBatch]:
        """The open batches with lines of a run; all that are open without one."""
        batches = self.open_batches
        if run is None or not batches:
            return batches
        of_run = self._ledger.batches_of(run)
        return [batch for batch in batches if batch.id in of_run]

    async def cancel(self, run: str | None = None) -> int:
        """Cancel the batches with lines of a run, and take in what was done of them by then.

        Args:
            run: the run; None for every batch.

        Returns:
            Batches that were cancelled.

        Raises:
            InputError: the provider refuses the key.
        """
        self._cancelled, self._forgets = True, run is None
        asked: set[str] = set()
        count, began = len(self.under_way(run)), time.monotonic()
        self._pause = _FIRST_PAUSE
        while batches := self.under_way(run):
            for batch in batches:
                await self._guarded(batch, self._cancel(batch, asked))
            await self.take_in()
            left = self.under_way(run)
            if time.monotonic() - began > _CANCELLING:
                _log.warning("%s batches are still being cancelled", len(left))
                break
            if left:
                await self.wait()
        return count

    async def _cancel(self, batch: OpenBatch, asked: set[str]) -> bool:
        """Ask for it once; what was never made is forgotten."""
        if batch.state == FILLED:
            self._ledger.end(batch.id)
        elif batch.state == RUNNING and batch.provider_id and batch.id not in asked:
            await self._providers[batch.account].cancel(batch.provider_id)
            asked.add(batch.id)
        elif batch.state == CREATING and not await self._found(batch) and self._never_made(batch):
            self._ledger.end(batch.id)
        return False

    async def _guarded(self, batch: OpenBatch, work: Awaitable[bool]) -> bool:
        """What may pass is tried again later; what only the user can change is said."""
        try:
            async with asyncio.timeout(_LONGEST_STEP):
                return await work
        except InputError:
            raise
        except Exception as error:
            status = status_of(error)
            said = shortened(server_words(error)) or type(error).__name__
            if batch.state == RUNNING and status == _GONE:
                if time.time() - batch.created_at < _KEPT and not self._forgets:
                    raise messages.unknown_batch(batch, _KEPT) from error
                _log.warning("%s no longer knows the batch %s", batch.account, batch.provider_id)
                self._ledger.end(batch.id)
                # Files that wait for its end need not wait any longer.
                self._held.pop(batch.account, None)
                return True
            if status is not None and status_is_final(status) and batch.state != RUNNING:
                self._ledger.end(batch.id)
                raise messages.refused_batch(batch, status, said) from error
            if status in {401, 403}:
                raise messages.refused_key(batch, status, said) from error
            _log.warning("%s: batch %s is tried again (%s)", batch.account, batch.id, said)
            return False

    async def _send(self, batch: OpenBatch) -> bool:
        """Bring a batch on its way; each step is noted before the next one is taken.

        Returns:
            Whether it is on its way.
        """
        provider = self._providers[batch.account]
        if batch.state == CREATING and (await self._found(batch) or not self._never_made(batch)):
            return False
        with tempfile.TemporaryDirectory(prefix="judge-batch-") as folder:
            file = Path(folder) / f"{batch.id}.jsonl"
            file_id = batch.file_id
            if file_id is None:
                with file.open("w", encoding="utf-8", newline="\n") as lines:
                    for line_id, body in self._ledger.bodies(batch.id):
                        lines.write(provider.line(f"{batch.id}-{line_id}", body) + "\n")
                file_id = await provider.upload(file, batch.id)
            self._ledger.note(batch.id, CREATING, file_id=file_id)
            self._unseen_since[batch.id] = time.monotonic()
            try:
                provider_id = await provider.create(batch.id, file, file_id)
            except Exception as error:
                if (status := status_of(error)) is not None and status < 500:  # noqa: PLR2004  (it was refused)
                    self._ledger.note(batch.id, FILLED)
                raise
        self._ledger.note(batch.id, RUNNING, provider_id=provider_id)
        return True

    async def _found(self, batch: OpenBatch) -> bool:
        """Whether the provider has a batch that was sent and not noted; it is adopted."""
        self._unseen_since.setdefault(batch.id, time.monotonic())
        known = [each.provider_id for each in self.open_batches if each.provider_id]
        found = await self._providers[batch.account].find(batch, known)
        if found.provider_id is not None:
            self._ledger.note(batch.id, RUNNING, provider_id=found.provider_id)
        if found.undecided:
            self._unseen_since[batch.id] = time.monotonic()
        return found.provider_id is not None

    def _never_made(self, batch: OpenBatch) -> bool:
        return time.monotonic() - self._unseen_since[batch.id] >= self._grace

    async def _look(self, batch: OpenBatch) -> bool:
        if batch.state != RUNNING or batch.provider_id is None:
            if not self._cancelled:
                await self._send(batch)
            return False
        standing = await self._providers[batch.account].look(batch.provider_id)
        self._done[batch.id] = standing.done or 0
        if not standing.ended:
            return False
        came = 0 if standing.failed else await self._take(batch)
        self._ledger.end(batch.id)
        if came:
            self._failures[batch.account] = 0
            self._held.pop(batch.account, None)
        elif not self._cancelled:
            self._failed(batch, standing)
        return True

    async def _take(self, batch: OpenBatch) -> int:
        """Write every result into the ledger, some hundreds at a time.

        Returns:
            Results that there were.
        """
        came, outcomes = 0, list[BatchedReply]()
        with tempfile.TemporaryDirectory(prefix="judge-batch-") as folder:
            rows = self._providers[batch.account].outcomes(str(batch.provider_id), Path(folder))
            async for custom_id, outcome in rows:
                ours, _, line_id = custom_id.rpartition("-")
                if ours != batch.id:
                    continue
                came += 1
                outcomes.append(outcome._replace(id=line_id))
                if len(outcomes) >= _TOGETHER:
                    self._ledger.answer(batch, outcomes)
                    outcomes.clear()
                    await asyncio.sleep(0)
        self._ledger.answer(batch, outcomes)
        return came

    def _failed(self, batch: OpenBatch, standing: BatchStatus) -> None:
        """No line was worked on: the next files are smaller, and come later.

        Where another batch is under way, they wait for its end: providers limit what is under way together.

        Raises:
            InputError: it is batch after batch.
        """
        account = batch.account
        _log.warning("%s: batch %s brought nothing: %s", account, batch.id, standing.said)
        self._most[account] = max(_FEWEST_LINES, batch.lines // 2)
        if any(each.account == account for each in self.open_batches):
            self._held[account] = math.inf
            return
        failures = self._failures[account] = self._failures[account] + 1
        if failures >= _MOST_FAILURES:
            raise InputError(
                f"{account}: {failures} batches in a row brought nothing: {standing.said}; fix this and run "
                "the same command again."
            )
        self._held[account] = time.monotonic() + min(_LONGEST_PAUSE, _FIRST_PAUSE * 2**failures)

    def _say(self) -> None:
        batches = self.open_batches
        if not batches:
            return
        line = messages.under_way_line(batches, self._done)
        if line != self._told:
            self._told = line
            self._tell(line)
