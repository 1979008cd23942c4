"""From a request to a harness run that can begin: all is read and checked before anything is paid for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from data_base.documents.pdf import page_count
from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.schemas.run import RunManifest
from eval.files.output_place import check_place
from eval.harness.pdf_index import pdf_index, pdf_sha256
from eval.harness.questions import read_harness_questions
from eval.runs import terms
from eval.systems.python_callable import load_callable
from eval.systems.recorded import RecordedAnswers

if TYPE_CHECKING:
    from pathlib import Path

    from pydantic import JsonValue

    from agents.models.names import ModelOrJudge
    from data_base.schemas.protocols import System
    from eval.harness.request import HarnessRequest, SystemChoice
    from scoring.keyword_question import KeywordQuestion

TASK = "pdf_quality"
CHECKPOINTS = "checkpoints.sqlite"


@dataclass(frozen=True, slots=True)
class HarnessRun:
    """A run that can begin.

    Attributes:
        request: what was asked for.
        manifest: its terms.
        questions: what is asked.
        pages: how many pages the PDF has.
        system: who answers.
        models: the models that take part, as objects; empty where the system is none of ours.
    """

    request: HarnessRequest
    manifest: RunManifest
    questions: tuple[KeywordQuestion, ...]
    pages: int
    system: System
    models: tuple[ModelOrJudge, ...] = ()


@dataclass(frozen=True, slots=True)
class _Player:
    """A system with the terms it brings into the manifest."""

    system: System
    roles: dict[str, str]
    settings: dict[str, JsonValue]
    models: tuple[ModelOrJudge, ...] = ()
    index_version: str | None = None
    notes: tuple[str, ...] = ()


def prepare(request: HarnessRequest) -> HarnessRun:
    """Read the questions and the PDF, and build the system.

    Raises:
        InputError: anything the user has to mend, in one sentence.
    """
    request = request.model_copy(update={"system": request.system.checked()})
    check_place(request.out, (request.pdf, request.questions, request.system.answers))
    for path in (request.pdf, request.system.answers):
        _require_whole_name(path)
    questions = read_harness_questions(request.questions)
    pages = page_count(request.pdf)
    player = _player(request, questions)
    manifest = _manifest(request, player)
    return HarnessRun(request, manifest, questions, pages, player.system, player.models)


def _require_whole_name(path: Path | None) -> None:
    """A file's name stands in the run file, which is UTF-8."""
    if path is not None and (shown := path.name.encode(errors="replace").decode()) != path.name:
        raise InputError(f"{shown}: the file's name is not UTF-8; rename it.")


def _player(request: HarnessRequest, questions: tuple[KeywordQuestion, ...]) -> _Player:
    choice = request.system
    if choice.answers is not None:
        return _recorded(choice.answers, questions)
    if choice.http is not None:
        return _endpoint(choice.http, choice.timeout)
    if choice.callable is not None:
        return _callable(choice.callable, choice.timeout)
    return _deep_research(request, choice)


def _recorded(path: Path, questions: tuple[KeywordQuestion, ...]) -> _Player:
    recorded = RecordedAnswers(path)
    recorded.require(Case(id=each.id, question=each.question) for each in questions)
    settings: dict[str, JsonValue] = {"answers_sha256": terms.file_hash(path)}
    return _Player(recorded, {recorded.name: path.name}, settings, notes=recorded.notes)


def _endpoint(url: str, timeout: float) -> _Player:
    from eval.systems.http_endpoint import HttpSystem  # noqa: PLC0415  (a heavy import)

    system = HttpSystem(url, timeout=timeout)
    return _Player(system, {system.name: "http"}, {})


def _callable(spec: str, timeout: float) -> _Player:
    system = load_callable(spec, timeout=timeout)
    source = None if system.source is None else terms.file_hash(system.source)
    return _Player(system, {system.name: "callable"}, {"source_sha256": source})


def _deep_research(request: HarnessRequest, choice: SystemChoice) -> _Player:
    from agents.deep_research import DeepResearchService  # noqa: PLC0415
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415
    from agents.judges.spec import JudgeSpec  # noqa: PLC0415
    from agents.models.names import chat_model, model_id, models_in, uses_embedded  # noqa: PLC0415  (heavy imports)
    from agents.research.settings import ResearchSettings  # noqa: PLC0415
    from agents.systems import DeepResearch  # noqa: PLC0415

    model, judge = chat_model(choice.model), JudgeSpec.of(choice.judge or choice.model)
    settings = ResearchSettings(checkpoints=request.work_folder / CHECKPOINTS)
    index = pdf_index(request.pdf, request.cache)
    service = DeepResearchService(model, retriever=index, evaluator=RAGEvaluator(judge), settings=settings)
    system = DeepResearch(service)
    roles = {system.name: model_id(model), "judge": model_id(judge)}
    research = settings.model_dump(mode="json", exclude={"call", "checkpoints"})
    research["retry_on"] = sorted(research["retry_on"])
    code = {"embedded_code": terms.code_hash()} if any(map(uses_embedded, roles.values())) else {}
    by_role: dict[str, ModelOrJudge] = {system.name: model, "judge": judge}
    return _Player(
        system,
        roles,
        {"research": research, **code, **terms.model_options(by_role)},
        (*models_in(model), *models_in(judge)),
        index.fingerprint,
    )


def _manifest(request: HarnessRequest, player: _Player) -> RunManifest:
    hashes = {"pdf": pdf_sha256(request.pdf), "questions": pdf_sha256(request.questions)}
    manifest = RunManifest(
        run_id=TASK,
        task=TASK,
        models=player.roles,
        prompts=terms.prompt_refs() if player.models else (),
        scorer_version=terms.scorer_version(),
        index_version=player.index_version,
        data_hashes=hashes,
        git_revision=terms.git_revision(),
        settings=player.settings,
        notes=player.notes,
        created_at=datetime.now(UTC),
    )
    # A document's name stands in its passages' ids.
    own: dict[str, JsonValue] = {"name": request.pdf.name, "repeat": request.repeat}
    return manifest.model_copy(update={"run_id": terms.run_id(TASK, {**terms.shaping(manifest), **own})})
