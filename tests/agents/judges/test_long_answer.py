"""An answer that is too long for the model's window is judged whole, part by part."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import BaseMessage

from agents.evaluator import RAGEvaluator
from agents.judges.long_answer import answer_parts, merged_parts
from data_base.schemas.judgement import JudgementTrace, ScoredJudgement
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.text.tokens import estimate_tokens
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

WINDOW = 12_000
SECTIONS = [
    f"Section {n} says that mill {n} opened in {1900 + n}. " + "It is a mill. " * 62 for n in range(45)
]
REPORT = "\n\n".join(SECTIONS)
DOCUMENTS = [Passage(id="c#1", doc_id="c", text="Mill 44 opened in 1944. Mill 2 opened in 1902.")]
POINTS = ["mill 2 opened in 1902", "mill 44 opened in 1944", "mill 99 opened in 1999"]


def shown_answer(messages: list[BaseMessage]) -> str:
    found = re.search(r"<<<answer [^>]*>>>\n(.*?)\n<<<end", str(messages[1].text), re.DOTALL)
    return found[1] if found else ""


def script(messages: list[BaseMessage]) -> str:
    """A judge that looks for the end of the report."""
    answer = shown_answer(messages)
    ends = "mill 44" in answer
    missing = {"claim": "mill 44 opened in 1944", "verdict": "missing", "passage_id": "c#1", "quote": None}
    points = [
        {"number": n, "starts": text[:9], "verdict": "covered" if text in answer else "missing"}
        for n, text in enumerate(POINTS, start=1)
    ]
    said = {
        "issues": [] if ends else [missing],
        "key_points": points,
        "answered": "yes" if ends else "partly",
        "accuracy": 2 if ends else 10,
        "completeness": 5.5,
        "clarity": 8,
    }
    return json.dumps(said | dict.fromkeys(("analysis", "reason", "suggestion"), "so"))


def judge(**profile: Any) -> tuple[RAGEvaluator, ScriptedChatModel]:
    llm = ScriptedChatModel(script, profile=profile or None)
    return RAGEvaluator(llm, cache=None), llm


async def test_it_is_judged_whole_where_the_window_allows() -> None:
    assert len(REPORT) > 40_000
    for profile in ({}, {"max_input_tokens": 1_000_000}):
        evaluator, llm = judge(**profile)
        result = await evaluator.evaluate_fine_grained("Which mills?", REPORT, DOCUMENTS)
        assert [shown_answer(prompt) for prompt in llm.prompts] == [REPORT]
        assert result.answer_parts == 1


@over("passages, whole", [((), True), (tuple(DOCUMENTS), True), (("word " * 30_000,), False)])
async def test_what_passages_leave_of_the_window_is_the_answers(passages: Any, whole: bool) -> None:
    """A report of 60,000 characters has 15,000 tokens: a fifth of no window below 75,000."""
    report = REPORT + REPORT[:20_000]
    evaluator, llm = judge(max_input_tokens=32_000)
    result = await evaluator.evaluate_fine_grained("Which mills?", report, passages or None)
    assert (result.answer_parts == 1) is whole
    assert max(estimate_tokens("".join(str(m.text) for m in prompt)) for prompt in llm.prompts) < 32_000


@over("values, together", [((5, 5), 7.22), ((5, 1, 1), 5), ((1, 1), 1), ((10, 3), 10), ((5.5, 5.5), 7.75)])
def test_a_part_that_covers_nothing_changes_nothing_and_halves_do_not_make_all(
    values: tuple[float, ...], together: float
) -> None:
    request = JudgeRequest(question="Which mills?", answer="One. " * len(values))
    trace = JudgementTrace(mode="no_documents", model_id="m")
    scores = {"accuracy": 5, "clarity": 5, "reason": "", "suggestion": ""}
    found = [ScoredJudgement(trace=trace, rung="strict", completeness=each, **scores) for each in values]
    merged = merged_parts(request, ["One."] * len(values), found)
    assert isinstance(merged, ScoredJudgement)
    assert merged.completeness == pytest.approx(together, abs=0.01)


async def test_else_every_part_is_judged_and_the_verdicts_are_merged() -> None:
    evaluator, llm = judge(max_input_tokens=WINDOW)
    result = await evaluator.evaluate_fine_grained("Which mills?", REPORT, DOCUMENTS, key_points=POINTS)
    parts = [shown_answer(prompt) for prompt in llm.prompts]
    assert "".join("".join(parts).split()) == "".join(REPORT.split())
    assert result.answer_parts == len(parts) > 1
    assert [point.verdict for point in result.key_points] == ["covered", "covered", "missing"]
    assert result.metrics.completeness == pytest.approx(7)
    # The error stands at the end, and its part counts by its length.
    wrong = next(len(part) for part in parts if "mill 44" in part) / sum(map(len, parts))
    assert result.metrics.accuracy == pytest.approx(10 - 8 * wrong)
    assert result.answered == "yes"
    # What the other parts miss stands in the last one.
    assert result.issues == ()
    assert result.usage.calls == len(parts)


async def test_without_key_points_the_parts_complete_each_other() -> None:
    evaluator, llm = judge(max_input_tokens=WINDOW)
    result = await evaluator.evaluate_fine_grained("Which mills?", REPORT, DOCUMENTS)
    assert result.metrics.completeness == pytest.approx(1 + 9 * (1 - 0.5 ** len(llm.prompts)))


async def test_context_is_counted_over_the_passages_that_any_part_was_shown() -> None:
    def by_reference(messages: list[BaseMessage]) -> str:
        said = json.loads(script(messages))
        bearing = "c#1" if "mill 44" in str(messages[1].text) else "c#2"
        claim = {"claim": "mill 44 opened in 1944", "passage_ids": [bearing]}
        return json.dumps(said | {"reference_claims": [claim]})

    llm = ScriptedChatModel(by_reference, profile={"max_input_tokens": WINDOW})
    documents = [*DOCUMENTS, Passage(id="c#2", doc_id="c", text="The weather was fine.")]
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "Which mills?", REPORT, documents, reference_answer="Mill 44 opened in 1944."
    )
    assert result.answer_parts > 1
    assert result.context is not None
    assert (result.context.useful, result.context.precision) == (("c#1", "c#2"), 1)
    assert [claim.passage_ids for claim in result.context.reference_claims] == [("c#1", "c#2")]


async def test_the_reference_is_borne_by_what_the_best_part_finds() -> None:
    def by_reference(messages: list[BaseMessage]) -> str:
        is_last = "mill 44" in str(messages[1].text)
        claims = [
            {"claim": "Mill 44 opened in 1944.", "passage_ids": ["c#1"] if is_last else []},
            {"claim": "It has a weir." if is_last else "A weir is there.", "passage_ids": ["c#1"] * is_last},
        ]
        return json.dumps(json.loads(script(messages)) | {"reference_claims": claims})

    llm = ScriptedChatModel(by_reference, profile={"max_input_tokens": WINDOW})
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "Which mills?", REPORT, DOCUMENTS, reference_answer="Mill 44 opened in 1944 and has a weir."
    )
    assert result.context is not None
    assert (result.context.recall, len(result.context.reference_claims)) == (1, 2)


async def test_a_part_that_cannot_be_judged_fails_the_whole() -> None:
    def broken(messages: list[BaseMessage]) -> str:
        return "no verdict" if "mill 44" in str(messages[1].text) else script(messages)

    llm = ScriptedChatModel(broken, profile={"max_input_tokens": WINDOW})
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained("Which mills?", REPORT, DOCUMENTS)
    assert result.evaluation_failed
    last = result.answer_parts
    assert result.reason.startswith(f"part {last} of the answer's {last} was not judged: ")


async def test_a_tiny_window_is_said_to_take_many_calls(caplog: pytest.LogCaptureFixture) -> None:
    request = JudgeRequest(question="Which mills?", answer=REPORT, documents=tuple(DOCUMENTS))
    estimate = await judge(max_input_tokens=1000)[0].estimate([request])
    assert f"an answer of {len(REPORT):,} characters takes {estimate.calls} calls" in caplog.text
    caplog.clear()
    await judge(max_input_tokens=WINDOW)[0].estimate([request])
    assert caplog.text == ""


async def test_an_estimate_counts_every_part() -> None:
    evaluator, llm = judge(max_input_tokens=WINDOW)
    request = JudgeRequest(question="Which mills?", answer=REPORT, documents=tuple(DOCUMENTS))
    calls = (await evaluator.estimate([request])).calls
    await evaluator.evaluate(request)
    assert calls == len(llm.prompts)


@given(st.text(alphabet="ab .\n水。", max_size=400), st.integers(1, 50))
def test_parts_are_the_answer_and_keep_to_the_budget(answer: str, budget: int) -> None:
    parts = answer_parts(answer, budget)
    assert "".join("".join(parts).split()) == "".join(answer.split())
    assert parts
    whole = [part for part in parts if estimate_tokens(part) > budget]
    # Only a sentence that is longer than the budget by itself is more.
    assert all(len(answer_parts(part, budget)) == 1 for part in whole)


async def test_a_blocked_source_is_known_in_every_part_by_the_list_in_the_last() -> None:
    def cites(messages: list[BaseMessage]) -> str:
        said = json.loads(script(messages))
        for point in said["key_points"]:
            point["citation"] = "[7]" if point["number"] == 1 and point["verdict"] == "covered" else None
        return json.dumps(said)

    llm = ScriptedChatModel(cites, profile={"max_input_tokens": WINDOW})
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What of the mills?",
        f"{REPORT}\n\n## References\n[7] https://blocked.example/mills",
        DOCUMENTS,
        key_points=POINTS,
        blocked=["https://blocked.example/mills"],
    )
    assert result.answer_parts > 1
    assert [each.verdict for each in result.key_points] == ["blocked", "covered", "missing"]


async def test_a_fault_in_one_part_is_there_whatever_another_says() -> None:
    def says(messages: list[BaseMessage]) -> str:
        said = json.loads(script(messages))
        said["key_points"][0]["verdict"] = (
            "covered" if "mill 44" in shown_answer(messages) else "contradicted"
        )
        return json.dumps(said)

    llm = ScriptedChatModel(says, profile={"max_input_tokens": WINDOW})
    points: list[Any] = [{"text": POINTS[0], "weight": -1, "must": True}, *POINTS[1:]]
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What?", REPORT, DOCUMENTS, key_points=points
    )
    assert result.answer_parts > 1
    assert result.key_points[0].verdict == "covered"
    assert not result.is_passing


async def test_a_point_counts_though_the_point_above_it_is_in_another_part() -> None:
    llm = ScriptedChatModel(script, profile={"max_input_tokens": WINDOW})
    points: list[Any] = [
        {"text": POINTS[0], "id": "root", "must": True},
        {"text": POINTS[1], "parent": "root"},
    ]
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What?", REPORT, DOCUMENTS, key_points=points
    )
    assert result.answer_parts > 1
    assert [each.verdict for each in result.key_points] == ["covered", "covered"]
