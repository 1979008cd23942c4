"""What a model replied, read from the message that LangChain makes of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import Field

from agents.calls.prices import cost_usd
from agents.errors import UnusableResponseError, WithheldError
from agents.models.langchain_model import (
    finish_of,
    is_broken_off,
    is_withheld,
    refusal_of,
    wrote_instead,
)
from agents.models.registry import EMBEDDED
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from data_base.text.tokens import estimate_tokens
from data_base.whole_text import whole_text

if TYPE_CHECKING:
    from langchain_core.messages import BaseMessage

# What providers call a limit on a reply's length.
_CUT_OFF = frozenset(
    {"length", "max_tokens", "max_output_tokens", "model_length"}
    | {"context_window_exceeded", "model_context_window_exceeded"}
)
# What is written for five minutes and for an hour is in neither of the other counts.
_CACHE_WRITTEN = ("cache_creation", "ephemeral_5m_input_tokens", "ephemeral_1h_input_tokens")


class Completion(Frozen):
    """What a model replied."""

    text: str
    """The reply."""
    usage: TokenUsage
    """Tokens as the provider counts them (0 where it does not say).

    Every request is a call: tries that failed and hedges count. For a reply from the cache no tokens and no
    call, but one ``cached`` reply.
    """
    latency_ms: float = Field(default=0, ge=0)
    """Wall time in milliseconds, retries and waits included."""
    model_id: str
    """The model as asked."""
    model_served: str | None = None
    """The model as the reply names it, None where it does not."""
    system_fingerprint: str | None = None
    """The server's configuration, None where it does not say."""
    attempts: int = Field(default=1, ge=0)
    """Tries it took; 0 for a reply from the cache."""
    cut_off: bool = False
    """Whether a limit on its length ended it; such a reply is asked for again or given up."""
    refusal: str = ""
    """The model's words where it refused in the field that its provider has for that, and gave no text."""
    wrote: tuple[str, ...] = ()
    """What it gave in addition to a text or in its place: thinking, a tool call."""
    batch: str | None = None
    """The provider's id of the batch that it came in, None for a call of its own."""

    @property
    def cached(self) -> bool:
        """Whether it was read from the cache."""
        return self.usage.cached > 0

    @property
    def cost_usd(self) -> float | None:
        """What it cost now in US dollars; None where the model's price is not known."""
        return self.usage.cost_usd

    @property
    def length(self) -> int:
        """Its tokens; estimated where the server does not count them."""
        return max(self.usage.output_tokens, estimate_tokens(self.text), 1)

    def after(self, spent: TokenUsage) -> Completion:
        """The same, with what was spent before it came."""
        return self.model_copy(update={"usage": self.usage + spent})


def completion_of(
    message: BaseMessage, model: str, server: str | None, *, requests: int, tries: int, by_batch: bool = False
) -> Completion:
    """What a message says.

    Args:
        message: the reply.
        model: the name of the model that was asked.
        server: the address of a server that is not the provider's own.
        requests: made for the reply, those that failed included.
        tries: that it took.
        by_batch: whether it came in a batch, which costs less.

    Raises:
        WithheldError: the provider withheld it, or broke it off because of what it says.
        UnusableResponseError: the provider failed before its end.
    """
    said = message.response_metadata
    served = said.get("model_name") or said.get("model")
    served, fingerprint = (str(each) if each else None for each in (served, said.get("system_fingerprint")))
    usage = _usage(message, requests)
    # The price of the model that served, which is the one that is billed, or else of the one asked.
    names = [model] if served is None else [f"{model.partition(':')[0]}:{served}", model]
    is_counted = usage.total_tokens or model == EMBEDDED  # some servers do not say what they count
    cost = cost_usd(names, usage, server=server, batch=by_batch) if is_counted else None
    usage = usage.model_copy(update={"cost_usd": cost})
    finish = finish_of(message)
    if is_withheld(finish):
        words = refusal_of(message)
        said_so = f": {words}" if words else ""
        raise WithheldError(f"it was withheld by the model or its provider ({finish}{said_so})", usage)
    if is_broken_off(finish):
        raise UnusableResponseError(f"the provider broke the reply off ({finish})")
    text = whole_text(str(message.text))
    return Completion(
        model_id=model,
        text=text,
        usage=usage,
        refusal="" if text.strip() else whole_text(refusal_of(message)),
        wrote=wrote_instead(message),
        attempts=tries,
        model_served=served,
        system_fingerprint=fingerprint,
        cut_off=finish.lower() in _CUT_OFF,
    )


def _usage(message: BaseMessage, requests: int) -> TokenUsage:
    counted = getattr(message, "usage_metadata", None) or {}
    sent = counted.get("input_token_details") or {}
    return TokenUsage(
        input_tokens=int(counted.get("input_tokens") or 0),
        cached_input_tokens=int(sent.get("cache_read") or 0),
        cache_written_input_tokens=sum(int(sent.get(name) or 0) for name in _CACHE_WRITTEN),
        output_tokens=int(counted.get("output_tokens") or 0),
        reasoning_tokens=int((counted.get("output_token_details") or {}).get("reasoning") or 0),
        calls=requests,
    )
