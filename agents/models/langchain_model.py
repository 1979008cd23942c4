"""Any LangChain chat model as calls ask it: structured output and room for the reply where it offers them."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable
from pydantic import SecretStr

from agents.errors import UnusableResponseError
from agents.models.redaction import redacted
from agents.models.refused_parameters import SCHEMA_FORMAT
from agents.models.request import CONNECT_TIMEOUT, AskedModel, ModelRequest, OutputSchema, ReplyRequirements

LIMITS = ("max_completion_tokens", "max_output_tokens", "max_tokens", "num_predict")
"""Fields by which chat models bound a reply's length."""
_ADDRESSES = ("base_url", "azure_endpoint", "endpoint_url")
# LangChain's words for a response without anything in it.
_EMPTY = re.compile(r"^No (?:data|generations) .*stream")
# What asyncio says where a model object that was asked in one loop is asked in another.
_ENDED_LOOP = "Event loop is closed"
_FIRST_STATUS = 100


def asked_model(llm: BaseChatModel) -> AskedModel:
    """The model as calls ask it: ours as they are, any other one wrapped."""
    # Looking the protocol's members up one by one takes longer than all else that is decided for a call.
    return cast("AskedModel", llm) if callable(getattr(llm, "ask", None)) else LangChainModel(llm)


def field_of(kind: type[BaseChatModel], *names: str) -> str | None:
    """The first of these names that a chat model has a field by, or an alias of one."""
    known = {*kind.model_fields, *(field.alias for field in kind.model_fields.values())}
    return next((name for name in names if name in known), None)


def missing_key(llm: BaseChatModel) -> str | None:
    """The variable of the one key that a model asks with and has not got; several keys are alternatives."""
    names = [name for name in type(llm).model_fields if name.endswith("_key")]
    if len(names) != 1 or names[0] not in llm.lc_secrets:
        return None
    key = getattr(llm, names[0])
    missing = key is None or (isinstance(key, SecretStr) and not key.get_secret_value())
    return llm.lc_secrets[names[0]] if missing else None


def http_settings(key: str | None, most: float) -> dict[str, Any]:
    """For a package that hands such settings on to ``httpx`` and has no fields for them."""
    from httpx import Limits, Timeout  # noqa: PLC0415  (the package's own)

    # How many connections there are is not for the client to say: who waits for one would time out.
    settings = {
        "timeout": Timeout(most, connect=min(most, CONNECT_TIMEOUT)),
        "limits": Limits(max_connections=None),
    }
    return settings if key is None else {**settings, "headers": {"Authorization": f"Bearer {key}"}}


def unusable(error: Exception, unreadable: tuple[type[Exception], ...] = ()) -> UnusableResponseError | None:
    """What the error of a package's chat model says of a response that is none; None where it says else.

    Args:
        error: as the package raised it.
        unreadable: what the package raises where the response has another shape than it expects.
    """
    said = " ".join(str(error).split())
    if isinstance(error, unreadable) or _EMPTY.search(said):
        return UnusableResponseError(f"the server's response could not be read ({type(error).__name__})")
    if isinstance(error, RuntimeError) and _ENDED_LOOP in said:
        return UnusableResponseError("the connection was one of an event loop that has ended")
    status = getattr(error, "status_code", None)
    if isinstance(status, int) and status < _FIRST_STATUS:
        return UnusableResponseError(f"the server's response ended with an error: {redacted(said)}")
    return None


def require_end(llm: BaseChatModel, message: BaseMessage) -> None:
    """Let a reply pass that came to its end: Ollama's package gives half a stream as if it were whole.

    Raises:
        UnusableResponseError: it broke off.
    """
    if llm._llm_type == "chat-ollama" and not message.response_metadata.get("done"):  # noqa: SLF001  (LangChain's door for this)
        raise UnusableResponseError("the server's response broke off")


@dataclass(frozen=True, slots=True)
class LangChainModel:
    """A chat model that the user built; implements :class:`agents.models.request.AskedModel`.

    What it was built with is its user's choice, its client's own timeout among it.
    """

    llm: BaseChatModel
    """The model."""

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
        """Output tokens that it was built with."""
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
        if schema is not None and self._bound(schema) is not None:
            arguments["schema"] = schema
            formats = frozenset({SCHEMA_FORMAT})
        parameters = {field} if "room" in arguments else set()
        return ModelRequest(arguments, formats | parameters, formats)

    async def ask(self, messages: list[BaseMessage], request: ModelRequest, *, timeout: float) -> BaseMessage:  # noqa: ARG002, ASYNC109  (its own client's applies)
        """Ask once."""
        schema, room = request.arguments.get("schema"), request.arguments.get("room")
        model = self if room is None else LangChainModel(self._with_room(room))
        runnable = model.llm if schema is None else model._bound(schema)  # noqa: SLF001  (of this class)
        try:
            result = await cast("Runnable[Any, Any]", runnable).ainvoke(messages)
        except Exception as error:
            if (nothing := unusable(error)) is not None:
                raise nothing from error
            raise
        message = _as_message(result)
        require_end(self.llm, message)
        return message

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
    if not isinstance(result, dict):
        message: BaseMessage = result
        return message
    raw = result.get("raw")
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
        usage_metadata=getattr(raw, "usage_metadata", None),
        response_metadata=getattr(raw, "response_metadata", {}),
    )
