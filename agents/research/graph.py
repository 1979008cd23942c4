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
from langgraph.types import Command, Overwrite

from agents.planner import MAX_FOLLOW_UPS
from agents.research.best_attempt import score_change
from agents.research.citations import with_judgement
from agents.research.context import ResearchContext
from agents.research.events import AttemptJudged, FinallyJudged, QueryRefined, QuestionPlanned
from agents.research.final_judging import FinalTask, optimism
from agents.research.nearby_passages import nearby_passages
from agents.research.node_spans import GraphNode, traced
from agents.research.passages_found import in_turns
from agents.research.passages_in_view import brings_more, draft_passages, next_step_passages
from agents.research.queries import distinct_queries, steps_needed, untried
from agents.research.review import can_be_fixed, sought, suggested
from agents.research.state import (
    JsonObject,
    ResearchState,
    SearchTask,
    Turn,
    attempts_of,
    dump,
    evidence_of,
    hit_of,
    pack,
    turn_of,
)
from agents.research.transitions import (
    Run,
    asking,
    close,
    drafted,
    followed,
    learnt,
    left_unchanged,
    ms_since,
    nothing_is_left,
    returned,
    rewrite,
    search_for,
    searched_in_vain,
    settled,
    spending,
    with_hits,
)
from agents.research.writer import Unchanged
from data_base.schemas.passage import Passage, paged_from_zero
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import Attempt

# plan, finish and judge_finally four times, of every follow-up: follow, search, gather twice, and of every
# attempt: refine, search, gather twice, answer, evaluate twice. LangGraph's own limit is a backstop; the stop
# rules end a run long before.
_STEPS, _STEPS_PER_FOLLOW_UP, _STEPS_PER_ATTEMPT = 15, 6, 9

ResearchGraph = CompiledStateGraph[ResearchState, ResearchContext, ResearchState, ResearchState]


async def plan(state: ResearchState, runtime: Run) -> Command[Literal["search"]]:
    """Look the question over for its parts; the first attempt searches for it and all of them.

    What can only be asked of what they bring is followed up before the first draft.
    """
    start = runtime.context.clock()
    with asking(runtime, "plan", 1):
        proposal = await runtime.context.planner.propose_plan(state["question"], as_of=state["as_of"])
    parts = proposal.sub_questions if len(proposal.sub_questions) > 1 or proposal.follow_ups else ()
    parts = () if parts == (state["question"],) else parts
    runtime.stream_writer(
        QuestionPlanned(sub_questions=parts, follow_ups=proposal.follow_ups, also=proposal.also)
    )
    # A single part may be the question in clearer words.
    asked = distinct_queries((state["question"], *proposal.sub_questions)) or (state["question"],)
    queries = distinct_queries((*asked, *proposal.also))
    turn = Turn(
        number=1,
        query=state["question"],
        queries=queries,
        guesses=len(queries) - len(asked),
        usage=proposal.usage,
        elapsed_ms=ms_since(start, runtime),
    )
    update = spending(state, turn.usage, turn.elapsed_ms)
    steps = [*(parts or (state["question"],)), *proposal.follow_ups]
    update |= {"sub_questions": list(parts), "steps": steps, "follow_ups": list(proposal.follow_ups)}
    return search_for(state, turn, queries, update)


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
    return {"hits": [hit_of(state, passages, ms_since(start, runtime))]}


async def gather(
    state: ResearchState, runtime: Run
) -> Command[Literal["follow", "answer", "refine", "finish"]]:
    """Add what was found to the evidence; go on without a draft if none is worth writing from it."""
    turn, attempts = turn_of(state), attempts_of(state)
    hits = sorted(state["hits"], key=lambda hit: int(hit["order"]))
    evidence = with_hits(state, hits, turn).opened(turn.guesses)
    found, new = in_turns(evidence.rankings[-turn.searches :]), evidence.found_in(turn.number)
    elapsed_ms = max(float(hit["elapsed_ms"]) for hit in hits)
    turn = turn.with_work(TokenUsage(), elapsed_ms, found=found, new=new)
    update = {"hits": Overwrite([]), "evidence": dump(evidence), "turn": pack(turn)}
    update |= spending(state, TokenUsage(), elapsed_ms)

    shown = draft_passages(turn, attempts, evidence, state["bearing"], runtime.context.settings)
    in_vain = bool(attempts) and not brings_more(turn, shown, attempts)
    if in_vain and can_be_fixed(attempts[-1]):
        turn, in_vain = turn.model_copy(update={"rewritten": True}), False
        update["turn"] = pack(turn)
    if not in_vain and turn.follows is None:
        runtime.stream_writer(turn.started)
    runtime.stream_writer(turn.passages_found([hit["query"] for hit in hits if hit["order"] >= 0], evidence))
    if in_vain:
        return searched_in_vain(state, runtime, attempts[-1], evidence, update)
    return Command(update={**update, "in_vain": 0}, goto="follow" if state["follow_ups"] else "answer")


async def follow(
    state: ResearchState, runtime: Run
) -> Command[Literal["search", "follow", "answer", "evaluate"]]:
    """Search for what only now can be asked: the next follow-up of the plan, with what was found put in.

    Where what it needs was not found, that is searched for once more in another spelling; a follow-up whose
    input is still missing then is not asked, nor is one that an earlier reply answered. A reply that answers
    all that is open is the draft.
    """
    start = runtime.context.clock()
    turn, (follow_up, *later) = turn_of(state), state["follow_ups"]
    number = len(state["steps"]) - len(later)
    if str(number) in state["known"]:
        return settled(state, runtime, [follow_up], "found", {})
    if set(steps_needed(follow_up)) & set(state["unfound"]):
        return settled(state, runtime, [follow_up], "missing", {"unfound": [number]})
    found = next_step_passages(evidence_of(state), state["bearing"])
    with asking(runtime, "follow", turn.number, asks=bool(found)):
        proposal = await runtime.context.planner.propose_follow_up(
            state["question"],
            follow_up,
            earlier=state["steps"][: number - 1],
            later=later,
            known={int(step): said for step, said in state["known"].items()},
            tried=state["tried"],
            found=found,
            as_of=state["as_of"],
        )
    elapsed_ms = ms_since(start, runtime)
    turn = turn.with_work(proposal.usage, elapsed_ms)
    update = {**spending(state, proposal.usage, elapsed_ms), "turn": pack(turn)} | learnt(state, proposal)
    return followed(state, runtime, proposal, turn, update)


async def answer(state: ResearchState, runtime: Run) -> Command[Literal["evaluate", "refine", "finish"]]:
    """Write a draft from the best of the evidence, with what was wrong with the one before.

    One that the writer leaves as it is, is not judged again.
    """
    start = runtime.context.clock()
    turn, attempts, evidence = turn_of(state), attempts_of(state), evidence_of(state)
    shown = draft_passages(turn, attempts, evidence, state["bearing"], runtime.context.settings)
    earlier = attempts[-1] if attempts else None
    with asking(runtime, "answer", turn.number, asks=bool(shown)):
        draft = await runtime.context.writer.write(state["question"], shown, earlier, as_of=state["as_of"])
    elapsed_ms = ms_since(start, runtime)
    update = spending(state, draft.usage, elapsed_ms)
    if isinstance(draft, Unchanged):
        if earlier is None:
            raise ValueError("there is no draft yet that could be left as it is")
        return left_unchanged(state, runtime, turn.leaving(earlier, draft.usage, shown, elapsed_ms), update)
    return drafted(runtime, turn.with_work(draft.usage, elapsed_ms), draft, update)


async def evaluate(
    state: ResearchState, runtime: Run
) -> Command[Literal["evaluate", "refine", "answer", "finish"]]:
    """Judge the draft on the user's own question; a judge that fails is asked once more, then no further.

    It sees what the draft was written from, in the same order: a draft that says of something else that the
    documents do not contain it would else be called a lie.
    """
    start = runtime.context.clock()
    turn, attempts = turn_of(state), attempts_of(state)
    tried = (*state["tried"], *suggested(attempts))
    with asking(runtime, "evaluate", turn.number):
        evaluation = await runtime.context.judged(state["question"], turn.draft, tried)
    elapsed_ms = ms_since(start, runtime)
    turn = turn.with_work(evaluation.usage, elapsed_ms)
    update = spending(state, evaluation.usage, elapsed_ms)
    change = score_change(evaluation, attempts)
    runtime.stream_writer(AttemptJudged(attempt=turn.number, evaluation=evaluation, score_change=change))
    if evaluation.evaluation_failed and not turn.judge_failed_once:
        turn = turn.model_copy(update={"judge_failed_once": True})
        return Command(update={**update, "turn": pack(turn)}, goto="evaluate")
    turn = turn.model_copy(update={"answer": with_judgement(turn.draft, evaluation.issues)})
    return close(state, runtime, turn.close(evaluation, change), update)


async def refine(
    state: ResearchState, runtime: Run
) -> Command[Literal["search", "gather", "answer", "finish"]]:
    """Turn the judge's suggestion into a query that has not been tried.

    Where something is missing, what is next to the cited passages is fetched, too. Where there is nothing to
    search for, a draft whose faults the judge named is rewritten from the same passages.
    """
    start = runtime.context.clock()
    last, evidence = attempts_of(state)[-1], evidence_of(state)
    suggestion = last.evaluation.suggestion if last.evaluation else ""
    nearby = await nearby_passages(last, evidence, runtime.context)
    wanted = sought(last, state["question"])
    with asking(runtime, "refine", last.number, asks=bool(wanted.strip())):
        proposal = await runtime.context.planner.propose_query(
            state["question"],
            wanted,
            tried=state["tried"],
            found=evidence.best_first(),
            as_of=state["as_of"],
        )
    elapsed_ms = ms_since(start, runtime)
    update = spending(state, proposal.usage, elapsed_ms)
    queries = untried((proposal.query, *proposal.also), state["tried"]) if proposal.query else ()
    if not queries and not nearby:
        if can_be_fixed(last):
            return rewrite(runtime, Turn.rewriting(last).with_work(proposal.usage, elapsed_ms), update)
        return nothing_is_left(runtime, last, evidence, update)
    query = queries[0] if queries else last.query
    if queries:
        runtime.stream_writer(
            QueryRefined(attempt=last.number, suggestion=suggestion, parent_query=last.query, query=query)
        )
    turn = Turn(
        number=last.number + 1,
        query=query,
        parent_query=last.query,
        suggestion=suggestion,
        queries=queries,
        nearby=bool(nearby),
        usage=proposal.usage,
        elapsed_ms=elapsed_ms,
    )
    if nearby:
        update["hits"] = [hit_of(SearchTask(query=query, order=-1), nearby, 0.0)]
    return search_for(state, turn, queries, update)


async def finish(state: ResearchState, runtime: Run) -> Command[Literal["judge_finally", "__end__"]]:
    """Choose the attempt that is returned, and have it and the first one judged by who did not steer."""
    return returned(state, runtime.context)


async def judge_finally(state: FinalTask, runtime: Run) -> JsonObject:
    """Have the final judge judge an attempt on what it was written from."""
    judge, attempt = runtime.context.final_judge, Attempt.model_validate(state["attempt"])
    assert judge is not None  # noqa: S101  (else nobody comes here)
    draft = attempt.answer
    with asking(runtime, "judge_finally", attempt.number):
        said = await judge.evaluator.evaluate_fine_grained(state["question"], draft.text, draft.passages)
    gap = optimism(said, attempt)
    runtime.stream_writer(FinallyJudged(attempt=attempt.number, evaluation=said, optimism=gap))
    return {"final": [{"judge": judge.name, "index": state["index"], "evaluation": dump(said)}]}


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
    graph.add_node("judge_finally", bound(traced(judge_finally)), input_schema=FinalTask)
    for node in (gather, follow, answer, evaluate, refine, finish):
        graph.add_node(node.__name__, bound(traced(node)))
    graph.add_edge(START, "plan")
    graph.add_edge("search", "gather")
    graph.add_edge("judge_finally", "finish")
    return graph.compile(name="deep_research")


def step_limit(max_attempts: int) -> int:
    """More steps than a run of so many attempts can take."""
    return _STEPS + _STEPS_PER_FOLLOW_UP * MAX_FOLLOW_UPS + _STEPS_PER_ATTEMPT * max_attempts
