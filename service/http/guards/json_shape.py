"""How many values a JSON body may have, and how deeply they may be nested.

Python reads a body in one go and blocks all other requests for as long; a few megabytes of nothing but
brackets or names would take seconds. What is in strings costs little and is not counted.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request

from service.http.caller import STATE, Caller
from service.http.fair_scheduling import taken_in_turn
from service.http.problems import NO_JSON, ProblemError, problem_response

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from service.http.context import ServerContext

VALUES, CONTAINERS, FIELDS, DEPTH = 500_000, 100_000, 5_000, 100
"""Values of a body, lists and objects among them, which cost ten times as much, fields of one object, and
lists and objects in each other, at most."""
SMALL = 10_000
"""Bytes of a body that can do no harm, whatever they are."""
_SHOWN = 40
"""Characters of a header that a refusal quotes."""
_STRUCTURE = b'"[]{},'
_REST = bytes(each for each in range(256) if each not in _STRUCTURE)
_OBJECT, _LIST, _COMMA = b"{[,"
_NOBODY = Caller("", "", ())
"""Whoever sends what needs no key; all of them count as one."""
_Refusal: TypeAlias = "tuple[int, str, Mapping[str, str]]"
"""Status, sentence and headers of a response."""


class JsonShape:
    """Refuses bodies of JSON that would take long to read."""

    def __init__(self, app: ASGIApp, context: ServerContext) -> None:
        """Look at what is for an app, in the turn of the caller's project."""
        self._app, self._context = app, context

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request in, or refuse it."""
        headers = Headers(scope=scope) if scope["type"] == "http" else Headers()
        coding = headers.get("content-encoding", "identity").strip().lower()
        if coding not in {"", "identity"}:
            await problem_response(415, f"The body is packed ({coding[:_SHOWN]}); send it as it is.")(
                scope, receive, send
            )
            return
        kind = headers.get("content-type", "")
        if not is_json(kind):
            await self._app(scope, receive, send)
            return
        try:
            body = await _whole(receive)
        except HTTPException as error:
            await problem_response(error.status_code, str(error.detail))(scope, receive, send)
            return
        if body is None:
            return
        if len(body) <= SMALL:
            refused: _Refusal | None = None if is_utf_8(body) else (400, NO_JSON, {})
        else:
            refused = await self._refusal(Request(scope, receive), body)
        answer = self._app if refused is None else problem_response(*refused)
        await answer(scope, _again(body, receive), send)

    async def _refusal(self, request: Request, body: bytes) -> _Refusal | None:
        """Looks at a body in a thread, as that takes longer than to begin one."""
        who: Caller = getattr(request.state, STATE, _NOBODY)
        try:
            return await taken_in_turn(request, self._context, who, partial(_refused, body))
        except ProblemError as error:
            return error.status, error.detail, error.headers


def _refused(body: bytes) -> _Refusal | None:
    """Why a body is not read, None where it is."""
    if not is_utf_8(body):
        return 400, NO_JSON, {}
    said = refusal(body)
    return None if said is None else (413, said, {})


def is_json(media_type: str) -> bool:
    """Whether a header says JSON, be it as one of several types, of which some readers look for theirs."""
    types = (each.partition(";")[0].strip().lower() for each in media_type.split(","))
    return any(each.endswith(("/json", "+json")) for each in types)


def is_utf_8(body: bytes) -> bool:
    """Whether a body is read as UTF-8, as JSON must be; in UTF-16 other bytes are brackets."""
    if json.detect_encoding(body) != "utf-8":
        return False
    try:
        body.decode()
    except UnicodeDecodeError:
        return False
    return True


def refusal(body: bytes) -> str | None:
    """Why a body is too much, None where it is not."""
    structure = _outside_strings(body)
    counts, values, containers = [("", 0)], 1, 0
    for each in structure:
        if each == _COMMA:
            values += 1
            kind, fields = counts[-1]
            counts[-1] = kind, fields + 1
            if kind and fields > FIELDS - 2:
                return f"An object in the body has more than {FIELDS:,} fields; send fewer."
        elif each in {_OBJECT, _LIST}:
            values, containers = values + 1, containers + 1
            counts.append(("object" if each == _OBJECT else "", 0))
            if len(counts) > DEPTH + 1:
                return f"The body is nested more than {DEPTH} deep; send it flatter."
        elif len(counts) > 1:
            counts.pop()
        if values > VALUES:
            return f"The body has more than {VALUES:,} values; send fewer at once."
        if containers > CONTAINERS:
            return f"The body has more than {CONTAINERS:,} lists and objects; send fewer at once."
    return None


def _outside_strings(body: bytes) -> bytes:
    """The brackets, braces and commas of a body that stand in no string."""
    if b"\\" in body:
        body = body.replace(b"\\\\", b"").replace(b'\\"', b"")
    return b"".join(body.translate(None, _REST).split(b'"')[::2])


async def _whole(receive: Receive) -> bytes | None:
    """All of a body, None where the client went away."""
    parts = []
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(parts)


def _again(body: bytes, receive: Receive) -> Receive:
    """Gives the body in one piece, and then what else comes."""
    left: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def given() -> Message:
        return left.pop() if left else await receive()

    return given
