"""Where a node of the graph goes on, and what it writes into the state for that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command, Send

from agents.research.best_attempt import best_index
from agents.research.context import ResearchContext
from agents.research.events import (
    AnswerDrafted,
    DraftLeft,
    FollowUpSettled,
    ModelCallEnded,
    ModelCallStarted,
    Step,
)
from agents.research.final_judging import FinalTask, left_to_judge
from agents.research.passages_found import Evidence, named_first
from agents.research.passages_in_view import as_draft
from agents.research.queries import FollowUpProposal, steps_needed, untried
from agents.research.state import (
    JsonObject,
    ResearchState,
    SearchTask,
    Turn,
    attempts_of,
    dump,
    evidence_of,
    pack,
    turn_of,
    usage_of,
)
from agents.research.stop_rules import (
    Spent,
    is_only_unclear,
    is_soft,
    reason_nothing_is_left,
    reason_to_stop,
)
from data_base.schemas.passage import Passage
from data_base.schemas.usage import TokenUsage
from scoring.abstention import abstains

if TYPE_CHECKING:
    from data_base.schemas.answer import Answer
    from data_base.schemas_deep_research import Attempt, StopReason

Run = Runtime[ResearchContext]

# After so many searches in a row that bring nothing to write from, a draft below the threshold is the last.
_MOST_IN_VAIN = 2


@contextmanager
def asking(runtime: Run, step: Step, attempt: int, *, asks: bool = True) -> Iterator[None]:
    """Report that a model is asked, and that it has replied.

    Args:
        runtime: the run's.
        step: the node.
        attempt: the attempt in hand, from 1.
        asks: whether a model is asked at all.
    """
    if asks:
        runtime.stream_writer(ModelCallStarted(step=step, attempt=attempt))
    try:
        yield
    finally:
        if asks:
            runtime.stream_writer(ModelCallEnded(step=step, attempt=attempt))


def ms_since(start: float, runtime: Run) -> float:
    """Milliseconds of the run's clock."""
    return 1000 * (runtime.context.clock() - start)


def spending(state: ResearchState, usage: TokenUsage, elapsed_ms: float) -> JsonObject:
    """The state's sums with a node's work added."""
    return {"usage": dump(usage_of(state) + usage), "elapsed_ms": state["elapsed_ms"] + elapsed_ms}


def search_for(
    state: ResearchState, turn: Turn, queries: tuple[str, ...], update: JsonObject
) -> Command[Any]:
    """Go on with a search for each of the queries, side by side; without any, with what is at hand."""
    update = {**update, "turn": pack(turn), "tried": [*state["tried"], *queries]}
    tasks = [SearchTask(query=query, order=order) for order, query in enumerate(queries)]
    return Command(update=update, goto=[Send("search", task) for task in tasks] or "gather")


def with_hits(state: ResearchState, hits: list[JsonObject], turn: Turn) -> Evidence:
    """The evidence with what the searches brought; of a follow-up, what it asked for by name comes first."""
    evidence = evidence_of(state)
    for hit in hits:
        passages = [Passage.model_validate(passage) for passage in hit["passages"]]
        if turn.follows is not None:
            passages = named_first(hit["query"], state["question"], passages)
        evidence = evidence.with_hits(hit["query"], passages, turn.number)
    return evidence


def learnt(state: ResearchState, proposal: FollowUpProposal) -> JsonObject:
    """What the state has of the plan's steps, with what a proposal says of them."""
    known = {str(number): found for number, found in proposal.known.items()}
    bearing = dict.fromkeys([*state["bearing"], *proposal.bearing])
    return {"known": {**state["known"], **known}, "bearing": list(bearing)}


def followed(
    state: ResearchState, runtime: Run, proposal: FollowUpProposal, turn: Turn, update: JsonObject
) -> Command[Any]:
    """Search as a proposal says for the first of the open follow-ups that is not answered yet."""
    remaining, numbers = list(state["follow_ups"]), len(state["steps"])
    said = update["known"]
    known = [str(numbers - len(remaining) + place) in said for place in range(1, len(remaining) + 1)]
    answered = [*known, False].index(False)
    may_draft = all(known) and not runtime.context.streams_drafts
    draft = as_draft(proposal.answer, runtime.context.settings) if proposal.answer and may_draft else None
    if draft is not None:
        say_settled(runtime, turn, remaining, "found")
        return drafted(runtime, turn, draft, {**update, "follow_ups": [], "asked_again": False})
    if proposal.status == "found":
        return settled(state, runtime, remaining[: answered or 1], "found", update)
    if answered:
        state = {**state, "asked_again": False}
        say_settled(runtime, turn, remaining[:answered], "found")
    if not (remaining := remaining[answered:]):
        return Command(update={**update, "follow_ups": [], "asked_again": False}, goto="answer")
    queries, missing = untried(proposal.queries, state["tried"]), proposal.status == "missing"
    needed = steps_needed(remaining[0])
    # Nothing says which of several inputs is missing.
    unfound = [numbers - len(remaining) + 1, *(needed if len(needed) == 1 else ())]
    state = {**state, "follow_ups": remaining}
    if not queries:
        is_searched = bool(proposal.queries) and not missing
        update = update if is_searched else {**update, "unfound": unfound}
        return settled(state, runtime, remaining[:1], "found" if is_searched else "missing", update)
    again = missing and not state["asked_again"]
    rest = {"asked_again": again, "follow_ups": remaining if again else remaining[1:]}
    if missing and not again:
        rest["unfound"] = [*state["unfound"], *unfound]
        say_settled(runtime, turn, remaining[:1], "missing")
    turn = turn.model_copy(update={"queries": (*turn.queries, *queries), "follows": remaining[0]})
    return search_for(state, turn, queries, update | rest)


def settled(
    state: ResearchState,
    runtime: Run,
    done: Sequence[str],
    status: Literal["found", "missing"],
    update: JsonObject,
) -> Command[Any]:
    """Go on without a search for these, the next follow-ups.

    Numbers of ``unfound`` steps in the update are added to those of the state.
    """
    turn, later = turn_of(state), state["follow_ups"][len(done) :]
    say_settled(runtime, turn, done, status)
    unfound = [*state["unfound"], *update.get("unfound", ())]
    update = {**update, "follow_ups": later, "asked_again": False, "unfound": unfound}
    return Command(update=update, goto="follow" if later else "answer")


def say_settled(
    runtime: Run, turn: Turn, follow_ups: Sequence[str], status: Literal["found", "missing"]
) -> None:
    """Report that follow-ups are not searched for."""
    for each in follow_ups:
        runtime.stream_writer(FollowUpSettled(attempt=turn.number, follow_up=each, status=status))


def drafted(runtime: Run, turn: Turn, draft: Answer, update: JsonObject) -> Command[Any]:
    """Have a draft judged."""
    abstained = abstains(draft.text)
    runtime.stream_writer(AnswerDrafted(attempt=turn.number, answer=draft, abstained=abstained))
    turn = turn.model_copy(update={"answer": draft, "abstained": abstained})
    return Command(update={**update, "turn": pack(turn)}, goto="evaluate")


def close(state: ResearchState, runtime: Run, attempt: Attempt, update: JsonObject) -> Command[Any]:
    """Write the attempt into the ledger and decide what comes next."""
    update = {**update, "attempts": [*state["attempts"], pack(attempt)]}
    spent = Spent(
        tokens=TokenUsage.model_validate(update["usage"]).total_tokens, elapsed_ms=update["elapsed_ms"]
    )
    further = int(getattr(runtime.context.evaluator, "further_judgements", 0))
    attempts = (*attempts_of(state), attempt)
    reason = reason_to_stop(attempts, spent, runtime.context.settings, further_judgements=further)
    if reason is not None:
        return _finished(update, reason)
    if is_only_unclear(attempt, runtime.context.settings):
        return rewrite(runtime, Turn.rewriting(attempt), update)
    return Command(update=update, goto="refine")


def left_unchanged(state: ResearchState, runtime: Run, attempt: Attempt, update: JsonObject) -> Command[Any]:
    """Write the attempt into the ledger whose draft is the one before; one at the threshold is the last."""
    runtime.stream_writer(DraftLeft(attempt=attempt.number))
    if not is_soft(attempt, runtime.context.settings):
        return close(state, runtime, attempt, update)
    update = {**update, "attempts": [*state["attempts"], pack(attempt)]}
    return nothing_is_left(runtime, attempt, evidence_of(state), update)


def rewrite(runtime: Run, turn: Turn, update: JsonObject) -> Command[Any]:
    """Another draft from the same passages, without a search."""
    runtime.stream_writer(turn.started)
    return Command(update={**update, "turn": pack(turn)}, goto="answer")


def searched_in_vain(
    state: ResearchState, runtime: Run, last: Attempt, evidence: Evidence, update: JsonObject
) -> Command[Any]:
    """End with a draft at the threshold; another one is worth another query, but not many."""
    in_vain = state["in_vain"] + 1
    update = {**update, "in_vain": in_vain}
    if is_soft(last, runtime.context.settings):
        return nothing_is_left(runtime, last, evidence, update)
    if in_vain >= _MOST_IN_VAIN:
        return _finished(update, "plateau" if evidence.passages else "no_documents")
    return Command(update=update, goto="refine")


def nothing_is_left(runtime: Run, last: Attempt, evidence: Evidence, update: JsonObject) -> Command[Any]:
    """End where nothing more can be searched for."""
    reason = reason_nothing_is_left(last, runtime.context.settings, evidence=bool(evidence.passages))
    return _finished(update, reason)


def returned(state: ResearchState, context: ResearchContext) -> Command[Literal["judge_finally", "__end__"]]:
    """End with the best attempt, once the final judge has judged it and the first one."""
    attempts = attempts_of(state)
    best = best_index(attempts, context.settings.threshold)
    left = left_to_judge(state["final"], attempts, best) if context.final_judge else []
    if not left:
        return Command(update={"best_index": best}, goto="__end__")
    # One after the other, so that a kill repeats one judgement at most.
    task = FinalTask(index=left[0], question=state["question"], attempt=dump(attempts[left[0]]))
    return Command(goto=[Send("judge_finally", task)])


def _finished(update: JsonObject, reason: StopReason) -> Command[Any]:
    return Command(update={**update, "stop_reason": reason}, goto="finish")
