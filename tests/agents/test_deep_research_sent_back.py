"""Drafts that are sent back: for what is still open, for how they are written, and for faults that show."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from agents.calls.prompt_messages import read_prompt
from agents.deep_research import DeepResearchService
from agents.research.events import AttemptStarted, QueryRefined, ResearchEvent
from agents.research.settings import ResearchSettings
from data_base.passage_index import PassageIndex
from data_base.schemas.judgement import Issue
from tests.support.research import (
    StubEvaluator,
    StubPlanner,
    StubWriter,
    TableRetriever,
    evaluation,
    passage,
    research_service,
)
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.messages import BaseMessage

    from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult

QUESTION = "Who ruled the town where Ada Renwick was born?"
WRONG = Issue(claim="It is so.", verdict="contradicted", passage_id="a#1", quote="It is not.")
A, B = passage("a", "It is not."), passage("b")


async def research(
    script: Sequence[FineGrainedEvaluationResult],
    *,
    refined: Callable[[str, str, Sequence[str]], str] = lambda question, suggestion, tried: "",
    table: Any = None,
    **options: Any,
) -> tuple[DeepResearchResult, StubWriter, StubEvaluator, list[ResearchEvent]]:
    writer, judge = StubWriter(), StubEvaluator(script)
    service = research_service(
        planner=StubPlanner(refined=refined),
        writer=writer,
        evaluator=judge,
        retriever=TableRetriever(table=table or {QUESTION: [A]}),
        settings=ResearchSettings(checkpoints=None, **options),
    )
    events = [event async for event in service.stream(QUESTION)]
    return events[-1].result, writer, judge, events  # type: ignore[union-attr]


class TestStillOpen:
    """What the judge says of whether the question is answered goes before every score."""

    DOCUMENTS = (
        ("people.md", "Ada Renwick, the painter, was born at Saltby in 1871."),
        ("saltby.md", "Saltby was held by the Harl family; Count Harl governed it until 1902."),
        ("sheep.md", "The Renwick family kept sheep on the town's meadows."),
    )

    @over("suggestion", ["Saltby count governed", ""])
    async def test_a_faultless_draft_that_leaves_the_question_open_is_no_end(self, suggestion: str) -> None:
        """A run ended on 10/10/9.5 for "nobody says who ruled there" when its bridge had just been found."""

        shown_to: dict[str, list[list[tuple[str, str]]]] = {"writer": [], "judge": []}

        def reply(messages: list[BaseMessage]) -> str:
            prompt = read_prompt(messages)
            assert prompt is not None
            if passages := prompt.sections.get("passages"):
                reader = "judge" if "answer" in prompt.sections else "writer"
                shown_to[reader].append([(s.attributes["file"], s.attributes["number"]) for s in passages])
            if prompt.template.id == "plan":
                return json.dumps({"sub_questions": [QUESTION]})
            if prompt.template.id == "refine":
                assert prompt.text("suggestion") == (suggestion or "who ruled Saltby")
                return json.dumps({"query": "Saltby governed count"})
            if "answer" in prompt.sections:
                cited = re.findall(r"\[(.+?)\]", prompt.text("answer"))
                assert set(cited) <= {number for _, number in shown_to["judge"][-1]}
                return self.verdict(suggestion, answers="Harl" in prompt.text("answer"))
            shown = {s.attributes["file"]: s.attributes["number"] for s in prompt.sections["passages"]}
            if "saltby.md" in shown:
                return f"Count Harl ruled Saltby [{shown['saltby.md']}]."
            return f"Ada Renwick was born at Saltby [{shown['people.md']}]. Who ruled it remains open."

        service = DeepResearchService(
            ScriptedChatModel(reply),
            retriever=PassageIndex.from_texts(self.DOCUMENTS, k=1),
            settings=ResearchSettings(checkpoints=None),
        )
        events = [event async for event in service.stream(QUESTION)]
        result = events[-1].result  # type: ignore[union-attr]
        assert [item.abstained for item in result.attempts] == [False, False]
        assert (result.best_index, result.stop_reason) == (1, "passed")
        assert result.answer.text == "Count Harl ruled Saltby [saltby.md#1]."
        # The same passages under the same numbers; what the draft cites stays.
        assert shown_to["writer"] == shown_to["judge"]
        assert [name for name, _ in shown_to["judge"][1]] == ["people.md", "saltby.md"]
        (line,) = [event.line for event in events if isinstance(event, QueryRefined)]
        assert ("what is still open" in line) == (not suggestion)

    @staticmethod
    def verdict(suggestion: str, *, answers: bool) -> str:
        missing = {"claim": "who ruled Saltby", "verdict": "missing", "passage_id": None, "quote": None}
        return json.dumps(
            {
                "issues": [] if answers else [missing],
                "analysis": "What it says is supported.",
                "answered": "yes" if answers else "partly",
                "accuracy": 10,
                "completeness": 10,
                "clarity": 10 if answers else 9.5,
                "reason": "exact",
                "suggestion": "" if answers else suggestion,
            }
        )

    @over("said", ["partly", "no"])
    async def test_it_ends_when_nothing_new_comes(self, said: Any) -> None:
        result, *_ = await research(
            [evaluation(10, 10, 10, answered=said)],
            refined=lambda question, suggestion, tried: "query",
            table={QUESTION: [A], "query": [A]},
        )
        assert (len(result.attempts), result.stop_reason) == (1, "nothing_left")

    async def test_the_judges_word_goes_before_the_words_of_the_draft(self) -> None:
        """What sounds like an abstention is none where the judge says that the question is answered."""
        writer = StubWriter(draft=lambda passages: "The documents do not say who ruled there.")
        service = research_service(
            planner=StubPlanner(refined=lambda question, suggestion, tried: "query"),
            writer=writer,
            evaluator=StubEvaluator([evaluation(10, 10, 10, answered="yes")]),
            retriever=TableRetriever(table={QUESTION: [A], "query": [B]}),
        )
        result = await service.run(QUESTION)
        assert result.attempts[0].abstained
        assert (len(result.attempts), result.stop_reason) == (1, "passed")


class TestUnclear:
    """A draft whose writing alone is at fault is written anew; no search would fix it."""

    async def test_is_written_anew_without_a_search(self) -> None:
        script = [evaluation(9, 9, 4, suggestion="shorter"), evaluation(9, 9, 9)]
        result, writer, judge, events = await research(script)
        first, second = result.attempts
        assert (second.rewritten, second.query, second.found, second.new) == (True, QUESTION, (), ())
        assert (result.best_index, result.stop_reason) == (1, "passed")
        assert writer.calls[1] == (writer.calls[0][0], first)
        assert judge.documents[0] == judge.documents[1]
        # To plan, and twice to write and to judge.
        assert result.usage.calls == 5
        lines = [event.line for event in events if isinstance(event, AttemptStarted)]
        assert lines[1] == "attempt 2: the draft is rewritten from the same passages"

    async def test_only_once(self) -> None:
        result, *_ = await research([evaluation(9, 9, 4)])
        assert [item.rewritten for item in result.attempts] == [False, True]
        assert (result.best_index, result.stop_reason) == (0, "passed")

    @over("options", [{"min_clarity": 4}, {"retry_on": {"incomplete"}}])
    async def test_is_a_setting(self, options: dict[str, Any]) -> None:
        result, *_ = await research([evaluation(9, 9, 4)], **options)
        assert (len(result.attempts), result.stop_reason) == (1, "passed")

    async def test_what_is_incomplete_too_is_searched_for(self) -> None:
        result, *_ = await research(
            [evaluation(9, 5, 4), evaluation(9, 9, 9)],
            refined=lambda question, suggestion, tried: "query",
            table={QUESTION: [A], "query": [B]},
        )
        assert [(item.query, item.rewritten) for item in result.attempts] == [
            (QUESTION, False),
            ("query", False),
        ]


class TestFaultsThatShow:
    """Where nothing is left to find, faults that the passages show are fixed from the same passages."""

    async def test_with_nothing_to_look_for_the_draft_is_written_anew(self) -> None:
        """An empty suggestion ended the run with a draft that its own passages contradicted."""
        script = [evaluation(3, suggestion="", issues=[WRONG]), evaluation(9)]
        result, writer, *_ = await research(script)
        assert [item.rewritten for item in result.attempts] == [False, True]
        assert (result.best_index, result.stop_reason) == (1, "passed")
        assert writer.calls[1][1] == result.attempts[0]

    async def test_a_search_in_vain_is_followed_by_what_the_passages_hold(self) -> None:
        overlooked = Issue(claim="the year", verdict="missing", passage_id="a#1", quote="It is not.")
        result, *_ = await research(
            [evaluation(9, 5, issues=[overlooked]), evaluation(9, 9)],
            refined=lambda question, suggestion, tried: "query",
            table={QUESTION: [A], "query": [A]},
        )
        assert [(item.query, item.rewritten) for item in result.attempts] == [
            (QUESTION, False),
            ("query", True),
        ]
        assert (result.best_index, result.stop_reason) == (1, "passed")

    async def test_only_once(self) -> None:
        result, *_ = await research([evaluation(3, suggestion="", issues=[WRONG])])
        assert (len(result.attempts), result.stop_reason) == (2, "query_exhausted")

    @over(
        "issue",
        [
            Issue(claim="the year", verdict="missing"),
            Issue(claim="It is so.", verdict="supported", passage_id="a#1"),
            Issue(claim="It is so.", verdict="undecidable"),
            WRONG.model_copy(update={"doubts": ("quote_not_in_passage",)}),
        ],
    )
    async def test_what_no_passage_mends_ends_the_run(self, issue: Issue) -> None:
        result, *_ = await research([evaluation(3, suggestion="", issues=[issue])])
        assert (len(result.attempts), result.stop_reason) == (1, "query_exhausted")
