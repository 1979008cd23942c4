"""Gemini models through ``google-generativeai``, which its makers have retired.

For environments where it alone is installed; ``google-genai`` serves the same names better.
"""

import asyncio
import warnings
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from types import ModuleType
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import BaseMessage
from langchain_core.outputs import ChatResult

from agents.models.google.gemini_messages import chat_result, gemini_prompt, late
from agents.models.google.google_chat_base import GeminiChat
from agents.models.redaction import keys_blotted
from agents.models.request import seconds

# What the package says about itself when imported, and one below it about the age of the Python it is on.
_KNOWN_WARNINGS = (r"\s*All support for the `google\.generativeai`", r"You are using a Python version")
# asyncio's own pool has few threads on small machines, and a call's clock would run while it waits for one.
_MOST_CALLS = 64


class GoogleLegacyChat(GeminiChat):
    """A Gemini model through ``google-generativeai``, over REST.

    The package's asynchronous call fails over REST, so the synchronous one runs in a thread. A call that is
    given up goes on in its thread until its own ``timeout``.
    """

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        *,
        timeout: float | None = None,  # noqa: ASYNC109  (the HTTP client's)
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        _legacy_client()  # here and not in the thread: silencing warnings is not thread-safe
        most = seconds(timeout or self.timeout)
        call = partial(self._generate, messages, stop, timeout=most, **kwargs)
        try:
            async with asyncio.timeout(most):
                return await asyncio.get_running_loop().run_in_executor(_threads(), call)
        except TimeoutError:
            raise late(most) from None

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (LangChain's signature)
        *,
        timeout: float | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        prompt = gemini_prompt(messages)
        request: dict[str, Any] = {
            "model": f"models/{self.model}",
            "contents": prompt.contents,
            "generation_config": self._generation(stop, kwargs),
        }
        if prompt.system:
            request["system_instruction"] = {"parts": [{"text": prompt.system}]}
        with keys_blotted(self):
            key, most = self.api_key.get_secret_value(), seconds(timeout or self.timeout)
            reply = _legacy_client().ask(self.address, key, request, timeout=most)
            return chat_result(reply, model=self.model_id)


@cache
def _legacy_client() -> ModuleType:
    """The module that uses the package, imported without the warnings known to come with it."""
    with warnings.catch_warnings():
        for message in _KNOWN_WARNINGS:
            warnings.filterwarnings("ignore", message=message, category=FutureWarning)
        from agents.models.google import google_legacy_client  # noqa: PLC0415  (the SDK)
    return google_legacy_client


@cache
def _threads() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=_MOST_CALLS, thread_name_prefix="google-legacy")
