"""A request to judge answers, as a command, a server or a notebook makes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from agents.evaluator import RAGEvaluator
from agents.judges.settings_file import read_judge_settings
from agents.models.registry import EMBEDDED, with_model_options
from data_base.schemas_deep_research import Weighing
from eval.engines.engine import IN_PROCESS, Engine
from eval.judging.answer_file import SYSTEM, RecordedAnswer, item_of
from eval.judging.calibration_map import load
from eval.runs import terms
from eval.runs.manifest import judged_manifest
from eval.runs.preflight import require_judge
from eval.runs.suite import Suite

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Mapping

    from pydantic import JsonValue

    from agents.evaluator import AnyJudge
    from agents.judges.judge_spec import JudgeSpec
    from agents.judges.settings_file import JudgeSettingsFile
    from data_base.schemas.protocols import JudgeRequest
    from data_base.schemas.run import RunItem, RunKind, RunManifest
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from eval.engines.case_execution import CaseHandler
    from eval.judging.batch_ledger_file import Batching
    from eval.judging.calibration_map import ScoreMap

    Evaluate = Callable[[JudgeRequest], Awaitable[FineGrainedEvaluationResult]]

_PACE = "requests_per_minute"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingRequest:
    """Answers to be judged, and by whom."""

    answers: Path | RecordedAnswer
    """A file of answers, or one answer."""
    system: str | None = None
    """Whose answers are judged, if the file has those of several systems."""
    judge: AnyJudge = EMBEDDED
    """The judge, as :class:`agents.evaluator.RAGEvaluator` takes it."""
    judge_options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the judge's model, in addition to those in its name."""
    settings: Path | None = None
    """A file with custom weights, thresholds and rubric, None for none."""
    evaluator: Mapping[str, Any] = field(default_factory=dict)
    """Further settings of :class:`agents.evaluator.RAGEvaluator`; they override those of the file."""
    score_map: Path | None = None
    """A file that maps the judge's scores, None for none."""
    cache: Path | None = None
    """Where the reply cache is, None for nowhere."""
    limit: int | None = None
    """How many answers are judged, from the first; None for all."""
    concurrency: int = 4
    """Judgements in progress at the same time."""
    store: str | None = None
    """The run store, None for the one that all commands share."""
    fresh: bool = False
    """Start a new run, even if an unfinished one could be resumed."""
    name: str | None = None
    """What the run is called; kind, subject and day if None."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""
    batch: Batching | None = None
    """How the judge is called by batch, None for single calls."""
    engine: Engine = IN_PROCESS
    """Where answers are judged."""

    @property
    def subject(self) -> str:
        """What is judged, for the name of the run: the file, or the question of the one answer."""
        return self.answers.question if isinstance(self.answers, RecordedAnswer) else self.answers.name


@dataclass(frozen=True, slots=True)
class MappedJudge:
    """A judge whose scores are mapped, where there is a map."""

    evaluator: RAGEvaluator
    """Judges an answer."""
    score_map: ScoreMap | None
    """Maps the scores."""

    @property
    def weighing(self) -> Weighing:
        """How scores are weighed, and from where an answer passes."""
        return Weighing.model_validate(self.evaluator.terms)

    async def evaluate(self, answer: JudgeRequest, *, tries: int = 2) -> FineGrainedEvaluationResult:
        """Judge one answer.

        Args:
            answer: what to judge.
            tries: see :meth:`agents.evaluator.RAGEvaluator.evaluate`.
        """
        result = await self.evaluator.evaluate(answer, tries=tries)
        return result if self.score_map is None else self.score_map.applied(result, self.weighing)


@dataclass(frozen=True, slots=True)
class ChosenJudge:
    """The judge that a request names."""

    request: JudgingRequest
    """The request."""
    named: AnyJudge
    """As it is named, with the options that the request and its settings file give behind the name."""
    evaluator: RAGEvaluator
    """Judges an answer."""
    given: Mapping[str, Any]
    """The evaluator's settings that the request and its settings file name."""
    settings: JudgeSettingsFile | None
    """What the settings file says, None where there is none."""
    score_map: ScoreMap | None
    """Maps the scores, None where none was asked for."""

    @classmethod
    def of(cls, request: JudgingRequest) -> ChosenJudge:
        """The judge that a request names; no model is asked.

        Raises:
            InputError: the judge, its settings file or its score map cannot be used.
        """
        settings = None if request.settings is None else read_judge_settings(request.settings)
        named = request.judge
        if isinstance(named, str):
            named = with_model_options(named, request.judge_options, settings.model if settings else None)
        given = {"cache": request.cache, **(settings.evaluator if settings else {}), **request.evaluator}
        evaluator = RAGEvaluator(named, **given)
        score_map = None if request.score_map is None else load(request.score_map, evaluator.identity)
        return cls(request, named, evaluator, given, settings, score_map)

    @property
    def mapped(self) -> MappedJudge:
        """The judge, with the map of its scores."""
        return MappedJudge(self.evaluator, self.score_map)

    @property
    def name(self) -> str:
        """The judge's name."""
        return self.evaluator.model_id

    @property
    def spec(self) -> JudgeSpec:
        """The judge as it is named."""
        return self.evaluator.spec

    @property
    def is_free(self) -> bool:
        """Whether a judgement costs nothing to make again."""
        return self.request.cache is not None or self.name == EMBEDDED

    def manifest(
        self,
        kind: RunKind,
        data_hashes: Mapping[str, str],
        settings: Mapping[str, JsonValue],
        *,
        planned: int,
    ) -> RunManifest:
        """The manifest of a run with this judge.

        Args:
            kind: what sort of run it is.
            data_hashes: name to sha256 of what is read.
            settings: what else shapes the result.
            planned: how many items it will have.
        """
        shaping, hashes = dict(settings), dict(data_hashes)
        if self.settings:
            shaping["judge_settings"] = dict(self.settings.stated)
            hashes["judge_settings"] = self.settings.sha256
        if self.request.score_map:
            shaping["score_map_sha256"] = terms.file_hash(self.request.score_map)
        return judged_manifest(
            kind,
            self.evaluator,
            data_hashes=hashes,
            settings=shaping,
            subject=self.request.subject,
            planned=planned,
            name=self.request.name,
        )

    def suite(
        self, manifest: RunManifest, answers: Callable[[], Iterator[RecordedAnswer]]
    ) -> Suite[RecordedAnswer]:
        """The run of a manifest: its cases are answers, which are judged.

        Args:
            manifest: as :meth:`manifest` gives it.
            answers: gives those that are judged; unless the reply to the first is kept, the judge must answer
                a small question before it is asked.
        """
        settings = {
            # A worker's folder is another.
            name: value.absolute() if isinstance(value, Path) else value
            for name, value in self.given.items()
            if name != _PACE
        }
        return Suite(
            request=self.request,
            manifest=manifest,
            system=SYSTEM,
            here=lambda _run_id: judged_with(self.mapped.evaluate),
            there=partial(_there, self.named, settings, self.score_map),
            require=lambda _kept: require_judge(self.spec, self.evaluator, next(answers())),
            quick=self.name == EMBEDDED,
            free=self.is_free,
            requests_per_minute=self.given.get(_PACE),
        )


def judged_with(evaluate: Evaluate, system: str = SYSTEM) -> CaseHandler[RecordedAnswer]:
    """What judges an answer of a system."""

    async def work(answer: RecordedAnswer, _kept: RunItem | None) -> RunItem:
        return item_of(answer, await evaluate(answer), system)

    return work


def _there(
    judge: AnyJudge, settings: Mapping[str, Any], score_map: ScoreMap | None, _run_id: str
) -> CaseHandler[RecordedAnswer]:
    return judged_with(MappedJudge(RAGEvaluator(judge, **settings), score_map).evaluate)
