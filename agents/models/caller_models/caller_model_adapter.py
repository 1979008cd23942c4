"""A chat model that the caller built, as calls use it: structured output, room, and one event loop."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatResult
from langchain_core.runnables import Runnable, RunnableBinding, RunnableConfig, RunnableParallel
from langchain_core.runnables.config import merge_configs
from pydantic import ConfigDict, Field, PrivateAttr

from agents.models.background_loop import background_loop
from agents.models.caller_models.background_copy import background_copy
from agents.models.caller_models.bound_arguments import with_arguments
from agents.models.caller_models.openai_structure import merged, uncopied
from agents.models.cancellation_callbacks import cancellation_reported
from agents.models.langchain_model import LIMITS, own_name, refusal_of, require_end, unusable
from agents.models.refused_parameters import SCHEMA_FORMAT
from agents.models.request import NO_STREAM, AskedModel, ModelRequest, OutputSchema, ReplyRequirements

if TYPE_CHECKING:
    from langchain_core.language_models.base import LangSmithParams

_ADDRESSES = ("base_url", "azure_endpoint", "endpoint_url")


def asked_model(llm: BaseChatModel) -> AskedModel:
    """The model as calls use it: ours as they are, any other one wrapped."""
    # Looking the protocol's members up one by one takes longer than all else that is decided for a call.
    return cast("AskedModel", llm) if callable(getattr(llm, "ask", None)) else object_chat(llm)


def object_chat(
    llm: BaseChatModel,
    kwargs: Mapping[str, Any] | None = None,
    config: RunnableConfig | None = None,
) -> ObjectChat:
    """The model with what it was bound to.

    Args:
        llm: as the caller built it.
        kwargs: of every call.
        config: of every call.
    """
    shown = {name: getattr(llm, name) for name in ("callbacks", "tags", "metadata", "profile", "verbose")}
    # The model looks into a cache itself, if it has one; LangChain's own would be looked into twice.
    return ObjectChat(llm=llm, arguments=dict(kwargs or {}), config=dict(config or {}), cache=False, **shown)


class ObjectChat(BaseChatModel):
    """A chat model that the caller built; implements :class:`agents.models.request.AskedModel`.

    What it was built with is the caller's choice, its client's own timeout included. A provider package's
    model is called in the background loop, with a client of its own, and callbacks run in the caller's loop;
    a class of the caller's own stays in the caller's loop.
    """

    model_config = ConfigDict(protected_namespaces=(), arbitrary_types_allowed=True)

    llm: BaseChatModel
    """The model."""
    arguments: dict[str, Any] = Field(default_factory=dict)
    """What it was bound to (``.bind``)."""
    config: dict[str, Any] = Field(default_factory=dict)
    """Tags, metadata and callbacks (``.with_config``)."""
    room: int | None = None
    """Tokens that a reply may have; None to leave it to the model."""
    _structures: dict[tuple[str, int], Runnable[Any, Any] | None] = PrivateAttr(default_factory=dict)

    @property
    def model_id(self) -> str | None:
        """The model's own, None if it has none."""
        return own_name(self.llm, "model_id")

    @property
    def model_name(self) -> str | None:
        """What the model calls its model."""
        return own_name(self.llm, "model_name", "model")

    @property
    def identity_parts(self) -> tuple[tuple[BaseChatModel, ...], dict[str, Any]]:
        """What shapes a reply: the model, and what it is bound to."""
        return (self.llm,), self.arguments

    @property
    def server(self) -> str | None:
        """The address that it names, None where it names none."""
        fields = type(self.llm).model_fields.items()
        named = (getattr(self.llm, name) for name, field in fields if {name, field.alias} & {*_ADDRESSES})
        return next((value for value in named if isinstance(value, str) and value), None)

    @property
    def named(self) -> frozenset[str]:
        """Nothing: a refusal of what it was built with is reported in the server's words."""
        return frozenset()

    @property
    def limit(self) -> int | None:
        """Output tokens that it was built with, or bound to."""
        if bound := next((self.arguments[name] for name in LIMITS if name in self.arguments), None):
            return int(bound)
        name = self._limit_field()
        if name not in self.llm.model_fields_set or _unasked(self.llm, name) == getattr(self.llm, name):
            return None
        value = getattr(self.llm, name)
        return value if isinstance(value, int) and value > 0 else None

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """The best way of asking that uses nothing the server refuses."""
        arguments: dict[str, Any] = {}
        field = self._limit_field()
        if wanted.room is not None and field and field not in refused:
            arguments["room"] = wanted.room
        formats: frozenset[str] = frozenset()
        schema = None if SCHEMA_FORMAT in refused else wanted.schema
        if schema is not None and self._structured(schema) is not None:
            arguments["schema"] = schema
            formats = frozenset({SCHEMA_FORMAT})
        parameters = {field} if "room" in arguments else set()
        return ModelRequest(arguments, formats | parameters, formats)

    async def ask(
        self,
        messages: list[BaseMessage],
        request: ModelRequest,
        *,
        timeout: float,  # noqa: ARG002, ASYNC109  (its own client's applies)
        config: RunnableConfig,
    ) -> BaseMessage:
        """Call it once."""
        schema, room = request.arguments.get("schema"), request.arguments.get("room")
        config = merge_configs(cast("RunnableConfig", self.config), config)
        structured = None if schema is None else self._structured(schema)
        try:
            if structured is None or isinstance(structured, RunnableBinding):
                arguments = merged({} if structured is None else structured.kwargs, self.arguments)
                model = self if self._is_copied else self.llm
                result = await self._with_room(model, room).ainvoke(messages, config, **arguments)
            else:
                work = structured.ainvoke(messages, config)
                result = await (_in_background(work) if self._is_copied else work)
        except Exception as error:
            if (nothing := unusable(error)) is not None:
                raise nothing from error
            raise
        message = result if schema is None else _as_message(result)
        require_end(self.llm, message)
        return message

    @property
    def _called(self) -> BaseChatModel:
        """The copy in the background loop, or the model itself."""
        return background_copy(self.llm) or self.llm

    @cached_property
    def _is_copied(self) -> bool:
        return self._called is not self.llm

    def _limit_field(self) -> str:
        return next((name for name in LIMITS if name in type(self.llm).model_fields), "")

    def _with_room(self, llm: BaseChatModel, room: int | None) -> BaseChatModel:
        if room is None:
            return llm
        return llm.model_copy(update={"room" if llm is self else self._limit_field(): room})

    def _structured(self, schema: OutputSchema) -> Runnable[Any, Any] | None:
        """The model bound to a schema, None where it offers nothing of the kind; made once."""
        called = self._called
        known_by = schema.sha256, id(called)
        if known_by not in self._structures:
            self._structures[known_by] = self._made_structured(called, schema)
        return self._structures[known_by]

    def _made_structured(self, llm: BaseChatModel, schema: OutputSchema) -> Runnable[Any, Any] | None:
        if not offers_structure(llm):
            return None
        try:
            whole: Runnable[Any, Any] = llm.with_structured_output(
                {"title": schema.name, "description": "The reply.", **schema.schema}, include_raw=True
            )
        except (NotImplementedError, TypeError, ValueError):
            return None
        first = getattr(whole, "first", None)
        raw = first.steps__.get("raw") if isinstance(first, RunnableParallel) else None
        if isinstance(raw, RunnableBinding) and raw.bound is llm:
            # What it binds is all that is needed: the reply is parsed here.
            return RunnableBinding(bound=llm, kwargs=uncopied(llm, raw.kwargs))
        return None if self.arguments else whole

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        # Callbacks have heard of this call already; the tokens of a stream are all that they still need.
        streams = run_manager is not None and NO_STREAM not in run_manager.tags
        watched = run_manager if streams else None
        llm = self._with_room(self._called, self.room)
        work = llm._agenerate_with_cache(  # noqa: SLF001
            messages, stop=stop, run_manager=watched, **merged(self.arguments, kwargs)
        )
        async with cancellation_reported(run_manager):
            return await (_in_background(work) if self._is_copied else work)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        arguments = merged(self.arguments, kwargs)
        return self.llm._generate_with_cache(messages, stop=stop, **arguments)  # noqa: SLF001

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, Any]:  # noqa: ANN401
        """As the caller's model does it, which is called as it is."""
        return self._bound(self.llm.bind_tools(tools, **kwargs))

    def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[Any, Any]:  # noqa: ANN401
        """As the caller's model does it, which is called as it is."""
        return self._bound(self.llm.with_structured_output(schema, **kwargs))

    def _bound(self, chain: Runnable[Any, Any]) -> Runnable[Any, Any]:
        bound = with_arguments(chain, self.llm, self.arguments) if self.arguments else chain
        return bound.with_config(cast("RunnableConfig", self.config)) if self.config else bound

    # What tracers show is the model's own.
    @property
    def _llm_type(self) -> str:
        return self.llm._llm_type  # noqa: SLF001

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {**self.llm._identifying_params, **self.arguments}  # noqa: SLF001

    @property
    def _serialized(self) -> dict[str, Any]:
        return self.llm._serialized  # noqa: SLF001

    def _get_ls_params(self, stop: list[str] | None = None, **kwargs: Any) -> LangSmithParams:  # noqa: ANN401
        return self.llm._get_ls_params(stop, **kwargs)  # noqa: SLF001

    def _get_invocation_params(self, stop: list[str] | None = None, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401
        return self.llm._get_invocation_params(stop, **kwargs)  # noqa: SLF001

    def _combine_llm_outputs(self, llm_outputs: list[dict[str, Any] | None]) -> dict[str, Any]:
        return self.llm._combine_llm_outputs(llm_outputs)  # noqa: SLF001


def offers_structure(llm: BaseChatModel) -> bool:
    """Whether its class says how replies get a shape."""
    kind = type(llm)
    return (
        kind.with_structured_output is not BaseChatModel.with_structured_output
        or kind.bind_tools is not BaseChatModel.bind_tools
    )


async def _in_background(work: Any) -> Any:  # noqa: ANN401  (a coroutine and its result)
    loop = background_loop()
    return await (work if loop.is_running_here() else loop.run(work))


def _unasked(llm: BaseChatModel, name: str) -> Any:  # noqa: ANN401  (a field's value)
    """What a field is where its user names nothing: some models note a default as if it had been named."""
    others = {each: getattr(llm, each) for each in llm.model_fields_set - {name}}
    try:
        return getattr(type(llm)(**others), name)
    except Exception:  # noqa: BLE001  (it cannot be built anew, so that the field counts as named)
        return None


def _as_message(result: Any) -> BaseMessage:  # noqa: ANN401  (a message, or what include_raw gives)
    """The reply as a message whose text is the JSON; tokens and what the provider says of it are kept.

    The text is what the model wrote: what LangChain parsed of it is completed where it was cut off.
    """
    raw = result.get("raw") if isinstance(result, dict) else result
    if raw is None:
        return AIMessage(json.dumps(result.get("parsed"), ensure_ascii=False))
    calls, broken = getattr(raw, "tool_calls", None), getattr(raw, "invalid_tool_calls", None)
    text = str(raw.text)
    if calls:
        text = json.dumps(calls[0]["args"], ensure_ascii=False)
    elif broken and not text.strip():
        text = str(broken[0]["args"])
    return AIMessage(
        content=text,
        additional_kwargs={"refusal": refusal} if (refusal := refusal_of(raw)) else {},
        usage_metadata=getattr(raw, "usage_metadata", None),
        response_metadata=getattr(raw, "response_metadata", {}),
    )
