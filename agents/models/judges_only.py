"""Models that stand for several judges: they can be named like a model, and write nothing themselves."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from langchain_core.language_models import BaseChatModel
from pydantic import ConfigDict

from data_base.errors import InputError

if TYPE_CHECKING:
    from langchain_core.callbacks import CallbackManagerForLLMRun
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import ChatResult


class JudgesOnly(BaseChatModel):
    """A place among the chat models for what only judges; each kind says its name and what to do instead."""

    model_config = ConfigDict(extra="forbid", protected_namespaces=(), arbitrary_types_allowed=True)

    @property
    @abstractmethod
    def model_id(self) -> str:
        """The name it is asked for by."""

    @abstractmethod
    def refusal(self) -> str:
        """The sentence that says that it writes no text, and what to do."""

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
            InputError: always; it only judges.
        """
        del messages, stop, run_manager, kwargs
        raise InputError(self.refusal())
