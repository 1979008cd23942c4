"""What an arena will take, before anything is paid for."""

from dataclasses import dataclass

from agents.calls.estimate import CallEstimate
from agents.models.names import models_in
from data_base.schemas.case import Case
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem
from eval.arena.setup import DEEP_RESEARCH, RECORDED, Arena
from eval.runs.estimates import answer_estimate, passages_for, research_estimate
from eval.runs.open_run import kept_items
from eval.runs.runner import is_scored
from eval.systems.contestants import Contestant


@dataclass(frozen=True, slots=True)
class ArenaEstimate:
    """What an arena will take.

    Attributes:
        answers: answers that it will have, one for each question and contestant.
        kept: those that an earlier process left, judged.
        estimate: the calls for the others, with one attempt for each research.
    """

    answers: int
    kept: int
    estimate: CallEstimate


async def estimate_arena(arena: Arena) -> ArenaEstimate:
    """Estimate the calls of an arena; no model is asked and nothing is written."""
    request = arena.request
    kept = {
        (item.case_id, item.system): item
        for item in kept_items(arena.manifest, request.store, fresh=request.fresh)
    }
    total, judged = CallEstimate(), 0
    for case in arena.cases:
        items = [kept.get((case.id, each.name)) for each in arena.contestants]
        judged += sum(item is not None and is_scored(item) for item in items)
        total += await _case_estimate(arena, case, items)
    return ArenaEstimate(len(arena.cases) * len(arena.contestants), judged, total)


async def _case_estimate(arena: Arena, case: Case, items: list[RunItem | None]) -> CallEstimate:
    total = CallEstimate()
    for contestant, item in zip(arena.contestants, items, strict=True):
        if item is None or item.answer is None:
            total += await _answer_estimate(arena, contestant, case.question)
    unjudged = sum(item is None or not is_scored(item) for item in items)
    shared = tuple(arena.choose_shared(case.question, await passages_for(arena.service, case.question)))
    blind = arena.request.blind
    request = JudgeRequest(
        question=case.question,
        answer="",
        reference_documents=shared,
        reference_answer=None if blind else case.gold_answer,
        key_points=() if blind else case.key_points,
    )
    return total + await arena.evaluator.estimate([request] * unjudged)


async def _answer_estimate(arena: Arena, contestant: Contestant, question: str) -> CallEstimate:
    (answering,) = models_in(arena.models[0])
    if contestant.name == DEEP_RESEARCH:
        return await research_estimate(answering, arena.loop_judge, arena.service, question)
    if arena.manifest.models["pure_llm"] == RECORDED:
        return CallEstimate()
    return await answer_estimate(answering, question)
