"""The judge as middleware of LangChain's ``create_agent``: an answer below the threshold goes back."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NotRequired, cast

from langchain_core.documents import Document
from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from agents.calls.run_sync import wait_for
from agents.evaluator import RAGEvaluator
from agents.graphs.judge_tool import NAME as TOOL_NAME
from agents.graphs.nodes import EvaluatesAnswers
from agents.judges.judge_spec import evaluates_itself
from agents.judges.passage_conversion import DocumentLike, as_passages
from agents.judges.search_results import search_results, text_of
from agents.models.caller_models.accepted import refuse_stand_ins
from data_base.errors import InputError
from data_base.extras import how_to_install
from data_base.logs import module_logger
from data_base.rubric_entries import read_blocked, read_rubric
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.key_point import KeyPoint, KeyPointFinding
from data_base.schemas_deep_research import FineGrainedEvaluationResult

try:
    from langchain.agents.middleware import AgentMiddleware, AgentState, hook_config
except ImportError as error:
    raise ImportError(
        f"JudgeMiddleware needs langchain 1.4.7 or later: {how_to_install('langchain')}"
    ) from error

if TYPE_CHECKING:
    from agents.evaluator import AnyJudge

_log = module_logger(__name__)
JUDGE = "judge"
"""The name of the messages that the judge sends."""
_MOST_POINTS, _LONGEST_POINT = 12, 300
_FOUND_NOTHING = frozenset({TOOL_NAME, "write_todos", "write_file", "edit_file"})
"""Tools whose results say what the agent did, and nothing that a search found."""


class JudgedState(AgentState[Any]):
    """The agent's state."""

    rubric: NotRequired[str | Sequence[KeyPoint | str | Mapping[str, Any]]]
    """What a complete answer says, or must not say: a text with a key point per line, or rubric items."""
    blocked: NotRequired[Sequence[BlockedSource | str | Mapping[str, Any]]]
    """Sources that the answer may not use."""
    evaluation: NotRequired[FineGrainedEvaluationResult | None]
    """The last evaluation; None if the agent gave no text to judge."""


class JudgeMiddleware(AgentMiddleware[JudgedState, Any, Any]):
    """Judges the agent's answer on what its tools returned since the last message of the user.

    An answer below the threshold, or that does not meet a point of the ``rubric``, goes back to the model
    with the judge's suggestion and these points, as a message named ``judge``. A judge that fails ends the
    loop: it says nothing about the answer. The last evaluation is ``evaluation`` in the agent's state.
    """

    state_schema = JudgedState

    def __init__(
        self,
        judge: AnyJudge | Sequence[AnyJudge] | EvaluatesAnswers,
        *,
        threshold: float = 8,
        max_iterations: int = 3,
        on_evaluation: Callable[[FineGrainedEvaluationResult], object] | None = None,
    ) -> None:
        """Bind the judge.

        Args:
            judge: a ``RAGEvaluator``, what evaluates as one, or what a ``RAGEvaluator`` is made of.
            threshold: the accuracy from 1 to 10 that is enough.
            max_iterations: answers that are judged at most; the last one stays, whatever the judge says.
            on_evaluation: is given every evaluation, and may be asynchronous. An error that it raises is
                logged, and the agent goes on.

        Raises:
            InputError: it is no judge, a number is out of range, or ``on_evaluation`` cannot be called.
        """
        super().__init__()
        if not _is_number(threshold, int | float) or not 1 <= threshold <= 10:  # noqa: PLR2004  (the scale)
            raise InputError(f"threshold is {threshold!r}; it is an accuracy from 1 to 10")
        if not _is_number(max_iterations, int) or max_iterations < 1:
            raise InputError(f"max_iterations is {max_iterations!r}; it is a whole number from 1")
        if on_evaluation is not None and not callable(on_evaluation):
            raise InputError(f"on_evaluation is {on_evaluation!r}; it is a function of an evaluation")
        refuse_stand_ins(judge)
        known = judge if evaluates_itself(judge) else RAGEvaluator(cast("AnyJudge", judge))
        self._judge = cast("EvaluatesAnswers", known)
        self._threshold, self._on_evaluation = threshold, on_evaluation
        self._max_iterations = max_iterations

    @hook_config(can_jump_to=["model"])
    def after_agent(self, state: JudgedState, runtime: Any) -> dict[str, Any] | None:  # noqa: ANN401, ARG002  (LangChain's)
        """Judge the answer."""
        return wait_for(lambda: self._judged(state))

    @hook_config(can_jump_to=["model"])
    async def aafter_agent(self, state: JudgedState, runtime: Any) -> dict[str, Any] | None:  # noqa: ANN401, ARG002  (LangChain's)
        """As :meth:`after_agent`."""
        return await self._judged(state)

    async def _judged(self, state: JudgedState) -> dict[str, Any] | None:
        messages = state["messages"]
        start = _asked(messages)
        answer = next((each.text for each in reversed(messages) if isinstance(each, AIMessage)), "")
        if not answer.strip():
            return {"evaluation": None}
        since = messages[start + 1 :]
        returned = [
            each for each in since if isinstance(each, ToolMessage) and each.name not in _FOUND_NOTHING
        ]
        found = [each for message in returned for each in _found(message)]
        result = await self._judge.evaluate_fine_grained(
            str(messages[start].text) if start >= 0 else "",
            str(answer),
            as_passages(found, "the tools' results") if returned else None,
            key_points=read_rubric(state.get("rubric") or "", "`rubric` of the agent's state"),
            blocked=read_blocked(state.get("blocked") or (), "`blocked` of the agent's state"),
        )
        await self._report(result)
        judged = 1 + sum(message.name == JUDGE for message in since)
        unmet = [each for each in result.key_points if each.is_unmet and not each.closed]
        if judged >= self._max_iterations or not (unmet or result.needs_work(self._threshold)):
            return {"evaluation": result}
        sent_back = _sent_back(result, sorted(unmet, key=lambda each: (not each.must, -abs(each.weight))))
        return {"evaluation": result, "messages": [sent_back], "jump_to": "model"}

    async def _report(self, result: FineGrainedEvaluationResult) -> None:
        try:
            heard = self._on_evaluation(result) if self._on_evaluation else None
            if inspect.isawaitable(heard):
                await heard
        except Exception:  # noqa: BLE001  (what a host does with it must not lose what was paid for)
            _log.exception("on_evaluation failed; the agent goes on")


def _is_number(value: object, kind: Any) -> bool:  # noqa: ANN401  (a type or a union)
    return isinstance(value, kind) and not isinstance(value, bool)


def _asked(messages: Sequence[AnyMessage]) -> int:
    """Where the user's last message is; what other middleware wrote in the user's place is none.

    Where that has taken the place of all the user's messages, as a summary does, its last one.
    """
    human = [n for n, each in enumerate(messages) if isinstance(each, HumanMessage) and each.name != JUDGE]
    own = [n for n in human if "lc_source" not in messages[n].additional_kwargs]
    return max(own or human, default=-1)


def _found(message: ToolMessage) -> Sequence[DocumentLike]:
    """What a tool returned: results of a search one by one, anything else as one text."""
    if message.status == "error":
        return []
    if (results := search_results(message)) is not None:
        return results
    text = text_of(message)
    return [Document(text, metadata={"source": message.name or "tool"})] if text.strip() else []


def _sent_back(result: FineGrainedEvaluationResult, unmet: Sequence[KeyPointFinding]) -> HumanMessage:
    accuracy = result.metrics.accuracy
    points = [_unmet_line(point) for point in unmet[:_MOST_POINTS]]
    if more := len(unmet) - len(points):
        points.append(f"- and {more} more")
    parts = [
        f"A judge gave your answer {accuracy:.1f} of 10 for accuracy. {result.reason}",
        "\n".join(["It does not meet these points:", *points]) if points else "",
        f"Suggestion: {result.suggestion}" if result.suggestion else "",
        "Correct the answer, search again if you need to, and write the whole answer again.",
    ]
    about = {"accuracy": accuracy, "suggestion": result.suggestion}
    marked = {JUDGE: about, "lc_source": JUDGE}
    return HumanMessage("\n\n".join(filter(None, parts)), name=JUDGE, additional_kwargs=marked)


def _unmet_line(point: KeyPointFinding) -> str:
    verdict = "a fault that it has" if point.is_penalty else point.verdict
    return f"- {' '.join(point.text.split())[:_LONGEST_POINT]} ({verdict}{', required' * point.must})"
