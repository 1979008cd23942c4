"""Anthropic's Message Batches through its SDK; our id is in the custom ids, since a batch bears no name."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.errors import UnusableResponseError
from agents.models.background_loop import background_loop
from agents.models.batches.provider import OK, BatchedReply, BatchStatus, FoundBatch, OpenBatch
from agents.models.batches.result_lines import NO_RESULT, json_rows, status_is_final
from agents.models.langchain_model import LIMITS, field_of
from agents.models.redaction import keys_blotted
from agents.models.request import seconds

if TYPE_CHECKING:
    from anthropic import AsyncAnthropic
    from langchain_core.messages import BaseMessage

    from agents.models.langchain_providers import ProviderChat
    from agents.models.request import ModelRequest

_CLOCK_SECONDS = 60
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
_SERVER_ERROR = 500
_FOR_THE_SDK = frozenset({"stream", "betas", "extra_body", "extra_headers", "extra_query", "timeout"})


class AnthropicBatches:
    """Implements :class:`agents.models.batches.provider.BatchProvider`."""

    most_lines = 100_000
    most_bytes = 32_000_000  # of 256 MB, since a batch is one request that has to be in memory

    def __init__(self, llm: ProviderChat) -> None:
        """Bind the model."""
        self._llm = llm

    def body(self, messages: list[BaseMessage], request: ModelRequest) -> dict[str, Any]:
        """The parameters of a message, as LangChain's chat model makes them."""
        arguments = dict(request.arguments)
        model: Any = self._inner()
        if (room := arguments.pop("room", None)) is not None and (name := field_of(type(model), *LIMITS)):
            model = model.model_copy(update={name: room})
        payload = model._get_request_payload(messages, **arguments)  # noqa: SLF001  (LangChain has no other door)
        # What is for the SDK and not for the wire; some of the body is there, too.
        sent = {**payload, **(payload.get("extra_body") or {})}
        return {name: value for name, value in sent.items() if value is not None and name not in _FOR_THE_SDK}

    def line(self, custom_id: str, body: str) -> str:
        """As the file has it."""
        return f'{{"custom_id": {json.dumps(custom_id)}, "params": {body}}}'

    def message(self, reply: Any) -> BaseMessage:  # noqa: ANN401  (whatever JSON the server sent)
        """A message as the model's own calls give it."""
        from anthropic.types import Message  # noqa: PLC0415  (an extra)

        try:
            result = self._inner()._format_output(Message.model_validate(reply))  # noqa: SLF001  (as above)
        except (ValueError, KeyError, TypeError) as error:
            raise UnusableResponseError("the server's response is no message") from error
        message: BaseMessage = result.generations[0].message
        message.response_metadata = {**(result.llm_output or {}), **message.response_metadata}
        return message

    async def upload(self, file: Path, batch_id: str) -> str | None:  # noqa: ARG002  (as the protocol says)
        """Nothing: a batch is made of its requests."""
        return None

    async def create(self, batch_id: str, file: Path, file_id: str | None) -> str:  # noqa: ARG002  (as the protocol says)
        """Make a batch."""
        requests: Any = list(json_rows(file))

        async def create(client: AsyncAnthropic) -> str:
            made = await client.messages.batches.create(requests=requests)
            return made.id

        made: str = await self._there(create)
        return made

    async def find(self, batch: OpenBatch, known: Sequence[str]) -> FoundBatch:
        """A batch of as many requests that was made since, whose results bear our id."""

        async def find(client: AsyncAnthropic) -> FoundBatch:
            undecided = False
            async for each in client.messages.batches.list(limit=100):
                if each.created_at.timestamp() < batch.created_at - _CLOCK_SECONDS:
                    break
                counts = each.request_counts
                total = (
                    counts.processing + counts.succeeded + counts.errored + counts.canceled + counts.expired
                )
                if each.id in known or total != batch.lines:
                    continue
                if each.processing_status != "ended":
                    undecided = True
                elif each.results_url and await _first_id(client, each.id) == batch.id:
                    return FoundBatch(each.id)
            return FoundBatch(None, undecided)

        found: FoundBatch = await self._there(find)
        return found

    async def look(self, provider_id: str) -> BatchStatus:
        """The state of a batch."""

        async def look(client: AsyncAnthropic) -> BatchStatus:
            batch = await client.messages.batches.retrieve(provider_id)
            done = batch.request_counts.succeeded + batch.request_counts.errored
            return BatchStatus(batch.processing_status == "ended", batch.processing_status, done)

        standing: BatchStatus = await self._there(look)
        return standing

    async def outcomes(self, provider_id: str, folder: Path) -> AsyncIterator[tuple[str, BatchedReply]]:
        """The results of a batch, kept on the disk while they are read."""
        kept = folder / "results.jsonl"

        async def fetch(client: AsyncAnthropic) -> None:
            with kept.open("w", encoding="utf-8") as lines:
                async for row in await client.messages.batches.results(provider_id):
                    lines.write(row.to_json(indent=None) + "\n")

        await self._there(fetch)
        for row in json_rows(kept):
            yield _outcome(row)

    async def cancel(self, provider_id: str) -> None:
        """Ask for it."""

        async def cancel(client: AsyncAnthropic) -> None:
            await client.messages.batches.cancel(provider_id)

        await self._there(cancel)

    async def _there(self, work: Any) -> Any:  # noqa: ANN401  (whatever the work gives)
        """Do something with the SDK's client, in the loop that it belongs to."""
        with keys_blotted(self._llm):
            return await background_loop().run(work(self._inner()._async_client))  # noqa: SLF001  (as above)

    def _inner(self) -> Any:  # noqa: ANN401  (LangChain's, an extra)
        return self._llm.inner(seconds(self._llm.timeout))


async def _first_id(client: AsyncAnthropic, provider_id: str) -> str | None:
    """Whose id of a batch the first of its results bears; another's batch may be as long as ours."""
    results = await client.messages.batches.results(provider_id)
    try:
        async for row in results:
            return row.custom_id.rpartition("-")[0]
        return None
    finally:
        await results.close()


def _outcome(row: dict[str, Any]) -> tuple[str, BatchedReply]:
    custom_id, result = row.get("custom_id"), row.get("result")
    if not isinstance(custom_id, str) or not isinstance(result, dict):
        return NO_RESULT
    if result.get("type") == "succeeded":
        return custom_id, BatchedReply("", OK, result.get("message"))
    if result.get("type") != "errored":
        return NO_RESULT  # expired or canceled
    error = (result.get("error") or {}).get("error") or {}
    status = _STATUS.get(str(error.get("type")), _SERVER_ERROR)
    return custom_id, BatchedReply("", status, {"error": error}, status_is_final(status))
