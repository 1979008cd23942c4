"""What a provider's batch interface does, whoever the provider is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.redaction import redacted
from agents.models.registry import model_id

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agents.models.request import ModelRequest


OK = 200


class OpenBatch(NamedTuple):
    """A batch whose results are not here yet."""

    id: str
    """Ours."""
    account: str
    """Whom it is sent to, see :func:`account_of`."""
    state: str
    """How far it came."""
    provider_id: str | None
    """None until the provider has said it."""
    file_id: str | None
    """The id of the file that was uploaded for it, None without one."""
    created_at: float
    """When its lines were chosen, in seconds since 1970."""
    lines: int
    """In it."""


class BatchedReply(NamedTuple):
    """What came of a line."""

    id: str
    """The line's."""
    status: int
    """200 for a reply, the HTTP status of an error, 0 for an error without one."""
    content: Any
    """The reply, or the error."""
    is_final: bool = True
    """Whether asking again would not help."""


class BatchStatus(NamedTuple):
    """The state of a batch at its provider."""

    ended: bool
    """Whether nothing more will come of it."""
    said: str
    """Its state in the provider's words, with the reason where it failed."""
    done: int | None = None
    """Lines that have a result, None where the provider does not count them."""
    failed: bool = False
    """Whether no line of it was worked on."""


class FoundBatch(NamedTuple):
    """What a provider's list says of a batch whose making was not heard of."""

    provider_id: str | None
    """The provider's id of it, None where it is not in the list."""
    undecided: bool = False
    """Whether one that is under way may be it, which will be known when that one has ended."""


class BatchProvider(Protocol):
    """The batch interface of a model's server.

    A line's ``custom_id`` in a file is ``<our id of the batch>-<the line's>``.

    Attributes:
        most_lines: lines that a batch takes at most.
        most_bytes: bytes that its file takes at most.
    """

    @property
    def most_lines(self) -> int: ...  # noqa: D102

    @property
    def most_bytes(self) -> int: ...  # noqa: D102

    def body(self, messages: list[BaseMessage], request: ModelRequest) -> dict[str, Any]:
        """What is sent for one request."""
        ...

    def line(self, custom_id: str, body: str) -> str:
        """A line of the file, of a body as JSON."""
        ...

    def message(self, reply: Any) -> BaseMessage:  # noqa: ANN401  (whatever JSON the provider sent)
        """A reply as the model's own calls give it.

        Raises:
            UnusableResponseError: it is none.
        """
        ...

    async def upload(self, file: Path, batch_id: str) -> str | None:
        """Send a file up; its id, None where a batch is made of the file itself."""
        ...

    async def create(self, batch_id: str, file: Path, file_id: str | None) -> str:
        """Make a batch that bears our id; the provider's."""
        ...

    async def find(self, batch: OpenBatch, known: Sequence[str]) -> FoundBatch:
        """The batch that bears our id.

        Args:
            batch: ours.
            known: ids that other batches have.
        """
        ...

    async def look(self, provider_id: str) -> BatchStatus:
        """The state of a batch."""
        ...

    def outcomes(self, provider_id: str, folder: Path) -> AsyncIterator[tuple[str, BatchedReply]]:
        """What came of its lines, each with its ``custom_id``, in any order.

        Args:
            provider_id: of a batch that has ended.
            folder: for files on the way.
        """
        ...

    async def cancel(self, provider_id: str) -> None:
        """Have no more of its lines worked on."""
        ...


def account_of(llm: BaseChatModel) -> str:
    """Whom a model's batches are sent to: its name and its server; no key and no password."""
    server = asked_model(llm).server
    return model_id(llm) if server is None else f"{model_id(llm)} at {redacted(server)}"
