"""What a judge is asked, from what a caller hands in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from agents.judges.pairs.pair_request import PairRequest
from agents.judges.passage_conversion import DocumentLike, as_passages
from data_base.errors import InputError, first_fault
from data_base.schemas.blocked_source import MOST_BLOCKED, BlockedSource
from data_base.schemas.key_point import KeyPoint, parents_of
from data_base.schemas.protocols import JudgeRequest
from scoring.unanswerable_reference import ContradictionError, known_answer

EntryT = TypeVar("EntryT", bound=BaseModel)


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
        key_points=_key_points(key_points),
        blocked=_blocked(blocked),
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
        key_points=_key_points(key_points),
        blocked=_blocked(blocked),
    )


def _require_text(question: object, answer: object) -> None:
    for name, text in (("question", question), ("answer", answer)):
        if not isinstance(text, str):
            raise InputError(f"`{name}` must be a string, not {type(text).__name__}.")
    if not str(question).strip():
        raise InputError("The question is empty; pass the question that the answer replies to.")


def _reference_answer(question: str, given: object, answerable: object) -> str | None:
    if given is not None and not isinstance(given, str):
        raise InputError(f"`reference_answer` must be a string, not {type(given).__name__}.")
    if answerable is not None and not isinstance(answerable, bool):
        raise InputError(f"answerable is {answerable!r}; pass True, False or None.")
    try:
        return known_answer(question, given, answerable)
    except ContradictionError as error:
        raise InputError(f"reference_answer: {error}.") from None


def _key_points(given: Iterable[KeyPoint | str | Mapping[str, Any]]) -> tuple[KeyPoint, ...]:
    points = _entries("key_points", KeyPoint, given)
    try:
        parents_of(points)
    except ValueError as error:
        raise InputError(f"{error}.") from None
    return points


def _blocked(given: object) -> tuple[BlockedSource, ...]:
    sources = _entries("blocked", BlockedSource, given)
    if len(sources) > MOST_BLOCKED:
        raise InputError(f"`blocked` has {len(sources)} sources; {MOST_BLOCKED} are the most.")
    return sources


def _entries(name: str, kind: type[EntryT], given: object) -> tuple[EntryT, ...]:
    what = {"key_points": "key point", "blocked": "blocked source"}[name]
    if isinstance(given, (str, Mapping)) or not isinstance(given, Iterable):
        raise InputError(
            f"`{name}` must be a list of strings, one per {what.split()[-1]}, not {type(given).__name__}."
        )
    entries = []
    for number, entry in enumerate(given, start=1):
        try:
            entries.append(kind.model_validate(entry))
        except ValidationError as error:
            fault = first_fault(error)
            where = ", ".join([f"{what} {number}", *map(str, fault.place)])
            raise InputError(f"{where}: {fault.reason}.") from None
    return tuple(entries)
