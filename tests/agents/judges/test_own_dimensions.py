"""Dimensions of the user's own: asked for, read, weighed, and on the score card."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from agents.judges.judge_reply import reply_schema
from agents.judges.settings_file import read_judge_settings
from data_base.errors import InputError
from data_base.schemas.dimension import Dimension
from data_base.schemas.judgement import JudgementTrace, ScoredJudgement
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from scoring.evaluation_score_card import score_card_of
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

TONE = {
    "name": "house_tone",
    "description": "Whether it reads as our house writes.",
    "anchors": {10: "calm and plain", 1: "shouts"},
    "weight": 0.2,
}
NEWS = {"name": "news", "description": "Whether it is new.", "anchors": {9: "new", 2: "old"}}
VERDICT: dict[str, Any] = {
    "issues": [], "analysis": "right", "answered": "yes", "accuracy": 8, "completeness": 6, "clarity": 4,
    "house_tone": 3, "news": 9, "reason": "shouts", "suggestion": "",
}  # fmt: skip
DOCUMENTS = [Passage(id="c#1", doc_id="c", text="Orle mill opened in 1987.")]


async def evaluated(*replies: object, **settings: Any) -> tuple[Any, ScriptedChatModel]:
    llm = ScriptedChatModel([json.dumps(one) if isinstance(one, dict) else str(one) for one in replies])
    given = {"cache": None, "dimensions": [TONE, NEWS], **settings}
    evaluator = RAGEvaluator(llm, **given)
    return await evaluator.evaluate_fine_grained("When?", "IN 1987!", DOCUMENTS), llm


async def test_they_are_asked_for_read_and_weighed() -> None:
    result, llm = await evaluated(VERDICT)
    system = str(llm.prompts[0][0].text)
    assert "house_tone: Whether it reads as our house writes.\n- 10: calm and plain 1: shouts" in system
    assert result.metrics.dimensions == {"house_tone": 3, "news": 9}
    three = 0.5 * 8 + 0.3 * 6 + 0.2 * 4
    assert result.metrics.weighted_score == pytest.approx(0.8 * three + 0.2 * 3)
    assert result.prompt.version.endswith("+own")


async def test_they_are_on_the_score_card() -> None:
    result, _ = await evaluated(VERDICT)
    card = score_card_of(result)
    assert dict(card.sub_scores) == {
        "accuracy": 8, "completeness": 6, "clarity": 4, "house_tone": 3, "news": 9,
    }  # fmt: skip


async def test_a_reply_without_one_of_them_is_no_verdict() -> None:
    short = {name: value for name, value in VERDICT.items() if name != "news"}
    result, llm = await evaluated(short, VERDICT)
    assert result.parse_method == "repair_call"
    assert "news" in str(llm.prompts[1][-1].text)
    failed, _ = await evaluated(short, short, short)
    assert failed.evaluation_failed


async def test_they_are_read_from_prose_too() -> None:
    result, _ = await evaluated("Accuracy: 8\nCompleteness: 6\nClarity: 4\nHouse tone: 3/10\nNews: 9")
    assert result.parse_method == "regex"
    assert result.metrics.dimensions == {"house_tone": 3, "news": 9}


async def test_a_panel_takes_their_medians() -> None:
    models = [
        ScriptedChatModel([json.dumps({**VERDICT, "house_tone": n})], name_shown=f"m{n}") for n in (2, 3, 7)
    ]
    evaluator = RAGEvaluator(models, cache=None, dimensions=[TONE, NEWS])
    result = await evaluator.evaluate_fine_grained("When?", "In 1987.", DOCUMENTS)
    assert result.metrics.dimensions == {"house_tone": 3, "news": 9}
    assert result.panel is not None
    assert [member.dimensions["house_tone"] for member in result.panel.members] == [2, 3, 7]


def test_the_schema_names_them_after_clarity() -> None:
    asked = list(reply_schema(dimensions=("house_tone",)).schema["properties"])
    assert asked[asked.index("clarity") + 1] == "house_tone"


async def test_python_code_as_a_judge_gives_them_too() -> None:
    def judge(_: object) -> dict[str, Any]:
        return {"accuracy": 8, "completeness": 6, "clarity": 4, "house_tone": 3, "news": 9, "reason": ""}

    evaluator = RAGEvaluator(judge, dimensions=[TONE, NEWS])  # type: ignore[arg-type]
    result = await evaluator.evaluate_fine_grained("When?", "In 1987.", DOCUMENTS)
    assert result.metrics.dimensions == {"house_tone": 3, "news": 9}


async def test_a_judgement_of_python_code_without_them_is_none_in_a_panel_either() -> None:
    async def judge(request: JudgeRequest) -> ScoredJudgement:
        return ScoredJudgement(
            trace=JudgementTrace(mode=request.mode, model_id="python"),
            rung="strict",
            **dict.fromkeys(("accuracy", "completeness", "clarity"), 1),
            **dict.fromkeys(("analysis", "reason", "suggestion"), ""),
        )

    llm = ScriptedChatModel([json.dumps(VERDICT)])
    evaluator = RAGEvaluator([llm, judge], cache=None, dimensions=[TONE, NEWS])  # type: ignore[list-item]
    result = await evaluator.evaluate_fine_grained("When?", "IN 1987!", DOCUMENTS)
    assert result.metrics.dimensions == {"house_tone": 3, "news": 9}
    assert result.metrics.accuracy == 8
    assert result.panel is not None
    assert "it gave no score for house_tone, news" in result.panel.members[1].reason


def test_the_embedded_judge_refuses_them() -> None:
    with pytest.raises(InputError, match="dimension of your own"):
        RAGEvaluator("embedded", dimensions=[TONE])


SETTINGS = """\
version: house-1
dimensions:
  - name: house_tone
    description: Whether it reads as our house writes.
    anchors: {10: calm and plain, 1: shouts}
    weight: 0.2
"""


def test_a_settings_file_brings_them(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(SETTINGS, encoding="utf-8")
    evaluator = RAGEvaluator(ScriptedChatModel([""]), cache=None, **read_judge_settings(path).evaluator)
    assert evaluator.terms["dimensions"] == [Dimension.model_validate(TONE).model_dump(mode="json")]
    assert evaluator.terms["rubric_version"] == "house-1"


@over(
    "change, said",
    [
        ({"name": "clarity"}, "'clarity' is a key of every reply"),
        ({"name": "House Tone"}, "name"),
        ({"name": "model_dump"}, "needs for itself"),
        ({"name": "register"}, "needs for itself"),
        ({"anchors": {10: "calm"}}, "anchors.* needs at least 2 entries"),
        ({"description": ""}, "description.* must not be empty"),
        ({"anchors": {10: "calm", 8: "less so"}}, "low score"),
        ({"anchors": {10: "calm", 1: " "}}, "empty"),
        ({"weight": 1}, "weight"),
    ],
)
def test_one_that_cannot_be_scored_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        RAGEvaluator(ScriptedChatModel([""]), cache=None, dimensions=[{**TONE, **change}])


@over(
    "dimensions, said",
    [([TONE, TONE], "comes twice"), ([{**TONE, "weight": 0.6}, {**NEWS, "weight": 0.4}], "leave a share")],
)
def test_dimensions_that_do_not_go_together_are_refused(dimensions: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        RAGEvaluator(ScriptedChatModel([""]), cache=None, dimensions=dimensions)
