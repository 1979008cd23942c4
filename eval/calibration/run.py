"""Calibrating a judge: it judges what people have judged, and the two are compared."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import Field

from agents.calls.concurrency import in_order
from agents.judges.cascade import sent_on
from agents.models.names import chat_model, model_identity, plain_name, uses_embedded
from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.usage import TokenUsage
from eval.calibration.formats import OWN
from eval.calibration.gold import KINDS
from eval.calibration.raters import SCORING, Rater, Rating
from eval.calibration.report import CalibrationReport, dimension_reports, map_pairs, summed
from eval.calibration.score_map import MAPPED, ScoreMap, fit
from eval.runs import terms
from eval.runs.served_models import changes, summed_up
from eval.stats.agreement_intervals import ClusterSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from eval.calibration.gold import GoldFile

Watch = Callable[[Rating], None]
"""Told of every rating as it comes."""


class CalibrationRequest(Frozen):
    """A calibration as the user asks for it.

    Attributes:
        file: people's judgements.
        format: how they are read.
        judge: the judge's model, or ``scoring``.
        concurrency: judgements under way at once.
        bootstrap: seed, resamples and confidence of the intervals.
        save_map: where to keep a monotone map, None for none.
        score_map: the map to apply, None for none.
    """

    file: Path
    format: str = OWN
    judge: str
    concurrency: int = Field(default=4, ge=1)
    bootstrap: ClusterSettings = ClusterSettings()
    save_map: Path | None = None
    score_map: Path | None = None

    def checked(self) -> Self:
        """The request itself, if it makes sense.

        Raises:
            InputError: a map of mapped scores, or a map for functions that have no 1-10 scores.
        """
        if self.save_map and self.score_map:
            raise InputError("--save-map fits a map to plain scores; leave out --score-map.")
        if self.judge == SCORING and (self.save_map or self.score_map):
            raise InputError(f"--judge {SCORING} has no scores to map; leave out the map.")
        return self


async def rate_all(gold: GoldFile, rater: Rater, *, concurrency: int, watch: Watch) -> list[Rating]:
    """Have every item judged, in the file's order.

    Args:
        gold: what people judged.
        rater: who judges.
        concurrency: items under way at once.
        watch: told of every rating.
    """
    ratings = []
    async for rating in in_order(gold.items, rater.rate, concurrency=concurrency):
        watch(rating)
        ratings.append(rating)
    return ratings


def report(request: CalibrationRequest, gold: GoldFile, ratings: Sequence[Rating]) -> CalibrationReport:
    """Compare the judge with the people."""
    judges, errors = summed(ratings)
    usage = sum((rating.usage for rating in ratings), TokenUsage())
    served = summed_up(rating.served for rating in ratings)
    mapped = request.save_map is not None
    return CalibrationReport(
        file=request.file.name,
        file_sha256=terms.file_hash(request.file),
        format=request.format,
        kind=gold.kind,
        judge=request.judge,
        judges=judges,
        prompts=_prompts(ratings),
        scorer_version=terms.scorer_version(),
        code_sha256=_code(request.judge),
        score_map=None if request.score_map is None else terms.file_hash(request.score_map),
        bootstrap=request.bootstrap,
        items=len(gold.items),
        failed=sum(rating.error is not None for rating in ratings),
        errors=errors,
        undecided=sum(rating.error is None and rating.undecided >= 1 for rating in ratings),
        risk=KINDS[gold.kind].risk,
        dimensions=dimension_reports(gold, ratings, request.bootstrap, with_map=mapped),
        models_served=served,
        usage=usage,
        cost_usd=usage.cost_usd,
        notes=(*gold.notes, *_sent_on(plain_name(request.judge), ratings), *changes(served)),
    )


def _identity(judge: str) -> str:
    return judge if judge == SCORING else model_identity(chat_model(judge))


def fitted_map(request: CalibrationRequest, gold: GoldFile, ratings: Sequence[Rating]) -> ScoreMap:
    """A monotone map for each of the three dimensions that people scored.

    Raises:
        InputError: there is nothing to fit one on.
    """
    both = {name: map_pairs(gold, ratings, name) for name in MAPPED} if gold.kind == "scores" else {}
    maps = {name: fit(judge, people) for name, (judge, people) in both.items() if judge}
    if not maps:
        raise InputError(
            f"{request.file} holds no scores of {', '.join(MAPPED)} on the 1-10 scale that the judge scored "
            "too; leave out --save-map."
        )
    return ScoreMap(
        judge=_identity(request.judge),
        scorer_version=terms.scorer_version(),
        code_sha256=_code(request.judge),
        prompts=_prompts(ratings),
        source_sha256=terms.file_hash(request.file),
        maps=maps,
    )


def _prompts(ratings: Sequence[Rating]) -> tuple[str, ...]:
    return tuple(sorted({prompt for rating in ratings for prompt in rating.prompts}))


def _code(judge: str) -> str | None:
    return terms.code_hash() if judge == SCORING or uses_embedded(judge) else None


def _sent_on(judge: str, ratings: Sequence[Rating]) -> tuple[str, ...]:
    told = sent_on(judge, [name for rating in ratings for name in rating.judges])
    return () if told is None else (told,)
