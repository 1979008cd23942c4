"""What a judge is asked, from what a caller hands in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from agents.judges.pairs.pair_request import PairRequest
from agents.judges.passage_conversion import DocumentLike, as_passages
from data_base.errors import InputError, require_text
from data_base.rubric_entries import read_blocked, read_key_points
from data_base.schemas.answer import Answer
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.protocols import JudgeRequest
from scoring.unanswerable_reference import ContradictionError, known_answer


def judge_request(  # noqa: PLR0913  (each says something else of the answer)
    question: str,
    answer: str,
    documents: Iterable[DocumentLike] | None,
    *,
    reference_documents: Iterable[DocumentLike] | None,
    reference_answer: str | None,
    key_points: Iterable[KeyPoint | str | Mapping[str, Any]],
    blocked: Iterable[BlockedSource | str | Mapping[str, Any]] = (),
    answerable: bool | None = None,
    as_given: Answer | None = None,
) -> JudgeRequest:
    """A request for one answer, from what :meth:`agents.evaluator.RAGEvaluator.evaluate_fine_grained` takes.

    Raises:
        InputError: what was handed in cannot be used.
    """
    _require_text(question, answer)
    shared = reference_documents
    return JudgeRequest(
        question=question,
        answer=answer,
        documents=None if documents is None else as_passages(documents),
        reference_documents=None if shared is None else as_passages(shared, "reference_documents"),
        reference_answer=_reference_answer(question, reference_answer, answerable),
        key_points=read_key_points(key_points, "`key_points`"),
        blocked=read_blocked(blocked, "`blocked`"),
        as_given=as_given,
    )


def pair_request(  # noqa: PLR0913  (each says something else of the pair)
    question: str,
    answers: tuple[str, str],
    documents: Iterable[DocumentLike] | None,
    *,
    reference_answer: str | None,
    key_points: Iterable[KeyPoint | str | Mapping[str, Any]],
    blocked: Iterable[BlockedSource | str | Mapping[str, Any]] = (),
    answerable: bool | None = None,
) -> PairRequest:
    """A request for a pair, from what :meth:`agents.evaluator.RAGEvaluator.compare` takes.

    Raises:
        InputError: what was handed in cannot be used.
    """
    for answer in answers:
        _require_text(question, answer)
    return PairRequest(
        question=question,
        first_answer=answers[0],
        second_answer=answers[1],
        passages=None if documents is None else as_passages(documents),
        reference_answer=_reference_answer(question, reference_answer, answerable),
        key_points=read_key_points(key_points, "`key_points`"),
        blocked=read_blocked(blocked, "`blocked`"),
    )


def _require_text(question: object, answer: object) -> None:
    require_text(question=question, answer=answer)
    if not str(question).strip():
        raise InputError("The question is empty; pass the question that the answer replies to.")


def _reference_answer(question: str, given: str | None, answerable: object) -> str | None:
    if given is not None:
        require_text(reference_answer=given)
    if answerable is not None and not isinstance(answerable, bool):
        raise InputError(f"answerable is {answerable!r}; pass True, False or None.")
    try:
        return known_answer(question, given, answerable)
    except ContradictionError as error:
        raise InputError(f"reference_answer: {error}.") from None
