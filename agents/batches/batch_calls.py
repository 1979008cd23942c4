"""Calls whose requests go into batches: they are played again until all their replies are there."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agents.batches.ledger_rows import BatchedRequest
from agents.calls.completion import Completion, completion_of
from agents.calls.deferral import Deferred
from agents.calls.paid_call import PaidCall
from agents.errors import ModelCallError
from agents.models.batches.provider import OK, BatchProvider, account_of
from data_base.schemas.usage import TokenUsage

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agents.batches.ledger import BatchLedger
    from agents.models.request import ModelRequest, OutputSchema


class _LineError(Exception):
    """What a provider said of one line, in the shape of an SDK's error."""

    def __init__(self, status: int, body: Any) -> None:  # noqa: ANN401  (whatever JSON the provider sent)
        super().__init__(_words(body))
        self.status_code = status or None
        self.body = body


@dataclass(frozen=True, slots=True)
class BatchScope:
    """One case's page in the ledger, for one pass over it; defers its calls (:class:`.Deferral`)."""

    ledger: BatchLedger
    """What has been asked."""
    run: str
    """The run's id."""
    case_id: str
    """The case's."""
    provider: Callable[[BaseChatModel], BatchProvider]
    """Gives a model's batch interface."""
    live: bool = False
    """Whether what the ledger does not contain is asked at once, in place of :class:`Deferred`."""
    met: Counter[str] = field(default_factory=Counter)
    """How often each reply has been asked for in this pass."""

    def call(self, call: PaidCall, key: str, *, shared: bool) -> BatchCall:
        """The call as one that takes its reply from the ledger.

        As without a batch, who asks twice for a reply in one pass gets two.
        """
        number = self.met[key]
        self.met[key] += 1
        own = key if shared else f"{key} {self.run} {self.case_id}"
        noted = f"{own} {number}" if number else own
        terms = {name: getattr(call, name) for name in PaidCall.__slots__}
        return BatchCall(**{**terms, "is_noted": self._owns(noted)}, scope=self, key=noted)

    def _owns(self, key: str) -> bool:
        """Whether this case pays for what is noted under a key; a run that left it unused does not."""
        tries = self.ledger.tries(key)
        if tries and tries[0].run != self.run:
            self.ledger.take_over(key, run=self.run, case_id=self.case_id)
            return True
        return bool(tries) and tries[0].case_id == self.case_id


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchCall(PaidCall):
    """A paid call that takes its replies from the ledger of batches.

    What a server refuses and replies that were cut off are met as without a batch: each further way of
    asking is a further line, in the next batch.
    """

    scope: BatchScope
    """The case that it is made for."""
    key: str
    """The key of its reply in the ledger."""
    asked_live: list[TokenUsage] = field(default_factory=list)
    """What its requests outside any batch took."""

    async def whole_reply(self, schema: OutputSchema | None) -> Completion:
        """As without a batch, with what it took in batches.

        Raises:
            Deferred: a batch is still to bring it.
            ModelCallError: as without a batch.
            InputError: the user must fix something before the model can be asked.
        """
        try:
            reply = await PaidCall.whole_reply(self, schema)
        except ModelCallError as error:
            error.usage = self._spent()
            raise
        return reply.model_copy(update={"usage": self._spent()})

    async def reply(self, request: ModelRequest) -> Completion:
        """The reply as a batch has brought it.

        Raises:
            Deferred: it is still to come.
            ModelCallError: a batch has brought an error.
            InputError: the user must fix something before the model can be asked.
        """
        tries = self.scope.ledger.tries(self.key)
        line_id = self._line_id(request)
        line = next((each for each in tries if each.id == line_id and each.status is not None), None)
        # What the server takes may have been learned since: what it has replied to by then is good enough.
        line = line or next((each for each in tries if self._is_whole(each)), None)
        if line is not None:
            return self._read_line(line)
        if self.scope.live:
            return await self._asked(request)
        if all(each.status is not None for each in tries):
            self._want(line_id, request)
        raise Deferred

    def _spent(self) -> TokenUsage:
        """What the reply took: every line of it, and every request outside a batch."""
        lines = [
            each for each in self.scope.ledger.tries(self.key) if each.attempts and each.status is not None
        ]
        live = sum(self.asked_live, TokenUsage())
        if lines and lines[0].case_id != self.scope.case_id:
            # Another case with the same prompt pays for it.
            return live if self.asked_live else TokenUsage(cached=1)
        return sum((self._usage_of(each) for each in lines), live)

    async def _asked(self, request: ModelRequest) -> Completion:
        try:
            reply = await PaidCall.reply(self, request)
        except ModelCallError as error:
            self.asked_live.append(error.usage)
            raise
        self.asked_live.append(reply.usage)
        return reply

    def _want(self, line_id: str, request: ModelRequest) -> None:
        provider = self.scope.provider(self.llm)
        body = provider.body(self.messages, request)
        self.scope.ledger.add(
            line_id,
            self.key,
            run=self.scope.run,
            case_id=self.scope.case_id,
            account=account_of(self.llm),
            body=json.dumps(body, ensure_ascii=False).encode("utf-8", "replace").decode(),
        )

    def _line_id(self, request: ModelRequest) -> str:
        """Of the reply and the way of asking; not of the messages' words, whose fences have new codes."""
        arguments = json.dumps(request.arguments, sort_keys=True, default=repr)
        return hashlib.sha256(f"{self.key}\n{arguments}".encode()).hexdigest()[:40]

    def _is_whole(self, line: BatchedRequest) -> bool:
        if line.status != OK:
            return False
        try:
            reply = self._read_line(line)
        except ModelCallError:
            return False
        return bool(reply.text.strip()) and not reply.cut_off

    def _read_line(self, line: BatchedRequest) -> Completion:
        waited = max(0.0, (line.answered_at or 0.0) - (line.sent_at or 0.0)) * 1000
        try:
            reply = completion_of(
                self._message(line),
                self.name,
                self.asked.server,
                requests=line.attempts,
                tries=line.attempts,
                by_batch=True,
            )
        except Exception as error:
            raise self._given_up(error, line.attempts, line.attempts, waited) from error
        return reply.model_copy(update={"latency_ms": waited, "batch": line.answered_in})

    def _message(self, line: BatchedRequest) -> BaseMessage:
        if line.status != OK:
            raise _LineError(line.status or 0, line.content)
        return self.scope.provider(self.llm).message(line.content)

    def _usage_of(self, line: BatchedRequest) -> TokenUsage:
        try:
            return self._read_line(line).usage
        except ModelCallError as error:
            return error.usage


def _words(body: Any) -> str:  # noqa: ANN401  (whatever JSON the provider sent)
    """An error in one line."""
    if isinstance(body, dict):
        inner = body.get("error", body)
        said = inner.get("message") if isinstance(inner, dict) else inner
        body = said if isinstance(said, str) and said else json.dumps(body, ensure_ascii=False)
    return " ".join(str(body).split())
