"""An evaluation by a judge as a score card."""

from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.schemas_deep_research import FineGrainedEvaluationResult

LOW_SCORE = 5.0
"""Below this a dimension is tagged as low; the rubric calls 1-4 wrong, incomplete or confused."""
_INVENTED = frozenset({"contradicted", "unsupported"})


def score_card_of(result: FineGrainedEvaluationResult) -> ScoreCard:
    """An evaluation as a score card.

    ``primary_score`` is ``(weighted_score - 1) / 9``; ``sub_scores`` are the dimensions on their own
    1-10 scale; the card passes where the evaluation does. A failed evaluation gives an unscored card.
    """
    if result.evaluation_failed:
        reason = result.reason or "the evaluation failed"
        return ScoreCard.unscored(reason, tags=(ErrorTag.EVALUATION_FAILED,), claims=result.claim_shares)
    return ScoreCard(
        primary_score=(result.metrics.weighted_score - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE),
        passed=result.is_passing,
        sub_scores={name: each for name, each in result.metrics.scores().items() if name != "weighted_score"},
        error_tags=_tags(result),
        explain=result.reason,
        claims=result.claim_shares,
    )


def _tags(result: FineGrainedEvaluationResult) -> tuple[ErrorTag, ...]:
    metrics = result.metrics
    low = (
        (metrics.accuracy, ErrorTag.LOW_ACCURACY),
        (metrics.completeness, ErrorTag.LOW_COMPLETENESS),
        (metrics.clarity, ErrorTag.LOW_CLARITY),
    )
    tags = [tag for score, tag in low if score < LOW_SCORE]
    verdicts = {issue.verdict for issue in result.issues}
    # Who declines, rightly or not, and gives no figure of his own has made nothing up.
    made_up = result.answered != "no" or bool(result.evidence and result.evidence.figures_not_in_passages)
    if made_up and ("contradicted" in verdicts or (metrics.accuracy < LOW_SCORE and verdicts & _INVENTED)):
        tags.append(ErrorTag.HALLUCINATION)
    elif made_up and "unsupported" in verdicts:
        tags.append(ErrorTag.UNSUPPORTED_CLAIM)
    if "inconsistent" in verdicts:
        tags.append(ErrorTag.SELF_CONTRADICTION)
    if result.coverage is not None and result.coverage.must_failed:
        tags.append(ErrorTag.MUST_FAILED)
    if "missing" in verdicts:
        tags.append(ErrorTag.MISSING_ITEM)
    if result.answered == "no":
        tags.append(ErrorTag.NO_ANSWER)
    return tuple(tags)
