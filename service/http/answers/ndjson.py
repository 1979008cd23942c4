"""Answers in a body of NDJSON: one in a line, taken as they come."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi.routing import APIRoute
from pydantic import Json, ValidationError
from pydantic_core import from_json
from starlette.datastructures import Headers
from starlette.routing import Match

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from service.http.bodies.evaluations import BatchItem
from service.http.bodies.parts import Name, Queued
from service.http.guards.json_shape import refusal
from service.http.problems import ProblemError
from service.http.validation_message import validation_message
from service.jobs.judge_request import JudgeSettingsRequest

if TYPE_CHECKING:
    from fastapi import Request
    from starlette.types import Scope

    from service.http.answers.received import ReceivedAnswers

_TYPE = "application/x-ndjson"
LINES = 100_000
"""Answers of a body at most."""


class LinesTerms(Queued):
    """How answers in lines are judged, which is said after the path."""

    judge: Name | None = None
    """The judge, one of ``GET /v1/models``; null for the server's own."""
    settings: Json[JudgeSettingsRequest] = JudgeSettingsRequest()
    """How the judge judges, as JSON."""
    blind: bool = False
    """The judge sees no reference answers and no key points."""


class NdjsonRequest(Frozen):
    """What a request with lines asks for."""

    terms: LinesTerms
    """How the answers are judged."""
    lines_sha256: str
    """The SHA-256 of all lines as they were validated."""


class LinesRoute(APIRoute):
    """A route for bodies of NDJSON; others are left to the path's next route."""

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        """Whether a request is for it."""
        kind = Headers(scope=scope).get("content-type", "").partition(";")[0].strip().lower()
        return super().matches(scope) if kind == _TYPE else (Match.NONE, {})


def described() -> dict[str, Any]:
    """Body and query of such requests, for the description of the path's other route."""
    schema = LinesTerms.model_json_schema(ref_template="#/components/schemas/{model}")
    fields: Mapping[str, Any] = schema["properties"]
    # The default of a text that is JSON is described as what it means.
    fields["settings"].pop("default")
    said = "Of a body of lines; in JSON it is in the body."
    return {
        "requestBody": {
            "content": {_TYPE: {"schema": {"type": "string", "description": "A BatchItem in each line."}}}
        },
        "parameters": [
            {"name": name, "in": "query", "required": False, "description": said, "schema": field}
            for name, field in fields.items()
        ],
    }


async def take_lines(
    request: Request,
    taken: ReceivedAnswers,
    *,
    longest: int,
    in_turn: Callable[[Callable[[], None]], Awaitable[None]],
) -> None:
    """Take the answers of a request.

    Args:
        request: its body is NDJSON; lines of white space are passed over.
        taken: takes them.
        longest: bytes of a line at most.
        in_turn: calls a function in a thread.

    Raises:
        InputError: a line is no answer, its id was used, or a passage is not there.
        ProblemError: 413, a line is too long, or there are too many.
    """
    number, parts = 0, [b""]
    async for chunk in request.stream():
        first, *others = chunk.split(b"\n")
        parts.append(first)
        if sum(map(len, parts)) > longest:
            raise ProblemError(413, f"line {number + 1}: it has more than {longest:,} bytes; shorten it.")
        if others:
            lines = [b"".join(parts), *others[:-1]]
            await in_turn(partial(_take, lines, number, taken))
            number, parts = number + len(lines), [others[-1]]
    await in_turn(partial(_take, [b"".join(parts)], number, taken))


def _take(lines: Sequence[bytes], before: int, taken: ReceivedAnswers) -> None:
    for number, line in enumerate(lines, start=before + 1):
        if number > LINES:
            raise ProblemError(413, f"At most {LINES:,} lines are taken at once; send several requests.")
        if line.strip():
            taken.take(_item(line, f"line {number}"), f"line {number}")


def _item(line: bytes, place: str) -> BatchItem:
    if said := refusal(line):
        raise ProblemError(413, f"{place}: {said}")
    try:
        return BatchItem.model_validate_json(line)
    except ValidationError as error:
        if error.errors()[0]["type"] == "json_invalid":
            raise InputError(f"{place}: is no JSON object; write one in each line.") from None
        errors = [{**each, "loc": ("body", *each["loc"])} for each in error.errors(include_url=False)]
        said = validation_message(errors, from_json(line))
        raise InputError(place + said.removeprefix("body")) from None
