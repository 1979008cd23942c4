"""Answers as judges are shown them: HTML as text, pictures without bytes; they are kept as they came."""

from functools import partial

from agents.judges.pairs.pair_request import PairRequest
from data_base.computing import computed
from data_base.documents.html_answer import needs_reading, read_answer
from data_base.errors import InputError, a_kind_of
from data_base.schemas.protocols import JudgeRequest


async def read_request(request: JudgeRequest) -> JudgeRequest:
    """The request with the answer as text, see :func:`.read_answer`.

    Raises:
        InputError: it is no request.
    """
    if not isinstance(request, JudgeRequest):
        raise InputError(f"a request is {a_kind_of(request)}; pass JudgeRequest(question=…, answer=…).")
    return request.model_copy(update={"answer": await _read(request.answer)})


async def read_pair(request: PairRequest) -> PairRequest:
    """As :func:`read_request`, of both answers."""
    names = ("first_answer", "second_answer")
    return request.model_copy(update={name: await _read(getattr(request, name)) for name in names})


async def _read(answer: str) -> str:
    # A long page takes a second: other work must go on.
    return await computed(partial(read_answer, answer)) if needs_reading(answer) else answer
