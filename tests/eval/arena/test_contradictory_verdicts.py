"""Which verdicts on the answers to one question do not go together."""

from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from data_base.schemas.judgement import Issue
from data_base.schemas.run import RunItem
from data_base.text_cache import text_cache
from eval.arena.contradictory_verdicts import inconsistencies
from scoring.grounding import ClaimCheck, check_claim
from tests.support.arena import PORT, evaluation, failed_evaluation, item
from tests.support.rows import over

RIGHT, WRONG = "The port handled 88 ships in 2023.", "The port handled 97 ships in 2023."


def claim(text: str, verdict: str = "supported", quote: str | None = "88 艘船", doubt: str = "") -> Issue:
    fields = {"claim": text, "verdict": verdict, "passage_id": PORT.id, "quote": quote}
    return Issue.model_validate({**fields, "doubts": (doubt,) if doubt else ()})


def answered(system: str, text: str, accuracy: float = 9, *issues: Issue, **found: Any) -> RunItem:
    return item(system, "q1", evaluation(accuracy, shown=(PORT,), issues=issues, **found), text)


GOOD = answered("good", RIGHT, 9, claim(RIGHT))
BETTER = answered("better", RIGHT, 10, claim(RIGHT))


@over(
    "items, expected",
    [
        ([GOOD, answered("no", "I cannot answer without documents.", 10)], [("good", "no", "abstains")]),
        ([GOOD, answered("no", "Nobody asked.", 10, answered="no")], [("good", "no", "abstains")]),
        ([GOOD, answered("off", WRONG)], [("good", "off", "contradicts")]),
        # Each is held against the best that is borne out.
        (
            [answered("off", WRONG), GOOD, answered("no", "The documents do not say.", 10), BETTER],
            [("better", "off", "contradicts"), ("better", "no", "abstains")],
        ),
        # What did not pass, agrees, speaks of something else or has a passage of its own.
        ([GOOD, answered("off", WRONG, 3), answered("no", "I cannot answer.", 2)], []),
        ([GOOD, BETTER, answered("more", f"{RIGHT} The harbour master is Ana Kovac.")], []),
        ([GOOD, answered("other", WRONG, 9, claim(WRONG, quote="97 艘船"))], []),
        # Nothing is borne out without a quote that was found, or where something is refuted.
        ([answered("bare", RIGHT), answered("no", "I cannot answer.", 10)], []),
        ([answered("q", RIGHT, 9, claim(RIGHT, doubt="quote_not_in_passage")), answered("off", WRONG)], []),
        (
            [answered("r", RIGHT, 9, claim(RIGHT), claim("in 2023", "contradicted")), answered("off", WRONG)],
            [],
        ),
        (
            [
                GOOD,
                item("failed", "q1", failed_evaluation(), WRONG),
                RunItem(case_id="q1", system="e", error="x"),
            ],
            [],
        ),
    ],
)
def test_what_passed_beside_a_borne_out_answer(
    items: list[RunItem], expected: list[tuple[str, str, str]]
) -> None:
    found = [(each.borne_out, each.other, each.kind) for each in inconsistencies(items)]
    assert found == expected


async def test_answers_that_contradict_each_other_and_both_have_a_passage_are_no_inconsistency() -> None:
    """The embedded judge on documents that cannot both be right."""
    question = "How many ships did the port handle in 2023?"
    documents = ["The port handled 88 ships in 2023.", "In 2023 the port handled 97 ships."]
    judge = RAGEvaluator("embedded")
    items = [
        item(
            name, "q1", await judge.evaluate_fine_grained(question, text, reference_documents=documents), text
        )
        for name, text in (("a", RIGHT), ("b", WRONG))
    ]
    assert list(inconsistencies(items)) == []


def test_long_claims_are_read_once_for_all_sentences_of_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    reads = text_cache(100)(read.append)

    def check(text: str, claims: list[str]) -> ClaimCheck:
        reads("long " * 10_000)
        return check_claim(text, claims)

    monkeypatch.setattr("eval.arena.contradictory_verdicts.check_claim", check)
    assert not list(inconsistencies([GOOD, answered("more", f"{RIGHT} Ana Kovac is the harbour master.")]))
    assert len(read) == 1
