"""Records the model calls that are made for an item, so that they can be kept with it."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from data_base.schemas.judgement import ParseRung
from data_base.schemas.usage import TokenUsage
from prompts.registry import identify

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

    from agents.errors import ModelCallError


@dataclass(slots=True)
class RecordedCall:
    """A model call, with the tries that it took."""

    model: str
    """As asked."""
    messages: list[BaseMessage]
    """The prompt."""
    reply: str | None = None
    """None where none came."""
    model_served: str | None = None
    """As the reply names it, None where it does not."""
    usage: TokenUsage = field(default_factory=TokenUsage)
    """Tokens and cost; a ``cached`` reply where it came from the cache."""
    latency_ms: float = 0.0
    """Wall time in milliseconds."""
    rung: ParseRung | None = None
    """How the reply was read; None where nothing had to be read from it, or it could not be."""
    made_at: float = field(default_factory=time.time)
    """When it ended, in seconds since 1970."""
    error: ModelCallError | None = None
    """Why it was given up, None where a reply came."""
    batch: str | None = None
    """The provider's id of the batch that the reply came in, None for a call of its own."""

    @property
    def role(self) -> str:
        """What it was made for: the id of the prompt, where that is one of the project's."""
        template = identify(str(self.messages[0].text)) if self.messages else None
        return "own prompt" if template is None else template.id

    @property
    def prompt(self) -> str:
        """All messages, each under who says it."""
        return "\n\n".join(f"[{message.type}]\n{message.text}" for message in self.messages)


_calls: ContextVar[list[RecordedCall] | None] = ContextVar("recorded_calls", default=None)


@contextmanager
def recording() -> Iterator[None]:
    """Record the calls that are made inside, by tasks begun inside too; :func:`take_calls` gives them."""
    token = _calls.set([])
    try:
        yield
    finally:
        _calls.reset(token)


def record(call: RecordedCall) -> None:
    """Note a call; nothing happens outside :func:`recording`."""
    if (calls := _calls.get()) is not None:
        calls.append(call)


def note_rung(reply: str, rung: ParseRung | None) -> None:
    """Note how the latest call with this reply was read."""
    for call in reversed(_calls.get() or ()):
        if call.reply == reply:
            call.rung = rung
            return


def take_calls() -> list[RecordedCall]:
    """The calls since they were last taken, oldest first."""
    calls = _calls.get()
    if not calls:
        return []
    taken = calls.copy()
    calls.clear()
    return taken
