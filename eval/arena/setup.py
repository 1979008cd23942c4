"""From a request to a contest that can begin: everything is read and checked before anything is paid for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from langchain_core.language_models import BaseChatModel
from pydantic import JsonValue

from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from agents.judges.passage_choice import DEFAULT_LIMIT, choose_passages
from agents.judges.prompt import passage_budget
from agents.judges.settings_file import JudgeSettings, read_judge_settings
from agents.judges.spec import JudgeSpec
from agents.models.names import ModelOrJudge, chat_model, model_id
from agents.research.settings import ResearchSettings
from agents.systems import DeepResearch, PureLLM
from data_base.documents.reader import documents_sha256
from data_base.passage_index import PassageIndex
from data_base.schemas.case import Case
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunManifest
from eval.arena.request import BANK, EMBEDDED, ArenaRequest, question_bank
from eval.files.question_file import questions_hash, read_questions
from eval.runs import terms
from eval.runs.document_index import document_index
from eval.runs.manifest import manifest_of
from eval.runs.references import references_term
from eval.systems.contestants import Contestant, ResearchContestant, SystemContestant
from eval.systems.recorded import RecordedAnswers

if TYPE_CHECKING:
    from eval.arena.contest import ChooseShared

PURE_LLM, DEEP_RESEARCH = "Pure LLM", "Deep Research"
RECORDED = "recorded answers"
_SAME_JUDGE = (
    "Deep Research went on until the judge that also scores it here was content, which favours it; "
    "let another model judge inside the loop with --loop-judge."
)


@dataclass(frozen=True, slots=True)
class Arena:
    """An arena that can begin.

    Attributes:
        request: what was asked for.
        manifest: its terms.
        cases: the questions to ask.
        questions_in_file: how many questions are in the file.
        contestants: who answers.
        models: the models that take part, as objects.
        evaluator: who scores.
        choose_shared: chooses the passages to score on.
        service: researches.
        loop_judge: judges its drafts.
        warnings: what a reader of the figures must see.
    """

    request: ArenaRequest
    manifest: RunManifest
    cases: tuple[Case, ...]
    questions_in_file: int
    contestants: tuple[Contestant, ...]
    models: tuple[ModelOrJudge, ...]
    evaluator: RAGEvaluator
    choose_shared: ChooseShared
    service: DeepResearchService
    loop_judge: RAGEvaluator
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Models:
    """The models in their roles."""

    answering: BaseChatModel
    judge: JudgeSpec
    loop_judge: JudgeSpec


def prepare(request: ArenaRequest) -> Arena:
    """Read questions and documents, build the models and the manifest; nothing is written or asked.

    Raises:
        InputError: anything that the user has to fix, in one sentence.
    """
    request = request.checked()
    questions = read_questions(request.questions or question_bank())
    cases = tuple(questions[: request.limit])
    models = _models(request)
    recorded = _recorded(request, cases)
    index = document_index(_document_paths(request), semantic=request.semantic)
    own = read_judge_settings(request.settings) if request.settings else None
    judging = {**(own.evaluator if own else {}), **({"panel": request.panel} if request.panel else {})}
    settings = ResearchSettings(checkpoints=request.checkpoints, **(own.loop if own else {}))
    loop_judge = RAGEvaluator(models.loop_judge, **{**judging, "panel_threshold": settings.threshold})
    service = DeepResearchService(models.answering, retriever=index, evaluator=loop_judge, settings=settings)
    research = DeepResearch(service, name=DEEP_RESEARCH)
    pure = recorded or PureLLM(models.answering, name=PURE_LLM)
    same_judge = model_id(models.judge) == model_id(models.loop_judge)
    return Arena(
        request=request,
        manifest=_manifest(
            request, models, recorded, own, index=index, research=settings, questions=questions
        ),
        cases=cases,
        questions_in_file=len(questions),
        contestants=(SystemContestant(pure), ResearchContestant(research)),
        models=(models.answering, models.judge, models.loop_judge),
        evaluator=RAGEvaluator(models.judge, **judging),
        choose_shared=partial(choose_shared, token_budget=passage_budget(models.judge)),
        service=service,
        loop_judge=loop_judge,
        warnings=(_SAME_JUDGE,) if same_judge else (),
    )


def _models(request: ArenaRequest) -> _Models:
    judge = request.judge or request.model
    return _Models(
        answering=chat_model(request.model),
        judge=JudgeSpec.of(judge),
        loop_judge=JudgeSpec.of(request.loop_judge or judge),
    )


def _recorded(request: ArenaRequest, cases: tuple[Case, ...]) -> RecordedAnswers | None:
    """The recorded answers, where the embedded model, which knows nothing by heart, would have to answer."""
    if not (request.shipped_questions and not request.documents and request.model == EMBEDDED):
        return None
    recorded = RecordedAnswers(BANK / "recorded_pure_llm.jsonl", name=PURE_LLM)
    recorded.require(cases)
    return recorded


def _manifest(  # noqa: PLR0913  (all of it shapes the result)
    request: ArenaRequest,
    models: _Models,
    recorded: RecordedAnswers | None,
    own: JudgeSettings | None,
    *,
    index: PassageIndex,
    research: ResearchSettings,
    questions: list[Case],
) -> RunManifest:
    hashes = {"questions": questions_hash(questions), **documents_sha256(_document_paths(request))}
    # How calls are retried and where things are kept shapes no result: a change there begins no new run.
    loop = research.model_dump(mode="json", exclude={"call", "checkpoints"})
    settings: dict[str, JsonValue] = {"research": {**loop, "retry_on": sorted(loop["retry_on"])}}
    if recorded:
        hashes[RECORDED] = terms.file_hash(recorded.path)
    if own:
        hashes["judge_settings"] = own.sha256
        settings["judge"] = dict(own.stated)
    if request.panel:
        settings["panel"] = request.panel
    golds = sum(case.gold_answer is not None for case in questions)
    settings |= references_term(golds, sum(bool(c.key_points) for c in questions), blind=request.blind)
    return manifest_of(
        "arena",
        models={
            "deep_research": models.answering,
            "judge": models.judge,
            "loop_judge": models.loop_judge,
            "pure_llm": RECORDED if recorded else models.answering,
        },
        data_hashes=hashes,
        settings=settings,
        scorer_version=terms.scorer_version(),
        prompts=terms.prompt_refs(),
        index_version=index.fingerprint,
        seeds={"bootstrap": request.seed},
        notes=[f"{PURE_LLM}: {note}" for note in (recorded.notes if recorded else ())],
    )


def _document_paths(request: ArenaRequest) -> list[Path]:
    return list(request.documents) or [BANK / "documents"]


def choose_shared(question: str, found: Sequence[Passage], *, token_budget: int) -> Sequence[Passage]:
    """The shared passages, chosen by the question alone, so that no answer decides what it is judged on.

    They fit the judge's own limits, so that the judge has nothing left to choose between answers.
    """
    return choose_passages(question, "", found, limit=DEFAULT_LIMIT, token_budget=token_budget).shown
