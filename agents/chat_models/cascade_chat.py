"""A cascade's place among the chat models: it holds two, and is itself asked nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from langchain_core.language_models import BaseChatModel
from pydantic import ConfigDict, model_validator

from agents.chat_models.names import CASCADE, model_id
from data_base.errors import InputError

if TYPE_CHECKING:
    from langchain_core.callbacks import CallbackManagerForLLMRun
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import ChatResult


class CascadeChatModel(BaseChatModel):
    """Two models for one judge: what the first cannot decide goes on to the second.

    It can be named wherever a judge's model can (``embedded+openai:<model>``);
    :func:`agents.cascade.judge_of` makes a judge of it. It writes nothing itself.

    Attributes:
        first: decides what it can.
        second: is asked the rest.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=(), arbitrary_types_allowed=True)

    first: BaseChatModel
    second: BaseChatModel

    @property
    def model_id(self) -> str:
        """Both names: ``embedded+openai:<model>``."""
        return f"{model_id(self.first)}{CASCADE}{model_id(self.second)}"

    @model_validator(mode="after")
    def _window_of_the_second(self) -> Self:
        # What is shown to the judge has to fit the model that has a window.
        self.profile = self.second.profile
        return self

    @property
    def _llm_type(self) -> str:
        return "cascade"

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model": self.model_id}

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        """Refuse.

        Raises:
            InputError: always; a cascade only judges.
        """
        del messages, stop, run_manager, kwargs
        raise InputError(
            f"{self.model_id} is a cascade of judges and writes no text; name one model to answer with, such "
            f"as {model_id(self.second)}, and the cascade with --judge."
        )
