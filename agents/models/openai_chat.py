"""OpenAI chat models, and those of any server that speaks the same protocol."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from langchain_core.callbacks import (
    AsyncCallbackManager,
    AsyncCallbackManagerForLLMRun,
    CallbackManagerForLLMRun,
)
from langchain_core.globals import get_llm_cache
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from langchain_core.runnables.config import RunnableConfig, ensure_config
from pydantic import PrivateAttr

from agents.models.cancellation_callbacks import cancellation_reported
from agents.models.chat_base import HostedChat
from agents.models.http_transport import SingleConnections, http
from agents.models.loop_clients import LoopClients, default_clients
from agents.models.openai_reply import chat_result, decoded
from agents.models.redaction import keys_blotted
from agents.models.refused_parameters import OBJECT_FORMAT, SCHEMA_FORMAT
from agents.models.request import (
    CONNECT_TIMEOUT,
    ModelRequest,
    OutputSchema,
    RefusedOptionError,
    ReplyRequirements,
    seconds,
    wire_role,
)
from agents.models.required_keys import NO_KEY, from_environment, key_of, keys_needed
from agents.models.server_addresses import needs_proxy, without_login
from data_base.errors import InputError

if TYPE_CHECKING:
    from openai import AsyncOpenAI

_OWN_HOST = "api.openai.com"
_PATH = "/chat/completions"
_ROLES = {"system": "system", "human": "user", "ai": "assistant"}
# OpenAI's own server and the older name, which more of the others know.
_LIMITS = ("max_completion_tokens", "max_tokens")


class OpenAIChat(HostedChat):
    """A chat model behind the OpenAI protocol."""

    _clients: LoopClients[Any] = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401  (pydantic's own)
        """Take the clients of this server; none is opened yet."""
        super().model_post_init(context)
        settings = self._client_settings()
        known_by = ("openai", settings["base_url"], settings["api_key"], str(settings["default_headers"]))
        clients = self.runtime.clients if self.runtime else default_clients()
        self._clients = clients.of(known_by, partial(_async_client, settings))

    @property
    def model_id(self) -> str:
        """The name that :func:`agents.models.registry.chat_model` knows it by."""
        return f"openai:{self.model}"

    @property
    def server(self) -> str | None:
        """The address of a server that is not OpenAI's own."""
        return None if _is_own(self.base_url) else self.base_url

    @property
    def _llm_type(self) -> str:
        return "openai"

    def request(self, wanted: ReplyRequirements, refused: Mapping[str, str]) -> ModelRequest:
        """The best way of asking that uses nothing the server refuses.

        Raises:
            RefusedOptionError: what the user chose can be sent in no way that the server takes.
        """
        self._require_taken(refused)
        limit = self._limit_argument(self.max_output_tokens or wanted.room, refused)
        format_name, shape = _reply_format(wanted.schema, refused)
        formats = frozenset({format_name}) if format_name else frozenset()
        sent = {name for name, value in limit.items() if value is not None}
        return ModelRequest(
            {**limit, **({"response_format": shape} if shape else {})},
            frozenset({*self._chosen(), *sent, *formats}),
            formats,
        )

    async def client(self) -> AsyncOpenAI:
        """The running loop's client of the SDK."""
        client: AsyncOpenAI = await self._clients.get()
        return client

    def body(self, messages: Sequence[BaseMessage], arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What is sent to the server for a request's arguments."""
        return self._body(messages, None, arguments)

    async def aclose(self) -> None:
        """Close the running loop's HTTP client; it is closed with the loop otherwise."""
        await self._clients.close()

    async def ask(
        self,
        messages: list[BaseMessage],
        request: ModelRequest,
        *,
        timeout: float,  # noqa: ASYNC109  (the HTTP client's)
        config: RunnableConfig,
    ) -> BaseMessage:
        """Ask once, past LangChain's machinery for callbacks and caches where it has nothing to do."""
        if self._is_watched():
            return await super().ask(messages, request, timeout=timeout, config=config)
        result = await self._agenerate(messages, timeout=timeout, **request.arguments)
        return result.generations[0].message

    def _is_watched(self) -> bool:
        """Whether LangChain has more to do than to make the call."""
        if self.rate_limiter is not None or self.output_version is not None:
            return True
        if self.cache or (self.cache is None and get_llm_cache() is not None):
            return True
        callbacks = ensure_config().get("callbacks")
        return bool(AsyncCallbackManager.configure(callbacks, self.callbacks, self.verbose).handlers)

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  (the HTTP client's)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        client = await self._clients.get()
        body = self._body(messages, stop, kwargs)
        options = {"timeout": _http_timeout(timeout or self.timeout)}
        async with cancellation_reported(run_manager):
            with keys_blotted(self):
                # As it came: the SDK's own types check and rebuild it field by field, which takes longer than
                # all the rest of a call.
                response = await client.post(_PATH, body=body, options=options, cast_to=http.Response)
                return self._read(decoded(response))

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        *,
        timeout: float | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        from openai import OpenAI  # noqa: PLC0415  (the SDK)

        body = self._body(messages, stop, kwargs)
        settings = {**self._client_settings(), "timeout": _http_timeout(timeout or self.timeout)}
        with keys_blotted(self), OpenAI(**settings) as client:
            return self._read(decoded(client.post(_PATH, body=body, cast_to=http.Response)))

    def _read(self, completion: object) -> ChatResult:
        """What the server replied, decoded, as LangChain's."""
        return chat_result(completion)

    def _client_settings(self) -> dict[str, Any]:
        address, headers = without_login(self.base_url or f"https://{_OWN_HOST}/v1")
        return {
            "api_key": self.api_key.get_secret_value(),
            "base_url": address,
            "default_headers": headers,
            "max_retries": 0,
        }

    def _body(
        self, messages: Sequence[BaseMessage], stop: list[str] | None, given: Mapping[str, Any]
    ) -> dict[str, Any]:
        optional = {
            **self._chosen(),
            **self._limit_argument(self.max_output_tokens, {}),
            "stop": stop,
            **given,
        }
        return {
            "model": self.model,
            "messages": [_wire_message(message) for message in messages],
            **{name: value for name, value in optional.items() if value is not None},
        }

    def _chosen(self) -> dict[str, Any]:
        chosen = {
            "temperature": self.temperature,
            "seed": self.seed,
            "reasoning_effort": None if self.reasoning_effort is None else str(self.reasoning_effort),
        }
        return {name: value for name, value in chosen.items() if value is not None}

    def _limit_argument(self, most: int | None, refused: Mapping[str, str]) -> dict[str, int | None]:
        """The limit under the name that the server takes, and nothing under the other."""
        if most is None:
            return {}
        names = _LIMITS if _is_own(self.base_url) else _LIMITS[::-1]
        taken = next((name for name in names if name not in refused), None)
        if taken is None and self.max_output_tokens is not None:
            raise RefusedOptionError(self.model_id, f"max_output_tokens={most}", refused[names[0]])
        return {name: most if name == taken else None for name in names}


def openai_chat(name: str, **settings: Any) -> OpenAIChat:  # noqa: ANN401  (fields of OpenAIChat)
    """The model of a name, with key and server from the settings or else from the environment.

    Raises:
        InputError: OpenAI's own server needs a key and there is none, the server's address is none, or a
            setting is wrong.
    """
    named = settings.pop("base_url", None)
    base_url = named or from_environment("OPENAI_BASE_URL")
    settings["server_named"] = named is not None
    if base_url is not None and not is_address(base_url):
        raise InputError(
            f"openai:{name} cannot be asked: the server's address (OPENAI_BASE_URL or base_url) is none; "
            "set it to one such as http://localhost:11434/v1"
        )
    key = key_of(settings.pop("api_key", None), "OPENAI_API_KEY")
    if key is None and _is_own(base_url) and keys_needed():
        raise InputError(
            f"openai:{name} needs a key: set OPENAI_API_KEY, or OPENAI_BASE_URL to a server that needs none"
        )
    return OpenAIChat.checked("openai", model=name, api_key=key or NO_KEY, base_url=base_url, **settings)


def _is_own(base_url: str | None) -> bool:
    return base_url is None or urlsplit(base_url).hostname == _OWN_HOST


def is_address(base_url: str) -> bool:
    """Whether it names a server, with its scheme; the port must be a number, too."""
    if re.search(r"\s", base_url):
        return False
    try:
        parts = urlsplit(base_url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _reply_format(
    schema: OutputSchema | None, refused: Mapping[str, str]
) -> tuple[str | None, dict[str, Any] | None]:
    """The strictest way of asking for JSON that the server takes, by its name and as it is sent."""
    if schema is not None and SCHEMA_FORMAT not in refused:
        shape = {"name": schema.name, "schema": dict(schema.schema), "strict": True}
        return SCHEMA_FORMAT, {"type": "json_schema", "json_schema": shape}
    if schema is not None and OBJECT_FORMAT not in refused:
        return OBJECT_FORMAT, {"type": "json_object"}
    return None, None


@lru_cache(maxsize=64)
def _http_timeout(named: float | None) -> http.Timeout:
    most = seconds(named)
    return http.Timeout(most, connect=min(most, CONNECT_TIMEOUT))


def _async_client(settings: dict[str, Any]) -> AsyncOpenAI:
    from openai import AsyncOpenAI, DefaultAsyncHttpxClient  # noqa: PLC0415  (the SDK)

    if needs_proxy(settings["base_url"]):  # the SDK's own client minds them
        return AsyncOpenAI(**settings)
    return AsyncOpenAI(http_client=DefaultAsyncHttpxClient(transport=SingleConnections()), **settings)


def _wire_message(message: BaseMessage) -> dict[str, str]:
    return {"role": wire_role(message, _ROLES), "content": str(message.text)}
