"""Deep Research whole: a model that replies to the project's own prompts, an index, a judge."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest
from langchain_core.documents import Document
from langchain_core.retrievers import BaseRetriever
from pydantic import TypeAdapter, ValidationError

from agents.calls.prompt_messages import read_prompt
from agents.calls.settings import CallSettings
from agents.deep_research import DeepResearchService
from agents.errors import SearchError
from agents.evaluator import RAGEvaluator
from agents.graphs import search_sources
from agents.judges.judge_spec import JudgeSpec
from agents.research.settings import ResearchSettings
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from service.research.terms import LoopSettingsRequest
from tests.support.roots_rights import without_roots_rights
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from langchain_core.messages import BaseMessage

QUESTION = "How many trees were counted in Alder Park?"
INDEX = [
    ("park.md", "Alder Park was opened in 1902. It lies by the river and has a pond."),
    ("parks.md", "Alder Park and Birch Park are looked after by the city."),
    ("census.md", "The green survey of 2021 recorded 412 specimens between the river and the pond."),
]
OPENED, RECORDED = "Alder Park was opened in 1902", "The survey of 2021 recorded 412 specimens"
IN_MEMORY = ResearchSettings(checkpoints=None)


def scores(accuracy: float, suggestion: str = "") -> str:
    return json.dumps(
        {
            "analysis": "…",
            "accuracy": accuracy,
            "completeness": accuracy,
            "clarity": 9,
            "reason": "so it is",
            "suggestion": suggestion,
        }
    )


def researcher(suggestion: str = "green survey 2021 specimens recorded") -> ScriptedChatModel:
    """Answers with the figure if it is shown the passage, judges by whether the figure is there."""

    def reply(messages: list[BaseMessage]) -> str:
        prompt = read_prompt(messages)
        assert prompt is not None
        if prompt.template.id == "plan":
            return json.dumps({"sub_questions": [prompt.text("question")]})
        if prompt.template.id == "refine":
            return json.dumps({"query": prompt.text("suggestion")})
        if prompt.template.id == "answer_with_documents":
            shown = prompt.sections["passages"]
            number = next((s.attributes["number"] for s in shown if "412" in s.text), None)
            return (
                f"The green survey of 2021 recorded 412 specimens [{number}]."
                if number
                else "Many trees were counted."
            )
        return scores(9) if "412" in prompt.text("answer") else scores(3, suggestion)

    return ScriptedChatModel(reply)


def first_hit_only() -> BaseRetriever:
    return PassageIndex.from_texts(INDEX, k=1)


async def test_what_is_found_in_the_second_round_is_answered() -> None:
    result = await DeepResearchService(researcher(), retriever=first_hit_only(), settings=IN_MEMORY).run(
        QUESTION
    )
    assert [attempt.query for attempt in result.attempts] == [
        QUESTION,
        "green survey 2021 specimens recorded",
    ]
    assert result.stop_reason == "passed"
    assert "412" in result.answer.text
    assert [citation.verdict for citation in result.answer.citations] == ["supported"]
    assert result.answer.citations[0].doc_id == "census.md"
    assert {found.doc_id: found.attempt for found in result.passages}["census.md"] == 2
    assert result.usage.calls == 1 + 2 + 1 + 2


@pytest.mark.parametrize("final", [None, "same"])
async def test_only_the_answer_has_a_claim_table(final: str | None, tmp_path: Path) -> None:
    model = researcher()
    service = DeepResearchService(
        model,
        retriever=first_hit_only(),
        evaluator=RAGEvaluator(JudgeSpec.of("embedded") if final is None else model, claims=True),
        settings=ResearchSettings(checkpoints=tmp_path / "c.sqlite", final_judge=final, max_attempts=2),
    )
    result = await service.run(QUESTION, thread_id="1")
    tables = [attempt.evaluation.claims for attempt in result.attempts if attempt.evaluation]
    assert len(tables) == 2
    assert result.verdict
    assert result.verdict.claims
    assert [each.text for each in result.verdict.claims.claims]
    assert sum(table is not None for table in tables) == (1 if final is None else 0)
    again = await service.run(QUESTION, thread_id="1")
    assert again.verdict
    assert again.verdict.claims


@pytest.mark.parametrize("place", ["file", "database"])
async def test_what_was_said_of_claims_is_not_paid_for_again(
    place: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """The table was made after the last checkpoint: a run that ended there paid for all of it again."""
    asked: list[str] = []
    broken = True

    def reply(messages: list[BaseMessage]) -> str:
        prompt = read_prompt(messages)
        assert prompt is not None
        if prompt.template.id == "plan":
            return json.dumps({"sub_questions": [QUESTION, "green survey 2021 specimens recorded"]})
        if prompt.template.id == "answer_with_documents":
            numbers = {"412" in each.text: each.attributes["number"] for each in prompt.sections["passages"]}
            return f"{OPENED} [{numbers[False]}]. {RECORDED} [{numbers[True]}]."
        if prompt.template.id != "judge_claims":
            return scores(9)
        claim = prompt.text("claims")
        asked.append(claim)
        if broken and "412" in claim:
            raise InputError("the model is away")
        words = "412 specimens" if "412" in claim else "opened in 1902"
        verdict = {"number": 1, "starts": claim[3:20], "words": words, "verdict": "supported"}
        return json.dumps({"claims": [verdict]})

    passages = PassageIndex.from_texts([INDEX[0], INDEX[2]])
    checkpoints = tmp_path / "c.sqlite" if place == "file" else request.getfixturevalue("postgres_url")
    model = ScriptedChatModel(reply)
    service = DeepResearchService(
        model,
        retriever=passages,
        evaluator=RAGEvaluator(model, claims=True, cache=None),
        settings=ResearchSettings(checkpoints=checkpoints),
    )
    with pytest.raises(InputError, match="the model is away") as raised:
        await service.run(QUESTION, thread_id="1")
    assert raised.value.__notes__ == ["The run 1 can be resumed by this thread id."]
    broken = False
    result = await service.run(QUESTION, thread_id="1")
    assert result.verdict
    assert result.verdict.claims
    assert [claim.verdict for claim in result.verdict.claims.claims] == ["supported", "supported"]
    assert sorted(asked) == [f"1. {OPENED}.", *[f"1. {RECORDED}."] * 2]
    assert result.verdict.claims.usage.calls == 2
    calls = len(model.prompts)
    assert await service.run(QUESTION, thread_id="1") == result
    assert len(model.prompts) == calls


def test_who_steers_is_no_final_judge() -> None:
    """It had judged its own choice once more, as if it were another."""
    model = researcher()
    judge = RAGEvaluator(model)
    again = RAGEvaluator(researcher())
    for given in (
        {"final_judge": model},
        {"final_judge": again},
        {"evaluator": judge, "final_judge": judge},
        {"evaluator": judge, "final_judge": again},
        {"evaluator": judge, "final_judge": researcher()},
    ):
        with pytest.raises(InputError, match="the final judge steers the research"):
            DeepResearchService(model, retriever=first_hit_only(), settings=IN_MEMORY, **given)
    with pytest.raises(InputError, match="unknown model ''"):
        DeepResearchService(model, retriever=first_hit_only(), settings=IN_MEMORY, final_judge="")


async def test_what_cannot_be_researched_is_refused_in_one_sentence() -> None:
    """These were errors of regular expressions, of attributes and of pydantic."""

    def service(**given: Any) -> DeepResearchService:
        return DeepResearchService("embedded", retriever=first_hit_only(), **{"settings": IN_MEMORY, **given})

    for asked, name, said in (
        (None, None, "`question` must be a string, not NoneType"),
        (5, None, "`question` must be a string, not int"),
        (" ", None, "The question is empty"),
        (QUESTION, uuid4(), "`thread_id` must be a string, not UUID"),
        (QUESTION, "", "`thread_id` is empty"),
    ):
        with pytest.raises(InputError, match=said):
            await service().run(asked, thread_id=name)  # type: ignore[arg-type]
    for given, said in (
        ({"settings": {"threshold": 8}}, r"`settings` must be ResearchSettings\(…\), not a dict"),
        ({"evaluator": 7}, "a model is a name or a LangChain chat model, not int"),
    ):
        with pytest.raises(InputError, match=said):
            service(**given)
    result = await service(evaluator="embedded").run(QUESTION)
    assert result.attempts[0].evaluation
    assert result.attempts[0].evaluation.model_id == "embedded"


def test_a_setting_that_is_wrong_is_named_in_one_line() -> None:
    """They were pydantic's errors, of four lines; within a file or a request they still have a place."""
    for given, said in (
        ({"threshold": 11}, "threshold: must be less than or equal to 10."),
        ({"retry_on": ("foo",)}, "retry_on.0: must be 'unanswered', 'incomplete' or 'unclear'."),
        ({"thresold": 8}, "thresold: is no field that is known here."),
    ):
        with pytest.raises(InputError) as refused:
            ResearchSettings(**given)
        assert str(refused.value) == said
    for kind in (ResearchSettings, LoopSettingsRequest):
        with pytest.raises(ValidationError) as placed:
            TypeAdapter(list[kind]).validate_python([{"threshold": 11}])  # type: ignore[valid-type]
        assert placed.value.errors()[0]["loc"] == (0, "threshold")


async def test_with_the_suggestion_deleted_it_is_not() -> None:
    result = await DeepResearchService(researcher(""), retriever=first_hit_only(), settings=IN_MEMORY).run(
        QUESTION
    )
    assert result.stop_reason == "query_exhausted"
    assert "412" not in result.answer.text


async def test_any_langchain_retriever_will_do() -> None:
    class Plain(BaseRetriever):
        def _get_relevant_documents(self, query: str, **_: object) -> list[Document]:
            texts = ["412 specimens were recorded in 2021.", "The pond is deep."]
            return [Document(page_content=text, metadata={"source": "web"}) for text in texts]

    result = await DeepResearchService(researcher(), retriever=Plain(), settings=IN_MEMORY).run(QUESTION)
    assert [found.id for found in result.passages] == ["web#1", "web#2"]
    assert result.answer.text.endswith("[web#1].")


async def test_a_retriever_that_fails_is_no_empty_retrieval(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(BaseRetriever):
        def _get_relevant_documents(self, query: str, **_: object) -> list[Document]:
            raise ConnectionError("the index is gone")

    monkeypatch.setattr(search_sources, "_WAITS", (0.0, 0.0))
    with pytest.raises(SearchError, match=r"the search Broken failed 3 times: .*the index is gone"):
        await DeepResearchService(researcher(), retriever=Broken(), settings=IN_MEMORY).run(QUESTION)


async def test_nothing_in_the_index_is_said_and_judged() -> None:
    model = researcher("look elsewhere")
    result = await DeepResearchService(model, retriever=PassageIndex.from_texts([]), settings=IN_MEMORY).run(
        QUESTION
    )
    assert result.passages == ()
    assert all(attempt.abstained and attempt.evaluation for attempt in result.attempts)
    assert result.best_index == 0
    assert result.attempts[0].evaluation is not None
    assert result.attempts[0].evaluation.mode == "documents"
    prompts = [prompt.template.id for messages in model.prompts if (prompt := read_prompt(messages))]
    assert "answer_with_documents" not in prompts


async def test_many_questions_at_once_keep_apart(tmp_path: Path) -> None:
    service = DeepResearchService(
        researcher(),
        retriever=first_hit_only(),
        settings=ResearchSettings(checkpoints=tmp_path / "runs.sqlite"),
    )
    questions = [f"{QUESTION} ({n})" for n in range(8)]
    results = await asyncio.gather(*map(service.run, questions))
    assert [result.question for result in results] == questions
    assert all("412" in result.answer.text for result in results)


async def test_every_event_is_one_line_of_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, logger="deep_research_judge.agents.deep_research")
    service = DeepResearchService(researcher(), retriever=first_hit_only(), settings=IN_MEMORY)
    events = [event async for event in service.stream(f"{QUESTION}\nsecond line")]
    lines = [
        record.getMessage()
        for record in caplog.records
        if record.name == "deep_research_judge.agents.deep_research"
    ]
    assert lines == [event.line for event in events]
    assert not any("\n" in line for line in lines)


def test_the_loop_bears_the_name_it_is_known_by() -> None:
    async def kinds() -> Sequence[str]:
        service = DeepResearchService(researcher(), retriever=first_hit_only(), settings=IN_MEMORY)
        return [event.kind async for event in service._drill_down_loop(QUESTION)]

    assert asyncio.run(kinds())[-1] == "finished"


async def test_the_loops_own_judge_is_called_as_the_loop_calls_its_models() -> None:
    down = TimeoutError("down")
    model = ScriptedChatModel(lambda messages: down if "judge" in _template(messages) else "An answer [1].")
    settings = ResearchSettings(call=CallSettings(attempts=1), max_attempts=1, checkpoints=None)
    result = await DeepResearchService(model, retriever=first_hit_only(), settings=settings).run(QUESTION)
    asked = [messages for messages in model.prompts if "judge" in _template(messages)]
    # A judge that failed is asked once more by the loop itself, and not six times each by the call.
    assert (result.stop_reason, len(asked)) == ("judge_failed", 2)


def _template(messages: list[BaseMessage]) -> str:
    prompt = read_prompt(messages)
    return prompt.template.id if prompt else ""


def test_code_that_names_no_place_writes_nothing_even_where_it_may_not_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JUDGE_CHECKPOINTS", raising=False)
    monkeypatch.chdir(tmp_path)
    tmp_path.chmod(0o555)
    try:
        with without_roots_rights():
            service = DeepResearchService("embedded", retriever=PassageIndex.from_texts(INDEX))
            result = service.run_sync(QUESTION, thread_id="mine")
            RAGEvaluator("embedded").evaluate_fine_grained_sync(QUESTION, "412.", [INDEX[2][1]])
    finally:
        tmp_path.chmod(0o755)
    assert result.best is not None
    assert list(tmp_path.iterdir()) == []


async def test_a_run_is_called_resumable_only_where_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search_sources, "_WAITS", ())
    for checkpoints in (None, tmp_path / "C.sqlite"):
        settings = ResearchSettings(checkpoints=checkpoints)
        service = DeepResearchService("embedded", retriever=Unreachable(), settings=settings)
        with pytest.raises(SearchError, match="the index is away") as caught:
            await service.run(QUESTION)
        notes = " ".join(getattr(caught.value, "__notes__", ()))
        assert ("can be resumed" in notes) is (checkpoints is not None)


class Unreachable(BaseRetriever):
    """A retriever whose index cannot be reached."""

    def _get_relevant_documents(self, query: str, *, run_manager: object) -> list[Document]:
        raise OSError("the index is away")
