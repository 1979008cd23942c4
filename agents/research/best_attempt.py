"""Which attempt is returned: the best judged one, not the last one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.schemas_deep_research import Attempt


def weighted_score(attempt: Attempt) -> float | None:
    """The attempt's weighted score (1-10), None where it was not scored."""
    if attempt.evaluation is None or attempt.evaluation.evaluation_failed:
        return None
    return attempt.evaluation.metrics.weighted_score


def best_index(attempts: Sequence[Attempt], threshold: float) -> int | None:
    """Index of the best judged attempt, None if none was judged.

    Attempts whose accuracy reached the threshold outrank the others; among them those that answer outrank
    those that abstain; then the weighted score decides, then the earlier attempt. An attempt without
    scores is never chosen.
    """
    judged = [index for index, attempt in enumerate(attempts) if weighted_score(attempt) is not None]
    return max(judged, key=lambda index: _rank(attempts[index], threshold), default=None)


def _rank(attempt: Attempt, threshold: float) -> tuple[bool, bool, float]:
    evaluation = attempt.evaluation
    if evaluation is None:
        raise ValueError("only judged attempts can be ranked")
    reached = evaluation.metrics.accuracy >= threshold
    return reached, reached and not attempt.abstained, evaluation.metrics.weighted_score
