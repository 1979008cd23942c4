"""Any LangChain chat model as calls ask it: structured output and room for the reply where it offers them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage

from agents.calls.refusals import SCHEMA_FORMAT
from agents.models.request import AskedModel, OutputSchema, Request, Wanted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable

LIMITS = ("max_completion_tokens", "max_output_tokens", "max_tokens", "num_predict")
"""Fields by which chat models bound a reply's length."""
_ADDRESSES = ("base_url", "openai_api_base", "anthropic_api_url", "azure_endpoint", "endpoint_url")


def asked_model(llm: BaseChatModel) -> AskedModel:
    """The model as calls ask it: ours as they are, any other one wrapped."""
    return llm if isinstance(llm, AskedModel) else LangChainModel(llm)


@dataclass(frozen=True, slots=True)
class LangChainModel:
    """A model object that a user brings; implements :class:`agents.models.request.AskedModel`.

    What it was built with is its user's choice, its client's own timeout among it.

    Attributes:
        llm: the model.
    """

    llm: BaseChatModel

    @property
    def server(self) -> str | None:
        """The address that it names, None where it names none."""
        named = (getattr(self.llm, name, None) for name in _ADDRESSES)
        return next((str(value) for value in named if isinstance(value, str) and value), None)

    @property
    def named(self) -> frozenset[str]:
        """Nothing: a refusal of what it was built with is told in the server's words."""
        return frozenset()

    @property
    def limit(self) -> int | None:
        """Output tokens that it was built with."""
        name = self._limit_field()
        value = getattr(self.llm, name) if name in self.llm.model_fields_set else None
        return value if isinstance(value, int) and value > 0 else None

    def request(self, wanted: Wanted, refused: Mapping[str, str]) -> Request:
        """The best way of asking that uses nothing the server refuses."""
        arguments: dict[str, Any] = {}
        field = self._limit_field()
        if wanted.room is not None and field and field not in refused:
            arguments["room"] = wanted.room
        formats: frozenset[str] = frozenset()
        schema = None if SCHEMA_FORMAT in refused else wanted.schema
        if schema is not None and self._bound(schema) is not None:
            arguments["schema"] = schema
            formats = frozenset({SCHEMA_FORMAT})
        parameters = {field} if "room" in arguments else set()
        return Request(arguments, formats | parameters, formats)

    async def ask(self, messages: list[BaseMessage], request: Request, *, timeout: float) -> BaseMessage:  # noqa: ARG002, ASYNC109  (its own client's holds)
        """Ask once."""
        schema, room = request.arguments.get("schema"), request.arguments.get("room")
        model = self if room is None else LangChainModel(self._with_room(room))
        runnable = model.llm if schema is None else model._bound(schema)  # noqa: SLF001  (of this class)
        return _as_message(await cast("Runnable[Any, Any]", runnable).ainvoke(messages))

    def _limit_field(self) -> str:
        return next((name for name in LIMITS if name in type(self.llm).model_fields), "")

    def _with_room(self, room: int) -> BaseChatModel:
        return self.llm.model_copy(update={self._limit_field(): room})

    def _bound(self, schema: OutputSchema) -> Runnable[Any, Any] | None:
        """The model bound to a schema, None where it offers nothing of the kind."""
        if not _offers_structure(self.llm):
            return None
        try:
            bound: Runnable[Any, Any] = self.llm.with_structured_output(
                {"title": schema.name, "description": "The reply.", **schema.schema}, include_raw=True
            )
        except (NotImplementedError, TypeError, ValueError):
            return None
        return bound


def _offers_structure(llm: BaseChatModel) -> bool:
    kind = type(llm)
    return (
        kind.with_structured_output is not BaseChatModel.with_structured_output
        or kind.bind_tools is not BaseChatModel.bind_tools
    )


def _as_message(result: Any) -> BaseMessage:  # noqa: ANN401  (a message, or what include_raw gives)
    """The reply as a message whose text is the JSON; tokens and what the provider says of it are kept."""
    if not isinstance(result, dict):
        message: BaseMessage = result
        return message
    raw = result.get("raw")
    calls = getattr(raw, "tool_calls", None) or []
    parsed = calls[0]["args"] if calls else result.get("parsed")
    if isinstance(parsed, dict):
        text = json.dumps(parsed, ensure_ascii=False)
    else:
        text = str(raw.text) if raw is not None else ""
    return AIMessage(
        content=text,
        usage_metadata=getattr(raw, "usage_metadata", None),
        response_metadata=getattr(raw, "response_metadata", {}),
    )
