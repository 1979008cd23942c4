"""A panel's place among the chat models: it holds several, and is itself asked nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from langchain_core.language_models import BaseChatModel
from pydantic import model_validator

from agents.models.judges_only import JudgesOnly
from agents.models.names import EMBEDDED, PANEL, model_id
from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence


class PanelChatModel(JudgesOnly):
    """Several models that judge the same answers; :func:`agents.judges.panel.judge_of` makes judges of them.

    It can be named wherever a judge's model can (``openai:<model>,google:<model>``). It writes nothing
    itself.

    Attributes:
        members: each judges every answer.
    """

    members: tuple[BaseChatModel, ...]

    @classmethod
    def of(cls, members: Sequence[BaseChatModel]) -> Self:
        """A panel of these.

        Raises:
            InputError: there are fewer than two, a panel among them, or the embedded model twice.
        """
        names = [model_id(member) for member in members]
        if len(names) < 2 or any(isinstance(member, PanelChatModel) for member in members):  # noqa: PLR2004
            raise InputError("a panel of judges is two models or more, such as openai:<model>,google:<model>")
        if names.count(EMBEDDED) > 1:
            raise InputError("the embedded judge says the same each time; name it once in a panel")
        return cls(members=tuple(members))

    @property
    def model_id(self) -> str:
        """All names with commas between."""
        return PANEL.join(model_id(member) for member in self.members)

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

    def refusal(self) -> str:
        """The sentence that says that it writes no text, and what to do."""
        return (
            f"{self.model_id} is a panel of judges and writes no text; name one model to answer with, and "
            "the panel with --judge."
        )
