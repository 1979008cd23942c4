"""Which judge a request over the network may name, and how it may have it judge."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import Field

from agents.judges.settings import PanelKind
from agents.models.names import CASCADE, EMBEDDED, PANEL
from agents.models.options import split_options
from data_base.errors import InputError
from data_base.schemas.dimension import Dimension
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import PASSING_ACCURACY, Weights
from data_base.text.language import Language

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator

_PROVIDERS = frozenset({"openai", "google", "anthropic", "ollama", "mistralai", "groq", "bedrock"})
_OPTIONS = frozenset({"temperature", "reasoning_effort", "max_output_tokens", "seed", "timeout"})


class JudgeSettingsRequest(Frozen):
    """How a judge is to judge: the fields of the evaluator's settings that name no file and no address.

    Attributes:
        language: language of the prompt, the question's own if null.
        passage_limit: passages shown to the judge at most; null for the default.
        token_budget: estimated tokens of those passages, null to follow the model's window.
        passing_accuracy: accuracy from which a result passes (1-10).
        weights: how much each dimension counts.
        rubric: what each score means, by the language of the prompt, in place of the shipped rubric.
        dimensions: what else is scored from 1 to 10.
        rubric_version: the version of rubric and dimensions.
        panel: asks for two more judgements where accuracy is close to the threshold.
        panel_margin: how near to the threshold a second opinion is wanted.
        panel_threshold: the accuracy that decides something; ``passing_accuracy`` if null.
    """

    language: Language | None = None
    passage_limit: int | None = Field(default=None, ge=1, le=1000)
    token_budget: int | None = Field(default=None, ge=1, le=10_000_000)
    passing_accuracy: float = Field(default=PASSING_ACCURACY, ge=1, le=10)
    weights: Weights = Weights()
    rubric: Mapping[Language, str] = Field(default_factory=dict)
    dimensions: tuple[Dimension, ...] = Field(default=(), max_length=20)
    rubric_version: str = Field(default="own", pattern=r"^[\w.-]+$", max_length=100)
    panel: PanelKind | None = None
    panel_margin: float = Field(default=0.75, ge=0, le=9)
    panel_threshold: float | None = Field(default=None, ge=1, le=10)

    def of_evaluator(self) -> dict[str, Any]:
        """As the evaluator takes them; what is not said is left to it."""
        return {
            name: getattr(self, name) for name in self.model_fields_set if getattr(self, name) is not None
        }


def evaluator_of(judge: str, settings: JudgeSettingsRequest) -> RAGEvaluator:
    """The judge that a request names.

    Raises:
        InputError: the name or a setting cannot be used.
    """
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415  (heavy: loaded with the first answer)

    require_model_name(judge)
    return RAGEvaluator(judge, **settings.of_evaluator())


def require_model_name(name: str) -> None:
    """Refuse names that would have the server import code, or ask another server than its own settings say.

    Raises:
        InputError: it is such a name.
    """
    for each in name.split(PANEL):
        plain, options = split_options(each.strip().removeprefix(EMBEDDED + CASCADE))
        provider = plain.partition(":")[0]
        if plain != EMBEDDED and (provider not in _PROVIDERS or ":" not in plain):
            raise InputError(
                f"{plain!r} is no model of this server; GET /v1/models lists those that can be named."
            )
        if refused := sorted(set(options) - _OPTIONS):
            raise InputError(
                f"The model option {refused[0]!r} cannot be set by a request; use one of "
                f"{', '.join(sorted(_OPTIONS))}."
            )
