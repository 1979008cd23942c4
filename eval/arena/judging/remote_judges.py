"""An arena's judges where an engine judges for them; the contest asks them as it asks those that are here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.evaluator import RAGEvaluator
from agents.judges.pairs.pair_request import PairRequest
from agents.models.registry import EMBEDDED
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem
from eval.arena.judging.judges import Judges
from eval.engines.engine import InProcess
from eval.runs.suite import Suite

if TYPE_CHECKING:
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.arena.setup import Arena
    from eval.engines.case_execution import CaseHandler

_PACE, _VERDICTS = "requests_per_minute", "verdicts"


@dataclass(frozen=True, slots=True)
class JudgeTask:
    """What a judge is asked."""

    id: str
    """The question's id."""
    judge: int | None
    """The number of one judge; None for all of them as one."""
    request: JudgeRequest | PairRequest
    """An answer or a pair."""
    tries: int = 1
    """The most judgements of an answer."""


class RemoteJudge(RAGEvaluator):
    """A judge whose judgements are made by an engine."""

    def __init__(self, judge: RAGEvaluator, number: int | None, work: CaseHandler[JudgeTask]) -> None:
        """Be as a judge is, but for where it judges."""
        self.__dict__.update(judge.__dict__)
        self._number, self._work = number, work

    async def evaluate(self, request: JudgeRequest, *, tries: int = 2) -> FineGrainedEvaluationResult:
        """As a judge that is here."""
        item = await self._work(JudgeTask(request.id, self._number, request, tries), None)
        assert item.evaluation is not None  # noqa: S101  (as the work below makes it)
        return item.evaluation

    async def judge_pair(self, request: PairRequest) -> list[PairVerdict]:
        """As a judge that is here."""
        item = await self._work(JudgeTask(request.case_id, self._number, request), None)
        verdicts = item.metrics[_VERDICTS]
        assert isinstance(verdicts, list)  # noqa: S101  (as the work below makes it)
        return [PairVerdict.model_validate(each) for each in verdicts]


def judging_suite(arena: Arena) -> Suite[JudgeTask]:
    """The run of an arena, whose engine judges."""
    here = _answered_by(Judges(arena.evaluator, arena.judges))
    given = {name: getattr(arena.judging, name) for name in sorted(arena.judging.model_fields_set)}
    settings = {name: _absolute(value) for name, value in given.items() if name != _PACE}
    return Suite(
        request=arena.request,
        manifest=arena.manifest,
        system=arena.evaluator.model_id,
        here=lambda _run_id: here,
        there=partial(_there, tuple(arena.config.judges), settings, arena.config.final_judge),
        quick=all(judge.model_id == EMBEDDED for judge in arena.judges),
        requests_per_minute=given.get(_PACE),
    )


def judges_of(arena: Arena, work: CaseHandler[JudgeTask]) -> Judges:
    """The judges of an arena, where the engine of its request has them."""
    engine = arena.request.engine
    if isinstance(engine, InProcess) and engine.limits.is_empty:
        return Judges(arena.evaluator, arena.judges)
    pairs = tuple(RemoteJudge(judge, number, work) for number, judge in enumerate(arena.judges))
    return Judges(RemoteJudge(arena.evaluator, None, work), pairs)


def _there(
    names: Sequence[str], settings: Mapping[str, Any], final: str | None, _run_id: str
) -> CaseHandler[JudgeTask]:
    return _answered_by(Judges.named(names, settings, final))


def _answered_by(judges: Judges) -> CaseHandler[JudgeTask]:
    async def work(task: JudgeTask, _kept: RunItem | None) -> RunItem:
        judge = judges.evaluator if task.judge is None else judges.pairs[task.judge]
        item = RunItem(case_id=task.id, system=judge.model_id)
        if isinstance(task.request, JudgeRequest):
            return item.model_copy(
                update={"evaluation": await judge.evaluate(task.request, tries=task.tries)}
            )
        verdicts = [each.model_dump(mode="json") for each in await judge.judge_pair(task.request)]
        return item.model_copy(update={"metrics": {_VERDICTS: verdicts}})

    return work


def _absolute(value: object) -> object:
    return value.absolute() if isinstance(value, Path) else value
