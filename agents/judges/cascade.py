"""A judge made of two: what the first cannot decide is escalated to the second."""

import logging
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from langchain_core.language_models import BaseChatModel

from agents.calls.estimate import CallEstimate
from agents.judges.judge_spec import JudgeMember, Turn
from agents.judges.long_answer import LongAnswerJudge
from agents.judges.model_judge import ModelJudge
from agents.judges.priced_judge import PricedJudge
from agents.judges.prompt import PLAIN, input_window, passage_budget
from agents.judges.python_judge import PythonJudge
from agents.judges.settings import EvaluatorSettings
from agents.models.registry import EMBEDDED, model_id, split_cascade
from data_base.schemas.judgement import FailedJudgement, ScoredJudgement
from data_base.schemas.protocols import JudgeRequest

_ENOUGH = 0.5
"""Share of the claims from which a judgement counts as decided."""


class CascadeJudge:
    """Two judges in turn; implements :class:`data_base.schemas.protocols.Judge`.

    The second is asked where the first fails, and where it decides less than half of the claims: for the
    embedded judge, answers whose claims words and figures cannot decide, and those without any documents. A
    judgement names the model that decided, so that the escalated share can be counted from the results
    (:func:`escalation`).
    """

    def __init__(self, first: PricedJudge, second: PricedJudge) -> None:
        """Bind both judges."""
        self._first = first
        self._second = second

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer.

        Returns:
            The first judge's judgement where it can decide, else the second's; its latency and its usage
            count both.

        Raises:
            InputError: the user must fix something before a model can be asked.
        """
        decided = await self._first.judge(request)
        if _is_decided(decided):
            return decided
        asked = await self._second.judge(request)
        both = {
            "latency_ms": asked.trace.latency_ms + decided.trace.latency_ms,
            "usage": asked.trace.usage + decided.trace.usage,
        }
        return asked.model_copy(update={"trace": asked.trace.model_copy(update=both)})

    async def estimate(self, request: JudgeRequest) -> CallEstimate:
        """What judging this request will cost; the first judge is asked where that is free, the second never.

        An answer that is not there yet (an empty one) counts as one for the second, and so does one for a
        first judge that costs calls.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        first = await self._first.estimate(request)
        if not first.calls and request.answer.strip() and _is_decided(await self._first.judge(request)):
            return first
        return first + await self._second.estimate(request)


def _is_decided(judgement: ScoredJudgement | FailedJudgement) -> bool:
    if isinstance(judgement, FailedJudgement):
        return False
    return is_decisive(judgement.decided_share)


def is_decisive(decided_share: float | None) -> bool:
    """Whether enough of an answer's claims could be decided; a judge that does not say decides all."""
    return decided_share is None or decided_share >= _ENOUGH


def member_judge(
    member: JudgeMember, settings: EvaluatorSettings, *, variant: str = PLAIN, first_draw: int = 0
) -> PricedJudge:
    """The judge that one member of a spec is.

    Args:
        member: a model, Python code, a checker, or a cascade.
        settings: how to judge.
        variant: how a model's prompt differs from the usual one, see :mod:`agents.judges.prompt`.
        first_draw: asks for other replies than those of other numbers, as :class:`.ModelJudge` does.

    Raises:
        InputError: the prompt file of the settings cannot be used, or the embedded judge would have to read a
            prompt, a rubric or a dimension that is not the project's own.
    """
    *before, last = member.turns
    if isinstance(last, PythonJudge):
        judge: PricedJudge = replace(last, dimensions=tuple(each.name for each in settings.dimensions))
    elif isinstance(last, BaseChatModel) and model_id(last) != EMBEDDED:
        judge = ModelJudge(last, settings, variant=variant, first_draw=first_draw)
        if (window := input_window(last)) is not None:
            judge = LongAnswerJudge(judge, window, settings.token_budget or passage_budget(last))
    else:
        judge = first_judge(last, settings)
    # That the first cannot decide is nothing to worry about here.
    firsts = [first_judge(turn, settings, failure_level=logging.DEBUG) for turn in before]
    return CascadeJudge(firsts[0], judge) if firsts else judge


def first_judge(
    turn: Turn, settings: EvaluatorSettings, *, failure_level: int = logging.ERROR
) -> PricedJudge:
    """The judge that may be the first of a cascade: the embedded one, or a checker.

    Args:
        turn: which of them.
        settings: how to judge.
        failure_level: at which a judgement that failed is logged.

    Raises:
        InputError: as of :func:`member_judge`.
    """
    from agents.judges.checkers.checker_judge import CheckerJudge  # noqa: PLC0415  (as below)
    from agents.judges.embedded_judge import EmbeddedJudge  # noqa: PLC0415  (pays only where it is asked for)

    if isinstance(turn, BaseChatModel | PythonJudge):
        return EmbeddedJudge(settings, failure_level=failure_level)
    return CheckerJudge(turn, settings, failure_level=failure_level)


def escalation(judge: str, decided: Iterable[str]) -> str | None:
    """A sentence on how many answers a cascade escalated; None for another judge, or without answers.

    Args:
        judge: the judge's name, such as ``embedded+openai:<model>`` for a cascade.
        decided: the model that each judgement names.
    """
    first, second = split_cascade(judge)
    counts = Counter(decided)
    judged, count = counts.total(), counts[second]
    if not first or not judged:
        return None
    return f"The judge {judge} escalated {count} of {judged} answers ({count / judged:.0%}) to {second}."
