"""The planner: what it asks, and what it makes of the reply."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.calls.prompt_messages import ReadPrompt, read_prompt
from agents.planner import MAX_SUB_QUESTIONS, Planner
from agents.research.excerpts import best_lines
from agents.research.queries import FollowUpProposal, distinct_queries, query_key, steps_needed
from tests.support.research import passage
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

QUESTION = "How many trees stand in Alder Park, and who counted them?"


def prompt_of(model: ScriptedChatModel) -> ReadPrompt:
    prompt = read_prompt(model.prompts[-1])
    assert prompt is not None
    return prompt


class TestPlan:
    async def test_parts(self) -> None:
        model = ScriptedChatModel(['{"sub_questions": ["How many trees?", " Who counted them? ", ""]}'])
        assert await Planner(model).plan(QUESTION) == ["How many trees?", "Who counted them?"]
        assert prompt_of(model).template.id == "plan"
        assert prompt_of(model).text("question") == QUESTION

    async def test_a_part_asked_twice_is_one(self) -> None:
        model = ScriptedChatModel(['{"sub_questions": ["How many trees?", "how many TREES"]}'])
        assert await Planner(model).plan(QUESTION) == ["How many trees?"]

    async def test_guesses_are_searched_for_where_they_are_new(self) -> None:
        guesses = ["How many TREES", "Saltby keeper", "", "Alder Parc", "elms", "oaks"]
        reply = json.dumps({"sub_questions": ["How many trees?"], "also": guesses})
        plan = await Planner(ScriptedChatModel([reply])).propose_plan(QUESTION)
        assert plan.also == ("Saltby keeper", "Alder Parc", "elms")

    @over("also", [None, {"a": "b"}, [None, 3], "#1 ruler"])
    async def test_guesses_that_cannot_be_read_leave_the_plan(self, also: object) -> None:
        reply = json.dumps({"sub_questions": ["How many?", "Who?"], "also": also})
        plan = await Planner(ScriptedChatModel([reply])).propose_plan(QUESTION)
        assert (plan.sub_questions, plan.also) == (("How many?", "Who?"), ())

    @over("reply", ["I would rather not.", "", '{"sub_questions": []}', '{"sub_questions": ["  "]}'])
    async def test_no_usable_plan_leaves_the_question_whole(self, reply: str) -> None:
        assert await Planner(ScriptedChatModel([reply])).plan(QUESTION) == [QUESTION]

    async def test_a_plan_that_cannot_be_read_is_logged_with_its_question(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        await Planner(ScriptedChatModel(["I would rather not."])).plan(QUESTION)
        assert caplog.messages == [
            f"“{QUESTION}”: the plan could not be read; the question is researched whole"
        ]

    async def test_parts_are_bounded(self) -> None:
        reply = json.dumps({"sub_questions": [f"Part {n}?" for n in range(50)]})
        assert len(await Planner(ScriptedChatModel([reply])).plan(QUESTION)) == MAX_SUB_QUESTIONS

    async def test_costs_are_counted(self) -> None:
        proposal = await Planner(ScriptedChatModel(["?"])).propose_plan(QUESTION)
        assert (proposal.usage.calls, proposal.usage.total_tokens) == (1, 15)


class TestFollowUp:
    FOUND = (passage("people", "Ada Renwick was born at Saltby."),)

    async def follow(self, model: ScriptedChatModel, **changes: Any) -> tuple[str, ...]:
        return (await self.proposed(model, **changes)).queries

    async def proposed(self, model: ScriptedChatModel, **changes: Any) -> FollowUpProposal:
        options = {"earlier": ["Where was she born?"], "tried": [QUESTION], "found": self.FOUND, **changes}
        return await Planner(model).propose_follow_up(QUESTION, "Who built #1?", **options)

    async def test_the_plan_says_what_can_only_be_asked_later(self) -> None:
        reply = '{"sub_questions": ["Where was she born?"], "follow_ups": ["Who built #1?", ""]}'
        plan = await Planner(ScriptedChatModel([reply])).propose_plan(QUESTION)
        assert (plan.sub_questions, plan.follow_ups) == (("Where was she born?",), ("Who built #1?",))

    async def test_a_follow_up_that_asks_what_is_asked_anyway_is_left_out(self) -> None:
        """It was shown as a step of the plan and searched for a second time."""
        later = [QUESTION, "who counted them", "Who built #1?"]
        reply = json.dumps({"sub_questions": ["Who counted them?"], "follow_ups": later})
        plan = await Planner(ScriptedChatModel([reply])).propose_plan(QUESTION)
        assert plan.follow_ups == ("Who built #1?",)

    async def test_the_model_sees_what_is_open_and_what_was_found(self) -> None:
        model = ScriptedChatModel(
            ['{"queries": ["Saltby lighthouse builder", " saltby LIGHTHOUSE builder"]}']
        )
        assert await self.follow(model) == ("Saltby lighthouse builder",)
        prompt = prompt_of(model)
        assert (prompt.template.id, prompt.text("follow_up")) == ("follow_up", "Who built #1?")
        assert [section.text for section in prompt.sections["found"]] == ["Ada Renwick was born at Saltby."]
        assert [(each.text, each.attributes["number"]) for each in prompt.sections["earlier"]] == [
            ("Where was she born?", "1")
        ]

    async def test_it_sees_ten_passages_by_their_best_lines(self) -> None:
        """Five were shown, and the bridge stood on the seventh."""
        filler = "The harbour was rebuilt in stone, and the market moved to the upper square. " * 60
        long = passage("life", f"Early life\n{filler}She was born at Saltby. {filler}")
        model = ScriptedChatModel(['{"queries": ["Saltby"]}'])
        await self.follow(model, found=[*(passage(f"p{n}") for n in range(6)), long, *self.FOUND * 9])
        shown = prompt_of(model).sections["found"]
        assert len(shown) == 10
        assert shown[6].attributes["file"] == "life"
        assert shown[6].text.startswith("Early life")
        assert "She was born at Saltby." in shown[6].text
        assert len(shown[6].text) < len(long.text) / 3

    @over("status", ["search", "found", "missing"])
    async def test_the_model_says_what_becomes_of_it(self, status: str) -> None:
        reply = json.dumps({"status": status, "queries": ["Adelaide Renwick"]})
        proposal = await self.proposed(ScriptedChatModel([reply]))
        assert (proposal.status, proposal.queries) == (status, ("Adelaide Renwick",))

    @over("reply", ['{"queries": ["x"]}', '{"status": "perhaps", "queries": ["x"]}'])
    async def test_a_status_that_is_none_is_a_search(self, reply: str) -> None:
        proposal = await self.proposed(ScriptedChatModel([reply]))
        assert (proposal.status, proposal.queries) == ("search", ("x",))

    async def test_what_steps_stand_for_is_read_and_shown_to_the_next_step(self) -> None:
        said = {"#1": "Saltby [1]", "2": "Hale [2]", "#9": "no step", "first": "none"}
        model = ScriptedChatModel([json.dumps({"known": said, "queries": ["x"]})])
        proposal = await self.proposed(model, later=["When did #2 die?"])
        assert (proposal.known, proposal.bearing) == ({1: "Saltby", 2: "Hale"}, (self.FOUND[0].id,))
        await self.proposed(model, known={1: "Saltby"})
        (step,) = prompt_of(model).sections["earlier"]
        assert dict(step.attributes) == {"number": "1", "found": "Saltby"}

    async def test_excerpts_are_cut_by_what_is_open(self) -> None:
        """The sentence that answered was cut, for the words of the whole question drowned it."""
        filler = f"{QUESTION} " * 12
        answer = "Hale built it: he was the builder, as people of the coast have it, and the harbour."
        long = passage("life", f"Life\n{filler}{answer} {filler}")
        assert "Hale" not in best_lines(long, f"{QUESTION} Who was the builder of #1?").text
        model = ScriptedChatModel(['{"queries": []}'])
        await self.follow(model, found=[long])
        assert "Hale built it" in prompt_of(model).sections["found"][0].text

    async def test_where_all_is_found_the_reply_may_be_the_answer(self) -> None:
        reply = json.dumps({"status": "found", "queries": [], "answer": "At Saltby [1]. By Hale [7]."})
        answer = (await self.proposed(ScriptedChatModel([reply]))).answer
        assert answer is not None
        assert (answer.text, answer.passages) == (f"At Saltby [{self.FOUND[0].id}]. By Hale.", self.FOUND)
        assert [each.doc_id for each in answer.citations] == ["people", None]
        assert answer.usage.calls == 1

    @over(
        "status, answer", [("found", ""), ("found", None), ("search", "At Saltby [1]."), ("missing", "No.")]
    )
    async def test_else_it_is_none(self, status: str, answer: object) -> None:
        reply = json.dumps({"status": status, "queries": ["x"], "answer": answer})
        proposal = await self.proposed(ScriptedChatModel([reply]))
        assert (proposal.answer, proposal.status) == (None, status)

    async def test_a_passage_of_the_usual_length_is_shown_whole(self) -> None:
        """Else hardly an answer could rest on whole passages."""
        usual = passage("life", "Ada Renwick was born at Saltby. The harbour was rebuilt in stone. " * 14)
        assert best_lines(usual, QUESTION).text != usual.text
        reply = json.dumps({"status": "found", "answer": "At Saltby [1]."})
        model = ScriptedChatModel([reply])
        answer = (await self.proposed(model, found=[usual])).answer
        assert prompt_of(model).text("found") == usual.text
        assert answer is not None

    async def test_an_answer_that_rests_on_lines_of_a_passage_is_written_from_the_whole_of_it(self) -> None:
        """The line that took it back was among those that were left out."""
        filler = "The harbour was rebuilt in stone, and the market moved to the upper square. " * 60
        long = passage("life", f"Ada Renwick was born at Saltby. {filler}")
        reply = json.dumps({"status": "found", "answer": "At Saltby [2]. It has a light [1]."})
        options = {"found": [*self.FOUND, long]}
        assert (await self.proposed(ScriptedChatModel([reply]), **options)).answer is None
        reply = json.dumps({"status": "found", "answer": "<think>Well.</think>At Saltby [1]."})
        answer = (await self.proposed(ScriptedChatModel([reply]), **options)).answer
        assert answer is not None
        assert answer.text == f"At Saltby [{self.FOUND[0].id}]."

    async def test_an_entry_of_another_kind_does_not_spoil_the_reply(self) -> None:
        said = {
            "known": {"＃1": 1871, "#2": {"a": 1}, "#3": True},
            "queries": ["Saltby", 3],
            "answer": {"text": "x [1]"},
        }
        proposal = await self.proposed(ScriptedChatModel([json.dumps({"status": "found", **said})]))
        assert (dict(proposal.known), proposal.queries) == ({1: "1871"}, ("Saltby",))
        assert proposal.answer is None
        plan = json.dumps({"sub_questions": "Where was she born?", "follow_ups": ["Who built #1?", None]})
        proposed = await Planner(ScriptedChatModel([plan])).propose_plan(QUESTION)
        assert (proposed.sub_questions, proposed.follow_ups) == (("Where was she born?",), ("Who built #1?",))

    async def test_numbers_of_steps_count_those_that_are_left(self) -> None:
        """The part that was asked twice was dropped, and "#3" was the follow-up itself."""
        plan = {
            "sub_questions": ["Where?", "where", "When?"],
            "follow_ups": ["Who ruled #1 in #3?", "Why #4?"],
        }
        proposed = await Planner(ScriptedChatModel([json.dumps(plan)])).propose_plan(QUESTION)
        assert proposed.follow_ups == ("Who ruled #1 in #2?", "Why #3?")

    async def test_what_is_found_needs_no_queries(self) -> None:
        proposal = await self.proposed(ScriptedChatModel(['{"status": "found"}']))
        assert (proposal.status, proposal.queries) == ("found", ())

    async def test_with_nothing_found_no_model_is_asked(self) -> None:
        model = ScriptedChatModel(['{"queries": ["x"]}'])
        assert await self.follow(model, found=()) == ()
        assert model.prompts == []

    @over("reply", ["I would rather not.", '{"queries": []}', '{"queries": ["  "]}'])
    async def test_no_usable_query_is_none(self, reply: str) -> None:
        assert await self.follow(ScriptedChatModel([reply])) == ()

    async def test_queries_are_bounded(self) -> None:
        reply = json.dumps({"queries": [f"query {n}" for n in range(9)]})
        assert len(await self.follow(ScriptedChatModel([reply]))) == 3


class TestRefine:
    async def test_the_model_sees_what_was_tried_found_and_suggested(self) -> None:
        model = ScriptedChatModel(['{"query": "tree census Alder Park 2021"}'])
        query = await Planner(model).refine_query(
            QUESTION,
            tried=[QUESTION, "trees Alder Park"],
            found=[passage("park", "Alder Park has many trees.")],
            suggestion="the year of the census",
        )
        assert query == "tree census Alder Park 2021"
        prompt = prompt_of(model)
        assert prompt.template.id == "refine"
        assert [section.text for section in prompt.sections["tried"]] == [QUESTION, "trees Alder Park"]
        assert prompt.text("found") == "Alder Park has many trees."
        assert prompt.text("suggestion") == "the year of the census"

    @over("suggestion", ["", "  \n"])
    async def test_an_empty_suggestion_gives_the_same_query_back_and_asks_no_model(
        self, suggestion: str
    ) -> None:
        model = ScriptedChatModel(['{"query": "something else"}'])
        assert await Planner(model).refine_query(QUESTION, suggestion) == QUESTION
        assert await Planner(model).refine_query(QUESTION, suggestion, tried=[QUESTION, "last"]) == "last"
        assert model.prompts == []

    async def test_the_suggestion_may_follow_the_question(self) -> None:
        assert (
            await Planner(ScriptedChatModel(['{"query": "oaks"}'])).refine_query(QUESTION, "oaks") == "oaks"
        )

    async def test_nothing_left_to_try(self) -> None:
        assert await Planner(ScriptedChatModel(['{"query": ""}'])).refine_query(QUESTION, "more") == ""

    async def test_a_reply_that_cannot_be_read_gives_the_question_back(self) -> None:
        planner = Planner(ScriptedChatModel(["No idea."]))
        assert await planner.refine_query(QUESTION, "more", tried=[QUESTION]) == QUESTION


async def test_the_language_of_the_prompt_follows_the_question_unless_it_is_set() -> None:
    model = ScriptedChatModel(['{"sub_questions": []}'])
    await Planner(model).plan("公園裡有幾棵樹？")
    assert prompt_of(model).template.language == "zh-Hant"
    await Planner(model, language="en").plan("公園裡有幾棵樹？")
    assert prompt_of(model).template.language == "en"


@given(st.text(max_size=30))
def test_a_query_is_the_same_whatever_its_case_spaces_and_stops(query: str) -> None:
    assert query_key(f"  {query.upper().lower()} ") == query_key(query.upper().lower())
    assert query_key(query_key("Sales  in 2023?")) == query_key("sales in 2023")
    assert distinct_queries([query, query]) == distinct_queries([query])


def test_a_follow_up_names_the_steps_it_needs() -> None:
    assert steps_needed("Who ruled #2 when #1 and #2 were built?") == (2, 1)
    assert steps_needed("Who ruled #12?") == (12,)
    assert steps_needed("Who ruled the town?") == ()


def test_other_words_are_another_query() -> None:
    assert query_key("公園有幾棵樹") != query_key("公園有幾張椅子")
    assert query_key("sales 2023") != query_key("sales 2022")
