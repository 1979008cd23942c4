"""The checker of claims that a judge's spec names."""

from langchain_core.language_models import BaseChatModel

from agents.claims.cascade_checker import CascadeChecker
from agents.claims.claim_checker import ClaimChecker
from agents.claims.classifier_checker import ClassifierChecker
from agents.claims.embedded_checker import EmbeddedChecker
from agents.claims.model_checker import ModelChecker
from agents.judges.judge_spec import JudgeSpec, Turn
from agents.judges.python_judge import PythonJudge
from agents.judges.settings import EvaluatorSettings
from agents.models.registry import EMBEDDED, model_id
from data_base.errors import InputError
from data_base.text.language import Language


def claim_checker(spec: JudgeSpec, settings: EvaluatorSettings, language: Language) -> ClaimChecker:
    """The checker that a spec names; of a panel it is the first member's.

    Args:
        spec: which judge is meant.
        settings: how models are called.
        language: of the prompt.

    Raises:
        InputError: it is Python code, which judges answers and no claims.
    """
    member = spec.members[0]
    *before, last = (_checker(turn, settings, language) for turn in member.turns)
    return CascadeChecker(before[0], last, member.model_id) if before else last


def _checker(turn: Turn, settings: EvaluatorSettings, language: Language) -> ClaimChecker:
    if isinstance(turn, PythonJudge):
        raise InputError(f"{model_id(turn)} judges answers, not their claims; name {EMBEDDED} or a model.")
    if not isinstance(turn, BaseChatModel):
        return ClassifierChecker(turn, settings)
    return EmbeddedChecker() if model_id(turn) == EMBEDDED else ModelChecker(turn, settings, language)
