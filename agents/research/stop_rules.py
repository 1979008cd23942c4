"""When the research loop goes on and when it ends; pure functions of the ledger.

Vocabulary. A *cause* is why a draft is sent back. ``low_accuracy`` is hard: it always sends the draft back.
The others are soft, for the draft reached the threshold: ``unanswered`` and ``incomplete`` send it back as
long as a refined query still brings new passages, ``unclear`` has it rewritten once, from the passages it
has. An attempt *passes* if there is no cause.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from agents.research.best_attempt import answered, weighted_score
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import Attempt, StopReason

if TYPE_CHECKING:
    from agents.research.settings import ResearchSettings, SoftCause

Cause = Literal["low_accuracy", "unanswered", "incomplete", "unclear"]

# The next attempt sees more evidence than the dearest one so far; what is kept for it is that much more.
HEADROOM = 1.25
_PLATEAU_LENGTH = 2


class Spent(Frozen):
    """What a run has used up."""

    tokens: int = 0
    """Tokens sent and received."""
    elapsed_ms: float = 0
    """Milliseconds of work."""


def causes(attempt: Attempt, settings: ResearchSettings) -> tuple[Cause, ...]:
    """Why the judged attempt is sent back; empty if it passes.

    Raises:
        ValueError: the attempt has no scores.
    """
    evaluation = attempt.evaluation
    if evaluation is None or evaluation.evaluation_failed:
        raise ValueError("an attempt without scores neither passes nor is sent back")
    if evaluation.metrics.accuracy < settings.threshold:
        return ("low_accuracy",)
    soft: dict[SoftCause, bool] = {
        "unanswered": answered(attempt) != "yes",
        "incomplete": evaluation.metrics.completeness < settings.min_completeness,
        "unclear": evaluation.metrics.clarity < settings.min_clarity and not attempt.rewritten,
    }
    return tuple(cause for cause, holds in soft.items() if holds and cause in settings.retry_on)


def is_soft(attempt: Attempt, settings: ResearchSettings) -> bool:
    """Whether the judged attempt reached the threshold, so that only new passages are worth a retry."""
    return "low_accuracy" not in causes(attempt, settings)


def is_only_unclear(attempt: Attempt, settings: ResearchSettings) -> bool:
    """Whether nothing but its writing is wrong with the judged attempt; no search would fix that."""
    return causes(attempt, settings) == ("unclear",)


def is_plateau(attempts: Sequence[Attempt]) -> bool:
    """Whether two attempts in a row beat no score before them and brought no new passage, or changed nothing.

    A score is better if it is above the best of all earlier ones, so that climbing back out of a dip does
    not count as progress. The first attempt has nothing to beat and is never part of a plateau.
    """
    flat = 0
    best: float | None = None
    for index, attempt in enumerate(attempts):
        score = weighted_score(attempt)
        better = score is not None and (best is None or score > best)
        is_flat = not better and (attempt.unchanged or not attempt.new) and index > 0
        flat = flat + 1 if is_flat else 0
        best = score if better else best
    return flat >= _PLATEAU_LENGTH


def reason_to_stop(
    attempts: Sequence[Attempt], spent: Spent, settings: ResearchSettings, *, further_judgements: int = 0
) -> StopReason | None:
    """Why the loop ends after the last attempt, None if it goes on.

    Where several apply, the first of this order is named: judge_failed, passed, max_attempts, plateau,
    token_budget, time_budget.

    Args:
        attempts: the ledger.
        spent: what the run has used up.
        settings: the loop's.
        further_judgements: judgements that may follow an attempt's first where it is close or failed, side
            by side; the budgets keep enough for them.
    """
    last = attempts[-1]
    if weighted_score(last) is None:
        return "judge_failed"
    if not causes(last, settings):
        return "passed"
    if len(attempts) >= settings.max_attempts:
        return "max_attempts"
    if is_plateau(attempts):
        return "plateau"
    return _spent_budget(attempts, spent, settings, further_judgements)


def _spent_budget(
    attempts: Sequence[Attempt], spent: Spent, settings: ResearchSettings, further: int
) -> StopReason | None:
    """Which budget does not allow another whole attempt, judging included."""
    dearest = HEADROOM * max(_tokens(attempt, further) for attempt in attempts)
    if settings.token_budget is not None and spent.tokens + dearest > settings.token_budget:
        return "token_budget"
    slowest = HEADROOM * max(_elapsed_ms(attempt, further) for attempt in attempts)
    if settings.time_budget_s is not None and spent.elapsed_ms + slowest > 1000 * settings.time_budget_s:
        return "time_budget"
    return None


def _tokens(attempt: Attempt, further: int) -> int:
    """What the attempt would have cost with all judgements that may be asked for."""
    evaluation = attempt.evaluation
    spared = 0 if evaluation is None or evaluation.panel else further * evaluation.usage.total_tokens
    return attempt.usage.total_tokens + spared


def _elapsed_ms(attempt: Attempt, further: int) -> float:
    evaluation = attempt.evaluation
    spared = 0.0 if evaluation is None or evaluation.panel or not further else evaluation.latency_ms
    return attempt.elapsed_ms + spared


def reason_nothing_is_left(last: Attempt, settings: ResearchSettings, *, evidence: bool) -> StopReason:
    """Why the loop ends when the query cannot be refined, or refining it is worth nothing.

    Args:
        last: the last judged attempt.
        settings: the loop's.
        evidence: whether any passage was ever found.
    """
    if not evidence:
        return "no_documents"
    if is_soft(last, settings):
        return "passed" if answered(last) == "yes" else "nothing_left"
    return "query_exhausted"
