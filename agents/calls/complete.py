"""One call to a chat model: read from the cache, or paid for."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from pydantic import Field

from agents.calls.paid_call import PaidCall, PaidReply, Sleep
from agents.calls.prices.table import PriceTable, price_table
from agents.calls.reply_key import identity_of, reply_key
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.calls.structured import NativeCall, OutputSchema, identity_with, native_call, structured_reply
from agents.calls.telemetry import span
from agents.models.names import model_id
from data_base.frozen import Frozen
from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.language_models import BaseChatModel
    from langchain_core.messages import BaseMessage

    from agents.calls.reply_cache import StoredReply

__all__ = ["DEFAULT_SETTINGS", "CallSettings", "Completion", "OutputSchema", "complete"]


class Completion(Frozen):
    """What a model replied.

    Attributes:
        text: the reply.
        usage: tokens as the provider counts them (0 where it does not say); every request is a call: tries
            that failed and hedges count. For a reply from the cache no tokens and no call, but one
            ``cached`` reply.
        latency_ms: wall time in milliseconds, retries and waits included.
        model_id: the model.
        attempts: tries it took; 0 for a reply from the cache.
        cost_usd: what it cost now; None where the model's price is not known.
    """

    text: str
    usage: TokenUsage
    latency_ms: float = Field(ge=0)
    model_id: str
    attempts: int = Field(default=1, ge=0)
    cost_usd: float | None = Field(default=None, ge=0)

    @property
    def cached(self) -> bool:
        """Whether it was read from the cache."""
        return self.usage.cached > 0


async def complete(
    llm: BaseChatModel,
    messages: Sequence[BaseMessage],
    *,
    settings: CallSettings = DEFAULT_SETTINGS,
    sleep: Sleep = asyncio.sleep,
    draw: int = 0,
    schema: OutputSchema | None = None,
) -> Completion:
    """Ask a model, or read its reply from the cache.

    Tried again after 408, 429, 5xx, timeouts and broken connections, with jittered, growing waits that
    honour ``Retry-After``; after nothing else. Replies are stored as they come, before anyone reads them.
    The embedded model is neither cached nor hedged: it runs in this process.

    Args:
        llm: any LangChain chat model.
        messages: the prompt.
        settings: timeout, retries, limits, cache.
        sleep: how waiting is done.
        draw: asks for another reply than those of other draws; 0 is the first.
        schema: the shape of the reply, for models that offer structured output; others are asked by the
            prompt alone.

    Raises:
        ModelCallError: the call was given up, or a budget is spent (``BudgetSpentError``).
        InputError: the user must mend something before the model can be asked.
    """
    name = model_id(llm)
    with span("chat", name) as told:
        reply = await _completed(llm, list(messages), settings, sleep, draw, schema)
        told.usage(reply.usage)
    return reply


async def _completed(
    llm: BaseChatModel,
    messages: list[BaseMessage],
    settings: CallSettings,
    sleep: Sleep,
    draw: int,
    schema: OutputSchema | None,
) -> Completion:
    started = time.perf_counter()
    prices = price_table()
    call = PaidCall(llm, messages, settings, sleep, model_id(llm), identity_of(llm))
    native = None if schema is None or call.is_embedded else native_call(llm, schema)
    if settings.cache is None or call.is_embedded:
        return _completion(await _paid(call, native), prices, started)
    from agents.calls.reply_cache import StoredReply, reply_cache  # noqa: PLC0415  (SQLite, only where it is used)

    cache = reply_cache(settings.cache)
    key = reply_key(identity_with(call.identity, schema, llm), call.messages, draw)
    async with cache.turn(key):
        if (stored := await cache.get(key)) is not None:
            return _from_cache(stored, started)
        reply = await _paid(call, native)
        if reply.text.strip():
            await cache.put(
                key, StoredReply(call.name, reply.text, reply.usage.input_tokens, reply.usage.output_tokens)
            )
    return _completion(reply, prices, started)


async def _paid(call: PaidCall, native: NativeCall | None) -> PaidReply:
    return await (call.reply() if native is None else structured_reply(call, native))


def _completion(reply: PaidReply, prices: PriceTable, started: float) -> Completion:
    return Completion(
        text=reply.text,
        usage=reply.usage,
        latency_ms=(time.perf_counter() - started) * 1000,
        model_id=reply.name,
        attempts=reply.attempts,
        cost_usd=prices.cost_usd(reply.name, reply.usage),
    )


def _from_cache(stored: StoredReply, started: float) -> Completion:
    return Completion(
        text=stored.text,
        usage=TokenUsage(cached=1),
        latency_ms=(time.perf_counter() - started) * 1000,
        model_id=stored.model,
        attempts=0,
        cost_usd=0.0,
    )
