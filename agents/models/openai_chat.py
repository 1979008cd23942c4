"""OpenAI chat models, and those of any server that speaks the same protocol."""

from __future__ import annotations

import functools
import json
import re
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from langchain_core.callbacks import AsyncCallbackManager
from langchain_core.globals import get_llm_cache
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.messages.ai import UsageMetadata
from langchain_core.outputs import ChatGeneration, ChatResult
from langchain_core.runnables.config import ensure_config
from pydantic import ConfigDict, Field, PrivateAttr, SecretStr, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from agents.calls.redaction import keys_blotted, redacted
from agents.errors import UnusableResponseError
from agents.models.cancelled import cancelling_told
from agents.models.login import without_login
from agents.models.loop_clients import LoopClients
from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
    from langchain_core.language_models import LanguageModelInput
    from langchain_core.runnables import RunnableConfig
    from openai import AsyncOpenAI

DEFAULT_TIMEOUT = 60.0
_OWN_HOST = "api.openai.com"
_PATH = "/chat/completions"
_NO_KEY = "no-key-needed"
_ROLES = {"system": "system", "human": "user", "ai": "assistant"}
# Reasoning models refuse any temperature but their own.
_FIXED_TEMPERATURE = re.compile(r"(?:o\d|gpt-5)")


class OpenAIEnvironment(BaseSettings):
    """What the environment says: ``OPENAI_API_KEY`` and ``OPENAI_BASE_URL``."""

    model_config = SettingsConfigDict(env_prefix="OPENAI_", env_ignore_empty=True, extra="ignore")

    api_key: SecretStr | None = None
    base_url: str | None = None


class OpenAIChat(BaseChatModel):
    """A chat model behind the OpenAI protocol.

    The SDK's own retries are off; :func:`agents.calls.complete.complete` retries.

    Attributes:
        model: the model's name at the server.
        api_key: never shown in a repr or an error.
        base_url: the server, OpenAI's own if None.
        timeout: seconds that connecting, and each wait for data, may take.
        temperature: None leaves it to the server.
        seed: asks the server for repeatable sampling, where it can.
        json_mode: asks for a reply that is one JSON object.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=())

    model: str = Field(min_length=1)
    api_key: SecretStr
    # It may hold a password, and LangChain shows a model's repr to every tracer.
    base_url: str | None = Field(default=None, repr=False)
    timeout: float = Field(default=DEFAULT_TIMEOUT, gt=0)
    temperature: float | None = Field(default=0.0, ge=0, le=2)
    seed: int | None = None
    json_mode: bool = False

    _clients: LoopClients[Any] = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401  (pydantic's own)
        """Prepare the clients; none is opened yet."""
        super().model_post_init(context)
        self._clients = LoopClients(_async_client_maker(self._client_settings()))

    @property
    def model_id(self) -> str:
        """The name that :func:`agents.models.chat_model` knows it by."""
        return f"openai:{self.model}"

    @property
    def _llm_type(self) -> str:
        return "openai"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {
            "model": self.model,
            # Tracers show this; a password in the address is nobody's business and shapes no reply.
            "base_url": None if self.base_url is None else redacted(self.base_url),
            "temperature": self.temperature,
            "seed": self.seed,
            "json_mode": self.json_mode,
        }

    @staticmethod
    def schema_arguments(name: str, schema: dict[str, Any]) -> dict[str, Any]:
        """What a request adds to ask for a reply of this JSON schema."""
        shape = {"name": name, "schema": schema, "strict": True}
        return {"response_format": {"type": "json_schema", "json_schema": shape}}

    async def aclose(self) -> None:
        """Close the running loop's HTTP client; it is closed with the loop otherwise."""
        await self._clients.close()

    async def ainvoke(
        self,
        input: LanguageModelInput,  # noqa: A002  (LangChain's signature)
        config: RunnableConfig | None = None,
        *,
        stop: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> AIMessage:
        """As LangChain's, past its machinery for callbacks and caches where it has nothing to do."""
        if self._is_watched(config):
            return await super().ainvoke(input, config, stop=stop, **kwargs)
        messages = self._convert_input(input).to_messages()
        generation = (await self._agenerate(messages, stop, **kwargs)).generations[0]
        assert isinstance(generation.message, AIMessage)  # noqa: S101  (for the type checker)
        return generation.message

    def _is_watched(self, config: RunnableConfig | None) -> bool:
        """Whether LangChain has more to do than to make the call."""
        if self.rate_limiter is not None or self.output_version is not None:
            return True
        if self.cache or (self.cache is None and get_llm_cache() is not None):
            return True
        callbacks = ensure_config(config).get("callbacks")
        return bool(AsyncCallbackManager.configure(callbacks, self.callbacks, self.verbose).handlers)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        client = await self._clients.get()
        body = {**self._request(messages, stop), **kwargs}
        async with cancelling_told(run_manager):
            with keys_blotted(self):
                return _chat_result(_decoded(await client.post(_PATH, body=body, cast_to=_response_type())))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        from openai import OpenAI  # noqa: PLC0415  (only when a call is made)

        body = {**self._request(messages, stop), **kwargs}
        with keys_blotted(self), OpenAI(**self._client_settings()) as client:
            return _chat_result(_decoded(client.post(_PATH, body=body, cast_to=_response_type())))

    def _client_settings(self) -> dict[str, Any]:
        address, headers = without_login(self.base_url or f"https://{_OWN_HOST}/v1")
        return {
            "api_key": self.api_key.get_secret_value(),
            "base_url": address,
            "default_headers": headers,
            "timeout": self.timeout,
            "max_retries": 0,
        }

    def _request(self, messages: Sequence[BaseMessage], stop: list[str] | None) -> dict[str, Any]:
        optional = {
            "temperature": self.temperature,
            "seed": self.seed,
            "stop": stop,
            "response_format": {"type": "json_object"} if self.json_mode else None,
        }
        return {
            "model": self.model,
            "messages": [_wire_message(message) for message in messages],
            **{name: value for name, value in optional.items() if value is not None},
        }


def openai_chat(name: str, **settings: Any) -> OpenAIChat:  # noqa: ANN401  (fields of OpenAIChat)
    """The model of a name, with key and server from the settings or else from the environment.

    Raises:
        InputError: OpenAI's own server needs a key and there is none, the server's address is none, or a
            setting is wrong.
    """
    environment = OpenAIEnvironment()
    base_url = settings.pop("base_url", None) or environment.base_url
    if base_url is not None and not _is_address(base_url):
        raise InputError(
            f"openai:{name} cannot be asked: the server's address (OPENAI_BASE_URL or base_url) is none; "
            "set it to one such as http://localhost:11434/v1"
        )
    key = settings.pop("api_key", None) or environment.api_key
    if key is None:
        if base_url is None or urlsplit(base_url).hostname == _OWN_HOST:
            raise InputError(
                f"openai:{name} needs a key: set OPENAI_API_KEY, "
                "or OPENAI_BASE_URL to a server that needs none"
            )
        key = SecretStr(_NO_KEY)
    if _FIXED_TEMPERATURE.match(name):
        settings.setdefault("temperature", None)
    try:
        return OpenAIChat(model=name, api_key=key, base_url=base_url, **settings)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        field = ".".join(map(str, first["loc"]))
        raise InputError(f"openai:{name}: the setting {field!r} is wrong: {first['msg']}") from None


def _is_address(base_url: str) -> bool:
    """Whether it names a server, with its scheme; the port must be a number, too."""
    if re.search(r"\s", base_url):
        return False
    try:
        parts = urlsplit(base_url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _async_client_maker(settings: dict[str, Any]) -> Callable[[], AsyncOpenAI]:
    def make() -> AsyncOpenAI:
        from urllib.request import getproxies  # noqa: PLC0415  (only when a call is made)

        from openai import AsyncOpenAI, DefaultAsyncHttpxClient  # noqa: PLC0415

        if getproxies():  # the SDK's own client minds them
            return AsyncOpenAI(**settings)
        from agents.models.single_connections import SingleConnections  # noqa: PLC0415

        return AsyncOpenAI(http_client=DefaultAsyncHttpxClient(transport=SingleConnections()), **settings)

    return make


def _wire_message(message: BaseMessage) -> dict[str, str]:
    role = _ROLES.get(message.type)
    if role is None:
        raise ValueError(
            f"a message of type {message.type!r} cannot be sent; use system, human or ai messages"
        )
    return {"role": role, "content": str(message.text)}


@functools.cache
def _response_type() -> type[Any]:
    """The type that makes the SDK hand the HTTP response over as it is.

    Its own types check and rebuild request and response field by field, which takes longer than all the rest
    of a call.
    """
    from httpx2 import Response  # noqa: PLC0415  (only when a call is made)

    return Response


def _decoded(response: Any) -> object:  # noqa: ANN401  (an HTTP response, its library not imported)
    try:
        decoded: object = json.loads(response.content)
    except ValueError:
        raise UnusableResponseError("the server's response is no JSON") from None
    return decoded


def _chat_result(completion: object) -> ChatResult:
    """A decoded completion as LangChain's.

    Raises:
        UnusableResponseError: what came back is no chat completion.
    """
    try:
        choice: dict[str, Any] = completion["choices"][0]  # type: ignore[index]
        content = choice["message"].get("content")
        usage = completion.get("usage")  # type: ignore[attr-defined]
        name, finish = completion.get("model"), choice.get("finish_reason")  # type: ignore[attr-defined]
    except (TypeError, KeyError, IndexError, AttributeError):
        raise UnusableResponseError("the server's response is no chat completion") from None
    message = AIMessage(
        content=content if isinstance(content, str) else "",
        usage_metadata=_usage(usage),
        response_metadata={"model_name": name, "finish_reason": finish},
    )
    return ChatResult(generations=[ChatGeneration(message=message)])


def _usage(usage: object) -> UsageMetadata | None:
    if not isinstance(usage, dict):
        return None
    sent, received = _tokens(usage, "prompt_tokens"), _tokens(usage, "completion_tokens")
    return UsageMetadata(input_tokens=sent, output_tokens=received, total_tokens=sent + received)


def _tokens(usage: dict[str, Any], name: str) -> int:
    count = usage.get(name)
    return count if isinstance(count, int) and count > 0 else 0
