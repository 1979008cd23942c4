"""One call to a chat model: read from the cache, or paid for."""

import asyncio
import time
from collections.abc import Sequence
from functools import partial

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage

from agents.batches.sheet import current_sheet
from agents.calls.adapted_call import whole_reply
from agents.calls.paid_call import Completion, PaidCall, Sleep
from agents.calls.prices import check_price_file
from agents.calls.recording import RecordedCall, record
from agents.calls.reply_cache import StoredReply
from agents.calls.reply_key import identity_of, identity_with, reply_key
from agents.calls.runtime import ModelRuntime, default_runtime
from agents.calls.settings import DEFAULT_SETTINGS, CallSettings
from agents.calls.telemetry import span
from agents.errors import ModelCallError
from agents.models.langchain_model import asked_model
from agents.models.names import EMBEDDED, model_id
from agents.models.request import OutputSchema
from data_base.schemas.usage import TokenUsage

__all__ = ["DEFAULT_SETTINGS", "CallSettings", "Completion", "OutputSchema", "complete", "runtime_of"]


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

    A parameter that the server refuses is left out or renamed, once for each model and server. A reply that
    was cut off is asked for again with twice the room, at most twice. Tried again after 408, 429, 5xx,
    timeouts and broken connections, with jittered, growing waits that honour ``Retry-After``; after nothing
    else. Replies are stored as they come, before anyone reads them.
    The embedded model is neither cached nor hedged: it runs in this process. Within
    :func:`agents.batches.sheet.deferring` requests go into batches, and replies come from there.

    Args:
        llm: any LangChain chat model.
        messages: the prompt.
        settings: timeout, retries, limits, cache.
        sleep: how waiting is done.
        draw: asks for another reply than those of other draws; 0 is the first.
        schema: the shape of the reply, for models that offer structured output; others are asked by the
            prompt alone.

    Raises:
        ModelCallError: the call was given up, or the reply has no end (``CutOffError``).
        Deferred: the reply is still to come from a batch.
        InputError: the user must fix something before the model can be asked; an option that he chose and
            the server refuses is such a thing.
    """
    call = RecordedCall(model_id(llm), list(messages))
    with span("chat", call.model) as under_way:
        try:
            reply = await _completed(llm, call.messages, settings, sleep, draw, schema)
        except ModelCallError as error:
            call.usage, call.latency_ms, call.error = error.usage, error.elapsed_ms, error
            record(call)
            raise
        under_way.usage(reply.usage)
    if call.model != EMBEDDED:
        call.reply, call.model_served, call.batch = reply.text, reply.model_served, reply.batch
        call.usage, call.latency_ms = reply.usage, reply.latency_ms
        record(call)
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
    check_price_file()
    asked, name, runtime = asked_model(llm), model_id(llm), runtime_of(llm, settings)
    call = PaidCall(llm, asked, messages, settings, sleep, name, identity_of(llm), runtime)
    if name == EMBEDDED:
        return _timed(await whole_reply(call, None), started)
    sheet = current_sheet()
    if settings.cache is None and sheet is None:
        return _timed(await whole_reply(call, schema), started)
    key = reply_key(identity_with(call.identity, schema, asked), call.messages, draw)
    if sheet is None:
        asking, noted = partial(whole_reply, call, schema), False
    else:
        from agents.batches.batch_call import batch_reply  # noqa: PLC0415  (only who asks by batch pays for it)

        page = sheet.key(key, shared=settings.cache is not None)
        asking, noted = partial(batch_reply, call, sheet, page, schema), sheet.owns(page)
    if settings.cache is None:
        return _timed(await asking(), started)
    cache = runtime.cache(settings.cache)
    async with cache.turn(key):
        # What this case pays for is read from the book, until its item is kept.
        if not noted and (stored := await cache.get(key)) is not None:
            return _from_cache(stored, started)
        reply = await asking()
        if reply.text.strip():
            await cache.put(key, _stored(reply))
    return _timed(reply, started)


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


def _timed(reply: Completion, started: float) -> Completion:
    if reply.batch is not None:
        return reply
    return reply.model_copy(update={"latency_ms": (time.perf_counter() - started) * 1000})


def _from_cache(stored: StoredReply, started: float) -> Completion:
    return Completion(
        text=stored.text,
        usage=TokenUsage(cached=1),
        latency_ms=(time.perf_counter() - started) * 1000,
        model_id=stored.model,
        model_served=stored.model_served,
        system_fingerprint=stored.system_fingerprint,
        attempts=0,
    )
