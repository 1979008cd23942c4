"""The research loop as a LangGraph graph: plan, search, gather, follow, answer, evaluate, refine, finish.

A node reads the state, does one thing that can fail (a model call, a search), and returns what changes and
where to go. What it works with (models, retriever, settings, clock) comes with the run as its context.
"""

# LangGraph reads the annotations of the nodes when the graph is built.
import functools
from collections.abc import Callable
from typing import Any, Literal

from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.runtime import Runtime
from langgraph.types import Command, Overwrite, Send

from agents.planner import MAX_FOLLOW_UPS
from agents.research.best_attempt import best_index, score_change
from agents.research.citations import with_judgement
from agents.research.context import ResearchContext
from agents.research.draft_passages import brings_more, draft_passages
from agents.research.events import (
    AnswerDrafted,
    AttemptJudged,
    FollowUpSettled,
    QueryRefined,
    QuestionPlanned,
)
from agents.research.node_spans import GraphNode, traced
from agents.research.passages_found import Evidence, in_turns, named_first
from agents.research.queries import distinct_queries, query_key, steps_needed, untried
from agents.research.review import can_be_fixed, sought
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
from data_base.schemas.passage import Passage, paged_from_zero
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import Attempt
from scoring.abstention import abstains

# plan, finish, of every follow-up: follow, search, gather twice, and of every attempt: refine, search,
# gather, answer, evaluate twice. LangGraph's own limit is a backstop; the stop rules end a run long before.
_STEPS, _STEPS_PER_FOLLOW_UP, _STEPS_PER_ATTEMPT = 4, 6, 6

Run = Runtime[ResearchContext]
ResearchGraph = CompiledStateGraph[ResearchState, ResearchContext, ResearchState, ResearchState]


async def plan(state: ResearchState, runtime: Run) -> Command[Literal["search"]]:
    """Look the question over for its parts; the first attempt searches for it and all of them.

    What can only be asked of what they bring is followed up before the first draft.
    """
    start = runtime.context.clock()
    proposal = await runtime.context.planner.propose_plan(state["question"])
    parts = proposal.sub_questions if len(proposal.sub_questions) > 1 or proposal.follow_ups else ()
    parts = () if parts == (state["question"],) else parts
    runtime.stream_writer(QuestionPlanned(sub_questions=parts, follow_ups=proposal.follow_ups))
    queries = distinct_queries((state["question"], *parts)) or (state["question"],)
    turn = Turn(
        number=1,
        query=state["question"],
        queries=queries,
        usage=proposal.usage,
        elapsed_ms=_ms_since(start, runtime),
    )
    update = _spending(state, turn.usage, turn.elapsed_ms)
    steps = [*(parts or (state["question"],)), *proposal.follow_ups]
    update |= {"sub_questions": list(parts), "steps": steps, "follow_ups": list(proposal.follow_ups)}
    return _search_for(state, turn, queries, update)


async def search(state: SearchTask, runtime: Run) -> JsonObject:
    """Search for one of the queries that are searched for side by side."""
    start = runtime.context.clock()
    documents = await runtime.context.retriever.ainvoke(state["query"])
    from_zero = paged_from_zero(documents)
    passages = [
        Passage.from_document(each, ordinal=n, from_zero=from_zero)
        for n, each in enumerate(documents, start=1)
        if each.page_content.strip()
    ]
    hit = {
        **state,
        "passages": [dump(passage) for passage in passages],
        "elapsed_ms": _ms_since(start, runtime),
    }
    return {"hits": [hit]}


async def gather(state: ResearchState, runtime: Run) -> Command[Literal["follow", "answer", "finish"]]:
    """Add what was found to the evidence; end here if only new passages were worth another draft."""
    turn, attempts = turn_of(state), attempts_of(state)
    hits = sorted(state["hits"], key=lambda hit: int(hit["order"]))
    evidence = _with_hits(state, hits, turn).opened()
    found, new = in_turns(evidence.rankings[-len(turn.queries) :]), evidence.found_in(turn.number)
    elapsed_ms = max(float(hit["elapsed_ms"]) for hit in hits)
    turn = turn.with_work(TokenUsage(), elapsed_ms, found=found, new=new)
    update = {"hits": Overwrite([]), "evidence": dump(evidence), "turn": pack(turn)}
    update |= _spending(state, TokenUsage(), elapsed_ms)

    in_vain = bool(attempts) and not brings_more(found, new, attempts)
    in_vain = in_vain and is_soft(attempts[-1], runtime.context.settings)
    if in_vain and can_be_fixed(attempts[-1]):
        turn, in_vain = turn.model_copy(update={"rewritten": True}), False
        update["turn"] = pack(turn)
    if not in_vain and turn.follows is None:
        runtime.stream_writer(turn.started)
    runtime.stream_writer(turn.passages_found([hit["query"] for hit in hits], evidence))
    if in_vain:
        return _nothing_is_left(runtime, attempts[-1], evidence, update)
    return Command(update=update, goto="follow" if state["follow_ups"] else "answer")


async def follow(state: ResearchState, runtime: Run) -> Command[Literal["search", "follow", "answer"]]:
    """Search for what only now can be asked: the next follow-up of the plan, with what was found put in.

    Where what it needs was not found, that is searched for once more in another spelling; a follow-up whose
    input is still missing then is not asked.
    """
    start = runtime.context.clock()
    turn, (follow_up, *later) = turn_of(state), state["follow_ups"]
    number = len(state["steps"]) - len(later)
    needed = steps_needed(follow_up)
    if set(needed) & set(state["unfound"]):
        return _settled(state, runtime, "missing", [number], {})
    proposal = await runtime.context.planner.propose_follow_up(
        state["question"],
        follow_up,
        earlier=state["steps"][: number - 1],
        tried=state["tried"],
        found=evidence_of(state).latest_first(),
    )
    elapsed_ms = _ms_since(start, runtime)
    turn = turn.with_work(proposal.usage, elapsed_ms, follows=follow_up)
    update = {**_spending(state, proposal.usage, elapsed_ms), "turn": pack(turn)}
    queries, missing = untried(proposal.queries, state["tried"]), proposal.status == "missing"
    if queries and proposal.status != "found" and not (missing and state["asked_again"]):
        turn = turn.model_copy(update={"queries": (*turn.queries, *queries)})
        rest = {"asked_again": True} if missing else {"asked_again": False, "follow_ups": later}
        return _search_for(state, turn, queries, update | rest)
    if proposal.status == "found" or (proposal.queries and not missing):
        return _settled(state, runtime, "found", [], update)
    # Nothing says which of several inputs is missing.
    return _settled(state, runtime, "missing", [number, *(needed if len(needed) == 1 else ())], update)


async def answer(state: ResearchState, runtime: Run) -> JsonObject:
    """Write a draft from the best of the evidence, with what was wrong with the one before."""
    start = runtime.context.clock()
    turn, attempts = turn_of(state), attempts_of(state)
    shown = draft_passages(turn, attempts, evidence_of(state), runtime.context.settings)
    earlier = attempts[-1] if attempts else None
    draft = await runtime.context.writer.write(state["question"], shown, earlier)
    elapsed_ms = _ms_since(start, runtime)
    abstained = abstains(draft.text)
    runtime.stream_writer(AnswerDrafted(attempt=turn.number, answer=draft, abstained=abstained))
    turn = turn.with_work(draft.usage, elapsed_ms, answer=draft, abstained=abstained)
    return {"turn": pack(turn), **_spending(state, draft.usage, elapsed_ms)}


async def evaluate(
    state: ResearchState, runtime: Run
) -> Command[Literal["evaluate", "refine", "answer", "finish"]]:
    """Judge the draft on the user's own question; a judge that fails is asked once more, then no further.

    It sees what the draft was written from, in the same order: a draft that says of something else that the
    documents do not contain it would else be called a lie.
    """
    start = runtime.context.clock()
    turn, attempts = turn_of(state), attempts_of(state)
    evaluation = await runtime.context.evaluator.evaluate_fine_grained(
        state["question"], turn.draft.text, turn.draft.passages
    )
    elapsed_ms = _ms_since(start, runtime)
    turn = turn.with_work(evaluation.usage, elapsed_ms)
    update = _spending(state, evaluation.usage, elapsed_ms)
    change = score_change(evaluation, attempts)
    runtime.stream_writer(AttemptJudged(attempt=turn.number, evaluation=evaluation, score_change=change))
    if evaluation.evaluation_failed and not turn.judge_failed_once:
        turn = turn.model_copy(update={"judge_failed_once": True})
        return Command(update={**update, "turn": pack(turn)}, goto="evaluate")
    turn = turn.model_copy(update={"answer": with_judgement(turn.draft, evaluation.issues)})
    return _close(state, runtime, turn.close(evaluation, change), update)


async def refine(state: ResearchState, runtime: Run) -> Command[Literal["search", "answer", "finish"]]:
    """Turn the judge's suggestion into a query that has not been tried.

    Where there is none, a draft whose faults the judge named is rewritten from the same passages.
    """
    start = runtime.context.clock()
    last, evidence = attempts_of(state)[-1], evidence_of(state)
    suggestion = last.evaluation.suggestion if last.evaluation else ""
    proposal = await runtime.context.planner.propose_query(
        state["question"],
        sought(last, state["question"]),
        tried=state["tried"],
        found=evidence.best_first(),
    )
    elapsed_ms = _ms_since(start, runtime)
    if query_key(proposal.query) in {"", *map(query_key, state["tried"])}:
        update = _spending(state, proposal.usage, elapsed_ms)
        if can_be_fixed(last):
            return _rewrite(runtime, Turn.rewriting(last).with_work(proposal.usage, elapsed_ms), update)
        return _nothing_is_left(runtime, last, evidence, update)
    runtime.stream_writer(
        QueryRefined(
            attempt=last.number, suggestion=suggestion, parent_query=last.query, query=proposal.query
        )
    )
    turn = Turn(
        number=last.number + 1,
        query=proposal.query,
        parent_query=last.query,
        suggestion=suggestion,
        queries=untried((proposal.query, *proposal.also), state["tried"]),
        usage=proposal.usage,
        elapsed_ms=elapsed_ms,
    )
    return _search_for(state, turn, turn.queries, _spending(state, proposal.usage, elapsed_ms))


async def finish(state: ResearchState, runtime: Run) -> JsonObject:
    """Choose the attempt that is returned."""
    return {"best_index": best_index(attempts_of(state), runtime.context.settings.threshold)}


@functools.cache
def research_graph(step_timeout_s: float | None = None) -> ResearchGraph:
    """The compiled graph, without a checkpointer; every run works on a copy with its own.

    Args:
        step_timeout_s: seconds that one node may take, None for no bound.
    """
    return compiled_graph(ResearchContext, lambda node: node, step_timeout_s)


def compiled_graph(
    context_schema: type[Any], bound: Callable[[GraphNode], GraphNode], step_timeout_s: float | None = None
) -> CompiledStateGraph[Any, Any, Any, Any]:
    """The graph over a context of another kind.

    Args:
        context_schema: what a run is given as its context.
        bound: makes of every node one that takes such a context.
        step_timeout_s: seconds that one node may take, None for no bound.
    """
    graph = StateGraph(ResearchState, context_schema=context_schema)
    graph.set_node_defaults(timeout=step_timeout_s)
    graph.add_node("plan", bound(traced(plan)))
    graph.add_node("search", bound(traced(search)), input_schema=SearchTask)
    for node in (gather, follow, answer, evaluate, refine, finish):
        graph.add_node(node.__name__, bound(traced(node)))
    graph.add_edge(START, "plan")
    graph.add_edge("search", "gather")
    graph.add_edge("answer", "evaluate")
    return graph.compile(name="deep_research")


def step_limit(max_attempts: int) -> int:
    """More steps than a run of so many attempts can take."""
    return _STEPS + _STEPS_PER_FOLLOW_UP * MAX_FOLLOW_UPS + _STEPS_PER_ATTEMPT * max_attempts


def _settled(
    state: ResearchState,
    runtime: Run,
    status: Literal["found", "missing"],
    unfound: list[int],
    update: JsonObject,
) -> Command[Any]:
    """Go on without a search for the next follow-up; these steps have brought nothing to go on."""
    turn, (follow_up, *later) = turn_of(state), state["follow_ups"]
    runtime.stream_writer(FollowUpSettled(attempt=turn.number, follow_up=follow_up, status=status))
    done = {"follow_ups": later, "asked_again": False, "unfound": [*state["unfound"], *unfound]}
    return Command(update={**update, **done}, goto="follow" if later else "answer")


def _ms_since(start: float, runtime: Run) -> float:
    return 1000 * (runtime.context.clock() - start)


def _search_for(
    state: ResearchState, turn: Turn, queries: tuple[str, ...], update: JsonObject
) -> Command[Any]:
    """Go on with a search for each of the queries, side by side."""
    update = {**update, "turn": pack(turn), "tried": [*state["tried"], *queries]}
    tasks = [SearchTask(query=query, order=order) for order, query in enumerate(queries)]
    return Command(update=update, goto=[Send("search", task) for task in tasks])


def _spending(state: ResearchState, usage: TokenUsage, elapsed_ms: float) -> JsonObject:
    return {"usage": dump(usage_of(state) + usage), "elapsed_ms": state["elapsed_ms"] + elapsed_ms}


def _with_hits(state: ResearchState, hits: list[JsonObject], turn: Turn) -> Evidence:
    """The evidence with what the searches brought; of a follow-up, what it asked for by name comes first."""
    evidence = evidence_of(state)
    for hit in hits:
        passages = [Passage.model_validate(passage) for passage in hit["passages"]]
        if turn.follows is not None:
            passages = named_first(hit["query"], state["question"], passages)
        evidence = evidence.with_hits(hit["query"], passages, turn.number)
    return evidence


def _close(state: ResearchState, runtime: Run, attempt: Attempt, update: JsonObject) -> Command[Any]:
    """Write the attempt into the ledger and decide what comes next."""
    update = {**update, "attempts": [*state["attempts"], pack(attempt)]}
    spent = Spent(
        tokens=TokenUsage.model_validate(update["usage"]).total_tokens, elapsed_ms=update["elapsed_ms"]
    )
    further = int(getattr(runtime.context.evaluator, "further_judgements", 0))
    attempts = (*attempts_of(state), attempt)
    reason = reason_to_stop(attempts, spent, runtime.context.settings, further_judgements=further)
    if reason is not None:
        return Command(update={**update, "stop_reason": reason}, goto="finish")
    if is_only_unclear(attempt, runtime.context.settings):
        return _rewrite(runtime, Turn.rewriting(attempt), update)
    return Command(update=update, goto="refine")


def _rewrite(runtime: Run, turn: Turn, update: JsonObject) -> Command[Any]:
    """Another draft from the same passages, without a search."""
    runtime.stream_writer(turn.started)
    return Command(update={**update, "turn": pack(turn)}, goto="answer")


def _nothing_is_left(runtime: Run, last: Attempt, evidence: Evidence, update: JsonObject) -> Command[Any]:
    reason = reason_nothing_is_left(last, runtime.context.settings, evidence=bool(evidence.passages))
    return Command(update={**update, "stop_reason": reason}, goto="finish")
