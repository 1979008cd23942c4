"""Claim tables of answers that are judged: next to the scores, under terms of their own."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.schemas.answer import Answer, Citation
from data_base.schemas.judgement import FailedJudgement
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from scoring.evaluation_score_card import score_card_of
from tests.support.arena import trace
from tests.support.claims import REPORT, pages, table
from tests.support.scripted_chat_model import ScriptedChatModel

GOOD = json.dumps({"accuracy": 9, "completeness": 9, "clarity": 9, "reason": "so it is", "suggestion": ""})
QUESTION = "What crosses the river at Orle?"
OWN = Passage(id="own#1", doc_id="own", text="The bridge at Orle opened in 1989.")
SHARED = Passage(id="shared#1", doc_id="shared", text="Tickets for the tram cost two crowns.")


class _Judge:
    async def judge(self, _request: JudgeRequest) -> FailedJudgement:
        return FailedJudgement(trace=trace(), error="none")


async def test_a_table_is_next_to_scores_that_it_does_not_change(tmp_path: Path) -> None:
    folder = pages(tmp_path / "pages")
    documents = ["The bridge at Orle opened in 1989."]
    plain = await RAGEvaluator("embedded").evaluate_fine_grained(QUESTION, REPORT, documents)
    judged = await RAGEvaluator("embedded", claims=True, sources=folder).evaluate_fine_grained(
        QUESTION, REPORT, documents
    )
    assert judged.claims
    assert judged.claims.claims[:3] == table(folder).claims[:3]
    assert judged.model_copy(update={"claims": None, "latency_ms": plain.latency_ms}) == plain
    card = score_card_of(judged)
    assert card.claims == judged.claims.shares
    assert card.model_copy(update={"claims": None}) == score_card_of(plain)


async def test_an_answer_that_the_judge_cannot_score_has_its_table(tmp_path: Path) -> None:
    judge = RAGEvaluator("embedded", claims=True, sources=pages(tmp_path / "pages"))
    judged = await judge.evaluate_fine_grained(QUESTION, REPORT)
    assert (judged.scored, judged.claims and judged.claims.shares.cited) == (False, 5)
    card = score_card_of(judged)
    assert (card.scored, card.claims) == (False, judged.claim_shares)


async def test_marks_name_what_the_answer_was_given_with() -> None:
    judge, text = RAGEvaluator("embedded", claims=True), "The bridge at Orle opened in 1989 [1]."
    made_up = Citation(sentence="The bridge at Orle opened in 1989.", passage_id="gone#7")
    for as_given, verdicts in (
        (None, ["unsupported"]),
        (Answer(text=text, passages=(OWN,)), ["supported"]),
        (Answer(text=text, passages=(OWN,), citations=(made_up,)), ["supported", "source_missing"]),
        (Answer(text=text), ["source_missing"]),
    ):
        judged = await judge.evaluate_fine_grained(
            QUESTION, text, reference_documents=[SHARED], as_given=as_given
        )
        assert judged.claims
        (claim,) = judged.claims.claims
        assert [each.verdict for each in claim.citations] == verdicts


async def test_calls_about_claims_are_estimated_paid_and_named() -> None:
    said = {"number": 1, "starts": "The bridge", "words": "opened in 1989", "verdict": "supported"}
    llm = ScriptedChatModel([GOOD, json.dumps({"claims": [said]})])
    judge = RAGEvaluator(llm, claims=True, cache=None, hedging=False)
    request = judge_request_of("The bridge at Orle opened in 1989 [1].")
    estimate, plain = [await each.estimate([request]) for each in (judge, RAGEvaluator(llm, cache=None))]
    judged = await judge.evaluate(request)
    assert (estimate.calls, plain.calls, len(llm.prompts)) == (2, 1, 2)
    assert judged.claims
    assert (judged.usage.calls, judged.claims.usage.calls) == (2, 1)
    assert judged.claims.claims[0].verdict == "supported"
    assert {each.id for each in judge.prompts} - {each.id for each in RAGEvaluator(llm).prompts} == {
        "judge_claims"
    }


def judge_request_of(answer: str) -> JudgeRequest:
    return JudgeRequest(question=QUESTION, answer=answer, documents=(OWN,))


def test_the_flag_and_the_pages_are_terms(tmp_path: Path) -> None:
    folder = pages(tmp_path / "pages")
    terms: list[Any] = [RAGEvaluator("embedded", **given).terms for given in ({}, {"sources": folder})]
    assert terms[0] == terms[1]
    terms.append(RAGEvaluator("embedded", claims=True).terms)
    terms.append(RAGEvaluator("embedded", claims=True, sources=folder).terms)
    with (folder / "index.jsonl").open("a") as index:
        index.write('{"url": "https://orle.example/new", "status": 404}\n')
    terms.append(RAGEvaluator("embedded", claims=True, sources=folder).terms)
    assert len({str(each) for each in terms}) == 4
    assert str(tmp_path) not in str(terms)


def test_what_cannot_check_claims_is_refused_before_anything_is_judged(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not their claims"):
        RAGEvaluator(_Judge(), claims=True)
    with pytest.raises(InputError, match=r"index\.jsonl"):
        RAGEvaluator("embedded", claims=True, sources=tmp_path)


async def test_a_page_that_cannot_be_read_is_named_before_a_judgement_is_paid_for(tmp_path: Path) -> None:
    """The judgement had been made first, and was lost with the table."""
    folder, llm = pages(tmp_path / "pages"), ScriptedChatModel([GOOD])
    judge = RAGEvaluator(llm, claims=True, sources=folder, cache=None)
    (folder / "bridge.txt").unlink()
    with pytest.raises(InputError, match=r"bridge\.txt: cannot be read"):
        await judge.evaluate(judge_request_of(REPORT))
    assert llm.prompts == []
