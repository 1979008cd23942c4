"""OpenAI's Batch API (``/files`` and ``/batches``), at OpenAI or any server that speaks it."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from agents.models.batches.provider import OK, BatchedReply, BatchStatus, FoundBatch, OpenBatch
from agents.models.batches.result_lines import NO_RESULT, json_rows, status_is_final
from agents.models.openai_reply import chat_result
from agents.models.redaction import keys_blotted
from data_base.logs import module_logger

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

    from agents.models.openai_chat import OpenAIChat
    from agents.models.request import ModelRequest

_log = module_logger(__name__)
_ENDPOINT: Final = "/v1/chat/completions"
_NOT_WORKED_ON = frozenset({"batch_expired", "batch_cancelled"})
_OURS = "judge_batch"
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
# Clocks differ, and a list begins with the newest.
_CLOCK_SECONDS = 3600


class OpenAIBatches:
    """Implements :class:`agents.models.batches.provider.BatchProvider`."""

    most_lines = 50_000
    most_bytes = 190_000_000  # of 200 MB

    def __init__(self, llm: OpenAIChat) -> None:
        """Bind the model."""
        self._llm = llm

    def body(self, messages: list[BaseMessage], request: ModelRequest) -> dict[str, Any]:
        """The body of a chat completion."""
        return self._llm.body(messages, request.arguments)

    def line(self, custom_id: str, body: str) -> str:
        """As the file has it."""
        head = json.dumps({"custom_id": custom_id, "method": "POST", "url": _ENDPOINT})
        return f'{head[:-1]}, "body": {body}}}'

    def message(self, reply: Any) -> BaseMessage:  # noqa: ANN401  (whatever JSON the server sent)
        """A completion as the model's own calls give it."""
        return chat_result(reply).generations[0].message

    async def upload(self, file: Path, batch_id: str) -> str | None:
        """Send a file up; it is read as it goes."""
        client = await self._llm.client()
        with keys_blotted(self._llm), file.open("rb") as content:
            sent = await client.files.create(file=(f"{batch_id}.jsonl", content), purpose="batch")
        return sent.id

    async def create(self, batch_id: str, file: Path, file_id: str | None) -> str:  # noqa: ARG002  (as the protocol says)
        """Make a batch with our id in its metadata."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            made = await client.batches.create(
                input_file_id=str(file_id),
                endpoint=_ENDPOINT,
                completion_window="24h",
                metadata={_OURS: batch_id},
            )
        return made.id

    async def find(self, batch: OpenBatch, known: Sequence[str]) -> FoundBatch:  # noqa: ARG002  (as the protocol says)
        """Look for our id in the metadata of the newest batches."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            async for each in client.batches.list(limit=100):
                if (each.metadata or {}).get(_OURS) == batch.id:
                    return FoundBatch(each.id)
                if each.created_at < batch.created_at - _CLOCK_SECONDS:
                    break
        return FoundBatch(None)

    async def look(self, provider_id: str) -> BatchStatus:
        """The state of a batch."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            batch = await client.batches.retrieve(provider_id)
        counts, faults = batch.request_counts, (batch.errors.data if batch.errors else None) or []
        said = "; ".join(dict.fromkeys(f"{each.code}: {each.message}" for each in faults))
        return BatchStatus(
            ended=batch.status in _ENDED,
            said=f"{batch.status} ({said})" if said else str(batch.status),
            done=counts.completed + counts.failed if counts else None,
            failed=batch.status == "failed",
        )

    async def outcomes(self, provider_id: str, folder: Path) -> AsyncIterator[tuple[str, BatchedReply]]:
        """Both files of a batch, the one with errors too, kept on the disk while they are read."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            batch = await client.batches.retrieve(provider_id)
        for file_id in filter(None, (batch.output_file_id, batch.error_file_id)):
            kept = folder / f"{batch.id}-results.jsonl"
            with keys_blotted(self._llm):
                async with client.files.with_streaming_response.content(file_id) as response:
                    await response.stream_to_file(kept)
            for row in json_rows(kept):
                yield _outcome(row)
            kept.unlink()

    async def cancel(self, provider_id: str) -> None:
        """Ask for it; it takes up to ten minutes."""
        client = await self._llm.client()
        with keys_blotted(self._llm):
            await client.batches.cancel(provider_id)


def _outcome(row: dict[str, Any]) -> tuple[str, BatchedReply]:
    custom_id, response, error = row.get("custom_id"), row.get("response"), row.get("error")
    code = error.get("code") if isinstance(error, dict) else None
    if not isinstance(custom_id, str) or code in _NOT_WORKED_ON:
        return NO_RESULT
    if isinstance(response, dict):
        status = response.get("status_code")
        status = status if isinstance(status, int) else 0
        return custom_id, BatchedReply(
            "", status, response.get("body"), status == OK or status_is_final(status)
        )
    return custom_id, BatchedReply("", 0, error, is_final=False)
