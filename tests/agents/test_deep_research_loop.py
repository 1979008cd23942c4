"""The loop: what it retries, what it returns, how it ends, and how many model calls that takes."""

from __future__ import annotations

import asyncio
import json
import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agents.evaluator import RAGEvaluator
from agents.research.best_attempt import best_index
from agents.research.events import (
    AttemptJudged,
    AttemptStarted,
    Finished,
    PassagesFound,
    QueryRefined,
    ResearchEvent,
    RunStarted,
)
from agents.research.queries import FollowUpProposal
from agents.research.settings import ResearchSettings
from data_base.errors import InputError
from data_base.schemas.usage import TokenUsage
from tests.support.research import (
    CALL,
    StubEvaluator,
    StubPlanner,
    StubWriter,
    TableRetriever,
    evaluation,
    failed_evaluation,
    passage,
    research_service,
)
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from langchain_core.messages import BaseMessage

    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import FineGrainedEvaluationResult

QUESTION = "How many trees stand in Alder Park?"
LOW, GOOD = evaluation(3, 3, 3), evaluation(9, 9, 9)
A, B, C = passage("a"), passage("b"), passage("c")


def next_query(question: str, suggestion: str, tried: Sequence[str]) -> str:
    return f"query {len(tried) + 1}"


ENDLESS = {QUESTION: [A], "query 2": [B], "query 3": [C], "query 4": [passage("d")]}
NOTHING_NEW = {query: [A] for query in ENDLESS}


async def events_of(
    script: Sequence[FineGrainedEvaluationResult],
    *,
    table: dict[str, list[Passage]] | None = None,
    refined: Callable[[str, str, Sequence[str]], str] = next_query,
    draft: Callable[[Sequence[Passage]], str] = lambda passages: "There are 412 trees.",
    **options: Any,
) -> list[ResearchEvent]:
    service = research_service(
        planner=StubPlanner(refined=refined),
        writer=StubWriter(draft=draft),
        evaluator=StubEvaluator(script),
        retriever=TableRetriever(table=ENDLESS if table is None else table),
        settings=ResearchSettings(checkpoints=None, **options),
    )
    return [event async for event in service.stream(QUESTION)]


def result_in(events: Sequence[ResearchEvent]) -> Any:
    assert isinstance(events[-1], Finished)
    return events[-1].result


ABSTENTION = "The documents do not say how many trees there are."

# Calls: 1 to plan; 2 an attempt, to write and to judge; 1 a refinement with a suggestion. Drafts over no
# evidence are counted as any other here, for the stub writes them.
STOPS = [
    pytest.param({"script": [GOOD]}, "passed", 1, 3, id="passed at once"),
    pytest.param({"script": [LOW, GOOD]}, "passed", 2, 6, id="passed at second"),
    pytest.param({"script": [LOW]}, "max_attempts", 4, 12, id="max_attempts"),
    pytest.param({"script": [LOW], "max_attempts": 1}, "max_attempts", 1, 3, id="never retries"),
    pytest.param({"script": [LOW], "table": NOTHING_NEW}, "plateau", 1, 5, id="plateau"),
    pytest.param({"script": [LOW], "refined": lambda q, s, t: ""}, "query_exhausted", 1, 4, id="no query"),
    pytest.param(
        {"script": [LOW], "refined": lambda q, s, t: f"  {QUESTION.upper()}!"},
        "query_exhausted",
        1,
        4,
        id="same query",
    ),
    pytest.param({"script": [LOW], "token_budget": 674}, "token_budget", 1, 3, id="token_budget"),
    pytest.param(
        {"script": [LOW], "token_budget": 675}, "token_budget", 2, 6, id="token_budget to the token"
    ),
    pytest.param({"script": [failed_evaluation()]}, "judge_failed", 1, 4, id="judge_failed"),
    pytest.param(
        {"script": [LOW], "table": {}, "refined": lambda q, s, t: ""}, "no_documents", 1, 4, id="no_documents"
    ),
    pytest.param(
        {"script": [GOOD], "table": {}, "draft": lambda p: ABSTENTION},
        "no_documents",
        1,
        4,
        id="nothing ever found",
    ),
    pytest.param(
        {"script": [GOOD], "table": NOTHING_NEW, "draft": lambda p: ABSTENTION},
        "nothing_left",
        1,
        4,
        id="honest to the end",
    ),
]


@pytest.mark.parametrize(("run", "reason", "attempts", "calls"), STOPS)
async def test_every_stop_reason_and_what_it_costs(
    run: dict[str, Any], reason: str, attempts: int, calls: int
) -> None:
    result = result_in(await events_of(**run))
    assert (result.stop_reason, len(result.attempts), result.usage.calls) == (reason, attempts, calls)
    assert result.answer == result.attempts[result.best_index or 0].answer


@pytest.mark.parametrize(("room", "attempts"), [(0, 2), (-1, 1)])
async def test_a_budget_keeps_enough_for_an_adaptive_panel(room: int, attempts: int) -> None:
    """A first verdict far from the threshold takes one call of the judge's, the next may take three."""

    def script(messages: list[BaseMessage]) -> str:
        if "accuracy" not in str(messages[0].text):
            return "There are 412 trees [a#1]."
        scores = {"accuracy": 3 if len(judge.prompts) == 1 else 8, "completeness": 9, "clarity": 9}
        return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": "more"})

    judge = ScriptedChatModel(script)
    # 15 tokens a call of the judge's, 100 of the planner's, the writer's and the refiner's.
    first, next_at_most = 100 + 100 + 15, 1.25 * (200 + 3 * 15)
    budget = math.ceil(first + next_at_most) + room
    service = research_service(
        planner=StubPlanner(refined=next_query),
        evaluator=RAGEvaluator(judge, cache=None, panel="adaptive", panel_threshold=8),  # type: ignore[arg-type]
        retriever=TableRetriever(table=ENDLESS),
        settings=ResearchSettings(checkpoints=None, token_budget=budget),
    )
    result = await service.run(QUESTION)
    assert len(result.attempts) == attempts
    assert result.usage.total_tokens <= budget
    if attempts > 1:
        last = result.attempts[-1].evaluation
        assert last is not None
        assert last.panel is not None
        assert len(last.panel.members) == 3


async def test_time_budget_is_measured_by_the_clock_of_the_run() -> None:
    ticks = iter(range(1000))
    service = research_service(
        planner=StubPlanner(refined=next_query),
        evaluator=StubEvaluator([LOW]),
        retriever=TableRetriever(table=ENDLESS),
        settings=ResearchSettings(checkpoints=None, time_budget_s=10),
    )
    service._context = replace(service._context, clock=lambda: float(next(ticks)))
    result = await service.run(QUESTION)
    assert result.stop_reason == "time_budget"
    assert (len(result.attempts), result.usage.calls) == (2, 6)
    assert result.elapsed_ms == sum(item.elapsed_ms for item in result.attempts) <= 10_000


async def test_a_judge_that_failed_once_is_asked_again_about_the_same_answer() -> None:
    events = await events_of([failed_evaluation(), GOOD])
    result = result_in(events)
    assert (result.stop_reason, len(result.attempts), result.usage.calls) == ("passed", 1, 4)
    assert [event.evaluation.evaluation_failed for event in events if isinstance(event, AttemptJudged)] == [
        True,
        False,
    ]


async def test_a_judge_that_failed_in_the_end_does_not_spoil_what_was_judged_before() -> None:
    result = result_in(await events_of([LOW, failed_evaluation(), failed_evaluation()]))
    assert (result.stop_reason, len(result.attempts), result.best_index) == ("judge_failed", 2, 0)
    assert result.attempts[1].score_change is None


async def test_nothing_judged_still_gives_the_draft() -> None:
    result = result_in(await events_of([failed_evaluation()]))
    assert result.best_index is None
    assert result.best is None
    assert result.answer.text == "There are 412 trees."


async def test_the_best_attempt_is_returned_not_the_last() -> None:
    script = [evaluation(5, 5, 5), evaluation(7, 7, 7), evaluation(2, 2, 2), evaluation(6, 6, 6)]
    result = result_in(await events_of(script))
    assert result.best_index == 1
    assert [item.score_change for item in result.attempts] == [None, 2.0, -5.0, 4.0]


async def test_the_judge_sees_what_the_draft_was_written_from_in_the_same_order() -> None:
    """A draft that denied what a passage held that the writer never saw was called a lie."""
    many = [passage(f"p{n}") for n in range(30)]
    judge, writer = StubEvaluator([LOW, GOOD]), StubWriter()
    service = research_service(
        planner=StubPlanner(refined=next_query),
        writer=writer,
        evaluator=judge,
        retriever=TableRetriever(table={QUESTION: many, "query 2": [A]}),
    )
    await service.run(QUESTION)
    written_from = [[item.id for item in shown] for shown, _ in writer.calls]
    assert judge.documents == written_from
    assert [len(seen) for seen in written_from] == [10, 10]


class TestWhatADraftIsSentBackFor:
    """Passages that a refined query was made for have a place, whatever was found before; none is pinned."""

    MANY = tuple(passage(f"p{n}") for n in range(30))

    async def research(self, brought: Sequence[Passage]) -> tuple[Any, StubWriter]:
        writer = StubWriter()
        service = research_service(
            planner=StubPlanner(
                parts={QUESTION: tuple(f"part {n}" for n in range(12))},
                refined=lambda question, suggestion, tried: "the missing piece",
            ),
            writer=writer,
            evaluator=StubEvaluator([evaluation(9, 6), GOOD]),
            retriever=TableRetriever(
                table={
                    QUESTION: list(self.MANY[:12]),
                    **{f"part {n}": [self.MANY[n + 12]] for n in range(12)},
                    "the missing piece": list(brought),
                }
            ),
        )
        return await service.run(QUESTION), writer

    async def test_new_ones_take_turns_with_all_others(self) -> None:
        _, writer = await self.research([self.MANY[0], A, B])
        shown = [item.id for item in writer.calls[1][0]]
        assert (shown[0], shown[3:6:2]) == ("p0#1", ["a#1", "b#1"])

    async def test_one_that_was_found_and_never_written_from_is_as_good_as_new(self) -> None:
        unread = self.MANY[11]
        result, writer = await self.research([unread, self.MANY[0]])
        assert unread not in writer.calls[0][0]
        assert writer.calls[1][0][3] == unread
        assert result.attempts[1].new == ()

    async def test_what_was_written_from_already_is_worth_no_other_draft(self) -> None:
        result, writer = await self.research([self.MANY[0]])
        assert (len(writer.calls), result.stop_reason) == (1, "passed")


async def test_the_judge_sees_the_users_question_and_all_evidence() -> None:
    evaluator = StubEvaluator([LOW, LOW, GOOD])
    service = research_service(
        planner=StubPlanner(refined=next_query), evaluator=evaluator, retriever=TableRetriever(table=ENDLESS)
    )
    await service.run(QUESTION)
    assert evaluator.questions == [QUESTION] * 3
    assert [sorted(seen) for seen in evaluator.documents] == [
        ["a#1"],
        ["a#1", "b#1"],
        ["a#1", "b#1", "c#1"],
    ]


class TestSoftRetry:
    """Drafts at the threshold that abstain or are incomplete."""

    async def test_goes_on_while_there_are_new_passages(self) -> None:
        def draft(passages: Sequence[Passage]) -> str:
            return "There are 412 trees." if C in passages else ABSTENTION

        events = await events_of([GOOD], draft=draft)
        result = result_in(events)
        assert [item.abstained for item in result.attempts] == [True, True, False]
        assert (result.best_index, result.stop_reason) == (2, "passed")
        assert result.answer.text == "There are 412 trees."

    async def test_incomplete_draft(self) -> None:
        result = result_in(await events_of([evaluation(9, 6), evaluation(9, 7)]))
        assert (len(result.attempts), result.best_index, result.stop_reason) == (2, 1, "passed")

    async def test_can_be_switched_off(self) -> None:
        result = result_in(await events_of([evaluation(9, 6)], retry_on=frozenset()))
        assert (len(result.attempts), result.stop_reason) == (1, "passed")

    async def test_a_search_that_brings_nothing_new_starts_no_attempt(self) -> None:
        events = await events_of([evaluation(9, 6)], table=NOTHING_NEW)
        assert [event.attempt for event in events if isinstance(event, AttemptStarted)] == [1]
        assert [len(event.new) for event in events if isinstance(event, PassagesFound)] == [1, 0]
        assert result_in(events).stop_reason == "passed"


class TestSuggestion:
    """A low score triggers a retry, and its suggestion is what makes the retry worth while."""

    TABLE: ClassVar = {
        QUESTION: [A],
        "tree census 2021": [passage("census", "The census of 2021 counted 412 trees.")],
    }

    async def research(self, suggestion: str) -> list[ResearchEvent]:
        def judged(passages: Sequence[Passage]) -> str:
            found = any("412" in item.text for item in passages)
            return "412 trees were counted." if found else "Many trees were counted."

        class Judge(StubEvaluator):
            async def evaluate_fine_grained(self, question: str, answer: str, documents: Any = None) -> Any:
                return GOOD if "412" in answer else evaluation(3, suggestion=suggestion)

        service = research_service(
            planner=StubPlanner(refined=lambda question, suggestion, tried: suggestion or tried[-1]),
            writer=StubWriter(draft=judged),
            evaluator=Judge([]),
            retriever=TableRetriever(table=self.TABLE),
        )
        return [event async for event in service.stream(QUESTION)]

    async def test_leads_to_the_passage_and_is_in_ledger_event_and_log(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level("INFO", logger="deep_research_judge.agents.deep_research")
        events = await self.research("tree census 2021")
        result = result_in(events)
        retry = result.attempts[1]
        assert (retry.query, retry.parent_query, retry.suggestion, retry.new) == (
            "tree census 2021",
            QUESTION,
            "tree census 2021",
            ("census#1",),
        )
        assert result.answer.text == "412 trees were counted."
        assert (retry.score_change or 0) > 0
        refined = [event for event in events if isinstance(event, QueryRefined)]
        assert [(event.attempt, event.suggestion, event.query) for event in refined] == [
            (1, "tree census 2021", "tree census 2021")
        ]
        line = f"attempt 1: suggestion “tree census 2021” turned “{QUESTION}” -> “tree census 2021”"
        assert line in caplog.messages
        assert [found.attempt for found in result.passages if found.id == "census#1"] == [2]

    async def test_without_it_the_gain_is_gone(self) -> None:
        result = result_in(await self.research(""))
        assert result.answer.text == "Many trees were counted."
        assert (result.stop_reason, len(result.attempts)) == ("query_exhausted", 1)


async def test_the_writer_gets_the_judged_draft() -> None:
    writer = StubWriter()
    service = research_service(
        planner=StubPlanner(refined=next_query),
        writer=writer,
        evaluator=StubEvaluator([evaluation(3, suggestion="name the year"), GOOD]),
        retriever=TableRetriever(table=ENDLESS),
    )
    result = await service.run(QUESTION)
    assert [earlier for _, earlier in writer.calls] == [None, result.attempts[0]]


async def test_the_writer_sees_the_best_passages_that_fit() -> None:
    many = [passage(f"p{n}") for n in range(30)]
    writer = StubWriter()
    service = research_service(
        writer=writer,
        retriever=TableRetriever(table={QUESTION: many}),
        settings=ResearchSettings(checkpoints=None, writer_passages=7),
    )
    result = await service.run(QUESTION)
    assert writer.calls[0][0] == tuple(many[:7])
    assert result.answer.passages == tuple(many[:7])
    assert len(result.passages) == 30


async def test_parts_are_searched_side_by_side_and_answered_as_one() -> None:
    waiting = 0
    most_at_once = 0

    class Slow(TableRetriever):
        async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> list[Any]:
            nonlocal waiting, most_at_once
            waiting += 1
            most_at_once = max(most_at_once, waiting)
            for _ in range(20):
                await asyncio.sleep(0)
            waiting -= 1
            return [found.to_document() for found in self.table.get(query, [])]

    writer = StubWriter()
    service = research_service(
        planner=StubPlanner(parts={QUESTION: ("oaks?", "elms?")}),
        writer=writer,
        retriever=Slow(table={"oaks?": [B, A], "elms?": [C, A]}),
    )
    result = await service.run(QUESTION)
    assert most_at_once == 3
    assert result.sub_questions == ("oaks?", "elms?")
    assert [found.id for found in result.passages] == ["b#1", "c#1", "a#1"]
    assert {found.id: found.query for found in result.passages}["c#1"] == "elms?"
    assert len(writer.calls) == 1
    assert (result.attempts[0].query, result.attempts[0].found) == (QUESTION, ("b#1", "c#1", "a#1"))


class TestFollowUps:
    """What can only be asked once something is found is asked before the first draft."""

    PART, OPEN = "Which park has the most trees?", "Who looks after #1?"

    async def research(self, followed: Callable[..., Sequence[str]], **options: Any) -> list[ResearchEvent]:
        self.writer = StubWriter()
        service = research_service(
            planner=StubPlanner(
                parts={QUESTION: (self.PART,)}, follow_ups={QUESTION: (self.OPEN,)}, followed=followed
            ),
            writer=self.writer,
            retriever=TableRetriever(
                table={
                    QUESTION: [A],
                    self.PART: [passage("most", "Alder Park has most.")],
                    "Alder keeper": [B],
                }
            ),
            settings=ResearchSettings(checkpoints=None, **options),
        )
        return [event async for event in service.stream(QUESTION)]

    @staticmethod
    def named(follow_up: str, found: Sequence[Passage]) -> Sequence[str]:
        return ["Alder keeper"] if any("Alder Park" in item.text for item in found) else []

    async def test_uses_what_an_earlier_search_found(self) -> None:
        events = await self.research(self.named)
        result = result_in(events)
        assert [found.id for found in result.passages] == ["a#1", "most#1", "b#1"]
        assert {found.id: (found.query, found.attempt) for found in result.passages}["b#1"] == (
            "Alder keeper",
            1,
        )
        assert [shown.id for shown in self.writer.calls[0][0]] == ["a#1", "most#1", "b#1"]
        assert (result.sub_questions, len(result.attempts)) == ((self.PART,), 1)
        assert result.attempts[0].new == ("a#1", "most#1", "b#1")
        # To plan, to follow, to write, to judge.
        assert result.usage.calls == result.attempts[0].usage.calls == 4

    async def test_is_told_as_it_happens(self) -> None:
        events = await self.research(self.named)
        found = [event for event in events if isinstance(event, PassagesFound)]
        assert [(event.queries, event.follows) for event in found] == [
            ((QUESTION, self.PART), None),
            (("Alder keeper",), self.OPEN),
        ]
        assert sum(isinstance(event, AttemptStarted) for event in events) == 1

    @pytest.mark.parametrize("queries", [[], [""], [QUESTION, f"  {QUESTION.lower()}"]])
    async def test_nothing_to_go_on_goes_on_to_the_draft(self, queries: list[str]) -> None:
        result = result_in(await self.research(lambda follow_up, found: queries))
        assert (result.stop_reason, len(result.passages), result.usage.calls) == ("passed", 2, 4)


class TestHops:
    """A plan of several hops: each is asked of what the ones before it found, or not at all."""

    PART, SECOND, THIRD = "Where was she born?", "Who ruled #1?", "When did #2 die?"

    async def research(
        self, *said: FollowUpProposal, **table: list[Passage]
    ) -> tuple[Any, StubPlanner, list[str]]:
        replies = iter(said)
        planner = StubPlanner(
            parts={QUESTION: (self.PART,)},
            follow_ups={QUESTION: (self.SECOND, self.THIRD)},
            followed=lambda follow_up, found: next(replies),
        )
        retriever = TableRetriever(table={QUESTION: [A], **table})
        result = await research_service(planner=planner, retriever=retriever).run(QUESTION)
        return result, planner, retriever.searches

    @staticmethod
    def asked(planner: StubPlanner) -> list[str]:
        return [call[1] for call in planner.calls if call[0] == "follow_up"]

    async def test_a_hop_is_shown_the_steps_before_it(self) -> None:
        _, planner, _ = await self.research(
            FollowUpProposal(queries=("Saltby ruler",)), FollowUpProposal(queries=("Harl death",))
        )
        assert [call for call in planner.calls if call[0] == "follow_up"] == [
            ("follow_up", self.SECOND, self.PART),
            ("follow_up", self.THIRD, self.PART, self.SECOND),
        ]

    async def test_what_is_found_already_is_not_searched_for(self) -> None:
        result, planner, searches = await self.research(
            FollowUpProposal(queries=("not searched",), status="found"),
            FollowUpProposal(queries=("Harl death",)),
        )
        assert searches[2:] == ["Harl death"]
        assert self.asked(planner) == [self.SECOND, self.THIRD]
        assert result.stop_reason == "passed"

    async def test_a_hop_that_failed_is_asked_once_more_in_another_spelling(self) -> None:
        _, planner, searches = await self.research(
            FollowUpProposal(queries=("Adelaide Renwick birthplace",), status="missing"),
            FollowUpProposal(queries=("Saltby ruler",)),
            FollowUpProposal(queries=("Harl death",)),
        )
        assert searches[2:] == ["Adelaide Renwick birthplace", "Saltby ruler", "Harl death"]
        assert self.asked(planner) == [self.SECOND, self.SECOND, self.THIRD]

    async def test_a_hop_whose_input_is_still_missing_is_not_asked_nor_what_needs_it(self) -> None:
        result, planner, searches = await self.research(
            FollowUpProposal(queries=("Adelaide Renwick birthplace",), status="missing"),
            FollowUpProposal(queries=("A. Renwick birthplace",), status="missing"),
        )
        # The last query was thrown away, and refining did not know that it was thought of.
        assert searches[2:] == ["Adelaide Renwick birthplace", "A. Renwick birthplace"]
        assert self.asked(planner) == [self.SECOND, self.SECOND]
        assert (len(result.attempts), result.stop_reason) == (1, "passed")

    @pytest.mark.parametrize("status", ["missing", "search"])
    async def test_with_nothing_to_go_on_what_needs_it_is_not_asked(self, status: Any) -> None:
        _, planner, searches = await self.research(FollowUpProposal(queries=(), status=status))
        assert (self.asked(planner), len(searches)) == ([self.SECOND], 2)

    async def test_what_two_hops_need_is_asked_again_once(self) -> None:
        planner = StubPlanner(
            parts={QUESTION: (self.PART,)},
            follow_ups={QUESTION: (self.SECOND, "What lies near #1?")},
            followed=lambda follow_up, found: FollowUpProposal(queries=("again",), status="missing"),
        )
        retriever = TableRetriever(table={QUESTION: [A]})
        service = research_service(planner=planner, retriever=retriever)
        lines = [event.line async for event in service.stream(QUESTION)]
        assert retriever.searches[2:] == ["again"]
        assert self.asked(planner) == [self.SECOND, self.SECOND]
        assert [line for line in lines if "cannot be asked" in line] == [
            "attempt 1: “Who ruled #1?” cannot be asked: what it needs was not found",
            "attempt 1: “What lies near #1?” cannot be asked: what it needs was not found",
        ]

    async def test_every_hop_may_be_asked_once_more(self) -> None:
        result, _, searches = await self.research(
            FollowUpProposal(queries=("one",), status="missing"),
            FollowUpProposal(queries=("two",)),
            FollowUpProposal(queries=("three",), status="missing"),
            FollowUpProposal(queries=("four",)),
            one=[B],
            four=[C],
        )
        assert searches[2:] == ["one", "two", "three", "four"]
        assert [found.id for found in result.passages] == ["a#1", "b#1", "c#1"]


@pytest.mark.parametrize(
    ("carry_over", "seen"), [(True, [["a#1"], ["a#1", "b#1"]]), (False, [["a#1"], ["b#1"]])]
)
async def test_what_carrying_over_is_worth_can_be_measured(carry_over: bool, seen: list[list[str]]) -> None:
    judge, writer = StubEvaluator([LOW, GOOD]), StubWriter()
    service = research_service(
        planner=StubPlanner(refined=next_query),
        writer=writer,
        evaluator=judge,
        retriever=TableRetriever(table=ENDLESS),
        settings=ResearchSettings(checkpoints=None, carry_over=carry_over),
    )
    result = await service.run(QUESTION)
    assert judge.documents == seen
    assert [[item.id for item in shown] for shown, _ in writer.calls] == seen
    assert [found.id for found in result.passages] == ["a#1", "b#1"]


async def test_a_step_that_hangs_is_cut_off() -> None:
    class Hanging(TableRetriever):
        async def _aget_relevant_documents(self, query: str, *, run_manager: Any) -> list[Any]:
            await asyncio.Event().wait()
            return []

    settings_ = ResearchSettings(checkpoints=None, step_timeout_s=0.05)
    service = research_service(retriever=Hanging(table={}), settings=settings_)
    with pytest.raises(InputError, match=r"step search took longer than 0\.05 seconds.*step_timeout_s"):
        await service.run(QUESTION)


async def test_a_single_part_is_no_part() -> None:
    retriever = TableRetriever(table=ENDLESS)
    result = await research_service(retriever=retriever).run(QUESTION)
    assert result.sub_questions == ()
    assert retriever.searches == [QUESTION]


async def test_a_garbled_question_is_searched_for_in_clear_words_too() -> None:
    """The plan had to give it back in its own words, and those alone were searched for."""
    planner, retriever = StubPlanner(parts={QUESTION: ("trees Alder Park",)}), TableRetriever(table=ENDLESS)
    result = await research_service(planner=planner, retriever=retriever).run(QUESTION)
    assert (retriever.searches, result.sub_questions) == ([QUESTION, "trees Alder Park"], ())


async def test_events_in_the_order_things_happen() -> None:
    events = await events_of([LOW, GOOD])
    kinds = [event.kind for event in events if not event.kind.startswith("model_call")]
    assert kinds == [
        "run_started",
        "question_planned",
        "attempt_started",
        "passages_found",
        "answer_drafted",
        "attempt_judged",
        "query_refined",
        "attempt_started",
        "passages_found",
        "answer_drafted",
        "attempt_judged",
        "finished",
    ]
    assert isinstance(events[0], RunStarted)
    assert not events[0].resumed


async def test_costs_of_the_attempts_add_up_to_the_runs() -> None:
    result = result_in(await events_of([LOW, failed_evaluation(), GOOD]))
    total = TokenUsage()
    for item in result.attempts:
        total += item.usage
    assert total == result.usage
    assert [item.usage.calls for item in result.attempts] == [3, 4]
    assert result.usage.total_tokens == 7 * CALL.total_tokens


# ---- random score scripts -------------------------------------------------------------------------------

VERDICTS = st.one_of(
    st.builds(failed_evaluation),
    st.builds(
        evaluation,
        *[st.sampled_from([1.0, 4.0, 6.5, 7.9, 8.0, 9.5])] * 3,
        suggestion=st.sampled_from(["", "go on"]),
    ),
)


@settings(max_examples=60, deadline=None)
@given(
    script=st.lists(VERDICTS, min_size=1, max_size=8),
    abstain=st.lists(st.booleans(), min_size=5, max_size=5),
    fresh=st.lists(st.booleans(), min_size=5, max_size=5),
    max_attempts=st.integers(1, 5),
    token_budget=st.one_of(st.none(), st.integers(1, 2500)),
)
async def test_laws_of_the_loop(
    script: list[FineGrainedEvaluationResult],
    abstain: list[bool],
    fresh: list[bool],
    max_attempts: int,
    token_budget: int | None,
) -> None:
    table = {
        query: [passage(f"new{n}") if fresh[n] else A]
        for n, query in enumerate([QUESTION, *(f"query {n}" for n in range(2, 6))])
    }
    drafts = iter(abstain)
    result = result_in(
        await events_of(
            script,
            table=table,
            refined=lambda question, suggestion, tried: (
                next_query(question, suggestion, tried) if suggestion else ""
            ),
            draft=lambda passages: ABSTENTION if next(drafts) else "There are 412 trees.",
            max_attempts=max_attempts,
            token_budget=token_budget,
        )
    )
    attempts = result.attempts
    assert 1 <= len(attempts) <= max_attempts
    assert all(item.evaluation is not None for item in attempts)
    assert result.best_index == best_index(attempts, 8.0)
    assert (result.best_index is None) == all(item.evaluation.evaluation_failed for item in attempts)
    assert all(item.evaluation.scored for item in attempts[:-1])
    assert attempts[-1].evaluation.evaluation_failed == (result.stop_reason == "judge_failed")
    assert len({item.query for item in attempts}) == sum(not item.rewritten for item in attempts)
    assert not any(
        item.rewritten for item in (attempts[0], *(b for a, b in pairwise(attempts) if a.rewritten))
    )
    assert [item.parent_query for item in attempts[1:]] == [item.query for item in attempts[:-1]]
    assert [item.suggestion for item in attempts[1:]] == [
        item.evaluation.suggestion for item in attempts[:-1]
    ]
    assert sorted(name for item in attempts for name in item.new) == sorted(
        found.id for found in result.passages if found.attempt <= len(attempts)
    )
    if token_budget is not None and len(attempts) > 1:
        assert result.usage.total_tokens <= token_budget + CALL.total_tokens
    if result.stop_reason == "passed":
        assert attempts[-1].evaluation.metrics.accuracy >= 8


async def test_the_score_change_is_rounded_as_the_scores_are() -> None:
    # 4.45 - 4.15 is 0.2999999999999998 in binary.
    result = result_in(await events_of([evaluation(4.3, 4, 4), evaluation(4.9, 4, 4), evaluation(9, 9, 9)]))
    assert [item.score_change for item in result.attempts] == [None, 0.3, 4.55]
