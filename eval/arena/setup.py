"""From a request to a contest that can begin: everything is read and checked before anything is paid for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from agents.judges.settings_file import read_judge_settings
from agents.models.names import chat_model, model_id, uses_embedded
from agents.research.settings import ResearchSettings
from agents.systems import DeepResearch, PureLLM
from data_base.documents.reader import documents_sha256, read_documents
from data_base.passage_index import PassageIndex
from data_base.schemas.run import RunManifest
from eval.arena.exports import check_writable
from eval.arena.request import BANK, EMBEDDED, ArenaRequest, question_bank
from eval.arena.shared_passages import lender
from eval.files.question_file import questions_hash, read_questions
from eval.runs import terms
from eval.systems.contestants import Contestant, ResearchContestant, SystemContestant
from eval.systems.recorded import RecordedAnswers

if TYPE_CHECKING:
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel
    from pydantic import JsonValue

    from agents.judges.settings_file import JudgeSettings
    from data_base.schemas.case import Case
    from eval.arena.contest import Lend

PURE_LLM, DEEP_RESEARCH = "Pure LLM", "Deep Research"
RECORDED = "recorded answers"
_SAME_JUDGE = (
    "Deep Research went on until the judge that also scores it here was content, which favours it; "
    "let another model judge inside the loop with --loop-judge."
)


@dataclass(frozen=True, slots=True)
class Arena:
    """A contest that can begin.

    Attributes:
        request: what was asked for.
        manifest: its terms.
        cases: the questions to ask.
        questions_in_file: how many questions the file holds.
        contestants: who plays.
        models: the models that take part, as objects.
        evaluator: who scores.
        lend: chooses the passages to score by.
        warnings: what a reader of the figures must see.
    """

    request: ArenaRequest
    manifest: RunManifest
    cases: tuple[Case, ...]
    questions_in_file: int
    contestants: tuple[Contestant, ...]
    models: tuple[BaseChatModel, ...]
    evaluator: RAGEvaluator
    lend: Lend
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Models:
    """The models in their roles."""

    answering: BaseChatModel
    judge: BaseChatModel
    loop_judge: BaseChatModel


def prepare(request: ArenaRequest) -> Arena:
    """Read questions and documents, build models, work out the terms.

    Raises:
        InputError: anything the user has to mend, in one sentence.
    """
    request = request.checked()
    questions = read_questions(request.questions or question_bank())
    cases = tuple(questions[: request.limit])
    models = _models(request)
    recorded = _recorded(request, cases)
    index = PassageIndex.from_passages(read_documents(_document_paths(request)))
    check_writable(request.out)
    own = read_judge_settings(request.settings) if request.settings else None
    judging = {**(own.evaluator if own else {}), **({"panel": "adaptive"} if request.adaptive_panel else {})}
    settings = ResearchSettings(checkpoints=request.checkpoints, **(own.loop if own else {}))
    manifest = _manifest(request, models, recorded, index, settings, questions)
    manifest = _with_judge_settings(manifest, own, adaptive_panel=request.adaptive_panel)
    service = DeepResearchService(
        models.answering,
        retriever=index,
        evaluator=RAGEvaluator(models.loop_judge, **{**judging, "panel_threshold": settings.threshold}),
        settings=settings,
    )
    research = DeepResearch(service, name=DEEP_RESEARCH)
    pure = recorded or PureLLM(models.answering, name=PURE_LLM)
    same_judge = model_id(models.judge) == model_id(models.loop_judge)
    return Arena(
        request=request,
        manifest=manifest,
        cases=cases,
        questions_in_file=len(questions),
        contestants=(SystemContestant(pure), ResearchContestant(research)),
        models=(models.answering, models.judge, models.loop_judge),
        evaluator=RAGEvaluator(models.judge, **judging),
        lend=lender(models.judge),
        warnings=(_SAME_JUDGE,) if same_judge else (),
    )


def _models(request: ArenaRequest) -> _Models:
    judge = request.judge or request.model
    return _Models(
        answering=chat_model(request.model),
        judge=chat_model(judge),
        loop_judge=chat_model(request.loop_judge or judge),
    )


def _recorded(request: ArenaRequest, cases: tuple[Case, ...]) -> RecordedAnswers | None:
    """The recorded answers, where the embedded model, which knows nothing by heart, would have to answer."""
    if not (request.shipped_questions and not request.documents and request.model == EMBEDDED):
        return None
    recorded = RecordedAnswers(BANK / "recorded_pure_llm.jsonl", name=PURE_LLM)
    recorded.require(cases)
    return recorded


def _manifest(
    request: ArenaRequest,
    models: _Models,
    recorded: RecordedAnswers | None,
    index: PassageIndex,
    settings: ResearchSettings,
    questions: list[Case],
) -> RunManifest:
    roles = {
        "deep_research": model_id(models.answering),
        "judge": model_id(models.judge),
        "loop_judge": model_id(models.loop_judge),
        "pure_llm": RECORDED if recorded else model_id(models.answering),
    }
    manifest = RunManifest(
        run_id="arena",
        task="arena",
        models=roles,
        prompts=terms.prompt_refs(),
        scorer_version=terms.scorer_version(),
        index_version=index.fingerprint,
        data_hashes=_data_hashes(request, questions, recorded),
        seeds={"bootstrap": request.seed},
        git_revision=terms.git_revision(),
        settings={**_settings(settings, roles), **_options(models, recorded)},
        notes=_notes(roles, recorded),
        created_at=datetime.now(UTC),
    )
    return manifest.model_copy(update={"run_id": _run_id(manifest)})


def _run_id(manifest: RunManifest) -> str:
    return terms.run_id("arena", terms.shaping(manifest))


def _with_judge_settings(
    manifest: RunManifest, own: JudgeSettings | None, *, adaptive_panel: bool
) -> RunManifest:
    """The manifest with the user's own judging in it; other judging is another run."""
    if adaptive_panel:
        manifest = manifest.model_copy(update={"settings": {**manifest.settings, "panel": "adaptive"}})
        manifest = manifest.model_copy(update={"run_id": _run_id(manifest)})
    if own is None:
        return manifest
    manifest = manifest.model_copy(
        update={
            "data_hashes": {**manifest.data_hashes, "judge_settings": own.sha256},
            "settings": {**manifest.settings, "judge": dict(own.stated)},
        }
    )
    return manifest.model_copy(update={"run_id": _run_id(manifest)})


def _document_paths(request: ArenaRequest) -> list[Path]:
    return list(request.documents) or [BANK / "documents"]


def _data_hashes(
    request: ArenaRequest, questions: list[Case], recorded: RecordedAnswers | None
) -> dict[str, str]:
    hashes = {"questions": questions_hash(questions)} | documents_sha256(_document_paths(request))
    return hashes | ({RECORDED: terms.file_hash(recorded.path)} if recorded else {})


def _settings(settings: ResearchSettings, roles: dict[str, str]) -> dict[str, JsonValue]:
    # How calls are retried and where things are kept shapes no result: a change there begins no new run.
    research = settings.model_dump(mode="json", exclude={"call", "checkpoints"})
    research["retry_on"] = sorted(research["retry_on"])
    code = {"embedded_code": terms.code_hash()} if any(map(uses_embedded, roles.values())) else {}
    return {"research": research, **code}


def _options(models: _Models, recorded: RecordedAnswers | None) -> dict[str, JsonValue]:
    """What was chosen for each model; with other options the run is another."""
    by_role = {
        "deep_research": models.answering,
        "judge": models.judge,
        "loop_judge": models.loop_judge,
        **({} if recorded else {"pure_llm": models.answering}),
    }
    return terms.model_options(by_role)


def _notes(roles: dict[str, str], recorded: RecordedAnswers | None) -> tuple[str, ...]:
    machinery = (terms.EMBEDDED_NOTE,) if any(map(uses_embedded, roles.values())) else ()
    return (*machinery, *(f"{PURE_LLM}: {note}" for note in (recorded.notes if recorded else ())))
