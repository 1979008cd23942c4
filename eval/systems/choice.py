"""The system that a command names: who answers, and what that adds to a run's manifest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, JsonValue

from agents.calls.estimate import CallEstimate
from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from agents.graphs.retrievers import MergedRetriever
from agents.graphs.search_sources import GuardedRetriever, search_sources, searched
from agents.models.registry import EMBEDDED, ModelOrJudge, chat_model, model_id
from agents.research.settings import ResearchSettings
from agents.systems import ALONE_PROMPTS, FINAL_JUDGE, RESEARCH_PROMPTS, DeepResearch, PureLLM
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import PromptRef
from data_base.schemas.protocols import System
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.runs.run_name import RunName
from eval.engines.case_execution import CaseHandler, CaseT
from eval.engines.engine import IN_PROCESS, InProcess
from eval.engines.ray_engine import RayEngine
from eval.runs import terms
from eval.runs.cost_estimate import answer_estimate, research_estimate
from eval.runs.preflight import ModelCheck, ready, require_answers, unheard
from eval.runs.suite import Suite
from eval.systems.contestant_adapters import Contestant, ResearchContestant, SystemContestant
from eval.systems.http_endpoint import HttpSystem
from eval.systems.python_callable import load_callable
from eval.systems.recorded import RECORDED, RecordedAnswers
from prompts.registry import refs

SystemName = Literal["pure_llm", "deep_research"]
LOOP_JUDGE = "loop_judge"
"""The role of the judge inside Deep Research."""
CallEstimator = Callable[[str], Awaitable["CallEstimate"]]


class SystemChoice(Frozen):
    """Which system answers: recorded answers, an endpoint, a callable, or a model."""

    model: str | None = None
    """The model that answers (``embedded``, ``openai:…``, ``google:…``); the embedded one if None."""
    judge: str | None = None
    """Judges the drafts inside Deep Research; ``model`` if None."""
    system: SystemName | None = None
    """How the model answers, alone or over documents; over documents where there are any, if None."""
    answers: Path | None = None
    """A file of recorded answers, see :class:`eval.systems.recorded.RecordedAnswers`."""
    answers_of: str | None = None
    """Whose answers of that file, where it is another tool's and has several systems."""
    http: str | None = None
    """An endpoint, see :class:`eval.systems.http_endpoint.HttpSystem`."""
    callable: str | None = None
    """``module:name``, see :func:`eval.systems.python_callable.load_callable`."""
    timeout: float = Field(default=120.0, gt=0)
    """Seconds that an endpoint's or a callable's answer may take."""
    name: str | None = Field(default=None, min_length=1)
    """The system's name in runs and reports, None for the one that its kind has."""
    research: ResearchSettings | None = None
    """How Deep Research goes on and stops, the defaults if None."""
    retrievers: tuple[str, ...] = ()
    """What Deep Research searches besides documents: retrievers by the names of their code."""
    searches: tuple[str, ...] = ()
    """Searches by the addresses of their MCP servers."""
    judging: Mapping[str, Any] = Field(default_factory=dict)
    """Settings of the judge inside Deep Research."""

    @property
    def is_empty(self) -> bool:
        """Whether no system is named."""
        return not any((self.model, self.system, self.answers, self.http, self.callable))


class SystemRunRequest(Frozen):
    """Who is asked how many questions, and where the answers are kept: the base of the suites' requests."""

    system: SystemChoice = SystemChoice()
    """Who answers."""
    limit: int | None = Field(default=None, ge=1)
    """Only the first so many questions, None for all."""
    concurrency: int = Field(default=4, ge=1)
    """Questions under way at once."""
    store: str | None = None
    """The run store, None for the one that all commands share."""
    fresh: bool = False
    """Begin a new run, whatever was left unfinished."""
    name: RunName | None = None
    """What the run is called; kind, subject and day if None."""
    engine: InProcess | RayEngine = IN_PROCESS
    """Where they are asked and scored."""


@dataclass(frozen=True, slots=True)
class ChosenSystem:
    """A system with what it adds to the manifest."""

    contestant: Contestant
    """The system."""
    roles: Mapping[str, ModelOrJudge | str]
    """Role to the model, or to what replaces a model."""
    settings: Mapping[str, JsonValue] = field(default_factory=dict)
    """What else shapes its answers."""
    prompts: tuple[PromptRef, ...] = ()
    """That it may use."""
    index_version: str | None = None
    """The index version of the documents that it searches."""
    recorded: RecordedAnswers | None = None
    """Its answers, where they are recorded."""
    unread: tuple[str, ...] = ()
    """What of its documents could not be read."""
    require: ModelCheck = ready
    """Checks, given the kept items, that it can be asked."""
    estimate: CallEstimator | None = None
    """What one question will cost; None where that cannot be known."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a reader of its results must see."""
        return self.recorded.notes if self.recorded else self.unread

    @property
    def shown_name(self) -> str:
        """The system's name with the models behind it."""
        named = dict.fromkeys(model_id(model) for model in self.models)
        return f"{self.contestant.name} ({', '.join(named)})" if named else self.contestant.name

    @property
    def researches(self) -> bool:
        """Whether it is Deep Research, whose checkpoints one process writes."""
        return LOOP_JUDGE in self.roles

    @property
    def models(self) -> tuple[ModelOrJudge, ...]:
        """The models that take part."""
        return tuple(model for model in self.roles.values() if not isinstance(model, str))


def choose_system(
    choice: SystemChoice,
    *,
    index: Callable[[], PassageIndex] | None = None,
    checkpoints: Path | str | None = None,
) -> ChosenSystem:
    """Build the system; no one is asked.

    Args:
        choice: what was named.
        index: makes the index that Deep Research searches; None where there are no documents.
        checkpoints: where Deep Research keeps the state of unfinished questions; if None, where its settings
            say, else in memory.

    Raises:
        InputError: two systems are named, or the one cannot be built.
    """
    named = [f"--{name}" for name in ("answers", "http", "callable") if getattr(choice, name) is not None]
    if len(named) > 1:
        raise InputError(f"{' and '.join(named)} name two systems; a run has one: leave one out.")
    if choice.answers is not None:
        return _recorded(choice.answers, choice.name or RECORDED, choice.answers_of)
    if choice.http is not None:
        return _endpoint(choice.http, choice.timeout, choice.name)
    if choice.callable is not None:
        return _callable(choice.callable, choice.timeout, choice.name)
    sources = search_sources(choice.retrievers, choice.searches)
    if (choice.system or ("deep_research" if index or sources else "pure_llm")) == "pure_llm":
        return _pure_llm(choice)
    found = searched(None if index is None else index(), sources)
    if found is None:
        raise InputError("Deep Research has nothing to read; give --documents.")
    return _deep_research(choice, found, sources, checkpoints)


def suite_of(
    request: SystemRunRequest,
    system: ChosenSystem,
    manifest: RunManifest,
    *,
    work: Callable[[Contestant], CaseHandler[CaseT]],
    settled: Callable[[RunItem], bool],
    lock: Callable[[], AbstractContextManager[object]],
) -> Suite[CaseT]:
    """A run in which a system is asked.

    Args:
        request: who is asked, and how.
        system: who that is.
        manifest: the run's terms.
        work: makes what asks a contestant and scores its answer; it is sent to other processes.
        settled: whether nothing is left to do for a kept item.
        lock: keeps other runs from writing the same files.
    """
    return Suite(
        request=request,
        manifest=manifest,
        system=system.contestant.name,
        here=lambda run_id: work(system.contestant.for_run(run_id)),
        there=partial(asked_there, work, sent(request.system)),
        require=system.require,
        settled=settled,
        lock=lock,
        one_process=system.researches,
        quick=system.recorded is not None,
    )


def asked_there(
    work: Callable[[Contestant], CaseHandler[CaseT]], choice: SystemChoice, _run_id: str = ""
) -> CaseHandler[CaseT]:
    """The same work in another process, where a system that leaves nothing to resume is made again."""
    return work(choose_system(choice).contestant)


def sent(choice: SystemChoice) -> SystemChoice:
    """The choice as another process of this machine understands it, whatever folder it is in."""
    return choice.model_copy(update={"answers": choice.answers and choice.answers.absolute()})


def _recorded(path: Path, name: str, system: str | None) -> ChosenSystem:
    recorded = RecordedAnswers(path, name=name, system=system)
    settings: dict[str, JsonValue] = {"answers_sha256": terms.file_hash(path)}
    if system is not None:
        settings["answers_of"] = system
    return ChosenSystem(SystemContestant(recorded), {recorded.name: path.name}, settings, recorded=recorded)


def _endpoint(url: str, timeout: float, name: str | None) -> ChosenSystem:
    system = HttpSystem(url, timeout=timeout, name=name)
    settings = {"http": system.identity}
    return ChosenSystem(
        SystemContestant(system), {system.name: "http"}, settings, require=system.require_reachable
    )


def _callable(spec: str, timeout: float, name: str | None) -> ChosenSystem:
    system: System = load_callable(spec, timeout=timeout, name=name)
    source = getattr(system, "source", None)
    hashed = None if source is None else terms.file_hash(source)
    settings: dict[str, JsonValue] = {"callable": spec.strip(), "source_sha256": hashed}
    return ChosenSystem(SystemContestant(system), {system.name: "callable"}, settings)


def _pure_llm(choice: SystemChoice) -> ChosenSystem:
    llm = chat_model(choice.model or EMBEDDED)
    system = PureLLM(llm, choice.name or "pure_llm")
    return ChosenSystem(
        SystemContestant(system),
        {system.name: llm},
        prompts=refs(*ALONE_PROMPTS),
        require=required((llm,)),
        estimate=partial(answer_estimate, llm),
    )


def _deep_research(
    choice: SystemChoice,
    index: PassageIndex | GuardedRetriever | MergedRetriever,
    sources: Sequence[GuardedRetriever],
    checkpoints: Path | str | None,
) -> ChosenSystem:
    llm = chat_model(choice.model or EMBEDDED)
    judge = choice.judge or choice.model or EMBEDDED
    settings = choice.research or ResearchSettings()
    if checkpoints is not None:
        settings = settings.model_copy(update={"checkpoints": checkpoints})
    # The claims of a draft are nobody's concern: those of the answer are checked once it is there.
    judging = {name: value for name, value in choice.judging.items() if name not in {"claims", "sources"}}
    evaluator = RAGEvaluator(judge, **{**judging, "panel_threshold": settings.threshold})
    final = evaluator.final_judge(settings.final_judge) if settings.final_judge else None
    judges = [evaluator, *([] if final is None else [final])]
    service = DeepResearchService(llm, retriever=index, evaluator=evaluator, settings=settings)
    system = DeepResearch(service, choice.name or "deep_research")
    # How calls are retried and where things are kept shapes no result: a change there begins no new run.
    research = settings.model_dump(mode="json", exclude={"call", "checkpoints"})
    return ChosenSystem(
        ResearchContestant(system),
        {
            system.name: llm,
            LOOP_JUDGE: evaluator.spec,
            **({} if final is None else {FINAL_JUDGE: final.spec}),
        },
        {
            "research": research,
            **({"sources": [each.label for each in sources]} if sources else {}),
        },
        (*refs(*RESEARCH_PROMPTS), *dict.fromkeys(ref for judge in judges for ref in judge.prompts)),
        index.fingerprint,
        unread=index.notes,
        require=required((llm, *(judge.spec for judge in judges))),
        estimate=partial(research_estimate, llm, judges, service),
    )


def required(models: tuple[ModelOrJudge, ...]) -> ModelCheck:
    """A check that these models answer, but for those of which a kept item has a reply."""

    async def require(items: Iterable[RunItem]) -> None:
        await require_answers(unheard(models, items))

    return require
