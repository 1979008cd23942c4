"""Deep Research: answers that are judged, researched again with the judge's suggestion, and judged again."""

import uuid
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.errors import NodeTimeoutError

from agents.calls.run_sync import wait_for
from agents.evaluator import RAGEvaluator
from agents.graphs.nodes import ResearchGraphNode
from agents.graphs.retrievers import Searches, as_retriever
from agents.graphs.search_sources import guarded
from agents.judges.as_of import judged_as_of
from agents.judges.judge_spec import evaluates_itself
from agents.judges.settings import EvaluatorSettings
from agents.models.options import SAME
from agents.models.registry import EMBEDDED, chat_model, model_id, model_identity
from agents.models.request import seconds
from agents.planner import Planner
from agents.research.checkpoints import checkpoint_parts, keep_last, open_checkpoints
from agents.research.context import FinalJudge, ResearchContext, ResearchEvaluator
from agents.research.events import Finished, ResearchEvent, RunStarted, result_at_end
from agents.research.graph import ResearchGraph, research_graph, step_limit
from agents.research.settings import ResearchSettings, short_hash
from agents.research.state import ResearchState, first_state, require_question, result_of
from agents.research.writer import AnswerWriter
from data_base.errors import InputError
from data_base.logs import module_logger
from data_base.schemas.claim_table import ClaimTable
from data_base.schemas_deep_research import Attempt, DeepResearchResult, FineGrainedEvaluationResult
from data_base.whole_text import whole_text

JudgeLike = str | BaseChatModel | ResearchEvaluator
"""What can be handed in as a judge."""
_log = module_logger(__name__)
_SHORTEST_STEP = 1800.0
_TRIES_IN_A_STEP = 3


class DeepResearchService(ResearchGraphNode):
    """Researches questions over a retriever, as often and as many at once as one likes.

    Where the settings name a place for checkpoints, a run is kept there under its thread id. To continue a
    run that was killed, cancelled or broken off by an error, call :meth:`run` or :meth:`stream` with the same
    question and thread id: at most the step it was in is done again. A finished run under that id is returned
    as it is; one that was given no thread id is not kept once it is finished. One thread id is for one run at
    a time. Without such a place nothing is written to disk, and no run can be continued.
    """

    def __init__(
        self,
        llm: BaseChatModel | str,
        *,
        retriever: Searches | Sequence[Searches],
        evaluator: JudgeLike | None = None,
        settings: ResearchSettings | None = None,
        final_judge: JudgeLike | None = None,
        stream_answer: bool = False,
    ) -> None:
        """Bind models, retriever and settings.

        Args:
            llm: plans, refines and writes: a LangChain chat model or a model name.
            retriever: any LangChain retriever (a :class:`data_base.passage_index.PassageIndex` is one) or
                tool, or a function of the query that returns texts or documents. Of several, what all find is
                merged by rank.
            evaluator: judges the drafts: a :class:`agents.evaluator.RAGEvaluator`, or a judge's name or model
                that becomes one as ``llm`` does if None.
            settings: when to retry and stop, and where runs are kept.
            final_judge: judges the first and the returned attempt once and steers nothing, so that the result
                has a score that no draft was written to please: a judge's name, a LangChain chat model, an
                evaluator, or ``same`` for the evaluator's model by another template and another order of
                passages. What the settings name if None.
            stream_answer: whether a host's LangGraph graph streams the tokens of the drafts
                (``stream_mode="messages", subgraphs=True``) as it does those of its own models.
        """
        self.settings = ResearchSettings.of(settings)
        language, call = self.settings.language, self.settings.call
        model = chat_model(llm)
        judging = _steering_judge(model if evaluator is None else evaluator, self.settings)
        searched = guarded(as_retriever(retriever))
        # The claims of a draft are nobody's concern: those of the answer are checked once it is there.
        self._claims_of = judging.claims_of if isinstance(judging, RAGEvaluator) else None
        self._context = ResearchContext(
            planner=Planner(model, language=language, call=call),
            writer=AnswerWriter(model, language=language, call=call, streamed=stream_answer),
            evaluator=judging.without_claims() if isinstance(judging, RAGEvaluator) else judging,
            retriever=searched,
            settings=self.settings,
            streams_drafts=stream_answer,
            final_judge=_final_judge(
                self.settings.final_judge if final_judge is None else final_judge, judging
            ),
        )
        self._step_timeout = self.settings.step_timeout_s or _step_timeout(
            self.settings.call.timeout, getattr(model, "timeout", None), getattr(judging, "timeout", None)
        )
        self._fingerprint = self.settings.fingerprint(
            model_identity(model),
            _judge_identity(self._context.evaluator),
            str(getattr(searched if isinstance(retriever, list | tuple) else retriever, "fingerprint", "")),
            *(() if self._context.final_judge is None else (_identity_of(self._context.final_judge),)),
        )

    @property
    def context(self) -> ResearchContext:
        """What its runs work with."""
        return self._context

    async def run(
        self, question: str, *, thread_id: str | None = None, notes: Mapping[str, str] | None = None
    ) -> DeepResearchResult:
        """Research a question.

        Args:
            question: as the user asks it.
            thread_id: names the run, so that it can be resumed where it is kept; a new one where None.
            notes: kept with a new run for the caller who resumes it (see
                :mod:`agents.research.checkpointed_runs`).

        Raises:
            InputError: the question is empty, ``thread_id`` names a run of another question or of other
                settings, models or documents, the checkpoints cannot be written, or a step takes too long.
        """
        return await result_at_end(self.stream(question, thread_id=thread_id, notes=notes))

    def run_sync(self, question: str, *, thread_id: str | None = None) -> DeepResearchResult:
        """As :meth:`run`, for callers without an event loop; works inside a running one, too."""
        return wait_for(lambda: self.run(question, thread_id=thread_id))

    async def stream(
        self, question: str, *, thread_id: str | None = None, notes: Mapping[str, str] | None = None
    ) -> AsyncGenerator[ResearchEvent]:
        """As :meth:`run`, reporting what happens; the last event is :class:`agents.research.events.Finished`.

        Every event is logged in one line, too. A resumed run reports what happens from there on.
        """
        require_question(question, thread_id)
        question = whole_text(question)
        loop = self._drill_down_loop(question, thread_id=thread_id, notes=notes)
        async with aclosing(loop) as events:
            async for event in events:
                _log.info("%s", event.line)
                yield event

    def thread_id(self, question: str, *, label: str = "") -> str:
        """A name for a run that the same question, settings, models, documents and label always give.

        Callers that cannot keep the name of a new run pass this one: the same call again then resumes the
        run, or returns its result if it was finished.

        Args:
            question: the question.
            label: distinguishes runs that are otherwise the same.
        """
        return f"{short_hash(whole_text(question), label)}-{self._fingerprint}"

    async def _drill_down_loop(
        self, question: str, *, thread_id: str | None = None, notes: Mapping[str, str] | None = None
    ) -> AsyncGenerator[ResearchEvent]:
        """The loop itself: plan, retrieve, answer, judge; below the threshold refine and retrieve again."""
        given, thread_id = thread_id, thread_id or self.thread_id(question, label=uuid.uuid4().hex)
        config: RunnableConfig = {
            "configurable": {"thread_id": thread_id},
            "recursion_limit": step_limit(self.settings.max_attempts),
        }
        async with open_checkpoints(self.settings.checkpoints) as saver:
            graph = research_graph(self._step_timeout).copy({"checkpointer": saver})
            state = cast("ResearchState", (await graph.aget_state(config)).values)
            self._check_same_run(state, question, thread_id)
            yield RunStarted(thread_id=thread_id, question=question, resumed=bool(state))
            is_new = "best_index" not in state
            if is_new:
                start = None if state else self._first_state(question, notes)
                async with aclosing(self._steps(graph, start, config)) as steps:
                    async for step in steps:
                        if isinstance(step, dict):
                            state = step
                        else:
                            yield step
            if is_new and given:
                await keep_last(saver, thread_id)
            with self._resumable(thread_id):
                result = await self._with_claims(result_of(state, thread_id), saver)
            if not given:
                await saver.adelete_thread(thread_id)
            yield Finished(result=result)

    async def _with_claims(
        self, result: DeepResearchResult, saver: BaseCheckpointSaver[str]
    ) -> DeepResearchResult:
        """The result with the claim table of its answer, where the evaluator makes tables.

        What is said of the claims of each source is kept as it comes: a run that ends here asks for no more
        than the rest when it is resumed.
        """
        if self._claims_of is None or result.verdict is None:
            return result
        kept = await checkpoint_parts(saver, result.thread_id)
        table = await self._claims_of(result.question, result.answer, kept=kept)
        return result if table is None else _with_table(result, table)

    async def _steps(
        self, graph: ResearchGraph, start: ResearchState | None, config: RunnableConfig
    ) -> AsyncGenerator[ResearchEvent | ResearchState]:
        """Run the graph to its end: events as they happen, and the state after every step."""
        name = config["configurable"]["thread_id"]
        steps = graph.astream(
            start, config, context=self._context, stream_mode=["custom", "values"], durability="sync"
        )
        with self._resumable(name):
            async with aclosing(cast("AsyncGenerator[Any]", steps)) as parts:
                async for _, data in parts:
                    yield data

    @contextmanager
    def _resumable(self, name: str) -> Iterator[None]:
        """Errors say that the run can be resumed, where it is kept."""
        try:
            yield
        except NodeTimeoutError as error:
            resumed = f" The run {name} can be resumed." if self._is_kept else ""
            raise InputError(
                f"The step {error.node} took longer than {error.timeout:g} seconds; see what delays it, or "
                f"raise the setting step_timeout_s.{resumed}"
            ) from error
        except Exception as error:
            if self._is_kept:
                error.add_note(f"The run {name} can be resumed by this thread id.")
            raise

    def _first_state(self, question: str, notes: Mapping[str, str] | None) -> ResearchState:
        as_of = judged_as_of(self.settings.as_of)
        return first_state(question, self._fingerprint, notes or {}, str(as_of or ""))

    @property
    def _is_kept(self) -> bool:
        return self.settings.checkpoints is not None

    def _check_same_run(self, state: ResearchState, question: str, thread_id: str) -> None:
        if state and state["question"] != question:
            raise InputError(f"The run {thread_id} is of another question; choose another thread id.")
        if state and state["fingerprint"] != self._fingerprint:
            raise InputError(
                f"The run {thread_id} was begun with other settings, models or documents, or by another "
                "version; go back to those, or choose another thread id."
            )


def _step_timeout(*timeouts: float | None) -> float:
    return max(_SHORTEST_STEP, _TRIES_IN_A_STEP * max(map(seconds, timeouts)))


def _judge_identity(evaluator: ResearchEvaluator) -> str:
    return str(getattr(evaluator, "identity", None) or getattr(evaluator, "model_id", ""))


def _identity_of(judge: FinalJudge) -> str:
    return f"{judge.name} {_judge_identity(judge.evaluator)}"


def _final_judge(judge: JudgeLike | None, steering: ResearchEvaluator) -> FinalJudge | None:
    """Who judges what is returned, by the settings of the judge that steers.

    Raises:
        InputError: it cannot be used, or steers.
    """
    if judge is None:
        return None
    is_same = isinstance(judge, str) and judge.strip() == SAME
    found: ResearchEvaluator
    if evaluates_itself(judge):
        found = cast("ResearchEvaluator", judge)
    elif not isinstance(judge, str):
        found = RAGEvaluator(cast("BaseChatModel", judge))
    elif isinstance(steering, RAGEvaluator):
        found = steering.final_judge(judge)
    elif is_same:
        raise InputError(
            f"{SAME} needs an evaluator that has another prompt, a RAGEvaluator; name another final judge"
        )
    else:
        found = RAGEvaluator(judge)
    if not is_same and _steers(judge, found, steering):
        raise InputError(f"the final judge steers the research; pass another one, or {SAME}")
    name = str(getattr(found, "model_id", type(found).__name__))
    return FinalJudge(f"{SAME}: {name}" if is_same else name, found)


def _steers(judge: JudgeLike, found: ResearchEvaluator, steering: ResearchEvaluator) -> bool:
    """Whether what was handed in as the final judge steers, as it is or in another object."""
    turns = steering.spec.turns if isinstance(steering, RAGEvaluator) else ()
    is_alike = isinstance(found, RAGEvaluator) and _judge_identity(found) == _judge_identity(steering)
    return is_alike or any(judge is each for each in (steering, *turns))


def _with_table(result: DeepResearchResult, table: ClaimTable) -> DeepResearchResult:
    """The result with the claim table of its answer, in the judgement that counts."""
    usage, final = result.usage + table.usage, result.final
    if final is not None and result.verdict is final.returned:
        returned = final.returned.model_copy(update={"claims": table})
        final = final.model_copy(update={"returned": returned})
        return result.model_copy(update={"final": final, "usage": usage})
    best = cast("Attempt", result.best)
    judged = cast("FineGrainedEvaluationResult", best.evaluation).model_copy(update={"claims": table})
    attempts = tuple(
        each.model_copy(update={"evaluation": judged}) if each is best else each for each in result.attempts
    )
    return result.model_copy(update={"attempts": attempts, "usage": usage})


def _steering_judge(judge: JudgeLike, settings: ResearchSettings) -> ResearchEvaluator:
    """The judge of the drafts; one that is no evaluator is called as the loop calls its model."""
    if evaluates_itself(judge):
        return cast("ResearchEvaluator", judge)
    model = cast("str | BaseChatModel", judge)
    name = model if isinstance(model, str) else model_id(model)
    call = settings.call.model_dump(include=set(EvaluatorSettings.model_fields), exclude_none=True)
    return RAGEvaluator(
        model,
        language=settings.language,
        runtime=settings.call.runtime,
        passage_limit=settings.writer_passages,
        as_of=None if name == EMBEDDED else settings.as_of,
        **call,
    )
