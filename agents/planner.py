"""The planner: a question's parts, what follows from what they bring, and the query after a suggestion."""

from collections.abc import Sequence
from typing import Annotated, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator

from agents.calls.fence import Section
from agents.calls.prompt_call import PromptRole
from agents.calls.prompt_messages import passage_section, text_section
from agents.reply_parser import parse_reply
from agents.research.events import one_line
from agents.research.excerpts import best_lines
from agents.research.queries import (
    FollowUpProposal,
    FollowUpStatus,
    PlanProposal,
    QueryProposal,
    distinct_queries,
    untried,
)
from data_base.logs import module_logger
from data_base.schemas.passage import Passage

_log = module_logger(__name__)
Reply = TypeVar("Reply", bound=BaseModel)

MAX_SUB_QUESTIONS = 6
MAX_FOLLOW_UPS = 4
_MAX_FOLLOW_UP_QUERIES = 3
# Enough to see what has been found, each by its best lines; it is no reading of the documents.
_FOUND_SHOWN = 10


def _status(said: object) -> object:
    """What a reply calls by another name is searched for, if it brings queries."""
    return said if said in get_args(FollowUpStatus) else "search"


class PlanReply(BaseModel):
    """What the model is asked for when planning."""

    sub_questions: list[str]
    follow_ups: list[str] = []


class RefineReply(BaseModel):
    """What the model is asked for when refining; an empty query says that nothing is left to try."""

    query: str
    also: list[str] = []


class FollowUpReply(BaseModel):
    """What the model is asked for before a follow-up is searched for."""

    status: Annotated[FollowUpStatus, BeforeValidator(_status)] = "search"
    queries: list[str] = []


class Planner(PromptRole):
    """Asks a model to plan and to refine."""

    async def plan(self, question: str) -> list[str]:
        """The parts of a question, to be researched side by side; the question itself if it is single."""
        return list((await self.propose_plan(question)).sub_questions)

    async def refine_query(
        self,
        question: str,
        suggestion: str = "",
        *,
        tried: Sequence[str] = (),
        found: Sequence[Passage] = (),
    ) -> str:
        """The next query to search with.

        Args:
            question: the user's question.
            suggestion: the judge's; where it is empty (a judge that failed suggests nothing) no model is
                asked and the last query comes back as it was.
            tried: queries searched with so far, in order.
            found: what they brought, best first.

        Returns:
            The query; empty where nothing is left to try.
        """
        return (await self.propose_query(question, suggestion, tried=tried, found=found)).query

    async def propose_plan(self, question: str) -> PlanProposal:
        """As :meth:`plan`, with what it cost. A reply that cannot be read leaves the question whole.

        A follow-up that asks what the question or a part asks is left out: that is searched for anyway.
        """
        data = {"question": [text_section("question", question)]}
        reply = await self._caller.ask("plan", data, question)
        parsed = _read(reply.text, PlanReply, question, "the plan", "the question is researched whole")
        parts = distinct_queries(parsed.sub_questions if parsed else ())[:MAX_SUB_QUESTIONS]
        later = untried(parsed.follow_ups if parsed else (), (question, *parts))[:MAX_FOLLOW_UPS]
        return PlanProposal(sub_questions=parts or (question,), follow_ups=later, usage=reply.usage)

    async def propose_follow_up(
        self,
        question: str,
        follow_up: str,
        *,
        earlier: Sequence[str] = (),
        tried: Sequence[str],
        found: Sequence[Passage],
    ) -> FollowUpProposal:
        """Queries for a follow-up of the plan, from what was found; with nothing found no model is asked.

        Args:
            question: the user's question.
            follow_up: the open sub-question.
            earlier: the plan's steps before it; ``#1`` in the follow-up is what the first of them found.
            tried: queries searched with so far, in order.
            found: what they brought, best first.
        """
        if not found:
            return FollowUpProposal(queries=())
        data = {
            "question": [text_section("question", question)],
            "earlier": [Section("step", step, {"number": str(n)}) for n, step in enumerate(earlier, start=1)],
            "follow_up": [text_section("follow_up", follow_up)],
            "tried": [text_section("query", query) for query in tried],
            "found": _shown(found, " ".join((question, *earlier, follow_up))),
        }
        reply = await self._caller.ask("follow_up", data, question)
        missed = f"the follow-up “{one_line(follow_up)}” is not searched for"
        parsed = _read(reply.text, FollowUpReply, question, "the follow-up's queries", missed)
        if parsed is None:
            return FollowUpProposal(queries=(), usage=reply.usage)
        queries = distinct_queries(parsed.queries)[:_MAX_FOLLOW_UP_QUERIES]
        return FollowUpProposal(queries=queries, status=parsed.status, usage=reply.usage)

    async def propose_query(
        self, question: str, suggestion: str, *, tried: Sequence[str] = (), found: Sequence[Passage] = ()
    ) -> QueryProposal:
        """As :meth:`refine_query`, with what it cost.

        A reply that cannot be read gives the question back, which says that nothing is left to try.
        """
        if not suggestion.strip():
            return QueryProposal(query=tried[-1] if tried else question)
        data = {
            "question": [text_section("question", question)],
            "tried": [text_section("query", query) for query in tried],
            "found": _shown(found, f"{question} {suggestion}"),
            "suggestion": [text_section("suggestion", suggestion)],
        }
        reply = await self._caller.ask("refine", data, question)
        parsed = _read(reply.text, RefineReply, question, "the refined query", "nothing more is searched for")
        if parsed is None:
            return QueryProposal(query=question, usage=reply.usage)
        also = tuple(parsed.also[:_MAX_FOLLOW_UP_QUERIES])
        return QueryProposal(query=parsed.query.strip(), also=also, usage=reply.usage)


def _shown(found: Sequence[Passage], asked: str) -> list[Section]:
    """The best of what was found, each with the lines that are nearest to what is asked."""
    lines = (best_lines(passage, asked) for passage in found[:_FOUND_SHOWN])
    return [passage_section(passage, number) for number, passage in enumerate(lines, start=1)]


def _read(text: str, schema: type[Reply], question: str, what: str, consequence: str) -> Reply | None:
    """The reply as an instance of its schema; one that cannot be read is logged with the question."""
    parsed = parse_reply(text, schema).value
    if parsed is None:
        _log.warning("“%s”: %s could not be read; %s", one_line(question), what, consequence)
    return parsed
