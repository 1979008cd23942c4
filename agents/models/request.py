"""What a model is asked for in addition to the messages, and what a request for it carries."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

from data_base.errors import InputError

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import RunnableConfig

DEFAULT_TIMEOUT = 600.0
"""Seconds that one try may take: models that reason think for minutes."""
CONNECT_TIMEOUT = 10.0
"""Seconds that connecting may take: no server needs minutes for that."""
NO_STREAM = "nostream"
"""The tag by which LangGraph leaves a model's tokens out of the stream of a host's graph."""
# What users call the parameters that go by other names on the wire.
_OPTIONS = {
    **dict.fromkeys(("thinking_level", "thinking_budget"), "reasoning_effort"),
    **dict.fromkeys(("max_tokens", "max_completion_tokens", "num_predict"), "max_output_tokens"),
}


@dataclass(frozen=True)
class OutputSchema:
    """The shape of a reply."""

    name: str
    """What a tool of this shape is called."""
    schema: Mapping[str, Any]
    """JSON schema of an object; every property required, as strict modes ask."""

    @cached_property
    def sha256(self) -> str:
        """Of name and schema, 64 hexadecimal digits."""
        return hashlib.sha256(json.dumps([self.name, self.schema], sort_keys=True).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class ReplyRequirements:
    """What a call wants in addition to a reply to the messages."""

    schema: OutputSchema | None = None
    """The shape of the reply, None for free text."""
    room: int | None = None
    """Tokens that the reply may have, None to leave it to the server.

    A limit that the user named is used in its place.
    """


@dataclass(frozen=True, slots=True)
class ModelRequest:
    """One way of asking."""

    arguments: Mapping[str, Any] = field(default_factory=dict)
    """What ``ainvoke`` takes in addition to the messages."""
    parameters: frozenset[str] = frozenset()
    """What of it a server may refuse, by the names on the wire."""
    formats: frozenset[str] = frozenset()
    """Those of them that ask for a shape; without any, the prompt alone does."""


class AskedModel(Protocol):
    """A chat model as calls need it: ours implement it, others are wrapped.

    Attributes:
        server: the address of a server that is not the provider's own, None for that one.
        named: parameters that the user chose, by the names on the wire; they are never left out.
        limit: output tokens that the user allows, None where he named none.
    """

    @property
    def server(self) -> str | None: ...  # noqa: D102

    @property
    def named(self) -> frozenset[str]: ...  # noqa: D102

    @property
    def limit(self) -> int | None: ...  # noqa: D102

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """The best way of asking that uses nothing the server refuses.

        Raises:
            RefusedOptionError: what the user named can be sent in no way that the server takes.
        """
        ...

    async def ask(
        self,
        messages: list[BaseMessage],
        request: ModelRequest,
        *,
        timeout: float,  # noqa: ASYNC109
        config: RunnableConfig,
    ) -> BaseMessage:
        """Ask once.

        Args:
            messages: the prompt.
            request: how it is asked.
            timeout: seconds that the HTTP client may wait at most.
            config: what callbacks see of the call (see :func:`run_config`).
        """
        ...


class RefusedOptionError(InputError):
    """The server refuses what the user chose for a model."""

    def __init__(self, model: str, option: str, words: str) -> None:
        """Say which option of which model, by the user's name for it, and how the server put it."""
        name, equals, value = option.partition("=")
        super().__init__(
            f"{model}: the server refuses the option {_OPTIONS.get(name, name)}{equals}{value} ({words}); "
            "leave it out or choose another value."
        )


def run_config(name: str, *, streamed: bool = False) -> RunnableConfig:
    """What callbacks see of a call.

    Args:
        name: what the call is for, the name of its run in LangSmith.
        streamed: whether a host's graph may stream its tokens.
    """
    return {"run_name": name} if streamed else {"run_name": name, "tags": [NO_STREAM]}


def seconds(named: float | None) -> float:
    """Seconds that one try may take: what was named, or the default."""
    return DEFAULT_TIMEOUT if named is None else named


def wire_role(message: BaseMessage, roles: Mapping[str, str]) -> str:
    """What a protocol calls who says a message.

    Raises:
        ValueError: it has no such role.
    """
    role = roles.get(message.type)
    if role is None:
        raise ValueError(
            f"a message of type {message.type!r} cannot be sent; use system, human or ai messages"
        )
    return role
