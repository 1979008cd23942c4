"""The state of a run as the graph keeps it: plain JSON data, and the typed values it is read into.

Checkpoints contain nothing but dicts, lists, strings and numbers, so that they can be read back with every
guard of the serialiser switched on, and by a later version of the code.
"""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, TypedDict

from pydantic import Field

from agents.research.events import AttemptStarted, PassagesFound
from agents.research.final_judging import final_judgement
from agents.research.passages_found import Evidence, plain
from data_base.errors import InputError, require_text
from data_base.schemas.answer import Answer
from data_base.schemas.frozen import Frozen
from data_base.schemas.passage import Passage
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import (
    Attempt,
    DeepResearchResult,
    FineGrainedEvaluationResult,
    StopReason,
)

JsonObject = dict[str, Any]


def require_question(question: object, thread_id: object = None) -> None:
    """Refuse what cannot be researched, or not under that name.

    Raises:
        InputError: one is no string, or empty.
    """
    require_text(question=question)
    if thread_id is not None:
        require_text(thread_id=thread_id)
    if thread_id == "":
        raise InputError("`thread_id` is empty; pass a name, or None for a new run.")
    if not str(question).strip():
        raise InputError("The question is empty; ask something.")


class ResearchState(TypedDict, total=False):
    """The channels of the graph; every node returns new values and changes none in place."""

    question: str
    """The user's question."""
    notes: dict[str, str]
    """What the caller wrote down to take the run up again; the loop reads none of it."""
    fingerprint: str
    """The fingerprint of all that shapes the run; a thread is only continued under the same one."""
    as_of: str
    """The date of the run, empty for none; a resumed run keeps it."""
    sub_questions: list[str]
    """Parts of the question, empty for a single one."""
    steps: list[str]
    """All steps of the plan in order, its parts (the question where it is single) and its follow-ups."""
    follow_ups: list[str]
    """The last of the steps, which are still to be asked of what the others bring."""
    unfound: list[int]
    """Numbers, from 1, of the steps that brought nothing to go on."""
    known: dict[str, str]
    """What steps were found to stand for, by their numbers."""
    bearing: list[str]
    """Ids of the passages that say so."""
    asked_again: bool
    """Whether what the next follow-up needs was searched for once more."""
    tried: list[str]
    """Every query searched for so far, in order."""
    turn: JsonObject
    """The attempt in hand, a :class:`Turn` packed by :func:`pack`."""
    hits: Annotated[list[JsonObject], operator.add]
    """What the searches side by side have brought, emptied once it is gathered."""
    in_vain: int
    """Searches in a row, after the last draft, that brought nothing to write another one from."""
    evidence: JsonObject
    """A dumped :class:`agents.research.passages_found.Evidence`."""
    attempts: list[JsonObject]
    """Finished attempts, packed by :func:`pack`."""
    usage: JsonObject
    """Model calls of the whole run, a dumped TokenUsage."""
    elapsed_ms: float
    """Milliseconds of work so far."""
    stop_reason: StopReason
    """Why the loop ended, absent while it runs."""
    final: Annotated[list[JsonObject], operator.add]
    """What the final judge has said so far, each with the index of the attempt."""
    best_index: int | None
    """Index of the returned attempt."""


class SearchTask(TypedDict):
    """One search of those that run side by side."""

    query: str
    """What to search for."""
    order: int
    """Its place among them, from 0."""


class Turn(Frozen):
    """The attempt in hand, before it is a line of the ledger."""

    number: int = Field(ge=1)
    """From 1."""
    query: str
    """The query the ledger names."""
    parent_query: str | None = None
    """The query it was refined from."""
    suggestion: str | None = None
    """The judge's suggestion that shaped it."""
    rewritten: bool = False
    """Whether it is rewritten from the passages of the attempt before."""
    queries: tuple[str, ...]
    """All that was searched for: the query, and for the first attempt the parts and follow-ups.

    Nothing where it is rewritten without a search.
    """
    guesses: int = 0
    """How many of the last of them are the plan's guesses."""
    nearby: bool = False
    """Whether what is next to the cited passages in their documents was fetched, too."""
    follows: str | None = None
    """The follow-up that the last of them were made for, None where they were made for none."""
    found: tuple[str, ...] = ()
    """Ids of the passages found, best first."""
    new: tuple[str, ...] = ()
    """Those no earlier attempt had found."""
    answer: Answer | None = None
    """The draft, None until it is written."""
    abstained: bool = False
    """Whether the draft abstains."""
    judge_failed_once: bool = False
    """Whether the judge has failed on it and is asked again."""
    usage: TokenUsage = TokenUsage()
    """Model calls so far."""
    elapsed_ms: float = 0
    """Milliseconds of work so far."""

    @classmethod
    def rewriting(cls, last: Attempt) -> Turn:
        """A turn that rewrites the last attempt's draft, without a search."""
        suggestion = last.evaluation.suggestion if last.evaluation else None
        return cls(
            number=last.number + 1,
            query=last.query,
            parent_query=last.query,
            suggestion=suggestion,
            rewritten=True,
            queries=(),
        )

    @property
    def searches(self) -> int:
        """How many rankings of the evidence are its own."""
        return len(self.queries) + self.nearby

    @property
    def draft(self) -> Answer:
        """The written draft.

        Raises:
            ValueError: there is none yet.
        """
        if self.answer is None:
            raise ValueError(f"attempt {self.number} has no draft yet")
        return self.answer

    @property
    def started(self) -> AttemptStarted:
        """That it begins."""
        return AttemptStarted(
            attempt=self.number,
            query=self.query,
            parent_query=self.parent_query,
            suggestion=self.suggestion,
            rewritten=self.rewritten,
        )

    def passages_found(self, queries: Sequence[str], evidence: Evidence) -> PassagesFound:
        """That its last searches, by these queries, came back; the evidence has what they brought."""
        return PassagesFound(
            attempt=self.number,
            queries=tuple(queries),
            follows=self.follows,
            found=self.found,
            new=self.new,
            total=len(evidence.passages),
        )

    def with_work(self, usage: TokenUsage, elapsed_ms: float, **changes: Any) -> Turn:  # noqa: ANN401
        """The turn after a node's work: its cost added, the named fields changed."""
        cost = {"usage": self.usage + usage, "elapsed_ms": self.elapsed_ms + elapsed_ms}
        return self.model_copy(update={**cost, **changes})

    def close(self, evaluation: FineGrainedEvaluationResult, score_change: float | None) -> Attempt:
        """The judged turn as a line of the ledger."""
        shared = {name: value for name, value in self if name in Attempt.model_fields}
        judged = {"answer": self.draft, "evaluation": evaluation, "score_change": score_change}
        return Attempt(**{**shared, **judged})

    def leaving(
        self, last: Attempt, usage: TokenUsage, shown: Sequence[Passage], elapsed_ms: float
    ) -> Attempt:
        """The turn as a line of the ledger where the writer left the last attempt's draft as it is.

        Args:
            last: the attempt, which is judged.
            usage: what asking the writer cost.
            shown: what the writer was shown.
            elapsed_ms: how long it took.
        """
        spared = {"usage": TokenUsage(), "cost_usd": None, "latency_ms": 0.0}
        evaluation = last.evaluation.model_copy(update=spared) if last.evaluation else None
        answer = last.answer.model_copy(update={"usage": usage, "passages": tuple(shown)})
        turn = self.with_work(usage, elapsed_ms, answer=answer, abstained=last.abstained)
        shared = {name: value for name, value in turn if name in Attempt.model_fields}
        return Attempt(**{**shared, "unchanged": True, "evaluation": evaluation, "score_change": None})


def hit_of(task: SearchTask, passages: Sequence[Passage], elapsed_ms: float) -> JsonObject:
    """What a search brought, as it waits to be gathered."""
    return {**task, "passages": [dump(passage) for passage in passages], "elapsed_ms": elapsed_ms}


def dump(value: Frozen) -> JsonObject:
    """A value as plain JSON data."""
    return value.model_dump(mode="json")


def evidence_of(state: ResearchState) -> Evidence:
    """The evidence found so far."""
    return Evidence.model_validate(state["evidence"])


def turn_of(state: ResearchState) -> Turn:
    """The attempt in hand."""
    return Turn.model_validate(_with_passages(state["turn"], evidence_of(state)))


def attempts_of(state: ResearchState) -> tuple[Attempt, ...]:
    """The finished attempts, in order."""
    evidence = evidence_of(state)
    return tuple(Attempt.model_validate(_with_passages(packed, evidence)) for packed in state["attempts"])


def usage_of(state: ResearchState) -> TokenUsage:
    """Model calls of the run so far."""
    return TokenUsage.model_validate(state["usage"])


def pack(value: Turn | Attempt) -> JsonObject:
    """A turn or attempt as JSON data, its answer's passages by id alone: their text is in the evidence."""
    packed = dump(value)
    if value.answer is not None:
        ids = [passage.id for passage in value.answer.passages]
        packed["answer"] = {**packed["answer"], "passages": ids}
    return packed


def _with_passages(packed: JsonObject, evidence: Evidence) -> JsonObject:
    """Undo what :func:`pack` left out."""
    if packed["answer"] is None:
        return packed
    known = evidence.by_id()
    passages = [dump(plain(known[passage_id])) for passage_id in packed["answer"]["passages"]]
    return {**packed, "answer": {**packed["answer"], "passages": passages}}


def first_state(question: str, fingerprint: str, notes: Mapping[str, str], as_of: str = "") -> ResearchState:
    """The state a run begins with."""
    return ResearchState(
        question=question,
        notes=dict(notes),
        fingerprint=fingerprint,
        as_of=as_of,
        sub_questions=[],
        steps=[],
        follow_ups=[],
        unfound=[],
        known={},
        bearing=[],
        asked_again=False,
        tried=[],
        hits=[],
        in_vain=0,
        final=[],
        evidence=dump(Evidence()),
        attempts=[],
        usage=dump(TokenUsage()),
        elapsed_ms=0.0,
    )


def result_of(state: ResearchState, thread_id: str) -> DeepResearchResult:
    """The result of a finished run.

    Where nothing was judged, the last draft is the answer.

    Raises:
        KeyError: the run is not finished.
    """
    attempts = attempts_of(state)
    best = state["best_index"]
    return DeepResearchResult(
        question=state["question"],
        answer=attempts[-1 if best is None else best].answer,
        attempts=attempts,
        best_index=best,
        stop_reason=state["stop_reason"],
        passages=evidence_of(state).best_first(),
        sub_questions=tuple(state["sub_questions"]),
        usage=usage_of(state),
        elapsed_ms=state["elapsed_ms"],
        thread_id=thread_id,
        final=final_judgement(state.get("final", ()), attempts, best),
    )
