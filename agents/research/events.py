"""What happens during research, as typed events; the terminal, the service and the tests read the same."""

from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from typing import Annotated, Literal

from pydantic import Field

from data_base.counted import counted
from data_base.schemas.answer import Answer
from data_base.schemas.frozen import Frozen
from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult

_LINE_LENGTH = 160


class RunStarted(Frozen):
    """A run began, or went on where it was cut off."""

    kind: Literal["run_started"] = "run_started"
    thread_id: str
    """The name to resume it by."""
    question: str
    """The user's question."""
    resumed: bool
    """Whether earlier work was found under that name."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        return f"{'resumed' if self.resumed else 'started'} {self.thread_id}: {one_line(self.question)}"


class QuestionPlanned(Frozen):
    """The question was looked over for its parts."""

    kind: Literal["question_planned"] = "question_planned"
    sub_questions: tuple[str, ...]
    """Its parts; empty for a single question."""
    follow_ups: tuple[str, ...] = ()
    """What will be asked of what their search brings."""
    also: tuple[str, ...] = ()
    """What is searched for at once with them: guesses at what will be asked, other spellings, names."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        parts = f"{counted(len(self.sub_questions), 'part')}: {one_line(' | '.join(self.sub_questions))}"
        then = f"; then {one_line(' | '.join(self.follow_ups))}" if self.follow_ups else ""
        also = f"; also: {one_line(' | '.join(self.also))}" if self.also else ""
        return f"plan: {parts if self.sub_questions else 'a single question'}{then}{also}"


class AttemptStarted(Frozen):
    """An attempt began."""

    kind: Literal["attempt_started"] = "attempt_started"
    attempt: int
    """Its number, from 1."""
    query: str
    """What is searched for."""
    parent_query: str | None = None
    """The query it was refined from, None for the first."""
    suggestion: str | None = None
    """The judge's suggestion that shaped the query, None for the first."""
    rewritten: bool = False
    """Whether the draft before is rewritten from the same passages."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        if self.rewritten:
            return f"attempt {self.attempt}: the draft is rewritten from the same passages"
        return f"attempt {self.attempt}: searched for “{one_line(self.query)}”"


class PassagesFound(Frozen):
    """A search came back."""

    kind: Literal["passages_found"] = "passages_found"
    attempt: int
    """The attempt it was made for, from 1.

    Where a search brings nothing new and the draft had reached the threshold, no such attempt follows.
    """
    queries: tuple[str, ...]
    """What was searched for, side by side."""
    follows: str | None = None
    """The follow-up of the plan that they were made for, None for the attempt's first search."""
    found: tuple[str, ...]
    """Ids of the passages that the attempt has found, best first."""
    new: tuple[str, ...]
    """Those that no earlier attempt had found."""
    total: int
    """Passages found in the run so far."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        counts = f"{counted(len(self.found), 'passage')}, {len(self.new)} new, {self.total} in all"
        followed = f"; followed up “{one_line(' | '.join(self.queries))}”" if self.follows else ""
        return f"attempt {self.attempt}: {counts}{followed}"


class FollowUpSettled(Frozen):
    """A follow-up of the plan needs no search, or cannot be searched for."""

    kind: Literal["follow_up_settled"] = "follow_up_settled"
    attempt: int
    """The attempt it belongs to, from 1."""
    follow_up: str
    """The follow-up."""
    status: Literal["found", "missing"]
    """Found: what was found answers it, or was searched for already.

    Missing: what it is asked of was not found.
    """

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        why = {"found": "needs no search", "missing": "cannot be asked: what it needs was not found"}
        return f"attempt {self.attempt}: “{one_line(self.follow_up)}” {why[self.status]}"


Step = Literal["plan", "follow", "answer", "evaluate", "refine", "judge_finally"]
"""A node of the graph that asks a model, by its name."""


class ModelCallStarted(Frozen):
    """A model is being asked; what comes of it is the next event of another kind."""

    kind: Literal["model_call_started"] = "model_call_started"
    step: Step
    """What for."""
    attempt: int
    """The attempt that it belongs to, from 1."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        return f"attempt {self.attempt}: {self.step}: a model is asked"


class ModelCallEnded(Frozen):
    """A model has replied, or failed."""

    kind: Literal["model_call_ended"] = "model_call_ended"
    step: Step
    """What for."""
    attempt: int
    """The attempt that it belongs to, from 1."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        return f"attempt {self.attempt}: {self.step}: the model's part is done"


class AnswerDrafted(Frozen):
    """A draft was written."""

    kind: Literal["answer_drafted"] = "answer_drafted"
    attempt: int
    """Its number, from 1."""
    answer: Answer
    """The draft."""
    abstained: bool
    """Whether it says that the documents do not contain the answer."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        cited = len(self.answer.citations)
        failing = sum(citation.verdict == "unsupported" for citation in self.answer.citations)
        bare = f", {counted(len(self.answer.uncited), 'sentence')} without one" if self.answer.uncited else ""
        what = "abstains" if self.abstained else f"{counted(cited, 'citation')}, {failing} wrong{bare}"
        return f"attempt {self.attempt}: drafted ({what}): {one_line(self.answer.text)}"


class DraftLeft(Frozen):
    """The writer left the draft before as it is; it is not judged again."""

    kind: Literal["draft_left"] = "draft_left"
    attempt: int
    """Number of the attempt that brought nothing to change, from 2."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        return f"attempt {self.attempt}: the draft stays as it is"


class AttemptJudged(Frozen):
    """The judge spoke; where it failed, it may be asked once more."""

    kind: Literal["attempt_judged"] = "attempt_judged"
    attempt: int
    """Number of the judged attempt, from 1."""
    evaluation: FineGrainedEvaluationResult
    """What it said."""
    score_change: float | None = None
    """Weighted score minus that of the attempt before, None where either is missing."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        if self.evaluation.evaluation_failed:
            return f"attempt {self.attempt}: the judge failed: {one_line(self.evaluation.reason)}"
        metrics = self.evaluation.metrics
        change = "" if self.score_change is None else f" ({self.score_change:+.2f})"
        scores = f"{metrics.accuracy:g}/{metrics.completeness:g}/{metrics.clarity:g}"
        judged = f"attempt {self.attempt}: judged {metrics.weighted_score:.2f}{change}, A/C/L {scores}"
        return f"{judged}: {one_line(self.evaluation.reason)}"


class QueryRefined(Frozen):
    """A judgement led to a new query."""

    kind: Literal["query_refined"] = "query_refined"
    attempt: int
    """The judged attempt, from 1."""
    suggestion: str
    """The judge's suggestion; empty where it made none and the question is still open."""
    parent_query: str
    """The query of that attempt."""
    query: str
    """The new query."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        step = f"“{one_line(self.parent_query)}” -> “{one_line(self.query)}”"
        by = f"suggestion “{one_line(self.suggestion)}”" if self.suggestion else "what is still open"
        return f"attempt {self.attempt}: {by} turned {step}"


class FinallyJudged(Frozen):
    """The final judge spoke; where it failed, it may be asked once more."""

    kind: Literal["finally_judged"] = "finally_judged"
    attempt: int
    """Number of the judged attempt, from 1: the first or the returned one."""
    evaluation: FineGrainedEvaluationResult
    """What it said."""
    optimism: float | None = None
    """Weighted score by the judge that steered minus this one, None where either is missing."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        if self.evaluation.evaluation_failed:
            return f"attempt {self.attempt}: the final judge failed: {one_line(self.evaluation.reason)}"
        gap = "" if self.optimism is None else f" (optimism {self.optimism:+.2f})"
        score = f"{self.evaluation.metrics.weighted_score:.2f}{gap}"
        return f"attempt {self.attempt}: finally judged {score}: {one_line(self.evaluation.reason)}"


class Finished(Frozen):
    """The run ended."""

    kind: Literal["finished"] = "finished"
    result: DeepResearchResult
    """Answer, attempts and cost."""

    @property
    def line(self) -> str:
        """The event in one line for a person."""
        result = self.result
        best = "no judged attempt" if result.best is None else f"attempt {result.best.number} is the best"
        spent = f"{counted(result.usage.calls, 'call')}, {counted(result.usage.total_tokens, 'token')}"
        ended = f"finished ({result.stop_reason}): {best} of {len(result.attempts)}"
        return f"{ended}; {spent}, {result.elapsed_ms:.0f} ms"


ResearchEvent = Annotated[
    RunStarted
    | QuestionPlanned
    | AttemptStarted
    | PassagesFound
    | FollowUpSettled
    | ModelCallStarted
    | ModelCallEnded
    | AnswerDrafted
    | DraftLeft
    | AttemptJudged
    | QueryRefined
    | FinallyJudged
    | Finished,
    Field(discriminator="kind"),
]
"""Any of the events; ``pydantic.TypeAdapter(ResearchEvent)`` reads them back from JSON."""


async def result_at_end(
    events: AsyncGenerator[ResearchEvent], watch: Callable[[ResearchEvent], object] | None = None
) -> DeepResearchResult:
    """What a run's events end with; ``watch`` is called with each of them."""
    async with aclosing(events):
        async for event in events:
            if watch is not None:
                watch(event)
            if isinstance(event, Finished):
                return event.result
    raise RuntimeError("the research ended without a result")


def one_line(text: str) -> str:
    """Text folded to one line and shortened, so that a log line stays a line whatever it quotes."""
    printable = "".join(char if char.isprintable() else " " for char in text)
    folded = " ".join(printable.split())
    return folded if len(folded) <= _LINE_LENGTH else folded[: _LINE_LENGTH - 1] + "…"
