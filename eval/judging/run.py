"""Judging answers that were given elsewhere: one answer, or a file of any length."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.models.names import EMBEDDED, model_id
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from eval.runs import terms
from eval.runs.manifest import manifest_of
from eval.runs.preflight import require_judge
from eval.runs.runner import Runner
from scoring.rubric import score_card_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping

    from pydantic import JsonValue

    from agents.evaluator import RAGEvaluator
    from agents.judges.spec import JudgeSpec
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas.run import RunKind, RunManifest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore

TASK: RunKind = "evaluate"
SYSTEM = "recorded"
"""Whoever gave the answers, they were recorded."""

Mapped = Callable[["FineGrainedEvaluationResult"], "FineGrainedEvaluationResult"]


@dataclass(frozen=True, slots=True)
class Judging:
    """Answers that can be judged.

    Attributes:
        read: the answers, read afresh each time they are asked for.
        llm: the judge, as it was named.
        evaluator: the judge.
        mapped: what is made of its scores, as by a score map.
        concurrency: judgements under way at once.
        keeps_replies: whether the judge's replies are kept, so that a judgement costs nothing to make again.
    """

    read: Callable[[], Iterator[JudgeRequest]]
    llm: JudgeSpec
    evaluator: RAGEvaluator
    mapped: Mapped
    concurrency: int = 4
    keeps_replies: bool = True

    def manifest(
        self,
        data_hashes: Mapping[str, str],
        settings: Mapping[str, JsonValue],
    ) -> RunManifest:
        """The terms of the run.

        Args:
            data_hashes: of the questions and the judge's settings.
            settings: what else shapes the scores, the answers among it.
        """
        return manifest_of(
            TASK,
            models={"judge": self.llm},
            data_hashes=data_hashes,
            settings={"judge": self.evaluator.terms, **settings},
            scorer_version=terms.scorer_version(),
            prompts=terms.prompt_refs(),
        )


async def judge_all(
    judging: Judging, store: RunStore, run_id: str
) -> AsyncIterator[tuple[JudgeRequest, FineGrainedEvaluationResult]]:
    """Judge every answer, or what an earlier run of the same terms left; each is in the store when it comes.

    Raises:
        InputError: something only the user can mend; what was judged before is kept.
    """

    async def work(request: JudgeRequest, _kept: RunItem | None) -> RunItem:
        return item_of(request, judging.mapped(await judging.evaluator.evaluate(request)))

    runner = Runner(
        store,
        run_id,
        concurrency=judging.concurrency,
        first=lambda: require_judge(judging.llm, judging.evaluator, next(judging.read())),
        free=judging.keeps_replies or model_id(judging.llm) == EMBEDDED,
    )
    under_way: dict[str, JudgeRequest] = {}

    def noted() -> Iterator[JudgeRequest]:
        for request in judging.read():
            under_way[request.id] = request
            yield request

    async for item in runner.run(noted(), SYSTEM, work):
        assert item.evaluation is not None  # noqa: S101  (the work above puts one there)
        yield under_way.pop(item.case_id), item.evaluation


def item_of(request: JudgeRequest, result: FineGrainedEvaluationResult) -> RunItem:
    """A judged answer as an item of a run."""
    return RunItem(
        case_id=request.id,
        system=SYSTEM,
        answer=Answer(text=request.answer, passages=request.passages),
        evaluation=result,
        score_card=score_card_of(result),
        metrics={"question": request.question},
    )
