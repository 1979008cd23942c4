"""A reference answer is shown to the judge, and tells which of the passages served."""

import json
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.judge_reply import JudgeReply
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

DOCUMENTS = [
    Passage(id="c#1", doc_id="c", text="Orle mill opened in 1987."),
    Passage(id="c#2", doc_id="c", text="The weather was fine."),
    Passage(id="c#3", doc_id="c", text="It makes 12.5 t of paper a day."),
    Passage(id="c#4", doc_id="c", text="Paper is made of wood."),
]
REFERENCE = "It opened in 1987, employs 300 people and makes 12.5 t a day."
VERDICT: dict[str, Any] = table(__file__, "VERDICT", lists=True)  # fmt: skip


async def evaluated(
    reference: Any, documents: Any = DOCUMENTS, **said: object
) -> tuple[Any, ScriptedChatModel]:
    llm = ScriptedChatModel([json.dumps({**VERDICT, **said})])
    result = await RAGEvaluator(llm, cache=None).evaluate_fine_grained(
        "What of the mill?", "It opened in 1987 and has 300 people.", documents, reference_answer=reference
    )
    return result, llm


async def test_the_judge_sees_the_reference_fenced_and_the_result_says_so() -> None:
    result, llm = await evaluated(REFERENCE)
    shown = str(llm.prompts[0][1].text)
    assert f">>>\n{REFERENCE}\n<<<end" in shown
    assert '"reference_claims"' in shown
    assert result.reference_seen
    assert result.answered == "yes"


@over("none", [None, "", " \n"])
async def test_without_a_reference_nothing_is_said_of_one(none: str | None) -> None:
    result, llm = await evaluated(none)
    assert "reference" not in str(llm.prompts[0][1].text).lower()
    assert (result.reference_seen, result.context) == (False, None)


async def test_context_precision_and_recall_come_from_the_same_call() -> None:
    result, llm = await evaluated(REFERENCE)
    assert len(llm.prompts) == 1
    assert result.context.useful == ("c#1", "c#3")
    assert (result.context.precision, result.context.recall) == (2 / 4, 2 / 3)
    assert [claim.passage_ids for claim in result.context.reference_claims] == [("c#1",), (), ("c#3",)]


async def test_what_the_reference_says_is_no_invented_figure_and_may_be_quoted() -> None:
    result, _ = await evaluated(REFERENCE)
    assert [issue.doubts for issue in result.issues] == [(), ()]
    assert not [each for each in result.evidence.figures_not_in_passages if "300" in each.figure]
    blind, _ = await evaluated(None)
    assert [each.figure for each in blind.evidence.figures_not_in_passages] == ["300"]


async def test_a_reference_without_passages_is_shown_too() -> None:
    result, llm = await evaluated(REFERENCE, None)
    assert str(llm.prompts[0][0].text).startswith("# judge_without_documents")
    assert REFERENCE in str(llm.prompts[0][1].text)
    assert (result.reference_seen, result.context) == (True, None)


async def test_a_reference_that_is_no_text_is_refused() -> None:
    with pytest.raises(InputError, match="`reference_answer` must be a string, not list"):
        await evaluated(["1987"])


async def test_a_judge_that_lists_nothing_says_nothing_of_the_passages() -> None:
    result, _ = await evaluated(REFERENCE, reference_claims=[None, "x"], issues=None)
    assert (result.context.precision, result.context.recall) == (None, None)


def test_answered_is_read_in_the_spellings_that_models_use() -> None:
    scores = {"accuracy": 1, "completeness": 1, "clarity": 1}
    spelled: dict[str | None, list[object]] = {
        "yes": ["YES.", "yes!", "fully_answered", "是的", "Да.", True],
        "partly": ["partly (the year)", "Partially answered", "部分回答", "частично"],
        "no": ["not answered", "**no**", "нет", "не отвечает", False],
        None: ["yes and no", "not fully", "", None, 1, {"verdict": 3}],
    }
    for meaning, spellings in spelled.items():
        for spelling in spellings:
            assert JudgeReply(answered=spelling, **scores).answered == meaning, spelling
