"""Cases, items, contestants and an evaluator for tests of the arena, made to order."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from data_base.schemas.answer import Answer, Citation
from data_base.schemas.judgement import (
    FailedJudgement,
    Issue,
    JudgementTrace,
    JudgeMode,
    PromptRef,
    ScoredJudgement,
)
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.passage import FoundPassage, Passage
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas_deep_research import Attempt, DeepResearchResult, FineGrainedEvaluationResult

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from data_base.schemas.blocked_source import BlockedSource
    from data_base.schemas.case import Case
from data_base.schemas.key_point import KeyPoint

PROMPT = PromptRef(id="judge_with_documents", version="1", language="en", sha256="0" * 64)
WIND = Passage(id="wind.pdf#p2.1", doc_id="wind.pdf", page=2, text="The farm made 354.4 GWh in 2023.")
PORT = Passage(id="port.md#1", doc_id="port.md", text="港口在 2023 年處理了 88 艘船。")


def manifest(run_id: str = "arena-1", **changes: Any) -> RunManifest:
    fields: dict[str, Any] = {
        "run_id": run_id,
        "task": "arena",
        "models": {"judge": "stub", "deep_research": "stub"},
        "scorer_version": "1",
        "created_at": datetime(2024, 5, 1, 12, tzinfo=UTC),
    }
    return RunManifest(**(fields | changes))


def pair_verdict(verdict: str | None = "first_better", **changes: Any) -> PairVerdict:
    """A model's verdict on the answers of A and B to case 1, A's shown first."""
    fields: dict[str, Any] = {"case_id": "1", "first": "A", "second": "B", "judge": "m", "model_id": "m"}
    how = {"error": "no reply"} if verdict is None else {"parse_method": "strict"}
    return PairVerdict.model_validate({**fields, "verdict": verdict, **how, **changes})


def trace(mode: JudgeMode = "comparison", shown: Sequence[Passage] = ()) -> JudgementTrace:
    shown_ids = tuple(passage.id for passage in shown)
    return JudgementTrace(mode=mode, model_id="stub", prompt=PROMPT, passages_shown=shown_ids)


def evaluation(
    accuracy: float = 8,
    completeness: float = 8,
    clarity: float = 8,
    *,
    mode: JudgeMode = "comparison",
    shown: Sequence[Passage] = (),
    reason: str = "so it is",
    issues: tuple[Issue, ...] = (),
    **found: Any,
) -> FineGrainedEvaluationResult:
    return FineGrainedEvaluationResult.from_judgement(
        ScoredJudgement(
            trace=trace(mode, shown),
            rung="strict",
            analysis="step by step",
            accuracy=accuracy,
            completeness=completeness,
            clarity=clarity,
            reason=reason,
            suggestion="look further",
            issues=issues,
            **found,
        )
    )


def failed_evaluation(mode: JudgeMode = "comparison") -> FineGrainedEvaluationResult:
    return FineGrainedEvaluationResult.from_judgement(FailedJudgement(trace=trace(mode), error="no JSON"))


def item(
    system: str, case_id: str, verdict: FineGrainedEvaluationResult | None, text: str = "an answer"
) -> RunItem:
    return RunItem(case_id=case_id, system=system, answer=Answer(text=text), evaluation=verdict)


def research_result(question: str, text: str) -> DeepResearchResult:
    """Two attempts: the first finds one passage, the second, led by a suggestion, another."""
    answer = Answer(
        text=text,
        passages=(WIND, PORT),
        citations=(Citation(sentence=text, passage_id=PORT.id, verdict="unsupported"),),
    )
    first = Attempt(
        number=1,
        query=question,
        found=(WIND.id,),
        new=(WIND.id,),
        answer=Answer(text="not in the documents"),
        abstained=True,
        evaluation=evaluation(4, 3, 8),
    )
    second = Attempt(
        number=2,
        query="ships 2023",
        parent_query=question,
        suggestion="look for ships",
        found=(WIND.id, PORT.id),
        new=(PORT.id,),
        answer=answer,
        abstained=False,
        evaluation=evaluation(9, 9, 9),
        score_change=4.5,
    )
    return DeepResearchResult(
        question=question,
        answer=answer,
        attempts=(first, second),
        best_index=1,
        stop_reason="passed",
        passages=tuple(
            FoundPassage(**passage.model_dump(), attempt=number, query=question)
            for number, passage in enumerate((WIND, PORT), start=1)
        ),
    )


@dataclass
class ScriptedSystem:
    """Gives the answers it was given; an exception among them is raised. Remembers what it was asked."""

    name: str
    answers: Mapping[str, str | Exception]
    passages: tuple[Passage, ...] = ()
    asked: list[str] = field(default_factory=list)

    async def answer(self, case: Case) -> Answer:
        self.asked.append(case.id)
        said = self.answers[case.id]
        if isinstance(said, Exception):
            raise said
        return Answer(text=said, passages=self.passages)


@dataclass
class QuotingJudge:
    """Scores an answer 9 where a shared passage contains it to the letter, else 2; keeps what it was shown.

    Answers in ``broken`` are not judged: the judgement fails.
    """

    broken: set[str] = field(default_factory=set)
    seen: list[tuple[str, str, tuple[Passage, ...]]] = field(default_factory=list)
    known: list[tuple[str | None, tuple[KeyPoint, ...]]] = field(default_factory=list)

    async def evaluate_fine_grained(
        self,
        question: str,
        answer: str,
        documents: None = None,
        *,
        reference_documents: Sequence[Passage] | None = None,
        reference_answer: str | None = None,
        key_points: Sequence[KeyPoint] = (),
        blocked: Sequence[BlockedSource] = (),
        as_given: Answer | None = None,
    ) -> FineGrainedEvaluationResult:
        assert as_given is None
        self.known.append((reference_answer, tuple(key_points)))
        shared = tuple(reference_documents or ())
        self.seen.append((question, answer, shared))
        mode: JudgeMode = "comparison" if shared else "no_documents"
        if answer in self.broken:
            return failed_evaluation(mode)
        score = 9.0 if any(answer in passage.text for passage in shared) else 2.0
        return evaluation(score, score, score, mode=mode, shown=shared)
