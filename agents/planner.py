"""The planner: a question's parts, what follows from what they bring, and the query after a suggestion."""

import re
from collections.abc import Mapping, Sequence
from typing import Annotated, TypeVar, get_args

from pydantic import BaseModel, BeforeValidator

from agents.calls.complete import Completion
from agents.calls.fence import Section
from agents.calls.prompt_call import PromptRole
from agents.calls.prompt_messages import as_of_section, passage_section, text_section
from agents.reply_parser import parse_reply
from agents.research.events import one_line
from agents.research.excerpts import EXCERPT_TOKENS, best_lines
from agents.research.passages_found import plain
from agents.research.queries import (
    FollowUpProposal,
    FollowUpStatus,
    PlanProposal,
    QueryProposal,
    distinct_queries,
    steps_needed,
    untried,
    with_new_numbers,
)
from agents.research.writer import cited_answer
from data_base.logs import module_logger
from data_base.marks.citation_marks import cited_numbers, strip_citations
from data_base.marks.thinking import spoken
from data_base.schemas.answer import Answer
from data_base.schemas.passage import Passage
from data_base.text.normalise import normalise

_log = module_logger(__name__)
Reply = TypeVar("Reply", bound=BaseModel)

MAX_SUB_QUESTIONS = 6
MAX_FOLLOW_UPS = 4
_MAX_QUERIES = 3
# Enough to see what has been found, each by its best lines.
_FOUND_SHOWN = 10
# A passage of the usual length and more is shown whole where an answer may come of it.
_WHOLE = 400
_STEP_NUMBER = re.compile(r"\s*#?\s*(\d{1,3})\s*")


def _status(said: object) -> object:
    """What a reply calls by another name is searched for, if it brings queries."""
    return said if said in get_args(FollowUpStatus) else "search"


def _known(said: object) -> dict[int, str]:
    """What steps stand for, by the numbers in keys such as ``#2``; what is no such thing is left out."""
    entries = said.items() if isinstance(said, Mapping) else ()
    numbered = ((_STEP_NUMBER.fullmatch(normalise(str(name))), value) for name, value in entries)
    return {int(name[1]): str(value).strip() for name, value in numbered if name and _is_plain(value)}


def _is_plain(said: object) -> bool:
    return isinstance(said, str | int | float) and not isinstance(said, bool)


def _texts(said: object) -> list[str]:
    """The texts of a list, or the only one: an entry that is none does not spoil the reply."""
    entries = said if isinstance(said, list) else [said]
    return [each for each in entries if isinstance(each, str)]


Texts = Annotated[list[str], BeforeValidator(_texts)]


class PlanReply(BaseModel):
    """What the model is asked for when planning."""

    sub_questions: Texts
    follow_ups: Texts = []
    also: Texts = []


class RefineReply(BaseModel):
    """What the model is asked for when refining; an empty query says that nothing is left to try."""

    query: str
    also: Texts = []


class FollowUpReply(BaseModel):
    """What the model is asked for before a follow-up is searched for."""

    known: Annotated[dict[int, str], BeforeValidator(_known)] = {}
    status: Annotated[FollowUpStatus, BeforeValidator(_status)] = "search"
    queries: Texts = []
    # Of any type: a text is wanted, and what is read for one would have an object as its JSON.
    answer: object = ""


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

    async def propose_plan(self, question: str, *, as_of: str = "") -> PlanProposal:
        """As :meth:`plan`, with what it cost. A reply that cannot be read leaves the question whole.

        A follow-up that asks what the question or a part asks is left out: that is searched for anyway.

        Args:
            question: the user's question.
            as_of: the date from which "now" and "next" are meant, empty for none.
        """
        data = {"question": [text_section("question", question)], "as_of": as_of_section(as_of)}
        reply = await self._caller.ask("plan", data, question)
        parsed = _read(reply.text, PlanReply, question, "the plan", "the question is researched whole")
        if parsed is None:
            return PlanProposal(sub_questions=(question,), usage=reply.usage)
        parts = distinct_queries(parsed.sub_questions)[:MAX_SUB_QUESTIONS] or (question,)
        later = untried(parsed.follow_ups, (question, *parts))[:MAX_FOLLOW_UPS]
        guesses = [each for each in parsed.also if not steps_needed(each)]
        return PlanProposal(
            sub_questions=parts,
            follow_ups=with_new_numbers(later, [*parsed.sub_questions, *parsed.follow_ups], [*parts, *later]),
            also=untried(guesses, (question, *parts, *later))[:_MAX_QUERIES],
            usage=reply.usage,
        )

    async def propose_follow_up(  # noqa: PLR0913  (each says something else of the step)
        self,
        question: str,
        follow_up: str,
        *,
        earlier: Sequence[str] = (),
        later: Sequence[str] = (),
        known: Mapping[int, str] | None = None,
        tried: Sequence[str],
        found: Sequence[Passage],
        as_of: str = "",
    ) -> FollowUpProposal:
        """Queries for a follow-up of the plan, from what was found; with nothing found no model is asked.

        Where the passages answer all that is open, the reply may bring the answer itself.

        Args:
            question: the user's question.
            follow_up: the open sub-question.
            earlier: the plan's steps before it; ``#1`` in the follow-up is what the first of them found.
            later: those after it; where the passages answer the follow-up, the queries are for the first of
                these that they do not answer.
            known: what steps were found to stand for, by their numbers from 1.
            tried: queries searched with so far, in order.
            found: what they brought, best first.
            as_of: the date from which "now" and "next" are meant, empty for none.
        """
        if not found:
            return FollowUpProposal(queries=())
        steps, known = (*earlier, follow_up, *later), known or {}
        shown = _steps(steps, known)
        needed = (*steps_needed(follow_up), len(earlier) + 1)
        asked = [steps[n - 1] for n in sorted(needed, reverse=True) if n <= len(steps) and n not in known]
        excerpts = _excerpts(found, *asked, question, limit=_WHOLE)
        data = {
            "question": [text_section("question", question)],
            "earlier": shown[: len(earlier)],
            "follow_up": shown[len(earlier) :],
            "tried": [text_section("query", query) for query in tried],
            "found": _sections(excerpts),
            "as_of": as_of_section(as_of),
        }
        reply = await self._caller.ask("follow_up", data, question)
        missed = f"the follow-up “{one_line(follow_up)}” is not searched for"
        parsed = _read(reply.text, FollowUpReply, question, "the follow-up's queries", missed)
        if parsed is None:
            return FollowUpProposal(queries=(), usage=reply.usage)
        said = {n: value for n, value in parsed.known.items() if value and 1 <= n <= len(steps)}
        numbers = sorted(set().union(*map(cited_numbers, said.values())))
        return FollowUpProposal(
            queries=distinct_queries(parsed.queries)[:_MAX_QUERIES],
            status=parsed.status,
            known={n: strip_citations(value).strip() for n, value in said.items()},
            bearing=tuple(found[n - 1].id for n in numbers if 1 <= n <= len(excerpts)),
            answer=_answer_in(parsed, found[: len(excerpts)], excerpts, question, reply),
            usage=reply.usage,
        )

    async def propose_query(
        self,
        question: str,
        suggestion: str,
        *,
        tried: Sequence[str] = (),
        found: Sequence[Passage] = (),
        as_of: str = "",
    ) -> QueryProposal:
        """As :meth:`refine_query`, with what it cost.

        A reply that cannot be read gives the question back, which says that nothing is left to try.
        """
        if not suggestion.strip():
            return QueryProposal(query=tried[-1] if tried else question)
        data = {
            "question": [text_section("question", question)],
            "tried": [text_section("query", query) for query in tried],
            "found": _sections(_excerpts(found, suggestion, question)),
            "suggestion": [text_section("suggestion", suggestion)],
            "as_of": as_of_section(as_of),
        }
        reply = await self._caller.ask("refine", data, question)
        parsed = _read(reply.text, RefineReply, question, "the refined query", "nothing more is searched for")
        if parsed is None:
            return QueryProposal(query=question, usage=reply.usage)
        also = tuple(parsed.also[:_MAX_QUERIES])
        return QueryProposal(query=parsed.query.strip(), also=also, usage=reply.usage)


def _steps(steps: Sequence[str], known: Mapping[int, str]) -> list[Section]:
    """The plan's steps with their numbers, and with what they were found to stand for."""
    return [
        Section("step", step, {"number": str(n)} | ({"found": known[n]} if n in known else {}))
        for n, step in enumerate(steps, start=1)
    ]


def _excerpts(found: Sequence[Passage], *asked: str, limit: int = EXCERPT_TOKENS) -> list[Passage]:
    """The best of what was found, each with the lines that are nearest to what is asked."""
    return [best_lines(passage, *asked, limit=limit) for passage in found[:_FOUND_SHOWN]]


def _answer_in(
    parsed: FollowUpReply,
    found: Sequence[Passage],
    excerpts: Sequence[Passage],
    question: str,
    reply: Completion,
) -> Answer | None:
    """The answer that a reply brings where all is found, from passages that were shown whole."""
    text = spoken(parsed.answer).strip() if isinstance(parsed.answer, str) else ""
    if parsed.status != "found" or not text:
        return None
    answer = cited_answer(text, [plain(passage) for passage in found], question, reply)
    # What was left out of a passage may take back what its other lines say.
    cut = {whole.id for whole, shown in zip(found, excerpts, strict=True) if whole.text != shown.text}
    return None if any(each.passage_id in cut for each in answer.citations) else answer


def _sections(excerpts: Sequence[Passage]) -> list[Section]:
    return [passage_section(passage, number) for number, passage in enumerate(excerpts, start=1)]


def _read(text: str, schema: type[Reply], question: str, what: str, consequence: str) -> Reply | None:
    """The reply as an instance of its schema; one that cannot be read is logged with the question."""
    parsed = parse_reply(text, schema).value
    if parsed is None:
        _log.warning("“%s”: %s could not be read; %s", one_line(question), what, consequence)
    return parsed
