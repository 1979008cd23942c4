"""Errors as RFC 9457 problem details, with the sentence that the command line would show."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.frozen import Frozen
from data_base.store.database import NotStoredError, StoreAwayError
from service.collections.collection_store import NameTakenError
from service.http.validation_message import validation_message
from service.jobs.job_store import JobConflictError, TooManyJobsError
from service.jobs.limit_wait import WaitError

if TYPE_CHECKING:
    from collections.abc import Mapping

MEDIA_TYPE = "application/problem+json"
_RETRY_S = "30"
_LATER = {HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE}
_SHOWN = 200
"""Characters of a path that a refusal quotes."""
_HALF = 500
NO_JSON = "The body is no JSON in UTF-8, or one that is nested too deeply."
_NO_JSON = "There was an error parsing the body"
"""FastAPI's words for a body that Python cannot read as JSON."""
logger = module_logger(__name__)


class Problem(Frozen):
    """Why a request was refused."""

    type: str = "about:blank"
    """What sort of problem it is; ``about:blank`` says what the status says."""
    title: str
    """The status in words."""
    status: int
    """The HTTP status."""
    detail: str
    """What is wrong, where, and what to do."""


class ProblemError(Exception):
    """A request that is refused."""

    def __init__(self, status: int, detail: str, headers: Mapping[str, str] | None = None) -> None:
        """Say why.

        Args:
            status: the HTTP status.
            detail: what is wrong, where, and what to do.
            headers: of the response.
        """
        super().__init__(detail)
        self.status, self.detail, self.headers = status, detail, dict(headers or {})


def responses(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The refusals of a route, for its description."""
    return {
        status: {
            "description": HTTPStatus(status).phrase,
            "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status in statuses
    }


def quotable(text: str) -> str:
    """A text of which a refusal has at most 1,000 characters, as what it quotes may be of any length."""
    return text if len(text) <= 2 * _HALF else f"{text[:_HALF]}…{text[-_HALF:]}"


def problem_response(status: int, detail: str, headers: Mapping[str, str] | None = None) -> JSONResponse:
    """A refusal as a response."""
    problem = Problem(title=HTTPStatus(status).phrase, status=status, detail=quotable(detail))
    return JSONResponse(problem.model_dump(), status, dict(headers or {}), MEDIA_TYPE)


def add_problem_handlers(app: FastAPI) -> None:
    """Have all errors of an app become problem details, or what ``app.state.error_page`` makes of them."""

    def refused(
        request: Request, status: int, detail: str, headers: Mapping[str, str] | None = None
    ) -> Response:
        make_page = getattr(app.state, "error_page", None)
        shown: Response | None = make_page and make_page(request, status, quotable(detail))
        return problem_response(status, detail, headers) if shown is None else _with_wait(shown, headers)

    @app.exception_handler(ProblemError)
    def _problem(request: Request, error: ProblemError) -> Response:
        return refused(request, error.status, error.detail, error.headers)

    @app.exception_handler(InputError)
    def _input(request: Request, error: InputError) -> Response:
        status = status_of(error)
        again = {"Retry-After": _RETRY_S} if status in _LATER else None
        if isinstance(error, StoreAwayError):
            # Where the store is, and what it says, is not for those who call.
            logger.error("%s", error)
            return refused(request, status, "The run store cannot be used; the server's log says why.", again)
        return refused(request, status, str(error), again)

    @app.exception_handler(WaitError)
    def _wait(_request: Request, error: WaitError) -> JSONResponse:
        seconds = max(1, math.ceil((error.until - datetime.now(UTC)).total_seconds()))
        return problem_response(
            429, f"{error} Send it again later, or as a job.", {"Retry-After": str(seconds)}
        )

    @app.exception_handler(RequestValidationError)
    def _invalid(request: Request, error: RequestValidationError) -> Response:
        return refused(request, *_unusable(request, error))

    @app.exception_handler(HTTPException)
    def _http(request: Request, error: HTTPException) -> Response:
        place = request.url.path[:_SHOWN]
        said = {
            404: f"There is nothing at {place}; see /docs for what there is.",
            405: f"{request.method} cannot be used at {place}; see /docs for what can.",
        }
        if error.detail == _NO_JSON:
            said[400] = NO_JSON
        return refused(
            request, error.status_code, said.get(error.status_code, str(error.detail)), error.headers
        )

    @app.exception_handler(Exception)
    def _unforeseen(request: Request, error: Exception) -> Response:
        # Quoted, or what a client put into the path could pass for a line of the log.
        logger.error("%r %r", request.method, request.url.path, exc_info=error)
        return refused(request, 500, "The server failed; its log says why.")


def _with_wait(page: Response, headers: Mapping[str, str] | None) -> Response:
    """A refusal as a page, with what of its headers is for browsers, too."""
    if headers and (wait := headers.get("Retry-After")):
        page.headers["Retry-After"] = wait
    return page


def status_of(error: InputError) -> int:
    """The status that says what sort of refusal it is."""
    if isinstance(error, NotStoredError):
        return 404
    if isinstance(error, TooManyJobsError):
        return 429
    if isinstance(error, StoreAwayError):
        return 503
    return 409 if isinstance(error, JobConflictError | NameTakenError) else 422


def _unusable(request: Request, error: RequestValidationError) -> tuple[int, str]:
    """Status and sentence for a request that is not as it is described."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    is_json = kind.startswith("application/") and kind.endswith(("/json", "+json"))
    if not is_json and any(each["loc"] == ("body",) and each["type"] != "missing" for each in error.errors()):
        # FastAPI reads as JSON only what says that it is.
        return 415, "The body is to be JSON; send it with `Content-Type: application/json`."
    return 422, validation_message(error.errors(), error.body)
