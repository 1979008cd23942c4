"""One call to a chat model: read from the cache, or paid for."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import nullcontext

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.runnables import RunnableConfig

from agents.calls.call_recording import RecordedCall, record
from agents.calls.completion import Completion
from agents.calls.deferral import current_deferral
from agents.calls.genai_spans import span
from agents.calls.paid_call import PaidCall, Sleep
from agents.calls.prices import check_price_file
from agents.calls.reply_cache import ReplyCache, StoredReply
from agents.calls.reply_key import identity_of, identity_with, reply_key
from agents.calls.runtime import ModelRuntime, default_runtime
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.errors import ModelCallError
from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.registry import EMBEDDED, model_id
from agents.models.request import OutputSchema, run_config
from data_base.schemas.usage import TokenUsage

__all__ = ["DEFAULT_SETTINGS", "CallSettings", "Completion", "OutputSchema", "complete", "runtime_of"]


async def complete(  # noqa: PLR0913  (each says something else of the call)
    llm: BaseChatModel,
    messages: Sequence[BaseMessage],
    *,
    settings: CallSettings = DEFAULT_SETTINGS,
    sleep: Sleep = asyncio.sleep,
    draw: int = 0,
    schema: OutputSchema | None = None,
    config: RunnableConfig | None = None,
) -> Completion:
    """Ask a model, or read its reply from the cache.

    A parameter that the server refuses is left out or renamed, once for each model and server. A reply that
    was cut off is asked for again with twice the room, at most twice. Tried again after 408, 429, 5xx,
    timeouts and broken connections, with jittered, growing waits that honour ``Retry-After``; after nothing
    else. Replies are stored as they come, before anyone reads them.
    The embedded model is neither cached nor hedged: it runs in this process. Within
    :func:`agents.calls.deferral.deferring` requests go into batches, and replies come from there.

    Args:
        llm: any LangChain chat model.
        messages: the prompt.
        settings: timeout, retries, limits, cache.
        sleep: how waiting is done.
        draw: asks for another reply than those of other draws; 0 is the first.
        schema: the shape of the reply, for models that offer structured output; others are asked by the
            prompt alone.
        config: what callbacks see of it (see :func:`agents.models.request.run_config`).

    Raises:
        ModelCallError: the call was given up, or the reply has no end (``CutOffError``).
        Deferred: the reply is still to come from a batch.
        InputError: the user must fix something before the model can be asked; an option that he chose and
            the server refuses is such a thing.
    """
    started = time.perf_counter()
    call = RecordedCall(model_id(llm), list(messages))
    with span("chat", call.model) as under_way:
        try:
            check_price_file()
            paid = PaidCall(
                llm,
                asked_model(llm),
                call.messages,
                settings,
                sleep,
                call.model,
                identity_of(llm),
                runtime_of(llm, settings),
                config or run_config("chat"),
            )
            paid, schema, cache, key = _prepared(paid, draw, schema)
            async with nullcontext() if cache is None else cache.turn(key):
                # What this case pays for is read from the batch ledger, until its item is kept.
                stored = None if cache is None or paid.is_noted else await cache.get(key)
                reply = await paid.whole_reply(schema) if stored is None else _from_cache(stored)
                if cache is not None and stored is None and reply.text.strip():
                    await cache.put(key, _stored(reply))
        except ModelCallError as error:
            call.usage, call.latency_ms, call.error = error.usage, error.elapsed_ms, error
            record(call)
            raise
        under_way.usage(reply.usage)
    if reply.batch is None:
        reply = reply.model_copy(update={"latency_ms": (time.perf_counter() - started) * 1000})
    if call.model != EMBEDDED:
        call.reply, call.model_served, call.batch = reply.text, reply.model_served, reply.batch
        call.usage, call.latency_ms = reply.usage, reply.latency_ms
        record(call)
    return reply


def _prepared(
    call: PaidCall, draw: int, schema: OutputSchema | None
) -> tuple[PaidCall, OutputSchema | None, ReplyCache | None, str]:
    """The call as it is made, with the cache of its reply and the key there."""
    if call.is_embedded:
        return call, None, None, ""
    cache, deferral = call.settings.cache, current_deferral()
    if cache is None and deferral is None:
        return call, schema, None, ""
    key = reply_key(identity_with(call.identity, schema, call.asked), call.messages, draw)
    if deferral is not None:
        call = deferral.call(call, key, shared=cache is not None)
    return call, schema, None if cache is None else call.runtime.cache(cache), key


def runtime_of(llm: BaseChatModel, settings: CallSettings) -> ModelRuntime:
    """What a call shares with others: as the settings say, else as the model does, else the process's own."""
    return settings.runtime or getattr(llm, "runtime", None) or default_runtime()


def _stored(reply: Completion) -> StoredReply:
    return StoredReply(
        model=reply.model_id,
        text=reply.text,
        input_tokens=reply.usage.input_tokens,
        output_tokens=reply.usage.output_tokens,
        model_served=reply.model_served,
        system_fingerprint=reply.system_fingerprint,
    )


def _from_cache(stored: StoredReply) -> Completion:
    return Completion(
        text=stored.text,
        usage=TokenUsage(cached=1),
        model_id=stored.model,
        model_served=stored.model_served,
        system_fingerprint=stored.system_fingerprint,
        attempts=0,
    )
