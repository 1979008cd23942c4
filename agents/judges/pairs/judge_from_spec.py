"""The judges of pairs that a spec names, and two in turn."""

import logging
from dataclasses import dataclass

from langchain_core.language_models import BaseChatModel

from agents.calls.estimate import CallEstimate
from agents.judges.cascade import first_judge, is_decisive, member_judge
from agents.judges.judge_spec import JudgeMember, JudgeSpec, Turn
from agents.judges.pairs.judge import PairJudge
from agents.judges.pairs.model_judge import ModelPairJudge
from agents.judges.pairs.pair_request import PairRequest
from agents.judges.pairs.scores_judge import ScoresPairJudge
from agents.judges.passage_choice import DEFAULT_TOKEN_BUDGET
from agents.judges.priced_judge import PricedJudge
from agents.judges.prompt import passage_budget
from agents.judges.settings import EvaluatorSettings
from agents.models.registry import EMBEDDED, model_id
from data_base.schemas.pair_verdict import PairVerdict


@dataclass(frozen=True, slots=True)
class CascadePairJudge:
    """Two judges in turn; implements :class:`.PairJudge`.

    The second is asked where the first fails on either answer, or decides less than half of its claims.
    """

    first: ScoresPairJudge
    """The embedded judge, or a checker."""
    second: PairJudge
    """The one that is asked where the first cannot decide."""
    name: str
    """The name of the cascade."""

    async def estimate(self, request: PairRequest) -> CallEstimate:
        """What judging this pair will cost; the first judge is asked where that is free, the second never.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        first = await self.first.estimate(request)
        if not first.calls and await self._decided(request) is not None:
            return first
        return first + await self.second.estimate(request)

    async def compare(self, request: PairRequest) -> PairVerdict:
        """The first judge's verdict where it can decide, else the second's.

        Raises:
            InputError: the user must fix something before a model can be asked.
        """
        verdict = await self._decided(request) or await self.second.compare(request)
        return verdict.model_copy(update={"judge": self.name})

    async def _decided(self, request: PairRequest) -> PairVerdict | None:
        found = await self.first.evaluations(request)
        if not all(each.scored and is_decisive(each.decided_share) for each in found):
            return None
        return self.first.verdict(request, found)


def pair_judges(spec: JudgeSpec, settings: EvaluatorSettings) -> tuple[PairJudge, ...]:
    """The judges of pairs that the members of a spec are; one that sits twice in a panel has one verdict.

    Args:
        spec: which judge is meant.
        settings: how to judge; an adaptive panel and a prompt file are for single answers.

    Raises:
        InputError: as of :func:`.member_judge`.
    """
    members = {member.model_id: member for member in spec.members}
    return tuple(_pair_judge(member, settings) for member in members.values())


def _pair_judge(member: JudgeMember, settings: EvaluatorSettings) -> PairJudge:
    """The judge of pairs that one member is.

    A model is shown both answers. Python code, a checker, the embedded judge, and a model whose window cannot
    contain both, judge each by itself, and the scores are compared.
    """
    *before, last = member.turns
    name = model_id(last)
    judge: PairJudge = _by_scores(member_judge(JudgeMember((last,)), settings), settings, last)
    if isinstance(last, BaseChatModel) and name != EMBEDDED:
        judge = ModelPairJudge(last, settings, judge)
    if not before:
        return judge
    # That the first cannot decide is nothing to worry about here.
    first = first_judge(before[0], settings, failure_level=logging.DEBUG)
    return CascadePairJudge(_by_scores(first, settings, before[0]), judge, member.model_id)


def _by_scores(judge: PricedJudge, settings: EvaluatorSettings, turn: Turn) -> ScoresPairJudge:
    budget = passage_budget(turn) if isinstance(turn, BaseChatModel) else DEFAULT_TOKEN_BUDGET
    return ScoresPairJudge(judge, settings, settings.token_budget or budget, model_id(turn))
