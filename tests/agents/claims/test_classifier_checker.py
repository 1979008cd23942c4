"""A classifier checks the claims of a report, each on its own source."""

from __future__ import annotations

from typing import Any

import pytest

from agents.claims.judge_report import GivenReport, judge_report
from tests.support.openai_server import Fault, Message, openai_server

CRANE = "The first crane of Harwich was built in Bath."
PIER = "A second pier was added in 1931, for ships from Esbjerg."
REPORT = f"{CRANE} [1] A pier followed in 1950. [2] The pier was perhaps of oak. [2]"


def word(messages: list[Message]) -> str:
    document, _, claim = messages[-1]["content"].partition("\nClaim: ")
    return "Yes" if claim.split()[-1] in document else "No"


def likely(messages: list[Message]) -> dict[str, float]:
    yes = 0.5 if "perhaps" in messages[-1]["content"] else {"Yes": 0.9, "No": 0.1}[word(messages)]
    return {"Yes": yes, "No": 1 - yes}


async def table(base_url: str, judge: str = "checker:mini") -> Any:
    checkers = {"mini": {"kind": "yes_no", "url": base_url, "model": "minicheck"}}
    passages = [{"id": "1", "text": CRANE}, {"id": "2", "text": PIER}]
    return await judge_report(REPORT, judge=judge, passages=passages, checkers=checkers, cache=None)


async def test_each_claim_has_a_probability_and_the_nearest_words_of_its_own_source() -> None:
    with openai_server(word, likely=likely) as server:
        found = await table(server.base_url)
    assert (found.judge, found.prompt, found.usage.calls) == ("checker:mini", None, 3)
    assert [claim.verdict for claim in found.claims] == ["supported", "unsupported", "undecidable"]
    cited = [claim.citations[0] for claim in found.claims]
    assert [each.score for each in cited] == pytest.approx([0.9, 0.1, 0.5])
    assert [each.words for each in cited] == [CRANE, "", ""]
    documents = [each["messages"][-1]["content"].partition("\nClaim")[0] for each in server.requests]
    assert sorted(documents) == sorted(f"Document: {text}" for text in (CRANE, PIER, PIER))


async def test_what_it_will_cost_is_said_without_a_call() -> None:
    with openai_server(word) as server:
        checkers = {"mini": {"kind": "yes_no", "url": server.base_url, "model": "minicheck"}}
        given = GivenReport(
            REPORT, judge="checker:mini", passages=[CRANE, PIER], settings={"checkers": checkers}
        )
        cost = await (await given.read()).estimate()
    assert (cost.calls, server.requests) == (3, [])


async def test_a_call_that_fails_leaves_its_claim_without_a_verdict() -> None:
    with openai_server(word, faults=[Fault(status=400)]) as server:
        found = await table(server.base_url)
    failed = [claim for claim in found.claims if claim.verdict is None]
    assert len(failed) == found.shares.judge_failed == 1
    assert failed[0].citations[0].error.startswith("checker:mini gave no reply")


async def test_what_a_classifier_cannot_decide_goes_on_to_the_second_judge() -> None:
    with openai_server(word, likely=likely) as server:
        found = await table(server.base_url, "embedded+checker:mini")
    assert found.judge == "embedded+checker:mini"
    assert 0 < len(server.requests) < 3
