"""Which attempt is returned: the best judged one, not the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.schemas.judgement import Answered
    from data_base.schemas_deep_research import Attempt, FineGrainedEvaluationResult

_ANSWERED: tuple[Answered, ...] = ("no", "partly", "yes")


def answered(attempt: Attempt) -> Answered:
    """Whether the draft says what was asked for: the judge's word, or what its own words show."""
    said = attempt.evaluation.answered if attempt.evaluation else None
    return said or ("no" if attempt.abstained else "yes")


def weighted_score(attempt: Attempt) -> float | None:
    """The attempt's weighted score (1-10), None where it was not scored."""
    if attempt.evaluation is None or attempt.evaluation.evaluation_failed:
        return None
    return attempt.evaluation.metrics.weighted_score


def score_change(evaluation: FineGrainedEvaluationResult, attempts: Sequence[Attempt]) -> float | None:
    """Weighted score minus that of the last of the attempts; None where either is unscored."""
    before = weighted_score(attempts[-1]) if attempts else None
    if before is None or evaluation.evaluation_failed:
        return None
    return round(evaluation.metrics.weighted_score - before, 9)


def best_index(attempts: Sequence[Attempt], threshold: float) -> int | None:
    """Index of the best judged attempt, None if none was judged.

    Attempts whose accuracy reached the threshold outrank the others; among them those that answer outrank
    those that answer in part, and these those that do not; then the weighted score decides, then the earlier
    attempt. An attempt without scores is never chosen.
    """
    judged = [index for index, attempt in enumerate(attempts) if weighted_score(attempt) is not None]
    return max(judged, key=lambda index: _rank(attempts[index], threshold), default=None)


def _rank(attempt: Attempt, threshold: float) -> tuple[bool, int, float]:
    evaluation = attempt.evaluation
    if evaluation is None:
        raise ValueError("only judged attempts can be ranked")
    reached = evaluation.metrics.accuracy >= threshold
    answers = _ANSWERED.index(answered(attempt)) if reached else 0
    return reached, answers, evaluation.metrics.weighted_score
