"""Researching one question as a run: built, resumed, and kept with its attempts when it is done."""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import aclosing, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from langchain_core.language_models import BaseChatModel

from agents.calls.estimate import CallEstimate
from agents.deep_research import DeepResearchService
from agents.errors import ModelCallError, SearchError, search_to_fix, to_fix
from agents.evaluator import RAGEvaluator
from agents.graphs.search_sources import Searched, search_sources, searched
from agents.judges.as_of import in_run_begun
from agents.judges.settings import PanelKind
from agents.judges.settings_file import read_judge_settings
from agents.models.missing_packages import packages_last
from agents.models.registry import ModelOrJudge, chat_model
from agents.research.checkpointed_runs import kept_run
from agents.research.events import Finished, ResearchEvent, RunStarted
from agents.research.settings import ResearchSettings, default_checkpoints, short_hash
from agents.systems import FINAL_JUDGE, RESEARCH_PROMPTS
from data_base.documents.reader import documents_sha256
from data_base.errors import InputError
from data_base.schemas.run import RunItem, RunKind, RunManifest
from data_base.schemas_deep_research import DeepResearchResult
from data_base.store.run_names import is_named_after
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from data_base.text.language import detect_language
from data_base.whole_file import whole_file
from eval.files.json_lines import json_object
from eval.files.lone_surrogates import without_lone_surrogates
from eval.files.output_checks import check_place
from eval.runs import terms
from eval.runs.cost_estimate import research_estimate
from eval.runs.document_index import document_index
from eval.runs.manifest import manifest_of
from eval.runs.overwrite_check import refuse_other_run
from eval.runs.preflight import require_answers
from eval.runs.suite import open_run
from prompts.registry import refs
from scoring.evaluation_score_card import score_card_of

TASK: RunKind = "research"
SYSTEM = "deep_research"
KEPT = ("documents", "model", "judge", "panel", "threshold", "max_attempts", "settings")
"""What a run is kept with in addition to its question."""
SEMANTIC = "semantic"
_LATER: Mapping[str, object] = {
    SEMANTIC: False,
    FINAL_JUDGE: None,
    "retrievers": (),
    "searches": (),
    "as_of": None,
}
"""What runs are kept with, too, that were begun since there is such a choice, and what it was before."""


@dataclass(frozen=True, slots=True)
class ResearchRunRequest:
    """What is to be researched, from what and by whom."""

    question: str
    """The question."""
    documents: tuple[str, ...]
    """Files and folders to answer from."""
    model: str
    """The model that researches and writes."""
    judge: str
    """The judge of the drafts."""
    thread_id: str | None = None
    """The run to resume; None for the request's own."""
    panel: PanelKind | None = None
    """How close verdicts are judged twice more; None for not at all."""
    threshold: float | None = None
    """The accuracy (1-10) below which a draft is researched again; None for the settings' own."""
    max_attempts: int | None = None
    """The most attempts; None for the settings' own."""
    final_judge: str | None = None
    """Who judges the first and the returned attempt once more: a judge's name, ``same`` for the judge of the
    drafts by another prompt, or None for nobody."""
    as_of: str | None = None
    """The date that drafts are written and judged as of, or ``today``; None for the settings' own."""
    settings: str | None = None
    """A file with your own weights, thresholds and rubric, None for none."""
    retrievers: tuple[str, ...] = ()
    """Further retrievers, by the names of their code."""
    searches: tuple[str, ...] = ()
    """Further searches, by the addresses of their MCP servers."""
    semantic: bool = False
    """Whether passages are also found by what they mean."""
    store: str | None = None
    """The run store; None for the one that all commands share."""
    fresh: bool = False
    """Start a new run, even if an unfinished one could be resumed."""
    name: str | None = None
    """What the run is called; kind, question and day if None."""
    out: Path | None = None
    """The file that the whole result is written to as JSON, None for none."""

    @property
    def notes(self) -> dict[str, str]:
        """What a run is kept with, so that its id is enough to resume it."""
        return {name: json.dumps(getattr(self, name), ensure_ascii=False) for name in (*KEPT, *_LATER)}


@dataclass(frozen=True, slots=True)
class ResearchRun:
    """A research that can begin."""

    request: ResearchRunRequest
    """What was asked for."""
    service: DeepResearchService
    """The service that researches."""
    llm: BaseChatModel
    """The model that it researches with."""
    judge: RAGEvaluator
    """Judges the drafts."""
    final_judge: RAGEvaluator | None
    """Judges what is returned, None if nobody does."""
    models: tuple[ModelOrJudge, ...]
    """The models that take part."""
    manifest: RunManifest
    """The run's terms."""


@packages_last()
def prepare(request: ResearchRunRequest) -> ResearchRun:
    """Read the documents and build the models.

    Raises:
        InputError: anything that the user has to fix, in one sentence.
    """
    llm = chat_model(request.model)
    own = read_judge_settings(Path(request.settings)) if request.settings else None
    given = {name: getattr(request, name) for name in ("threshold", "max_attempts", FINAL_JUDGE)}
    chosen = {name: value for name, value in given.items() if value is not None}
    evaluator = dict(own.evaluator) if own else {}
    if request.as_of is not None:
        evaluator["as_of"] = request.as_of
    dated = {"as_of": evaluator.get("as_of"), "checkpoints": default_checkpoints()}
    settings = ResearchSettings(**{**dated, **(own.loop if own else {}), **chosen})
    panel = {"panel": request.panel, "panel_threshold": settings.threshold} if request.panel else {}
    judging = RAGEvaluator(request.judge, **{**evaluator, **panel})
    paths = [Path(path) for path in request.documents]
    if request.out is not None:
        check_place(request.out, [Path(request.settings) if request.settings else None], paths)
    sources = search_sources(request.retrievers, request.searches)
    index = searched(document_index(paths, semantic=request.semantic) if paths else None, sources)
    if index is None:
        raise InputError("There is nothing to search; name documents, a retriever or a search.")
    final = judging.final_judge(settings.final_judge) if settings.final_judge else None
    service = DeepResearchService(llm, retriever=index, evaluator=judging, settings=settings)
    manifest = manifest_of_research(
        request.question,
        llm,
        judging,
        settings,
        documents_sha256(paths) if paths else {},
        index,
        final_judge=final,
        sources=[each.label for each in sources],
    )
    # By the name that its checkpoints have, with its kind in front as the other kinds have it. What ran under
    # other terms is another run, and its result is not to be served again.
    name = service.thread_id(request.question, label=manifest.run_id)
    manifest = manifest.model_copy(update={"run_id": f"{TASK}-{name}", "name": request.name})
    models: tuple[ModelOrJudge, ...] = (llm, judging.spec, *([] if final is None else [final.spec]))
    return ResearchRun(request, service, llm, judging, final, models, manifest)


def manifest_of_research(  # noqa: PLR0913  (each says something else of the research)
    question: str,
    llm: BaseChatModel,
    judge: RAGEvaluator,
    settings: ResearchSettings,
    documents: Mapping[str, str],
    index: Searched,
    *,
    final_judge: RAGEvaluator | None = None,
    sources: Sequence[str] = (),
) -> RunManifest:
    """The terms of researching a question.

    Args:
        question: the question.
        llm: the model that researches.
        judge: judges the drafts.
        settings: of the loop.
        documents: name to sha256 of what is searched.
        index: their index.
        final_judge: judges what is returned.
        sources: what is searched besides documents, by names.
    """
    final = {} if final_judge is None else {FINAL_JUDGE: final_judge.spec}
    judged_finally = () if final_judge is None else final_judge.prompts
    return manifest_of(
        TASK,
        models={SYSTEM: llm, "judge": judge.spec, **final},
        data_hashes={"question": short_hash(question), **documents},
        settings={
            "judge": judge.terms,
            "threshold": settings.threshold,
            "max_attempts": settings.max_attempts,
            **({"as_of": str(settings.as_of)} if settings.as_of else {}),
            **({FINAL_JUDGE: settings.final_judge} if final_judge else {}),
            **({"sources": list(sources)} if sources else {}),
        },
        scorer_version=terms.scorer_version(),
        prompts=tuple(dict.fromkeys([*refs(*RESEARCH_PROMPTS), *judge.prompts, *judged_finally])),
        index_version=index.fingerprint,
        notes=index.notes,
        subject=question,
        planned=1,
    )


async def kept_request(run_id: str) -> ResearchRunRequest:
    """The request that a kept run was begun with.

    Raises:
        InputError: there is no such run, or another program began it.
    """
    run = await kept_run(default_checkpoints(), run_id)
    try:
        kept = {name: json.loads(run.notes[name]) for name in KEPT}
        kept |= {name: json.loads(run.notes.get(name, json.dumps(was))) for name, was in _LATER.items()}
        kept |= {name: tuple(kept[name]) for name in ("documents", "retrievers", "searches")}
        return ResearchRunRequest(question=run.question, thread_id=run_id, **kept)
    except (KeyError, ValueError) as error:
        raise InputError(
            f"The run {run_id} was begun by another program, and only that program can resume it."
        ) from error


async def research(prepared: ResearchRun, watch: Callable[[ResearchEvent], None]) -> DeepResearchResult:
    """Research the question, or resume it; the result is written and in the store when this returns.

    Args:
        prepared: what is researched.
        watch: called with every event.

    Raises:
        InputError: something that the user has to fix; finished steps are kept.
    """
    request, manifest = prepared.request, prepared.manifest
    if request.out is not None:
        refuse_other_run(request.out, manifest, lambda path: _manifest_of(path, prepared))
    with nullcontext() if request.out is None else whole_file(request.out) as file:
        if request.thread_id is not None:
            manifest = manifest.model_copy(update={"run_id": request.thread_id})
        if request.thread_id is not None and _is_finished(request.thread_id, request.store):
            # Asked for by its id it is shown again, and makes no new run.
            result = await _result(prepared, request.thread_id, watch)
            _write(result, file)
            return result
        with (
            open_run(manifest, request.store, fresh=request.fresh) as (store, run),
            in_run_begun(run.created_at),
        ):
            result = await _result(prepared, run.run_id, watch, lambda: store.create(run))
            store.append(run.run_id, item_of(result))
            _write(result, file)
            store.finish(run.run_id)
    return result


async def estimate(prepared: ResearchRun) -> CallEstimate:
    """The calls of the first attempt; further attempts come on top. No model is asked."""
    judges = [prepared.judge, *([] if prepared.final_judge is None else [prepared.final_judge])]
    return await research_estimate(prepared.llm, judges, prepared.service, prepared.request.question)


def _manifest_of(path: Path, prepared: ResearchRun) -> RunManifest | None:
    """The manifest of the run whose result a file is; the store knows those of other terms."""
    try:
        name = str(json_object(path).get("thread_id"))
        if is_named_after(name, prepared.manifest.run_id):
            return prepared.manifest
        with RunStore(chosen_store(prepared.request.store), must_exist=True) as store:
            return store.manifest(name)
    except InputError:
        return None


def _write(result: DeepResearchResult, file: IO[bytes] | None) -> None:
    if file is not None:
        file.write(result.model_dump_json(indent=2).encode() + b"\n")


def _is_finished(run_id: str, store: str | None) -> bool:
    with RunStore(chosen_store(store)) as opened:
        return opened.next_run_id(run_id) != run_id


async def _result(
    prepared: ResearchRun,
    thread_id: str,
    watch: Callable[[ResearchEvent], None],
    enter: Callable[[], object] = lambda: None,
) -> DeepResearchResult:
    """Research, or resume it; ``enter`` puts the run into the store once the models are known to answer."""
    request = prepared.request
    stream = prepared.service.stream(request.question, thread_id=thread_id, notes=request.notes)
    try:
        async with aclosing(stream) as events:
            async for event in events:
                watch(event)
                if isinstance(event, Finished):
                    return event.result
                if isinstance(event, RunStarted):
                    if not event.resumed:
                        await require_answers(prepared.models)
                    enter()
    except ModelCallError as error:
        raise to_fix(error, midway=True) from error
    except SearchError as error:
        raise search_to_fix(error) from error
    raise RuntimeError("the research ended without a result")


def item_of(result: DeepResearchResult) -> RunItem:
    """A research as an item of a run, scored by the final judge, or by the judgement of its best attempt."""
    judged = result.verdict
    return without_lone_surrogates(
        RunItem(
            case_id="1",
            system=SYSTEM,
            language=detect_language(result.question),
            answer=result.answer,
            research=result,
            score_card=None if judged is None else score_card_of(judged),
            metrics={"question": result.question},
        )
    )
