"""A LangChain chat model that replies from a script and keeps the prompts it was sent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import PrivateAttr

if TYPE_CHECKING:
    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun

Reply = str | AIMessage | Exception
Script = Sequence[Reply] | Callable[[list[BaseMessage]], Reply]
HANG = TimeoutError("the script hangs here")
"""In a script: a reply that never comes."""


class ScriptedChatModel(BaseChatModel):
    """Replies from a list, one a call (the last one for ever), or by a function of the messages.

    A message is the reply as it is; an exception is raised; ``HANG`` waits until it is cancelled. Ten tokens
    in and five out are counted for each other reply.
    """

    name_shown: str = "scripted"
    _script: Script = PrivateAttr()
    _prompts: list[list[BaseMessage]] = PrivateAttr(default_factory=list)

    def __init__(self, script: Script = ("",), **fields: Any) -> None:
        super().__init__(**fields)
        self._script = script

    @property
    def prompts(self) -> list[list[BaseMessage]]:
        """The messages of every call, in order."""
        return self._prompts

    @property
    def model_id(self) -> str:
        return self.name_shown

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _next(self, messages: list[BaseMessage]) -> Reply:
        self._prompts.append(messages)
        if callable(self._script):
            return self._script(messages)
        return self._script[min(len(self._prompts), len(self._script)) - 1]

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        reply = self._next(messages)
        if reply is HANG:
            await asyncio.Event().wait()
        return _result(reply)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        return _result(self._next(messages))


def _result(reply: Reply) -> ChatResult:
    if isinstance(reply, Exception):
        raise reply
    message = (
        reply
        if isinstance(reply, AIMessage)
        else AIMessage(
            content=reply, usage_metadata={"input_tokens": 10, "output_tokens": 5, "total_tokens": 15}
        )
    )
    return ChatResult(generations=[ChatGeneration(message=message)])
