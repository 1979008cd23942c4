"""Models that stand for several judges: they can be named like a model, and write nothing themselves.

:func:`agents.models.names.cascade_of` and :func:`agents.models.names.panel_of` make them, since naming is
theirs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

from langchain_core.language_models import BaseChatModel
from pydantic import ConfigDict, Field, model_validator

from data_base.errors import InputError

if TYPE_CHECKING:
    from langchain_core.callbacks import CallbackManagerForLLMRun
    from langchain_core.messages import BaseMessage
    from langchain_core.outputs import ChatResult


class JudgesOnly(BaseChatModel):
    """A place among the chat models for what only judges.

    Attributes:
        model_id: the name it is asked for by.
        refusal: the sentence that says that it writes no text, and what to do.
    """

    model_config = ConfigDict(extra="forbid", protected_namespaces=(), arbitrary_types_allowed=True)

    model_id: str
    refusal: str = Field(repr=False)

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
        raise InputError(self.refusal)


class CascadeChatModel(JudgesOnly):
    """Two models for one judge: what the first cannot decide goes on to the second.

    :func:`agents.judges.cascade.judge_of` makes a judge of it.

    Attributes:
        first: decides what it can.
        second: is asked the rest.
    """

    first: BaseChatModel
    second: BaseChatModel

    @model_validator(mode="after")
    def _window_of_the_second(self) -> Self:
        # What is shown to the judge has to fit the model that has a window.
        self.profile = self.second.profile
        return self

    @property
    def _llm_type(self) -> str:
        return "cascade"


class PanelChatModel(JudgesOnly):
    """Several models that judge the same answers; :func:`agents.judges.panel.judge_of` makes judges of them.

    Attributes:
        members: each judges every answer.
    """

    members: tuple[BaseChatModel, ...]

    @model_validator(mode="after")
    def _smallest_window(self) -> Self:
        profiles = [profile for member in self.members if (profile := member.profile)]
        # What is shown to the judges has to fit each of them.
        self.profile = min(
            profiles, key=lambda each: each.get("max_input_tokens") or float("inf"), default=None
        )
        return self

    @property
    def _llm_type(self) -> str:
        return "panel"
