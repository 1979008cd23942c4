"""Calibrating a judge: it judges what people have judged, and the two are compared."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pydantic import JsonValue

from agents.calls.estimate import CallEstimate
from agents.judges.cascade import escalation
from agents.models.missing_packages import packages_last
from agents.models.registry import uses_embedded
from data_base.errors import InputError
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.schemas.usage import TokenUsage
from eval.calibration.formats import OWN, read_as
from eval.calibration.gold_file import KINDS, GoldFile
from eval.calibration.predicted_ratings import SCORING, JudgeRating, judge_rating, scoring_rating
from eval.calibration.report import CalibrationReport, dimension_reports, map_pairs
from eval.engines.engine import IN_PROCESS
from eval.files.output_checks import check_place
from eval.judging.answer_file import SYSTEM, RecordedAnswer, blinded, scored_item
from eval.judging.calibration_map import MAPPED, ScoreMap, fit, save
from eval.judging.judging_request import ChosenJudge, JudgingRequest
from eval.judging.run import judged
from eval.runs import terms
from eval.runs.blind_judging import references_term
from eval.runs.manifest import manifest_of
from eval.runs.runner import ItemListener, no_listener
from eval.runs.served_models import changes, summed_up
from eval.runs.suite import Suite
from eval.runs.unscored import Unscored
from eval.stats.measure import ClusterSettings

_PASSING = 2 / 3
"""Where the scoring functions' shares pass: at 7 on the judges' scale of 1 to 10."""
_AT_ONCE = 64
"""How many of their items share a transaction."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationRequest(JudgingRequest):
    """A judge to be compared with people; ``judge`` may also be ``scoring``."""

    answers: Path
    """The file with people's judgements."""
    format: str = OWN
    """How the file is read."""
    bootstrap: ClusterSettings = field(default_factory=ClusterSettings)
    """Seed, resamples and confidence of the intervals."""
    save_map: Path | None = None
    """Where to save a monotone map from the judge's scores to the people's, None for nowhere."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """A calibration that can begin."""

    request: CalibrationRequest
    """What was asked for."""
    gold: GoldFile
    """What people judged."""
    judge: ChosenJudge | None
    """The judge, None for the scoring functions."""

    @property
    def name(self) -> str:
        """The judge's name."""
        return SCORING if self.judge is None else self.judge.name

    @property
    def code(self) -> str | None:
        """The hash of the code that judges, None where the embedded model takes no part."""
        return terms.code_hash() if self.judge is None or uses_embedded(self.name) else None

    @property
    def data_hashes(self) -> dict[str, str]:
        """What is read, as its run's manifest has it."""
        return {"gold": terms.file_hash(self.request.answers)}

    @property
    def settings(self) -> dict[str, JsonValue]:
        """What shapes its run in addition to the judge."""
        items = self.gold.items
        golds, points = sum(each.reference is not None for each in items), sum(bool(e.points) for e in items)
        references = references_term(golds, points, blind=self.request.blind)
        return {"format": self.request.format, "items": len(items), **references}

    @property
    def count(self) -> int:
        """How many answers there are."""
        return sum(len(item.answers) for item in self.gold.items)

    def answers(self) -> Iterator[RecordedAnswer]:
        """The answers of all items; the two of a pair have a number behind the item's id."""
        for item in self.gold.items:
            for number, answer in enumerate(item.answers, start=1):
                recorded = RecordedAnswer(
                    id=f"{item.id}/{number}" if len(item.answers) > 1 else item.id,
                    question=item.question,
                    answer=answer,
                    documents=item.passages,
                    language=item.language,
                    tags=item.tags,
                    reference_answer=item.reference,
                    key_points=item.points,
                    blocked=item.blocked,
                )
                yield blinded(recorded) if self.request.blind else recorded

    async def estimate(self) -> CallEstimate:
        """Calls, tokens and cost of judging the answers; no model is asked.

        Raises:
            InputError: the cache or the price file cannot be used.
        """
        return CallEstimate() if self.judge is None else await self.judge.evaluator.estimate(self.answers())


@packages_last()
def prepare(request: CalibrationRequest) -> Calibration:
    """Read what people judged; no model is asked.

    Raises:
        InputError: the request, a file or the judge cannot be used.
    """
    if request.save_map and request.score_map:
        raise InputError("--save-map fits a map to plain scores; leave out --score-map.")
    if request.save_map:
        check_place(request.save_map, [request.answers, request.settings])
    gold = read_as(request.format, request.answers)
    gold = replace(gold, items=gold.items[: request.limit])
    if request.judge != SCORING:
        return Calibration(request, gold, ChosenJudge.of(request))
    if request.save_map or request.score_map:
        raise InputError(f"--judge {SCORING} has no scores to map; leave out the map.")
    if gold.kind == "scores":
        raise InputError(f"--judge {SCORING} gives no scores from 1 to 10; name a judge, such as embedded.")
    return Calibration(request, gold, None)


class CalibrationResult(NamedTuple):
    """What came of a calibration."""

    run_id: str
    """The run in the store."""
    report: CalibrationReport
    """The run's figures; without the id, because equal runs give equal reports."""
    first_unscored: Unscored | None = None
    """The first item that the judge could not score."""


async def calibrate(calibration: Calibration, watch: ItemListener = no_listener) -> CalibrationResult:
    """Have every answer judged, or what an unfinished run left, and compare with the people.

    Args:
        calibration: as :func:`prepare` gives it.
        watch: called with each item of the run.

    Raises:
        InputError: something must be fixed before the judge can be asked; what was judged before is kept.
    """
    request, gold, judge = calibration.request, calibration.gold, calibration.judge
    if judge is None:
        return await _calibrated_functions(calibration, watch)
    manifest = judge.manifest(
        "calibrate", calibration.data_hashes, calibration.settings, planned=calibration.count
    )
    async with judge.suite(manifest, calibration.answers).opened(watch) as run:
        results = iter([result async for _, result in judged(run, calibration.answers())])
        ratings = [judge_rating(gold, item, list(islice(results, len(item.answers)))) for item in gold.items]
        if request.save_map is not None:
            save(fitted_map(calibration, ratings), request.save_map)
        run.finish()
    failed = (
        Unscored(item.id, item.question, rating.error)
        for item, rating in zip(gold.items, ratings, strict=True)
        if rating.error is not None
    )
    return CalibrationResult(run.manifest.run_id, report(calibration, ratings), next(failed, None))


async def _calibrated_functions(calibration: Calibration, watch: ItemListener) -> CalibrationResult:
    """As :func:`calibrate` for the scoring room's functions, which ask no one."""
    request, gold = calibration.request, calibration.gold
    ratings = [scoring_rating(gold.kind, item) for item in gold.items]
    answers = list(calibration.answers())
    shares = (share for rating in ratings for share in rating.shares)
    share_of = dict(zip((answer.id for answer in answers), shares, strict=True))

    async def work(answer: RecordedAnswer, _kept: RunItem | None) -> RunItem:
        share = share_of[answer.id]
        return scored_item(answer, ScoreCard(primary_score=share, passed=share >= _PASSING))

    manifest = manifest_of(
        "calibrate",
        models={"judge": SCORING},
        data_hashes=calibration.data_hashes,
        # These functions have no version of their own.
        settings={**calibration.settings, "code_sha256": calibration.code},
        scorer_version=terms.scorer_version(),
        subject=request.subject,
        planned=calibration.count,
        name=request.name,
    )
    scoring = Suite(
        request=replace(request, concurrency=_AT_ONCE, engine=IN_PROCESS),
        manifest=manifest,
        system=SYSTEM,
        here=lambda _run_id: work,
        there=lambda _run_id: work,
        free=True,
    )
    async with scoring.opened(watch) as run:
        async for _ in run.items(answers):
            pass
        run.finish()
    return CalibrationResult(run.manifest.run_id, report(calibration, ratings))


def report(calibration: Calibration, ratings: Sequence[JudgeRating]) -> CalibrationReport:
    """Compare the judge with the people."""
    request, gold = calibration.request, calibration.gold
    judges = Counter(name for rating in ratings for name in rating.judges)
    errors = Counter(rating.error for rating in ratings if rating.error is not None)
    usage = sum((rating.usage for rating in ratings), TokenUsage())
    served = summed_up(rating.served for rating in ratings)
    escalated = escalation(calibration.name, [name for rating in ratings for name in rating.judges])
    return CalibrationReport(
        file=request.answers.name,
        file_sha256=terms.file_hash(request.answers),
        format=request.format,
        kind=gold.kind,
        judge=calibration.name,
        judges=dict(sorted(judges.items())),
        prompts=_prompts(ratings),
        scorer_version=terms.scorer_version(),
        code_sha256=calibration.code,
        score_map=None if request.score_map is None else terms.file_hash(request.score_map),
        bootstrap=request.bootstrap,
        items=len(gold.items),
        failed=sum(errors.values()),
        failed_items=tuple(
            item.id for item, rating in zip(gold.items, ratings, strict=True) if rating.error is not None
        ),
        errors=dict(sorted(errors.items())),
        undecided=sum(rating.error is None and rating.undecided >= 1 for rating in ratings),
        risk=KINDS[gold.kind].risk,
        dimensions=dimension_reports(gold, ratings, request.bootstrap, with_map=request.save_map is not None),
        models_served=served,
        usage=usage,
        cost_usd=usage.cost_usd,
        notes=(*gold.notes, *filter(None, [escalated]), *changes(served)),
    )


def fitted_map(calibration: Calibration, ratings: Sequence[JudgeRating]) -> ScoreMap:
    """A monotone map for each of the three dimensions that people scored.

    Raises:
        InputError: there is nothing to fit one on.
    """
    gold, file = calibration.gold, calibration.request.answers
    both = {name: map_pairs(gold, ratings, name) for name in MAPPED} if gold.kind == "scores" else {}
    maps = {name: fit(judge, people) for name, (judge, people) in both.items() if judge}
    if not maps or calibration.judge is None:
        raise InputError(
            f"{file} has no scores of {', '.join(MAPPED)} from 1 to 10 where the judge gives one, too; leave "
            "out --save-map."
        )
    return ScoreMap(
        judge=calibration.judge.evaluator.identity,
        scorer_version=terms.scorer_version(),
        code_sha256=calibration.code,
        prompts=_prompts(ratings),
        source_sha256=terms.file_hash(file),
        maps=maps,
    )


def _prompts(ratings: Sequence[JudgeRating]) -> tuple[str, ...]:
    return tuple(sorted({prompt for rating in ratings for prompt in rating.prompts}))
