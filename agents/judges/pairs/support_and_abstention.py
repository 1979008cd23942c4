"""Which answers the passages support, and which give none."""

from data_base.schemas_deep_research import FineGrainedEvaluationResult
from scoring.abstention import abstains


def has_verified_support(evaluation: FineGrainedEvaluationResult) -> bool:
    """Whether an answer passes and a passage verifiably says so.

    It gives what was asked for; at least one of its claims is supported by a quote that a program found on
    the passage; and nothing in it is verifiably contradicted.
    """
    if not evaluation.scored or not evaluation.is_passing or evaluation.answered == "no":
        return False
    verified = [issue for issue in evaluation.issues if issue.verified]
    supported = any(issue.verdict == "supported" and issue.quote for issue in verified)
    return supported and not any(issue.verdict == "contradicted" for issue in verified)


def gives_no_answer(evaluation: FineGrainedEvaluationResult | None, answer: str) -> bool:
    """Whether an answer declines, as its words or its judge say."""
    return abstains(answer) or (evaluation is not None and evaluation.answered == "no")
