"""What can be asked: an object with ``query(question)``, a function, and the systems of this project."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.passage import Passage
from eval.systems.python_callable import AnswerFunction, ask_of
from eval.systems.returned_answer import read_answer

if TYPE_CHECKING:
    from eval.legal_benchmark.question_bank import LegalQuestion


class RagSystem(Protocol):
    """Answers questions about legal documents."""

    def query(self, question: str) -> Any:  # noqa: ANN401
        """The answer: a text, or an object or mapping with text, citations and evidence; or its awaitable."""
        ...


@dataclass(frozen=True, slots=True)
class GivenSystem:
    """An object with ``query(question)``, or a function of the question, as a system."""

    ask: AnswerFunction
    """The function that is called with a question."""
    name: str
    """The system's own name, else that of the function or of the object's class."""

    @classmethod
    def of(cls, given: RagSystem | AnswerFunction) -> GivenSystem:
        """Bind what was given.

        Raises:
            InputError: it cannot be asked.
        """
        name = getattr(given, "name", None) or getattr(given, "__name__", None) or type(given).__name__
        return cls(ask_of(given, "rag_system"), str(name))

    async def answer(self, case: Case) -> Answer:
        """Ask it, whether it answers at once or later."""
        given = self.ask(case.question)
        return read_answer(await given if inspect.isawaitable(given) else given)


def legal_answer(answer: Answer) -> dict[str, object]:
    """An answer in the form of the benchmark: a citation quotes the whole passage that it names.

    Every passage that the system had is evidence.
    """
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
