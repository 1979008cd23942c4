"""Calibrating a judge: it judges what people have judged, and the two are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import Field

from agents.evaluator import RAGEvaluator
from agents.judges.cascade import sent_on
from agents.judges.spec import JudgeSpec
from agents.models.names import EMBEDDED, model_id, model_identity, plain_name, uses_embedded
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.frozen import Frozen
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.schemas.usage import TokenUsage
from eval.calibration.formats import OWN, read_as
from eval.calibration.gold import KINDS
from eval.calibration.raters import SCORING, JudgeRater, Rating, ScoringRater
from eval.calibration.report import CalibrationReport, dimension_reports, map_pairs, summed
from eval.judging.run import SYSTEM
from eval.judging.score_map import MAPPED, ScoreMap, fit, load, save
from eval.runs import terms
from eval.runs.manifest import manifest_of
from eval.runs.open_run import open_run
from eval.runs.preflight import require_judge
from eval.runs.runner import Runner
from eval.runs.served_models import changes, summed_up
from eval.stats.agreement_intervals import ClusterSettings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pydantic import JsonValue

    from data_base.schemas.run import RunManifest
    from eval.calibration.gold import GoldFile, GoldItem
    from eval.calibration.raters import Rater

_RATING = "rating"
Watch = Callable[[Rating], None]
"""Told of every rating as it comes."""


class CalibrationRequest(Frozen):
    """A calibration as the user asks for it.

    Attributes:
        file: people's judgements.
        format: how they are read.
        judge: the judge's model, or ``scoring``.
        concurrency: judgements under way at once.
        cache: where the judge's replies are kept, None for nowhere.
        store: the run store, None for the one that all commands share.
        fresh: begin a new run, whatever was left unfinished.
        bootstrap: seed, resamples and confidence of the intervals.
        save_map: where to keep a monotone map, None for none.
        score_map: the map to apply, None for none.
    """

    file: Path
    format: str = OWN
    judge: str
    concurrency: int = Field(default=4, ge=1)
    cache: Path | None = None
    store: str | None = None
    fresh: bool = False
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


@dataclass(frozen=True, slots=True)
class Calibration:
    """A calibration that can begin.

    Attributes:
        request: what was asked for.
        gold: what people judged.
        rater: who judges.
        llm: the judge's model, None for the scoring room's functions.
        evaluator: the judge, None for these.
    """

    request: CalibrationRequest
    gold: GoldFile
    rater: Rater
    llm: JudgeSpec | None = None
    evaluator: RAGEvaluator | None = None


def prepare(request: CalibrationRequest) -> Calibration:
    """Read what people judged; nobody is asked.

    Raises:
        InputError: the request, a file or the judge cannot be used.
    """
    gold = read_as(request.checked().format, request.file)
    if request.judge == SCORING:
        return Calibration(request, gold, ScoringRater(gold))
    llm = JudgeSpec.of(request.judge)
    mapping = None if request.score_map is None else load(request.score_map, model_identity(llm))
    evaluator = RAGEvaluator(llm, cache=request.cache)
    return Calibration(request, gold, JudgeRater(evaluator, gold, mapping), llm, evaluator)


async def calibrate(calibration: Calibration, watch: Watch) -> CalibrationReport:
    """Have every item judged, or what an earlier run of the same terms left, and compare with the people.

    Args:
        calibration: as :func:`prepare` gives it.
        watch: told of every rating.

    Raises:
        InputError: something the user has to mend; what was judged before is kept.
    """
    request, gold, llm = calibration.request, calibration.gold, calibration.llm

    async def work(item: GoldItem, _kept: RunItem | None) -> RunItem:
        return _item_of(item, await calibration.rater.rate(item))

    ratings = []
    with open_run(_manifest(calibration), request.store, fresh=request.fresh) as (store, manifest):
        runner = Runner(
            store,
            manifest.run_id,
            concurrency=request.concurrency,
            first=lambda: _require_judge(calibration),
            free=request.cache is not None or llm is None or model_id(llm) == EMBEDDED,
        )
        async for item in runner.run(gold.items, SYSTEM, work, settled=lambda item: item.score_card is None):
            ratings.append(Rating.model_validate(item.metrics[_RATING]))
            watch(ratings[-1])
        if request.save_map is not None:
            save(fitted_map(request, gold, ratings), request.save_map)
        runner.finish()
    return report(request, gold, ratings)


def _manifest(calibration: Calibration) -> RunManifest:
    request, evaluator = calibration.request, calibration.evaluator
    read = {"gold": request.file, "score_map": request.score_map}
    judge: JsonValue = evaluator.terms if evaluator else {"code": terms.code_hash()}
    return manifest_of(
        "calibrate",
        models={"judge": calibration.llm or SCORING},
        data_hashes={name: terms.file_hash(path) for name, path in read.items() if path is not None},
        settings={"format": request.format, "judge": judge},
        scorer_version=terms.scorer_version(),
        prompts=terms.prompt_refs(),
    )


def _item_of(item: GoldItem, rating: Rating) -> RunItem:
    """A rating as an item; agreement with people is no score of an answer, so only failures have a card."""
    failed = (ErrorTag.EVALUATION_FAILED,)
    return RunItem(
        case_id=item.id,
        system=SYSTEM,
        answer=Answer(text="\n\n".join(item.answers), passages=item.passages or ()),
        score_card=None if rating.error is None else ScoreCard.unscored(rating.error, tags=failed),
        metrics={"question": item.question, _RATING: rating.model_dump(mode="json")},
    )


async def _require_judge(calibration: Calibration) -> None:
    """Make sure that the judge answers, unless its first reply is kept."""
    if calibration.llm is None or calibration.evaluator is None:
        return
    first = calibration.gold.items[0]
    asked = JudgeRequest(question=first.question, answer=first.answers[0], documents=first.passages)
    await require_judge(calibration.llm, calibration.evaluator, asked)


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
    return judge if judge == SCORING else model_identity(JudgeSpec.of(judge))


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
