"""Requests of judges as the server takes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ValidationError

from data_base.errors import InputError, first_fault
from service.http.bodies.evaluations import AnswerRequest
from service.http.bodies.pairs import PairEvaluationRequest
from service.http.bodies.parts import PassageRequest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from agents.judges.pairs.pair_request import PairRequest
    from data_base.schemas.passage import Passage
    from data_base.schemas.protocols import JudgeRequest

ModelT = TypeVar("ModelT", bound=BaseModel)


def answer_request(request: JudgeRequest) -> AnswerRequest:
    """An answer to be judged, as the server takes it.

    Raises:
        InputError: a text is too long, or a name cannot be sent.
    """
    more = {
        "answer": request.answer,
        "reference_documents": _passages("reference_documents", request.reference_documents),
    }
    return _known(AnswerRequest, request, request.documents, **more)


def pair_fields(request: PairRequest) -> dict[str, Any]:
    """A pair to be judged, as fields of what the server takes.

    Raises:
        InputError: a text is too long, or a name cannot be sent.
    """
    answers = {"first": request.first_answer, "second": request.second_answer}
    checked = _known(PairEvaluationRequest, request, request.passages, **answers)
    return {name: getattr(checked, name) for name in checked.model_fields_set}


def _known(
    model: type[ModelT],
    request: JudgeRequest | PairRequest,
    documents: Sequence[Passage] | None,
    **more: Any,  # noqa: ANN401  (validated)
) -> ModelT:
    names = ("question", "reference_answer", "key_points", "blocked")
    known = {name: getattr(request, name) for name in names}
    return _checked(model, documents=_passages("documents", documents), **known, **more)


def _passages(field: str, passages: Sequence[Passage] | None) -> tuple[PassageRequest, ...] | None:
    if passages is None:
        return None
    return tuple(
        _checked(PassageRequest, f"{field}.{number}.", **dict(passage))
        for number, passage in enumerate(passages)
    )


def _checked(model: type[ModelT], place: str = "", **fields: Any) -> ModelT:  # noqa: ANN401  (validated here)
    try:
        return model.model_validate(fields, extra="ignore")
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(f"{place}{fault.field}: {fault.reason}.") from None
