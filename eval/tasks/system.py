"""The system that is asked a task's questions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from agents.models.names import EMBEDDED, chat_model, model_id
from agents.systems import PureLLM
from data_base.documents.reader import documents_sha256, read_documents
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from eval.runs import terms
from eval.systems.contestants import ResearchContestant, SystemContestant
from eval.tasks.setup import named

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agents.models.names import ModelOrJudge
    from data_base.schemas.run import RunManifest
    from eval.systems.contestants import Contestant
    from eval.tasks.setup import EvalRequest


@dataclass(frozen=True, slots=True)
class Answering:
    """Who answers, under which terms.

    Attributes:
        contestant: the system.
        models: the models that take part.
        manifest: the run's terms with those of the system.
    """

    contestant: Contestant
    models: tuple[ModelOrJudge, ...]
    manifest: RunManifest


def answering(request: EvalRequest, manifest: RunManifest) -> Answering:
    """Build the system that was asked for.

    Raises:
        InputError: no such model, or documents missing or not asked for.
    """
    model = chat_model(request.model or EMBEDDED)
    if request.system == "deep_research":
        return _researching(request, model, manifest)
    if request.documents:
        raise InputError("--documents says nothing to the system pure_llm; ask --system deep_research.")
    own = _with_models(manifest, {request.system: model})
    return Answering(SystemContestant(PureLLM(model, name=request.system)), (model,), named(own))


def _researching(request: EvalRequest, model: BaseChatModel, manifest: RunManifest) -> Answering:
    from agents.deep_research import DeepResearchService  # noqa: PLC0415  (loads the graph library)
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415
    from agents.judges.spec import JudgeSpec  # noqa: PLC0415
    from agents.research.settings import ResearchSettings  # noqa: PLC0415
    from agents.systems import DeepResearch  # noqa: PLC0415

    if not request.documents:
        raise InputError("Deep Research has nothing to read; give --documents.")
    judge = JudgeSpec.of(request.judge or model)
    index = PassageIndex.from_passages(read_documents(request.documents))
    settings = ResearchSettings(checkpoints=request.out.parent / "checkpoints.sqlite")
    research = settings.model_dump(mode="json", exclude={"call", "checkpoints"})
    research["retry_on"] = sorted(research["retry_on"])
    terms_so_far = manifest.model_copy(
        update={
            "index_version": index.fingerprint,
            # The documents are the system's: a run over other documents is another run, and comparable.
            "settings": {
                **manifest.settings,
                "research": research,
                "documents": documents_sha256(request.documents),
            },
        }
    )
    own = named(_with_models(terms_so_far, {"deep_research": model, "loop_judge": judge}))
    service = DeepResearchService(model, retriever=index, evaluator=RAGEvaluator(judge), settings=settings)
    system = DeepResearch(service, name=request.system)
    return Answering(ResearchContestant(system), (model, judge), own)


def _with_models(manifest: RunManifest, models: dict[str, ModelOrJudge]) -> RunManifest:
    roles = {role: model_id(model) for role, model in models.items()}
    embedded = EMBEDDED in roles.values()
    code = {"embedded_code": terms.code_hash()} if embedded else {}
    return manifest.model_copy(
        update={
            "models": roles,
            "prompts": terms.prompt_refs(),
            "settings": {**manifest.settings, **code, **terms.model_options(models)},
            "notes": (terms.EMBEDDED_NOTE,) if embedded else (),
        }
    )
