"""Model calls that would change nothing are not made, and what is shown of a run while one is under way."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, ClassVar

from agents.calls.prompt_messages import read_prompt
from agents.deep_research import DeepResearchService
from agents.evaluator import RAGEvaluator
from agents.research.events import DraftLeft, FollowUpSettled, ModelCallEnded, ModelCallStarted
from agents.research.queries import FollowUpProposal
from agents.research.settings import ResearchSettings
from agents.research.writer import Unchanged
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer, Citation
from tests.support.research import (
    CALL,
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

    from data_base.schemas.passage import Passage
    from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult

QUESTION = "In which year was Beijing captured?"
A, B, C = passage("a"), passage("b"), passage("c")


def cited(shown: Passage) -> Citation:
    return Citation(sentence="In 1902.", passage_id=shown.id, doc_id=shown.doc_id)


async def researched(
    script: Sequence[FineGrainedEvaluationResult],
    draft: Callable[[Sequence[Passage]], str | Unchanged],
    *,
    table: Any = None,
) -> tuple[DeepResearchResult, StubEvaluator, list[Any]]:
    judge = StubEvaluator(script)
    service = research_service(
        planner=StubPlanner(refined=lambda question, suggestion, tried: f"query {len(tried) + 1}"),
        writer=StubWriter(draft=draft),
        evaluator=judge,
        retriever=TableRetriever(table=table or {QUESTION: [A], "query 2": [B], "query 3": [C]}),
    )
    events: list[Any] = [event async for event in service.stream(QUESTION)]
    return events[-1].result, judge, events


def keeping_after(first: str) -> Callable[[Sequence[Passage]], str | Unchanged]:
    replies = iter([first])
    return lambda passages: next(replies, Unchanged())


@over("answered, reason", [("no", "nothing_left"), ("partly", "nothing_left"), ("yes", "passed")])
async def test_a_draft_that_is_left_as_it_is_is_not_judged_again(answered: Any, reason: str) -> None:
    """A right abstention was retried twice, repeated word for word and judged again."""
    script = [evaluation(10, 6, 10, answered=answered)]
    result, judge, events = await researched(script, keeping_after("The documents do not say."))
    assert (result.stop_reason, result.best_index, len(judge.questions)) == (reason, 0, 1)
    assert [each.unchanged for each in result.attempts] == [False, True]
    # To plan, to write and to judge, to refine, and to ask the writer.
    assert result.usage.calls == 5
    assert sum(isinstance(event, DraftLeft) for event in events) == 1


async def test_below_the_threshold_two_drafts_left_as_they_are_are_a_plateau() -> None:
    result, judge, _ = await researched([evaluation(3)], keeping_after("In 1644."))
    assert (result.stop_reason, len(result.attempts), len(judge.questions)) == ("plateau", 3, 1)


async def test_where_nothing_new_comes_into_view_no_draft_is_written() -> None:
    table = {QUESTION: [A, B], "query 2": [B, A], "query 3": [C]}
    result, judge, _ = await researched(
        [evaluation(3), evaluation(9)], lambda passages: f"Of {len(passages)}.", table=table
    )
    assert [each.query for each in result.attempts] == [QUESTION, "query 3"]
    assert (result.stop_reason, len(judge.questions)) == ("passed", 2)


class TestScripted:
    """The loop with one model behind every prompt."""

    DOCUMENTS = (
        ("war.md", "Armies\nThe newly allied armies captured Beijing on June 6, as people tell."),
        ("trade.md", "Trade\nBeijing traded with the armies of the south."),
    )

    async def run(self, **replies: Any) -> tuple[DeepResearchResult, ScriptedChatModel, Counter[str]]:
        asked: Counter[str] = Counter()

        def reply(messages: list[BaseMessage]) -> str:
            prompt = read_prompt(messages)
            assert prompt is not None
            name = prompt.template.id
            asked[name] += 1
            said = replies[name](prompt) if callable(replies[name]) else replies[name]
            return said if isinstance(said, str) else json.dumps(said)

        model = ScriptedChatModel(reply)
        service = DeepResearchService(
            model,
            retriever=PassageIndex.from_texts(self.DOCUMENTS),
            evaluator=RAGEvaluator(model, cache=None),
            settings=ResearchSettings(checkpoints=None, as_of="2026-11-28"),
        )
        return await service.run(QUESTION), model, asked

    VERDICT: ClassVar = {
        "issues": [],
        "analysis": "",
        "accuracy": 10,
        "completeness": 10,
        "clarity": 10,
        "reason": "so",
    }

    @over("answered", ["no", "partly"])
    async def test_a_judge_that_knows_what_was_tried_ends_the_run(self, answered: str) -> None:
        def judged(prompt: Any) -> Any:
            assert [each.text for each in prompt.sections["tried"]] == [QUESTION]
            return {**self.VERDICT, "answered": answered, "suggestion": "nothing left"}

        result, model, asked = await self.run(
            plan={"sub_questions": [QUESTION]},
            answer_with_documents="The documents do not say.",
            judge_with_documents=judged,
        )
        assert result.stop_reason == "nothing_left"
        assert asked == {"plan": 1, "answer_with_documents": 1, "judge_with_documents": 1}
        # The date of the run is in the prompts that plan and write; models see no ids.
        prompts = [str(messages[1].text) for messages in model.prompts]
        assert ["2026-11-28" in prompt for prompt in prompts] == [True, True, False]
        assert not any("war.md#" in prompt for prompt in prompts)

    async def test_a_second_judgement_is_shown_the_first_ones_suggestion(self) -> None:
        seen: list[list[str]] = []

        def judged(prompt: Any) -> Any:
            seen.append([each.text for each in prompt.sections["tried"]])
            return {**self.VERDICT, "accuracy": 4, "answered": "yes", "suggestion": "armies of the south"}

        await self.run(
            plan={"sub_questions": [QUESTION]},
            answer_with_documents=lambda prompt: f"On June 6 [{len(prompt.sections['draft']) + 1}].",
            judge_with_documents=judged,
            refine={"query": "trade south"},
        )
        assert seen[0] == [QUESTION]
        assert all(shown[-2:] == ["trade south", "armies of the south"] for shown in seen[1:])


def index_of_pieces() -> PassageIndex:
    told = (
        "In 1644 rebels shook port {}.",
        "The allies took Beijing by gate {}.",
        "Talks took weeks, 7{} of them.",
    )
    parts = (" ".join(each.format(n) for n in range(10)) for each in told)
    return PassageIndex.from_texts([("war.md", "\n\n".join(parts))], k=1, size=120)


def test_neighbours_are_the_pieces_of_the_same_document_before_and_after() -> None:
    index = index_of_pieces()
    found = index.search("Beijing gate", 1)[0][0]
    near = [each.text for each in index.neighbours(found.id)]
    assert len(near) == 2
    assert index.neighbours("war.md#1")[0].id == "war.md#2"
    assert index.neighbours("no such id") == []


@over(
    "missing, suggestion, brings",
    [(True, "the year", True), (False, "the year", False), (True, "nothing left", False)],
)
async def test_neighbours_of_cited_pieces_are_fetched_where_something_is_missing(
    missing: bool, suggestion: str, brings: bool
) -> None:
    """The year stood one piece before the cited one."""
    index = index_of_pieces()
    cited = index.search(QUESTION, 1)[0][0]
    issue = {"claim": "the year", "verdict": "missing", "passage_id": None, "quote": None}

    def reply(messages: list[BaseMessage]) -> str:
        prompt = read_prompt(messages)
        assert prompt is not None
        if prompt.template.id == "plan":
            return json.dumps({"sub_questions": [QUESTION]})
        if prompt.template.id == "answer_with_documents":
            return "On June 6 [1]."
        if prompt.template.id == "refine":
            return json.dumps({"query": ""})
        verdict = {"issues": [issue] if missing else [], "analysis": "", "answered": "yes", "accuracy": 9}
        rest = {"completeness": 5, "clarity": 9, "reason": "so", "suggestion": suggestion}
        return json.dumps(verdict | rest)

    model = ScriptedChatModel(reply)
    service = DeepResearchService(
        model,
        retriever=index,
        evaluator=RAGEvaluator(model, cache=None),
        settings=ResearchSettings(checkpoints=None, max_attempts=2),
    )
    result = await service.run(QUESTION)
    shown = {each.id for each in result.attempts[-1].answer.passages}
    assert (len(result.attempts) == 2) is brings
    assert shown.issuperset({each.id for each in index.neighbours(cited.id)}) is brings


class TestSteps:
    """What one reply says of several steps of the plan."""

    PART, SECOND, THIRD = "Where was she born?", "Who ruled #1?", "When did #2 die?"

    async def run(self, *said: FollowUpProposal) -> tuple[Any, StubPlanner, list[str], list[Any]]:
        replies = iter(said)
        planner = StubPlanner(
            parts={QUESTION: (self.PART,)},
            follow_ups={QUESTION: (self.SECOND, self.THIRD)},
            followed=lambda follow_up, found: next(replies),
        )
        retriever = TableRetriever(table={QUESTION: [A], "Harl death": [B]})
        service = research_service(planner=planner, retriever=retriever)
        events: list[Any] = [event async for event in service.stream(QUESTION)]
        return events[-1].result, planner, retriever.searches, events

    async def test_a_step_that_is_answered_costs_no_call_of_its_own(self) -> None:
        known = {1: "Saltby", 2: "Count Harl"}
        said = FollowUpProposal(queries=("Harl death", "Harl funeral"), known=known, bearing=(A.id,))
        result, planner, searches, events = await self.run(said)
        assert searches[2:] == ["Harl death", "Harl funeral"]
        assert [call[0] for call in planner.calls] == ["plan", "follow_up"]
        settled = [(each.follow_up, each.status) for each in events if isinstance(each, FollowUpSettled)]
        assert settled == [(self.SECOND, "found")]
        assert result.usage.calls == 4

    async def test_all_may_be_answered_at_once(self) -> None:
        said = FollowUpProposal(queries=(), status="found", known={2: "Count Harl", 3: "1902"})
        result, planner, searches, _ = await self.run(said)
        assert (len(searches), [call[0] for call in planner.calls]) == (2, ["plan", "follow_up"])
        assert result.stop_reason == "passed"

    async def test_the_reply_that_finds_all_is_the_draft(self) -> None:
        """A call of its own said that nothing was left to search for, and the next one wrote the answer."""
        draft = Answer(text=f"In 1902 [{A.id}].", citations=(cited(A),), passages=(A,), usage=CALL)
        known = {2: "Count Harl", 3: "1902"}
        said = FollowUpProposal(queries=(), status="found", known=known, answer=draft)
        result, planner, searches, events = await self.run(said)
        assert [call[0] for call in planner.calls] == ["plan", "follow_up"]
        assert (result.answer.text, result.answer.passages) == (draft.text, (A,))
        assert [each.follow_up for each in events if isinstance(each, FollowUpSettled)] == [
            self.SECOND,
            self.THIRD,
        ]
        # To plan, to follow and write, to judge.
        assert (len(searches), result.usage.calls, result.stop_reason) == (2, 3, "passed")

    async def test_a_draft_that_leans_on_nothing_is_written_from_whole_passages(self) -> None:
        for draft in (
            Answer(text="In 1902.", passages=(A,), usage=CALL),
            Answer(text="In 1902 [b#1].", citations=(cited(B),), passages=(A,), usage=CALL),
        ):
            said = FollowUpProposal(queries=(), status="found", known={2: "Harl", 3: "1902"}, answer=draft)
            result, *_ = await self.run(said)
            assert (result.answer.text, result.usage.calls) == ("It is so.", 4)

    async def test_a_step_that_nobody_answered_is_asked_before_the_draft(self) -> None:
        """Called "found", it was said to need no search, and the run passed without it."""
        draft = Answer(text=f"Harl [{A.id}].", citations=(cited(A),), passages=(A,), usage=CALL)
        result, planner, searches, _ = await self.run(
            FollowUpProposal(queries=(), status="found", known={2: "Count Harl"}, answer=draft),
            FollowUpProposal(queries=("Harl death",)),
        )
        assert [call[1] for call in planner.calls[1:]] == [self.SECOND, self.THIRD]
        assert (searches[2:], result.answer.text) == (["Harl death"], "It is so.")

    async def test_a_step_that_was_found_before_is_not_asked_again(self) -> None:
        """A call of its own asked for what an earlier reply had said of it."""
        said = FollowUpProposal(queries=("Harl death",), known={3: "1902"})
        result, planner, searches, events = await self.run(said)
        assert [call[1] for call in planner.calls[1:]] == [self.SECOND]
        assert searches[2:] == ["Harl death"]
        settled = [(each.follow_up, each.status) for each in events if isinstance(each, FollowUpSettled)]
        assert (settled, result.stop_reason) == ([(self.THIRD, "found")], "passed")

    async def test_guesses_are_searched_for_with_the_parts(self) -> None:
        planner = StubPlanner(also={QUESTION: ("Harl death", QUESTION.lower())})
        retriever = TableRetriever(table={QUESTION: [A], "Harl death": [B]})
        result = await research_service(planner=planner, retriever=retriever).run(QUESTION)
        assert sorted(retriever.searches) == sorted([QUESTION, "Harl death"])
        assert [each.id for each in result.passages] == [A.id, B.id]


async def test_model_calls_under_way_are_reported() -> None:
    result, _, events = await researched(
        [evaluation(3), evaluation(9)], lambda passages: f"Of {len(passages)}."
    )
    started = [(each.step, each.attempt) for each in events if isinstance(each, ModelCallStarted)]
    ended = [(each.step, each.attempt) for each in events if isinstance(each, ModelCallEnded)]
    first, second = [("answer", 1), ("evaluate", 1)], [("answer", 2), ("evaluate", 2)]
    assert started == ended == [("plan", 1), *first, ("refine", 1), *second]
    assert result.usage.calls == len(started)
