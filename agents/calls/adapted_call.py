"""A call that adapts to its server: refused parameters are left out or renamed, a cut-off reply gets room."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from agents.calls.accepted_parameters import Capabilities
from agents.errors import CutOffError, ModelCallError, UnusableResponseError
from agents.models.redaction import redacted, secrets_of
from agents.models.refused_parameters import (
    OBJECT_FORMAT,
    SCHEMA_FORMAT,
    names_parameter,
    refused_parameters,
)
from agents.models.request import OutputSchema, RefusedOptionError, Request, Wanted
from agents.models.server_errors import is_transient, server_words, shortened
from data_base.errors import InputError
from data_base.schemas.usage import TokenUsage
from data_base.text.tokens import estimate_tokens

if TYPE_CHECKING:
    from agents.calls.paid_call import Completion, PaidCall

_LIMITS = frozenset({"max_tokens", "max_completion_tokens", "max_output_tokens", "num_predict"})
_FORMATS = frozenset({SCHEMA_FORMAT, OBJECT_FORMAT})
_MORE_ROOM = 2
"""Times that a reply which was cut off is asked for again, each time with twice the room."""
# A server that does not know a request's fields, or not this schema, and does not say which.
_REFUSING = frozenset({400, 404, 422, 501})
# One that breaks on them; it may also be down, so that it is asked by text once and not as often as usual.
_BREAKING = 500


async def whole_reply(call: PaidCall, schema: OutputSchema | None) -> Completion:
    """Ask for a reply, and again with twice the room where a limit cut it off.

    Room that was enough once is given from the start from then on.

    Raises:
        CutOffError: it was cut off all the same, or by a limit that the user named.
        ModelCallError: the call was given up, or a budget is spent.
        InputError: the user must fix something before the model can be asked.
    """
    known = call.runtime.capabilities(call.name, call.asked.server)
    wanted = Wanted(schema, known.room)
    reply = await _adapted(call, wanted, known)
    spent = reply.usage
    for _ in range(_MORE_ROOM):
        if not reply.cut_off:
            break
        wanted = replace(wanted, room=2 * max(wanted.room or 0, _length(reply)))
        if not _takes_room(call, wanted, known):
            break
        try:
            reply = await _adapted(call, wanted, known)
        except ModelCallError as error:
            error.usage += spent
            if _is_refusal(error):
                # More than the model can write, or than fits next to the prompt.
                raise _cut_off(call, reply, error.usage, words=_words(error, call)) from error
            raise
        spent += reply.usage
    if reply.cut_off:
        raise _cut_off(call, reply, spent)
    if wanted.room is not None:
        # Calls that began before any was cut off know of no room.
        known.room = max(known.room or 0, wanted.room)
    return reply.model_copy(update={"usage": spent})


async def _adapted(call: PaidCall, wanted: Wanted, known: Capabilities) -> Completion:
    """Ask in the best way that the server takes; what it refuses is learned on the way."""
    spent = TokenUsage()
    while True:
        async with known.turn(partial(call.asked.request, wanted)) as request:
            try:
                reply = await call.reply(request)
            except ModelCallError as error:
                spent += error.usage
                error.usage = spent
                try:
                    if _learned(error, request, known, call):
                        continue
                    if not _may_be_the_format(error, request, known):
                        raise
                    breaks = _is_breakdown(error)
                    reply = await _by_text(call, wanted, spent, known, once=breaks)
                except (ModelCallError, InputError):
                    known.let_pass()
                    raise
                # Who breaks on one format is not tried with the next: each break costs every retry.
                refused = _FORMATS | request.formats if breaks else request.formats
                known.refuse(sorted(refused), _words(error, call), model=call.name)
                return reply.model_copy(update={"usage": reply.usage + spent})
            if request.formats and not reply.text.strip() and not reply.cut_off:
                # Some models reply to a schema with nothing at all.
                spent += reply.usage
                if not any(map(known.accepts, request.formats)):
                    known.refuse(request.formats, "an empty reply", model=call.name)
                reply = await _by_text(call, wanted, spent, known)
            else:
                known.accept(request.parameters)
        return reply.model_copy(update={"usage": reply.usage + spent})


def _learned(error: ModelCallError, request: Request, known: Capabilities, call: PaidCall) -> bool:
    """Whether the error says what the server does not take; what the user chose is never left out.

    Raises:
        RefusedOptionError: it refuses an option that the user chose, or its value.
    """
    cause = error.__cause__
    if cause is None:
        return False
    refused = refused_parameters(cause, request.parameters)
    if not refused:
        limits = request.parameters & _LIMITS if call.asked.limit is not None else frozenset()
        if (option := names_parameter(cause, call.asked.named | limits)) is None:
            return False
        raise RefusedOptionError(call.name, option, _words(error, call))
    if unwanted := [each for each in refused if each in call.asked.named]:
        raise RefusedOptionError(call.name, unwanted[0], _words(error, call))
    known.refuse(refused, _words(error, call), model=call.name)
    return True


def _may_be_the_format(error: ModelCallError, request: Request, known: Capabilities) -> bool:
    """Whether a server that never replied in this format may have failed because of it."""
    if not request.formats:
        return False
    if any(known.accepts(each) for each in request.formats):
        return False
    return _is_refusal(error) or _is_breakdown(error)


async def _by_text(
    call: PaidCall, wanted: Wanted, spent: TokenUsage, known: Capabilities, *, once: bool = False
) -> Completion:
    """Ask by the prompt alone; ``once`` without trying again."""
    if once:
        call = replace(call, settings=call.settings.model_copy(update={"attempts": 1}))
    try:
        return await call.reply(call.asked.request(replace(wanted, schema=None), known.refused))
    except ModelCallError as error:
        error.usage += spent
        raise


def _is_refusal(error: ModelCallError) -> bool:
    if error.status is not None:
        return error.status in _REFUSING
    cause = error.__cause__
    # What packages raise that rewrite a schema for their provider.
    unable = (TypeError, ValueError, NotImplementedError, AssertionError)
    return isinstance(cause, unable) and not is_transient(cause)


def _is_breakdown(error: ModelCallError) -> bool:
    """An error of the server's own, or a reply that is none: some servers say so that they know no schema."""
    return error.status == _BREAKING or isinstance(error.__cause__, UnusableResponseError)


def _takes_room(call: PaidCall, wanted: Wanted, known: Capabilities) -> bool:
    """Whether a further request would allow a longer reply."""
    if call.asked.limit is not None:
        return False
    return bool(call.asked.request(wanted, known.refused).parameters & _LIMITS)


def _length(reply: Completion) -> int:
    """Tokens of a reply; estimated where the server does not count them."""
    return max(reply.usage.output_tokens, estimate_tokens(reply.text), 1)


def _cut_off(call: PaidCall, reply: Completion, spent: TokenUsage, *, words: str = "") -> CutOffError:
    thought = f", {reply.usage.reasoning_tokens:,} of them reasoning" if reply.usage.reasoning_tokens else ""
    length = f"{_length(reply):,} tokens{thought}"
    limit = call.asked.limit
    if limit is not None:
        advice = f"the limit is max_output_tokens={limit}, as you chose; raise it"
    elif words:
        advice = f"the server gives no more room ({words})"
    else:
        advice = "a model with a longer output, or less reasoning_effort, may do"
    return CutOffError(
        f"{call.name}: the reply was cut off after {length}, before its end; {advice}.",
        model_id=call.name,
        attempts=reply.attempts,
        usage=spent,
    )


def _words(error: ModelCallError, call: PaidCall) -> str:
    return shortened(redacted(server_words(error.__cause__ or error), secrets_of(call.llm)))
