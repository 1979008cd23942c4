"""A judge of the user's own: an object with ``judge(request)``, or a function of the request."""

import asyncio
import hashlib
import inspect
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from pydantic import ValidationError

from agents.calls.estimate import CallEstimate
from agents.judges.context_use import context_use
from agents.judges.judge_reply import JudgeReply, reply_model
from agents.judges.key_points import found_of_all, matched, numbered_points
from agents.judges.model_judge import scored
from agents.judges.reply_check import checked_issues, evidence_check
from data_base.computing import computed
from data_base.errors import InputError, first_fault
from data_base.python_object import STOPPING, load_object
from data_base.schemas.judgement import FailedJudgement, JudgementTrace, ScoredJudgement
from data_base.schemas.protocols import JudgeRequest
from scoring.evidence_check import passage_named

JudgeFunction = Callable[["JudgeRequest"], Any]
"""Takes the request; gives a judgement, or a mapping of the scores and the reason, or awaits to one."""
_HOW = (
    "name an object with judge(request), or a function of the request that gives accuracy, completeness and "
    "clarity, as package.module:name"
)


@dataclass(frozen=True, slots=True)
class PythonJudge:
    """Python code as a judge; implements :class:`data_base.schemas.protocols.Judge`."""

    ask: JudgeFunction
    """Takes a request; it is called in a thread unless it is asynchronous."""
    model_id: str
    """The judge's name in runs and reports."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The hash of its file, if it is known: other code is another judge."""
    dimensions: tuple[str, ...] = ()
    """Names of the user's own dimensions; a mapping must contain their scores, too."""

    async def estimate(self, request: JudgeRequest) -> CallEstimate:  # noqa: ARG002  (as every judge's)
        """Nothing: what the code asks is its own."""
        return CallEstimate()

    async def judge(self, request: JudgeRequest) -> ScoredJudgement | FailedJudgement:
        """Judge one answer; code that raises, or gives no judgement, makes a failed one that says so."""
        began = time.perf_counter()
        try:
            given = await self._asked(request)
            failure = None
        except (InputError, *STOPPING):
            raise
        except BaseException as error:  # noqa: BLE001  (whatever the user's code raises)
            given, failure = None, f"{type(error).__name__}: {error}"
        if isinstance(given, FailedJudgement):
            return given
        if isinstance(given, ScoredJudgement):
            failure = self._missing_in(given, request)
            if failure is None:
                return given
        trace = JudgementTrace(
            mode=request.mode,
            model_id=self.model_id,
            latency_ms=(time.perf_counter() - began) * 1000,
            passages_shown=tuple(dict.fromkeys(request.by_number.values())),
            reference_seen=request.reference_answer is not None,
        )
        if failure is None and isinstance(given, Mapping):
            try:
                return await computed(partial(_scored, given, reply_model(self.dimensions), request, trace))
            except ValidationError as error:
                fault = first_fault(error)
                failure = f"{fault.field}: {fault.reason}"
            except ValueError as error:
                failure = str(error)
        failure = failure or f"it gave {type(given).__name__}, which is no judgement"
        return FailedJudgement(trace=trace, error=f"the judge {self.model_id} failed: {failure}")

    def _missing_in(self, given: ScoredJudgement, request: JudgeRequest) -> str | None:
        """What a judgement of the code's own making does not say as it must; None where nothing is wrong."""
        unscored = [name for name in self.dimensions if name not in given.dimensions]
        if unscored:
            return f"it gave no score for {', '.join(unscored)}"
        judged = [point.text for point in given.key_points]
        if judged and judged != [point.text for point in request.key_points]:
            return "its key_points are not those of the request, in their order"
        return None

    async def _asked(self, request: JudgeRequest) -> object:
        if inspect.iscoroutinefunction(self.ask):
            return await self.ask(request)
        given = await asyncio.to_thread(self.ask, request)
        return await given if inspect.isawaitable(given) else given


def python_judge(judge: object, name: str = "", options: Mapping[str, str] | None = None) -> PythonJudge:
    """The judge that an object of the user's is.

    Args:
        judge: an object with a method ``judge``, or a function.
        name: what it is called; by its module and name if empty.
        options: what distinguishes it from others of that name.

    Raises:
        InputError: it cannot be asked.
    """
    kind = judge if inspect.isroutine(judge) else type(judge)
    name = name or f"{kind.__module__}:{kind.__qualname__}"
    ask = getattr(judge, "judge", judge)
    if not callable(ask):
        raise InputError(f"the judge {name!r} is {type(judge).__name__}; {_HOW}.")
    return PythonJudge(ask, name, options or {})


def python_judge_named(name: str) -> PythonJudge:
    """The judge that ``package.module:name`` names.

    Raises:
        InputError: there is no such object, or it cannot be asked.
    """
    found = load_object(name, role="the judge", how=_HOW)
    source = found.source
    options = {} if source is None else {"source_sha256": hashlib.sha256(source.read_bytes()).hexdigest()}
    return python_judge(found.value, name.strip(), options)


def _scored(
    given: Mapping[str, Any], shape: type[JudgeReply], request: JudgeRequest, trace: JudgementTrace
) -> ScoredJudgement:
    """The judgement that a mapping is.

    Raises:
        ValueError: a field cannot be used. What a model gets wrong in a list is passed over; in a program
            it is a mistake.
    """
    reply = shape.model_validate(given)
    points = numbered_points(request.key_points)
    found = matched(points, reply.key_points, request)
    if points:
        _require_read(
            given, "key_points", len(found), "the number of a key point of the request and a verdict"
        )
        if 0 < len(found) < len(points):
            raise ValueError(f"key_points: {len(found)} of {len(points)} have a verdict; give one for each")
    _require_read(given, "reference_claims", len(reply.reference_claims), "claim and passage_ids")
    issues = checked_issues(request, reply.issues)
    evidence = evidence_check(request, issues)
    judgement = scored(reply, "strict", issues, trace.model_copy(update={"evidence": evidence}))
    shown, by_number = trace.passages_shown, request.by_number
    named = (one for claim in reply.reference_claims for one in claim.passage_ids)
    if unknown := next((one for one in named if passage_named(one, shown, by_number) is None), None):
        raise ValueError(f"reference_claims: no passage of the request is called {unknown!r}")
    if reply.reference_claims and trace.reference_seen and shown:
        context = context_use(
            reply.reference_claims, issues, shown, by_number, request.reference_answer or ""
        )
        judgement = judgement.model_copy(update={"context": context})
    return judgement.with_key_points(found_of_all(points, found)) if found else judgement


def _require_read(given: Mapping[str, Any], name: str, read: int, what: str) -> None:
    items = given.get(name)
    if items and (not isinstance(items, (list, tuple)) or len(items) != read):
        raise ValueError(f"{name}: each needs {what}, once")
