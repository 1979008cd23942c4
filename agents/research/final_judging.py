"""Judging once more, by who did not steer: what is left to judge, and what it comes to."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from agents.research.best_attempt import weighted_score
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import Attempt, FinalJudgement, FineGrainedEvaluationResult

_TRIES = 2
"""Judgements of an attempt until one can be read, as the judge that steers has them."""

Said = Mapping[str, Any]
"""A judgement as the state keeps it: judge, index of the attempt, evaluation."""


class FinalTask(TypedDict):
    """One judgement of the final judge."""

    index: int
    """Index of the attempt."""
    question: str
    """The user's question."""
    attempt: dict[str, Any]
    """The attempt, dumped in full."""


def left_to_judge(said: Sequence[Said], attempts: Sequence[Attempt], best: int | None) -> list[int]:
    """Indexes of the attempts that the final judge has still to judge.

    Args:
        said: what it has said so far.
        attempts: the ledger.
        best: index of the best attempt, None if none was judged.
    """
    wanted = sorted({0, _returned(attempts, best)})
    return [index for index in wanted if not _is_settled([each for each in said if each["index"] == index])]


def optimism(evaluation: FineGrainedEvaluationResult, attempt: Attempt) -> float | None:
    """Weighted score of an attempt by its own judgement minus that by another; None where one is missing."""
    steering = weighted_score(attempt)
    if steering is None or evaluation.evaluation_failed:
        return None
    return round(steering - evaluation.metrics.weighted_score, 9)


def final_judgement(
    said: Sequence[Said], attempts: Sequence[Attempt], best: int | None
) -> FinalJudgement | None:
    """What the final judge's words come to; None where there is no such judge."""
    if not said:
        return None
    last = {each["index"]: FineGrainedEvaluationResult.model_validate(each["evaluation"]) for each in said}
    chosen = _returned(attempts, best)
    spent = (TokenUsage.model_validate(each["evaluation"]["usage"]) for each in said)
    return FinalJudgement(
        judge=said[0]["judge"],
        first=last[0],
        returned=last[chosen],
        optimism=optimism(last[chosen], attempts[chosen]),
        usage=sum(spent, TokenUsage()),
    )


def _is_settled(said: Sequence[Said]) -> bool:
    return len(said) >= _TRIES or any(each["evaluation"]["status"] != "failed" for each in said)


def _returned(attempts: Sequence[Attempt], best: int | None) -> int:
    """Index of the attempt that is returned: where none was judged, the last one."""
    return len(attempts) - 1 if best is None else best
