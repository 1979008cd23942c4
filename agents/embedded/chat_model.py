"""The embedded model as a LangChain chat model: it reads the project's own prompts and no others."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult
from pydantic import ConfigDict

from agents.calls.prompt_messages import ReadPrompt, read_prompt
from agents.embedded import follow_up_queries, planner, refiner, researcher
from agents.errors import UnknownPromptError

MODEL_ID = "embedded"


class EmbeddedChatModel(BaseChatModel):
    """A program in the place of a language model: it plans, refines and writes.

    It has no knowledge and no network: it reads the sections of the project's prompts and
    replies by rules, the same every time. Token counts are estimates.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=())

    @property
    def model_id(self) -> str:
        """The name it is asked for by."""
        return MODEL_ID

    @property
    def _llm_type(self) -> str:
        return MODEL_ID

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": MODEL_ID}

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002  (LangChain's signature)
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002  (as above)
        **kwargs: Any,  # noqa: ANN401, ARG002  (as above)
    ) -> ChatResult:
        return _result(reply_to(messages))

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002  (LangChain's signature)
        run_manager: AsyncCallbackManagerForLLMRun | None = None,  # noqa: ARG002  (as above)
        **kwargs: Any,  # noqa: ANN401, ARG002  (as above)
    ) -> ChatResult:
        # A long answer over many passages takes seconds: other work on the loop must go on.
        return _result(await asyncio.to_thread(reply_to, messages))


def reply_to(messages: Sequence[BaseMessage]) -> str:
    """What the embedded model replies to a prompt.

    Raises:
        UnknownPromptError: the prompt is none of the project's own.
    """
    prompt = read_prompt(messages)
    answer = _DUTIES.get(prompt.template.id) if prompt else None
    if prompt is None or answer is None:
        raise UnknownPromptError(
            "the embedded model is a program that reads this project's own prompts only; "
            "for free text choose a language model such as openai:<model>"
        )
    return answer(prompt)


_DUTIES: dict[str, Callable[[ReadPrompt], str]] = {
    "plan": planner.plan,
    "follow_up": follow_up_queries.follow_up,
    "refine": refiner.refine,
    "answer_with_documents": researcher.answer_with_documents,
    "answer_without_documents": researcher.answer_without_documents,
}


def _result(text: str) -> ChatResult:
    # A program uses no tokens, and says of none that it did.
    message = AIMessage(content=text, response_metadata={"model_name": MODEL_ID})
    return ChatResult(generations=[ChatGeneration(message=message)])
