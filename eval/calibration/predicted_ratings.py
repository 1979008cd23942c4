"""What a judge, or the scoring room's functions by themselves, say of an item that people judged."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from data_base.text.sentences import sentences
from data_base.text_cache import reading
from eval.calibration.gold_file import GoldFile, GoldItem, Kind
from eval.runs.served_models import served_to
from eval.stats.verdict_agreement import CORRECT, INCORRECT, REFUSAL
from scoring.abstention import abstains
from scoring.completeness import coverage
from scoring.correctness import grade
from scoring.grounding import check_claim

SCORING = "scoring"
"""The name of the scoring functions where a judge is named."""
_VERDICTS = {"correct": CORRECT, "incorrect": INCORRECT, "refusal": REFUSAL}


@dataclass(frozen=True, slots=True)
class JudgeRating:
    """What came of judging one item."""

    values: Mapping[str, float] = field(default_factory=dict)
    """Dimension (the people's name) to the judge's number; empty if the judge failed."""
    undecided: float = 0.0
    """Share of the claims that the judge calls undecidable, in [0, 1]."""
    error: str | None = None
    """Why the judge failed, None if it did not."""
    judges: tuple[str, ...] = ()
    """The model that decided, for each answer."""
    prompts: tuple[str, ...] = ()
    """SHA-256 of the prompts used."""
    usage: TokenUsage = field(default_factory=TokenUsage)
    """Tokens and calls."""
    served: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Model as called to the models that served it, each with its number of results."""
    shares: tuple[float, ...] = ()
    """Each answer's score in [0, 1], if scoring functions gave it."""


def judge_rating(
    gold: GoldFile, item: GoldItem, results: Sequence[FineGrainedEvaluationResult]
) -> JudgeRating:
    """The evaluations of an item's answers as one rating."""
    error = next((result.reason for result in results if result.evaluation_failed), None)
    scored = error is None
    return JudgeRating(
        values={name: _value(name, gold, item, results) for name in item.people} if scored else {},
        undecided=fmean(map(_undecided, results)) if scored else 1.0,
        error=error,
        judges=tuple(result.model_id for result in results),
        prompts=tuple(sorted({result.prompt.sha256 for result in results if result.prompt})),
        usage=sum((result.usage for result in results), TokenUsage()),
        served=served_to(results),
    )


@reading()
def scoring_rating(kind: Kind, item: GoldItem) -> JudgeRating:
    """What the function for the item's kind gives, without the judge around it."""
    texts, gold = [passage.text for passage in item.passages or ()], item.reference or ""
    undecided, shares = 0.0, tuple[float, ...]()
    if kind == "claims":
        checked = check_claim(item.answers[0], texts, question=item.question)
        undecided = float(checked.verdict == "undecidable")
        values = {"supported": checked.score}
        shares = (checked.score,)
    elif kind == "coverage":
        said = item.answers[0].splitlines()
        covered = fmean(coverage(point.text, said, topic=item.question).score for point in item.points)
        shares = (covered,)
        values = {"coverage": covered}
    elif kind == "verdicts":
        verdict = grade(item.question, item.answers[0], gold).verdict
        shares = (float(verdict == "correct"),)
        values = {"verdict": _VERDICTS[verdict]}
    else:
        first, second = (_parts(item.question, answer, gold) for answer in item.answers)
        shares = (first["overall"], second["overall"])
        values = {name: second[name] - first[name] for name in item.people}
    return JudgeRating(values=values, undecided=undecided, judges=(SCORING,), shares=shares)


def _value(
    name: str, gold: GoldFile, item: GoldItem, results: Sequence[FineGrainedEvaluationResult]
) -> float:
    scores = [float(getattr(result.metrics, gold.judged_as[name])) for result in results]
    if gold.kind == "pairs":
        return scores[1] - scores[0]
    if gold.kind == "verdicts":
        if abstains(item.answers[0]):
            return REFUSAL
        return CORRECT if results[0].is_passing else INCORRECT
    if gold.kind in {"claims", "coverage"}:
        return (scores[0] - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE)
    return scores[0]


def _parts(question: str, answer: str, gold: str) -> dict[str, float]:
    """How much of the gold answer is said, how much of what is said it supports, and their mean."""
    said, wanted = sentences(answer), sentences(gold)
    covered = fmean([coverage(point, said, topic=question).score for point in wanted] or [0.0])
    supported = fmean([check_claim(claim, [gold], question=question).score for claim in said] or [0.0])
    return {"completeness": covered, "correctness": supported, "overall": (covered + supported) / 2}


def _undecided(result: FineGrainedEvaluationResult) -> float:
    if result.decided_share is not None:
        return 1 - result.decided_share
    verdicts = [issue.verdict for issue in result.issues if issue.verdict != "missing"]
    return verdicts.count("undecidable") / len(verdicts) if verdicts else 0.0
