"""Native structured output: a JSON schema or a tool, where the model offers one.

Whether a model takes the schema is remembered in this process: the first refusal switches it to the text
prompt, the first success makes later refusals of a request its own.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage

from agents.calls.server_errors import is_transient
from agents.errors import BudgetSpentError, ModelCallError, UnusableResponseError
from data_base.usage import TokenUsage

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

    from agents.calls.paid_call import PaidCall, PaidReply

# A server that does not know the request's fields, or not this schema.
_REFUSING = frozenset({400, 404, 422, 501})
# One that breaks on them; it may also be down, so that it is asked by text once and not as often as usual.
_BREAKING = 500
_takes: dict[str, bool] = {}


@dataclass(frozen=True)
class OutputSchema:
    """The shape of a reply.

    Attributes:
        name: what a tool of this shape is called.
        schema: JSON schema of an object; every property required, as strict modes ask.
    """

    name: str
    schema: Mapping[str, Any]

    @cached_property
    def sha256(self) -> str:
        """Of name and schema, 64 hexadecimal digits."""
        return hashlib.sha256(json.dumps([self.name, self.schema], sort_keys=True).encode()).hexdigest()


class NativeCall:
    """A model asked for a shape: called like the model itself, replies with the JSON as its text."""

    def __init__(self, invoke: Callable[[list[BaseMessage]], Any]) -> None:
        """Bind how the call is made."""
        self._invoke = invoke

    async def ainvoke(self, messages: list[BaseMessage]) -> BaseMessage:
        """Ask once."""
        return _as_message(await self._invoke(messages))


def native_call(llm: BaseChatModel, schema: OutputSchema) -> NativeCall | None:
    """The model bound to a schema, None where it offers nothing of the kind.

    Our own models say by ``schema_arguments`` what they add to a request; any other LangChain model offers it
    where it has a ``with_structured_output`` or tools of its own.
    """
    arguments = getattr(llm, "schema_arguments", None)
    if callable(arguments):
        given = arguments(schema.name, dict(schema.schema))
        return NativeCall(lambda messages: llm.ainvoke(messages, **given))
    if not _offers_structure(llm):
        return None
    try:
        bound: Runnable[Any, Any] = llm.with_structured_output(
            {"title": schema.name, "description": "The reply.", **schema.schema}, include_raw=True
        )
    except (NotImplementedError, TypeError, ValueError):
        return None
    return NativeCall(bound.ainvoke)


def identity_with(identity: str, schema: OutputSchema | None, llm: BaseChatModel) -> str:
    """What a reply's key says of the model: with a schema it is asked for another reply than without."""
    if schema is None or native_call(llm, schema) is None:
        return identity
    return f"{identity} schema {schema.sha256}"


async def structured_reply(call: PaidCall, native: NativeCall) -> PaidReply:
    """Ask for the shape; where the model or its server refuses that, ask by the text prompt alone.

    Raises:
        ModelCallError: the call was given up, or a budget is spent.
        InputError: the user must mend something before the model can be asked.
    """
    if _takes.get(call.identity) is False:
        return await call.reply()
    try:
        reply = await replace(call, asked=native).reply()
    except ModelCallError as error:
        if isinstance(error, BudgetSpentError) or _takes.get(call.identity):
            raise
        if _is_breakdown(error):
            call = replace(call, settings=call.settings.model_copy(update={"attempts": 1}))
        elif not _is_refusal(error):
            raise
        plain = await _counted(call, TokenUsage(calls=error.calls))
        _takes[call.identity] = False
        return plain
    if not reply.text.strip():
        plain = await _counted(call, reply.usage)
        return replace(plain, attempts=plain.attempts + reply.attempts)
    _takes[call.identity] = True
    return reply


def forget_models() -> None:
    """Forget which models take a schema, for tests."""
    _takes.clear()


async def _counted(call: PaidCall, before: TokenUsage) -> PaidReply:
    try:
        plain = await call.reply()
    except ModelCallError as error:
        error.calls += before.calls
        raise
    return replace(plain, usage=plain.usage + before)


def _is_refusal(error: ModelCallError) -> bool:
    if error.status is not None:
        return error.status in _REFUSING
    cause = error.__cause__
    return isinstance(cause, (TypeError, ValueError, NotImplementedError)) and not is_transient(cause)


def _is_breakdown(error: ModelCallError) -> bool:
    """An error of the server's own, or a reply that is none: some servers say so that they know no schema."""
    return error.status == _BREAKING or isinstance(error.__cause__, UnusableResponseError)


def _offers_structure(llm: BaseChatModel) -> bool:
    kind = type(llm)
    return (
        kind.with_structured_output is not BaseChatModel.with_structured_output
        or kind.bind_tools is not BaseChatModel.bind_tools
    )


def _as_message(result: Any) -> BaseMessage:  # noqa: ANN401  (a message, or what include_raw gives)
    """The reply as a message whose text is the JSON, tokens kept."""
    if not isinstance(result, dict):
        message: BaseMessage = result
        return message
    raw = result.get("raw")
    usage = getattr(raw, "usage_metadata", None)
    calls = getattr(raw, "tool_calls", None) or []
    parsed = calls[0]["args"] if calls else result.get("parsed")
    if isinstance(parsed, dict):
        text = json.dumps(parsed, ensure_ascii=False)
    else:
        text = str(raw.text) if raw is not None else ""
    return AIMessage(content=text, usage_metadata=usage)
