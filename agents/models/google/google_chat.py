"""Gemini models through ``google-genai``, Google's maintained SDK; and the choice between its two SDKs."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult
from pydantic import PrivateAttr

from agents.models.cancellation_callbacks import cancellation_reported
from agents.models.google.gemini_messages import chat_result, gemini_prompt
from agents.models.google.google_chat_base import GeminiChat, is_own_server
from agents.models.google.google_legacy_chat import GoogleLegacyChat
from agents.models.loop_clients import LoopClients, default_clients
from agents.models.missing_packages import MissingPackageError, package_is_missing
from agents.models.redaction import keys_blotted
from agents.models.request import seconds
from agents.models.required_keys import NO_KEY, from_environment, key_of, keys_needed
from data_base.errors import InputError
from data_base.extras import how_to_install

if TYPE_CHECKING:
    from agents.models.google.google_client import GoogleClient

MAINTAINED_SDK = "google.genai"
RETIRED_SDK = "google.generativeai"


class GoogleChat(GeminiChat):
    """A Gemini model through ``google-genai``."""

    sends_schemas: ClassVar[bool] = True
    _clients: LoopClients[GoogleClient] = PrivateAttr()

    def model_post_init(self, context: Any, /) -> None:  # noqa: ANN401  (pydantic's own)
        """Take the clients of this server; none is opened yet."""
        super().model_post_init(context)
        key = self.api_key.get_secret_value()
        clients = self.runtime.clients if self.runtime else default_clients()
        self._clients = clients.of(("google", self.address, key), partial(_client, self.address, key))

    async def client(self) -> GoogleClient:
        """The running loop's client."""
        return await self._clients.get()

    def generation(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """The ``generationConfig`` for a request's arguments, as the SDK spells it."""
        return self._generation(None, arguments)

    async def aclose(self) -> None:
        """Close the running loop's HTTP client; it is closed with the loop otherwise."""
        await self._clients.close()

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        *,
        timeout: float | None = None,  # noqa: ASYNC109  (the HTTP client's)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        prompt = gemini_prompt(messages)
        config = {**self._generation(stop, kwargs), "system_instruction": prompt.system}
        client = await self._clients.get()
        async with cancellation_reported(run_manager):
            with keys_blotted(self):
                reply = await client.ask(
                    self.model, prompt.contents, config, timeout=seconds(timeout or self.timeout)
                )
                return chat_result(reply, model=self.model_id)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        # A thread of its own, since the caller's may already be running a loop.
        with ThreadPoolExecutor(max_workers=1) as thread:
            return thread.submit(asyncio.run, self._agenerate(messages, stop, **kwargs)).result()


def google_chat_model(model: str, **settings: Any) -> GeminiChat:  # noqa: ANN401  (fields of the model)
    """The Gemini model of a name, on the maintained SDK or, where it alone is installed, the retired one.

    Args:
        model: its name, such as ``gemini-3.8-flash``.
        settings: fields of :class:`GoogleChat`; key and server come from the environment otherwise.

    Raises:
        InputError: there is no key, a setting is wrong, or no SDK is installed.
    """
    make = _chat_class(model, settings)
    named = settings.pop("base_url", None)
    base_url = named or from_environment("GOOGLE_GEMINI_BASE_URL")
    settings["server_named"] = named is not None
    key = key_of(settings.pop("api_key", None), "GOOGLE_API_KEY", "GEMINI_API_KEY")
    # Where no SDK is installed, that is told, and the key is a matter for later.
    if key is None and is_own_server(base_url) and keys_needed() and _has_sdk():
        raise InputError(
            f"google:{model} needs a key: set GOOGLE_API_KEY or GEMINI_API_KEY, "
            "or GOOGLE_GEMINI_BASE_URL to a server that needs none"
        )
    name = model.removeprefix("models/")
    return make.checked("google", model=name, api_key=key or NO_KEY, base_url=base_url, **settings)


def _chat_class(model: str, settings: dict[str, Any]) -> type[GeminiChat]:
    if installed(MAINTAINED_SDK):
        return GoogleChat
    if not _has_sdk():
        said = f"google:{model} needs Google's SDK: {how_to_install('google')}"
        package_is_missing(MissingPackageError(said))
        return GoogleChat
    for option in ("seed", "reasoning_effort"):
        if settings.get(option) is not None:
            raise InputError(
                f"google:{model}: the retired google-generativeai package cannot send the option {option}; "
                f"leave it out, or: {how_to_install('google')}"
            )
    return GoogleLegacyChat


def _has_sdk() -> bool:
    return installed(MAINTAINED_SDK) or installed(RETIRED_SDK)


def installed(package: str) -> bool:
    """Whether a package can be imported; it is not imported to find out."""
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # the ``google`` above it is missing
        return False


def _client(server: str, api_key: str) -> GoogleClient:
    from agents.models.google.google_client import GoogleClient  # noqa: PLC0415  (the SDK)

    return GoogleClient(server, api_key)
