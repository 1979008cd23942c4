"""What can be asked: anything with ``query(question)``; recorded answers, systems, endpoints as such."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from data_base.errors import InputError
from data_base.schemas.case import Case
from data_base.schemas.passage import Passage
from eval.files.json_lines import json_lines

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from langchain_core.language_models import BaseChatModel

    from data_base.schemas.answer import Answer
    from data_base.schemas.protocols import System
    from eval.legal_benchmark.bank import LegalQuestion


class RagSystem(Protocol):
    """Answers questions about legal documents."""

    def query(self, question: str) -> Any:  # noqa: ANN401
        """The answer: a text, or an object or mapping with text, citations and evidence; or its awaitable."""
        ...


def name_of(system: RagSystem) -> str:
    """Its name in runs: its own, else its class's."""
    return str(getattr(system, "name", None) or type(system).__name__)


async def ask(system: RagSystem, question: LegalQuestion) -> object:
    """Ask a system, whether it answers at once or later.

    Raises:
        LookupError: it has no answer to this question.
    """
    by_id = getattr(system, "query_by_id", None)
    given = by_id(question.id) if callable(by_id) else system.query(question.text)
    return await given if inspect.isawaitable(given) else given


class RecordedRag:
    """Answers from a JSONL file: ``{"id", "answer"}`` a line, the answer a text or an object."""

    name = "recorded"

    def __init__(self, path: Path) -> None:
        """Read the file.

        Raises:
            InputError: naming file and line.
        """
        self.path = path
        self._answers: dict[str, object] = {}
        for number, fields in json_lines(path):
            name, answer = fields.get("id"), fields.get("answer")
            text = answer.get("text") if isinstance(answer, dict) else answer
            if not isinstance(name, str) or not isinstance(text, str):
                raise InputError(
                    f'{path}, line {number}: needs an "id" and an "answer" (a text, or an object with one).'
                )
            if name in self._answers:
                raise InputError(f"{path}, line {number}: a second answer for {name!r}; keep one.")
            self._answers[name] = answer

    def query_by_id(self, question_id: str) -> object:
        """The answer that is recorded.

        Raises:
            LookupError: there is none.
        """
        if question_id not in self._answers:
            raise LookupError(f"no answer is recorded for {question_id!r}")
        return self._answers[question_id]

    def query(self, question: str) -> object:
        """Recorded answers are looked up by the question's id.

        Raises:
            LookupError: always.
        """
        raise LookupError(f"recorded answers have no words to find {question!r} by")


@dataclass(frozen=True, slots=True)
class SystemRag:
    """A system of this project, asked as a legal one.

    A citation quotes the whole passage that it names; every passage the system had is evidence.

    Attributes:
        system: who answers.
        llm: the model it asks, None for a system that is not ours.
    """

    system: System
    llm: BaseChatModel | None = None

    @property
    def name(self) -> str:
        """The system's name."""
        return self.system.name

    async def query(self, question: str) -> Mapping[str, object]:
        """Ask the system."""
        return legal_answer(await self.system.answer(Case(id="question", question=question)))


@dataclass(frozen=True, slots=True)
class CallableRag:
    """A function of the question.

    Attributes:
        function: takes the question; gives what :func:`ask` gives.
        name: ``module:name``.
    """

    function: Any
    name: str

    def query(self, question: str) -> object:
        """Call it."""
        return self.function(question)


def legal_answer(answer: Answer) -> dict[str, object]:
    """An answer of this project's systems in the form of the benchmark."""
    texts = {passage.id: passage.text for passage in answer.passages}
    return {
        "text": answer.text,
        "citations": [
            {"page": cited.page, "quote": texts.get(cited.passage_id, cited.sentence)}
            for cited in answer.citations
        ],
        "evidence": [{"page": passage.page, "text": passage.text} for passage in answer.passages],
    }


def passages_of(questions: Sequence[LegalQuestion]) -> list[Passage]:
    """The pages of the questions' documents, a passage each, for systems that have to search them."""
    documents = {id(one.document): one.document for one in questions if one.document is not None}
    return [
        Passage(
            id=f"document{n}#p{page['page']}", doc_id=f"document{n}", page=page["page"], text=page["text"]
        )
        for n, document in enumerate(documents.values(), start=1)
        for page in document
    ]
