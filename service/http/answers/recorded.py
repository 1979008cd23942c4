"""Answers of requests as judges take them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from agents.judges.passage_conversion import as_passages
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.text.language import detect_language
from eval.judging.answer_file import RecordedAnswer
from scoring.unanswerable_reference import ContradictionError, known_answer
from service.http.bodies.evaluations import AnswerRequest, BatchItem
from service.http.bodies.parts import TEXT, CollectionPassages, PassageRequest
from service.http.problems import ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.http.bodies.pairs import PairEvaluationRequest
    from service.http.bodies.parts import Documents

    LookUp = Callable[[CollectionPassages], tuple[Passage, ...]]


class ByteLimit:
    """Counts answers with the passages that they name, which make a small request a large job."""

    def __init__(self, most: int) -> None:
        """Begin with none.

        Args:
            most: bytes that they have at most.
        """
        self._most, self._bytes = most, 0

    def count(self, size: int, place: str) -> None:
        """Count an answer.

        Args:
            size: its bytes as a job stores it.
            place: where it is in the request.

        Raises:
            ProblemError: 413, all are too much together.
        """
        self._bytes += size
        if self._bytes > self._most:
            raise ProblemError(
                413,
                f"{place}: answers and the passages that they name have more than {self._most:,} bytes "
                "up to here; send fewer at once.",
            )


def recorded_answer(asked: AnswerRequest, name: str, look_up: LookUp, place: str = "body") -> RecordedAnswer:
    """An answer as a judge takes it.

    Args:
        asked: the answer.
        name: names it among the others of its run.
        look_up: gives the passages of a collection.
        place: where it is in the request.

    Raises:
        InputError: a passage is not there, or the reference answer says that ``answerable`` is not so.
    """
    labels = asked if isinstance(asked, BatchItem) else BatchItem(question=asked.question, answer="")
    return RecordedAnswer(
        id=name,
        question=asked.question,
        answer=asked.answer,
        documents=passages_in(asked.documents, look_up, f"{place}.documents"),
        reference_documents=passages_in(asked.reference_documents, look_up, f"{place}.reference_documents"),
        reference_answer=reference_in(asked, place),
        key_points=asked.key_points,
        blocked=asked.blocked,
        language=labels.language or detect_language(asked.question),
        tags=labels.tags,
        answerable=asked.answerable,
    )


def reference_in(asked: AnswerRequest | PairEvaluationRequest, place: str = "body") -> str | None:
    """What a judge is to compare with.

    Args:
        asked: what is to be judged.
        place: where it is in the request.

    Raises:
        InputError: the reference answer says that ``answerable`` is not so.
    """
    try:
        return known_answer(asked.question, asked.reference_answer, asked.answerable)
    except ContradictionError as error:
        raise InputError(f"{place}: answerable and reference_answer: {error}.") from error


def passages_in(
    documents: Documents | None, look_up: LookUp, place: str = "body.documents"
) -> tuple[Passage, ...] | None:
    """The documents of a request as passages, each at the place that is its number.

    Raises:
        InputError: a passage is not there, has no text, or a longer one than a request may have.
    """
    if documents is None:
        return None
    if isinstance(documents, CollectionPassages):
        return look_up(documents)
    given = [
        each.model_dump(exclude_unset=True) if isinstance(each, PassageRequest) else each
        for each in documents
    ]
    passages = as_passages(given, place, empty="refuse", first=0)
    for number, each in enumerate(passages):
        if len(each.text) > TEXT:
            raise InputError(f"{place}.{number}: its text has more than {TEXT:,} characters; cut it.")
    return passages
