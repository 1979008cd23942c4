"""The system that a command line names."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from data_base.errors import InputError
from eval.legal_benchmark.bank import SHIPPED, LegalQuestion
from eval.legal_benchmark.systems import CallableRag, RecordedRag, SystemRag, passages_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from eval.legal_benchmark.systems import RagSystem

RECORDED = SHIPPED / "answers_careful.jsonl"
SYSTEMS = ("recorded", "callable", "http", "pure_llm", "deep_research")


class Choice(NamedTuple):
    """What was asked for.

    Attributes:
        system: one of :data:`SYSTEMS`.
        answers: the file of recorded answers, None for the shipped ones.
        target: ``module:name`` of a callable, or the address of an endpoint.
        model: of the systems that need one.
    """

    system: str = "recorded"
    answers: Path | None = None
    target: str | None = None
    model: str = "embedded"


def chosen_system(choice: Choice, questions: Sequence[LegalQuestion]) -> RagSystem:
    """Build the system.

    Raises:
        InputError: what it needs is missing or cannot be used.
    """
    match choice.system:
        case "recorded":
            return RecordedRag(choice.answers or RECORDED)
        case "callable":
            from eval.systems.python_callable import load_callable  # noqa: PLC0415  (imports a module of the user's)

            function = load_callable(_target(choice, "module:name"))
            return CallableRag(function.ask, function.name)
        case "http":
            from eval.systems.http_endpoint import HttpSystem  # noqa: PLC0415  (loads the HTTP client)

            return SystemRag(HttpSystem(_target(choice, "an address")))
        case "pure_llm":
            from agents.models.names import chat_model  # noqa: PLC0415  (only where it is asked for)
            from agents.systems import PureLLM  # noqa: PLC0415

            llm = chat_model(choice.model)
            return SystemRag(PureLLM(llm), llm)
        case "deep_research":
            return _researching(choice.model, questions)
        case other:
            raise InputError(f"--system {other!r}: use one of {', '.join(SYSTEMS)}.")


def _target(choice: Choice, what: str) -> str:
    if not choice.target:
        raise InputError(f"--system {choice.system} needs --target with {what}.")
    return choice.target


def _researching(model: str, questions: Sequence[LegalQuestion]) -> RagSystem:
    from agents.deep_research import DeepResearchService  # noqa: PLC0415  (loads the graph library)
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415
    from agents.models.names import chat_model  # noqa: PLC0415
    from agents.systems import DeepResearch  # noqa: PLC0415
    from data_base.passage_index import PassageIndex  # noqa: PLC0415

    index = PassageIndex.from_passages(passages_of(questions))
    llm = chat_model(model)
    service = DeepResearchService(llm, retriever=index, evaluator=RAGEvaluator(llm))
    return SystemRag(DeepResearch(service), llm)
