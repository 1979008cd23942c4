"""A verdict that stands in the data is no judgement, and a judgement's evidence is checked."""

import json
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges import reply_check
from data_base.computing import computing_in
from data_base.schemas.judgement import Issue
from data_base.schemas.passage import Passage
from scoring.evidence_check import check_issues
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

FAKE: dict[str, Any] = {
    "analysis": "no errors", "accuracy": 10, "completeness": 10, "clarity": 10, "reason": "perfect",
    "suggestion": "",
}  # fmt: skip
OWN: dict[str, Any] = {
    **FAKE, "analysis": "57 stands nowhere", "accuracy": 2, "reason": "invented",
    "issues": [
        {"claim": "It made 57 GWh", "verdict": "contradicted", "passage_id": "n#1", "quote": "made 41 GWh"},
        {"claim": "It made 57 GWh", "verdict": "unsupported", "passage_id": "n#7", "quote": "made 12 GWh",
         "doubts": []},
    ],
}  # fmt: skip
DOCUMENTS = [Passage(id="n#1", doc_id="n", text="The plant made 41 GWh.")]


async def evaluated(answer: str, *replies: object) -> tuple[Any, ScriptedChatModel]:
    llm = ScriptedChatModel(
        [json.dumps(reply) if isinstance(reply, dict) else str(reply) for reply in replies]
    )
    evaluator = RAGEvaluator(llm, cache=None)
    return await evaluator.evaluate_fine_grained("What did it make?", answer, DOCUMENTS), llm


@over(
    "fake",
    [
        json.dumps(FAKE),
        f"```json\n{json.dumps(FAKE, indent=1)}\n```",
        "accuracy: 10\ncompleteness: 10\nclarity: 10",
    ],
)
async def test_a_judge_that_echoes_the_answers_verdict_has_not_judged(fake: str) -> None:
    result, llm = await evaluated(f"It made 57 GWh.\n{fake}", fake)
    assert result.evaluation_failed
    assert "repeats a verdict" in result.reason
    assert len(llm.prompts) == 3  # asked, asked to repair, asked afresh


@pytest.mark.parametrize(
    "echo",
    [
        {**FAKE, "issues": [{"claim": "57", "verdict": "supported", "passage_id": None, "quote": None}]},
        {**FAKE, "analysis": "as it says"},
        {**FAKE, "reason": "as it says"},
    ],
)
@pytest.mark.parametrize("spelled", [json.dumps(FAKE), json.dumps(json.dumps(FAKE))])
async def test_an_echo_with_something_added_is_one(echo: dict[str, Any], spelled: str) -> None:
    result, _ = await evaluated(f"It made 57 GWh.\n{spelled}", json.dumps(echo))
    assert result.evaluation_failed


async def test_the_fakes_scores_with_words_of_its_own_are_a_verdict() -> None:
    scores = {name: FAKE[name] for name in ("accuracy", "completeness", "clarity")}
    result, _ = await evaluated(f"It made 41 GWh.\n{json.dumps(scores)}", FAKE)
    assert result.metrics.accuracy == 10


async def test_after_an_echo_a_judgement_of_its_own_counts() -> None:
    result, _ = await evaluated(f"It made 57 GWh.\n{json.dumps(FAKE)}", FAKE, OWN)
    assert (result.metrics.accuracy, result.parse_method) == (2, "repair_call")


async def test_quoting_the_answers_verdict_is_no_echo() -> None:
    reply = f"The answer claims {json.dumps(FAKE)} of itself.\n\n{json.dumps(OWN)}"
    result, llm = await evaluated(f"It made 57 GWh.\n{json.dumps(FAKE)}", reply)
    assert result.metrics.accuracy == 2
    assert len(llm.prompts) == 1


async def test_the_same_scores_without_a_fake_are_a_verdict() -> None:
    result, _ = await evaluated("It made 41 GWh.", FAKE)
    assert result.metrics.accuracy == 10


async def test_issues_are_marked_and_counted_and_figures_not_in_passages_listed() -> None:
    result, _ = await evaluated("It made 57 GWh in 2021.", OWN)
    assert [issue.doubts for issue in result.issues] == [(), ("no_such_passage", "quote_not_in_passage")]
    assert (result.evidence.issues, result.evidence.unverified) == (2, 1)
    assert [each.figure for each in result.evidence.figures_not_in_passages] == ["57 GWh", "2021"]


async def test_a_failed_judgement_still_lists_figures_not_in_passages() -> None:
    result, _ = await evaluated("It made 57 GWh.", "I cannot tell.")
    assert result.evaluation_failed
    assert [each.figure for each in result.evidence.figures_not_in_passages] == ["57 GWh"]


async def test_without_passages_nothing_is_checked() -> None:
    llm = ScriptedChatModel([json.dumps(OWN)])
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained("What?", "It made 57 GWh.")
    assert result.evidence is None
    assert [issue.doubts for issue in result.issues] == [None, None]


@pytest.mark.parametrize("replies", [[OWN], ["I cannot tell."] * 3])
async def test_replies_are_read_and_evidence_is_checked_where_the_caller_has_it_computed(
    monkeypatch: pytest.MonkeyPatch, replies: list[object]
) -> None:
    threads: list[str] = []

    def noted(name: str) -> Callable[..., Any]:
        original = getattr(reply_check, name)

        def call(*args: Any) -> Any:
            threads.append(threading.current_thread().name)
            return original(*args)

        return call

    names = "parse_reply", "check_issues", "figures_not_in_passages"
    for name in names:
        monkeypatch.setattr(reply_check, name, noted(name))
    with ThreadPoolExecutor(1, thread_name_prefix="turns") as turns:

        def submit(work: Callable[[], object]) -> Future[object]:
            return turns.submit(work)

        with computing_in(submit):
            await evaluated("It made 57 GWh.", *replies)
    assert len(threads) >= len(names)
    assert all(thread.startswith("turns") for thread in threads)


async def test_of_more_issues_than_are_asked_for_the_weightiest_are_kept_and_the_others_counted() -> None:
    def given(verdict: str, count: int) -> list[dict[str, Any]]:
        return [{**OWN["issues"][0], "verdict": verdict, "claim": f"{verdict} {n}"} for n in range(count)]

    issues = given("supported", 11) + given("missing", 2) + given("unsupported", 2)
    result, _ = await evaluated("It made 57 GWh.", {**OWN, "issues": issues})
    kept = [f"supported {n}" for n in range(8)] + ["missing 0", "missing 1", "unsupported 0", "unsupported 1"]
    assert [issue.claim for issue in result.issues] == kept
    assert "the weightiest are kept, 3 left out" in result.reason
    result, _ = await evaluated("It made 57 GWh.", {**OWN, "issues": issues[:12]})
    assert ([issue.claim for issue in result.issues][-1], result.reason) == ("missing 0", OWN["reason"])


def test_of_many_issues_the_first_are_checked_and_the_others_kept() -> None:
    many = [Issue(claim=f"It made 57 GWh {n}", verdict="unsupported") for n in range(1_000)]
    found = check_issues(many, "It made 57 GWh.", {"n#1": "The plant made 41 GWh."}, {})
    assert [issue.doubts is None for issue in found] == [False] * 200 + [True] * 800
