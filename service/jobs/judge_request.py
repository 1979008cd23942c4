"""Which judge a request over the network may name, and how it may have it judge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from pydantic import AfterValidator, Field

from agents.judges.checkers.settings import declared_checkers
from agents.judges.settings import JudgeSettings
from agents.models.options import CHECKER, SAME, split_options
from agents.models.registry import CASCADE, EMBEDDED, PANEL, split_cascade
from agents.models.server_errors import said_to_clients
from data_base.errors import InputError
from data_base.schemas.frozen import FromNetwork

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator

_PROVIDERS = frozenset({"openai", "google", "anthropic", "ollama", "mistralai", "groq", "bedrock"})
_OPTIONS = frozenset({"temperature", "reasoning_effort", "max_output_tokens", "seed", "timeout"})


class JudgeSettingsRequest(FromNetwork, JudgeSettings):
    """How a judge is to judge."""

    def of_evaluator(self) -> dict[str, Any]:
        """As the evaluator takes them; what is not said is left to it."""
        return {name: getattr(self, name) for name in self.model_fields_set}


def evaluator_of(judge: str, settings: JudgeSettingsRequest) -> RAGEvaluator:
    """The judge that a request names.

    Raises:
        InputError: the name or a setting cannot be used.
    """
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415  (heavy: loaded with the first answer)

    with said_to_clients():
        require_model_name(judge)
        return RAGEvaluator(judge, **settings.of_evaluator())


def _final_judge(name: str) -> str:
    if name.strip() != SAME:
        try:
            require_model_name(name)
        except InputError as error:
            raise ValueError(str(error)) from None
    return name


FinalJudgeName = Annotated[str, Field(max_length=200), AfterValidator(_final_judge)]
"""The name of a final judge that a request may give: a judge, or ``same``."""


def require_model_name(name: str) -> None:
    """Refuse names that would have the server import code, or ask another server than its own settings say.

    Raises:
        InputError: it is such a name.
    """
    checkers = declared_checkers() if CHECKER in name else ()
    known = {EMBEDDED, *(f"{CHECKER}{each}" for each in checkers)}
    for each in (part for judge in name.split(PANEL) for part in split_cascade(judge) if part):
        plain, options = split_options(each.removesuffix(CASCADE))
        provider = plain.partition(":")[0]
        if plain not in known and (provider not in _PROVIDERS or ":" not in plain):
            raise InputError(
                f"{plain!r} is no model of this server; GET /v1/models lists those that can be named."
            )
        if refused := sorted(set(options) - _OPTIONS):
            raise InputError(
                f"The model option {refused[0]!r} cannot be set by a request; use one of "
                f"{', '.join(sorted(_OPTIONS))}."
            )
