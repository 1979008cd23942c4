"""Who is calibrated: a judge, or the scoring room's functions called by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from statistics import fmean
from typing import TYPE_CHECKING, Protocol

from pydantic import Field

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from data_base.text.sentences import sentences
from eval.runs.served_models import served_to
from eval.stats.verdict_agreement import CORRECT, INCORRECT, REFUSAL
from scoring.abstention import abstains
from scoring.completeness import coverage
from scoring.correctness import grade
from scoring.grounding import check_claim
from scoring.rubric import HIGHEST, LOWEST

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.calibration.gold import GoldFile, GoldItem
    from eval.judging.score_map import ScoreMap

SCORING = "scoring"
"""The name of the scoring room's functions in the place of a judge."""


class Rating(Frozen):
    """What came of judging one item.

    Attributes:
        values: dimension (the people's name) to the judge's number; empty where the judge failed.
        undecided: share of the claims looked at that the judge calls undecidable, in [0, 1].
        error: why the judge failed, None where it did not.
        judges: the model that decided, for each answer.
        prompts: sha256 of the prompts used.
        usage: tokens and calls.
        served: model as asked to the models that served it, each with its number of results.
    """

    values: Mapping[str, float] = Field(default_factory=dict)
    undecided: float = Field(default=0.0, ge=0, le=1)
    error: str | None = None
    judges: tuple[str, ...] = ()
    prompts: tuple[str, ...] = ()
    usage: TokenUsage = TokenUsage()
    served: Mapping[str, Mapping[str, int]] = Field(default_factory=dict)


class Rater(Protocol):
    """Judges an item of a gold file."""

    async def rate(self, item: GoldItem) -> Rating:
        """Judge one item; who fails says so and does not raise."""
        ...


class JudgeRater:
    """Any judge, asked for the answer as it would be in use."""

    def __init__(self, evaluator: RAGEvaluator, gold: GoldFile, score_map: ScoreMap | None = None) -> None:
        """Bind the judge.

        Args:
            evaluator: the judge.
            gold: what it is compared with; says how its scores are read.
            score_map: applied to its scores, if given.
        """
        self._evaluator = evaluator
        self._gold = gold
        self._map = score_map

    async def rate(self, item: GoldItem) -> Rating:
        """Judge an item's answers by its passages."""
        results = [await self._judged(item, answer) for answer in item.answers]
        common = Rating(
            judges=tuple(result.model_id for result in results),
            prompts=tuple(sorted({result.prompt.sha256 for result in results if result.prompt})),
            usage=sum((result.usage for result in results), TokenUsage()),
            served=served_to(results),
        )
        failed = next((result.reason for result in results if result.evaluation_failed), None)
        if failed is not None:
            return common.model_copy(update={"error": failed, "undecided": 1.0})
        values = {name: self._value(name, item, results) for name in item.people}
        return common.model_copy(
            update={"values": values, "undecided": fmean(_undecided(result) for result in results)}
        )

    async def _judged(self, item: GoldItem, answer: str) -> FineGrainedEvaluationResult:
        result = await self._evaluator.evaluate_fine_grained(item.question, answer, item.passages)
        return result if self._map is None else self._map.applied(result)

    def _value(self, name: str, item: GoldItem, results: list[FineGrainedEvaluationResult]) -> float:
        scores = [float(getattr(result.metrics, self._gold.judged_as[name])) for result in results]
        if self._gold.kind == "pairs":
            return scores[1] - scores[0]
        if self._gold.kind == "verdicts":
            if abstains(item.answers[0]):
                return REFUSAL
            return CORRECT if results[0].is_passing else INCORRECT
        if self._gold.kind in {"claims", "coverage"}:
            return (scores[0] - LOWEST) / (HIGHEST - LOWEST)
        return scores[0]


class ScoringRater:
    """The functions of the scoring room, called without the judge around them."""

    def __init__(self, gold: GoldFile) -> None:
        """Bind the file.

        Raises:
            InputError: there is no function for its kind.
        """
        if gold.kind == "scores":
            raise InputError(
                f"--judge {SCORING} gives no scores on the 1-10 scale; name a judge, such as embedded."
            )
        self._kind = gold.kind

    async def rate(self, item: GoldItem) -> Rating:
        """Call the function for the item's kind."""
        texts = [passage.text for passage in item.passages or ()]
        if self._kind == "claims":
            checked = check_claim(item.answers[0], texts, question=item.question)
            undecided = float(checked.verdict == "undecidable")
            return self._rating({"supported": checked.score}, undecided)
        if self._kind == "coverage":
            said = item.answers[0].splitlines()
            shares = [coverage(point, said, topic=item.question).score for point in item.points]
            return self._rating({"coverage": fmean(shares)})
        if self._kind == "verdicts":
            verdict = grade(item.question, item.answers[0], texts).verdict
            number = {"correct": CORRECT, "incorrect": INCORRECT, "refusal": REFUSAL}[verdict]
            return self._rating({"verdict": number})
        first, second = (_lead_parts(item.question, answer, texts[0]) for answer in item.answers)
        return self._rating({name: second[name] - first[name] for name in item.people})

    def _rating(self, values: Mapping[str, float], undecided: float = 0.0) -> Rating:
        return Rating(values=values, undecided=undecided, judges=(SCORING,))


def _lead_parts(question: str, answer: str, gold: str) -> dict[str, float]:
    """How much of the gold answer is said, how much of what is said it bears out, and their mean."""
    said, wanted = sentences(answer), sentences(gold)
    covered = fmean([coverage(point, said, topic=question).score for point in wanted] or [0.0])
    borne = fmean([check_claim(claim, [gold], question=question).score for claim in said] or [0.0])
    return {"completeness": covered, "correctness": borne, "overall": (covered + borne) / 2}


def _undecided(result: FineGrainedEvaluationResult) -> float:
    if result.decided_share is not None:
        return 1 - result.decided_share
    verdicts = [issue.verdict for issue in result.issues if issue.verdict != "missing"]
    return verdicts.count("undecidable") / len(verdicts) if verdicts else 0.0
