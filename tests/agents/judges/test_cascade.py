"""The cascade: what the embedded judge cannot decide goes on to a model, and nothing else."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.embedded.chat_model import EmbeddedChatModel
from agents.evaluator import RAGEvaluator
from agents.judges.cascade import escalation
from agents.judges.judge_spec import JudgeMember, JudgeSpec
from agents.models.registry import chat_model, model_id, models_in, uses_embedded
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from eval.runs.preflight import require_answers
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

QUESTION = "Why do runners have a lower heart rate at rest?"
PASSAGE = Passage(
    id="heart.md#1",
    doc_id="heart.md",
    text="耐力訓練會使心臟變大，每次收縮便能送出更多血液。這項研究共有 48 名跑者參加。",
)
DECIDED = "In the study 48 runners took part."
WRONG = "In the study 71 runners took part."
# In another language than the passage, and without a figure: a program cannot tell.
UNDECIDABLE = "Training enlarges the heart, which then moves more blood with every beat."
REFERENCE = "因為心臟變大，每次送出更多血液。"
REPLY = json.dumps(
    {"analysis": "a", "accuracy": 9, "completeness": 8, "clarity": 9, "reason": "r", "suggestion": "s"}
)


def cascade(script: Any = (REPLY,), **fields: Any) -> tuple[JudgeSpec, ScriptedChatModel]:
    second = ScriptedChatModel(script, **fields)
    return JudgeSpec((JudgeMember((EmbeddedChatModel(), second)),)), second


async def test_what_is_all_undecidable_lies_in_the_middle_and_says_so() -> None:
    found = await RAGEvaluator("embedded").evaluate_fine_grained(QUESTION, UNDECIDABLE, [PASSAGE])
    assert found.decided_share == 0
    assert 3 < found.metrics.accuracy < 7
    assert not found.is_passing


@over("answer", [DECIDED, WRONG, f"{UNDECIDABLE} {DECIDED}", "The documents do not say."])
async def test_what_can_be_decided_is_not_escalated(answer: str) -> None:
    llm, second = cascade()
    found = await RAGEvaluator(llm).evaluate_fine_grained(QUESTION, answer, [PASSAGE])
    alone = await RAGEvaluator("embedded").evaluate_fine_grained(QUESTION, answer, [PASSAGE])
    assert (found.metrics, found.model_id) == (alone.metrics, "embedded")
    assert second.prompts == []


async def test_what_cannot_be_decided_goes_on() -> None:
    llm, second = cascade()
    found = await RAGEvaluator(llm).evaluate_fine_grained(QUESTION, UNDECIDABLE, [PASSAGE])
    assert (found.metrics.accuracy, found.model_id, found.mode) == (9, "scripted", "documents")
    assert found.usage.calls == 1
    assert len(second.prompts) == 1


async def test_the_second_judge_is_given_reference_and_key_points_and_its_findings_are_kept() -> None:
    found = {"number": 1, "starts": "心臟變大", "verdict": "covered", "words": "enlarges the heart"}
    claims = [{"claim": said, "passage_ids": ["1"]} for said in ("心臟變大", "每次送出更多血液")]
    more = {"answered": "partly", "key_points": [found], "reference_claims": claims}
    llm, second = cascade([json.dumps({**json.loads(REPLY), **more})])
    result = await RAGEvaluator(llm).evaluate_fine_grained(
        QUESTION, UNDECIDABLE, [PASSAGE], reference_answer=REFERENCE, key_points=["心臟變大"]
    )
    shown = str(second.prompts[0][1].text)
    assert REFERENCE in shown
    assert "1. 心臟變大" in shown
    assert (result.model_id, result.reference_seen, result.answered) == ("scripted", True, "partly")
    assert [each.verdict for each in result.key_points] == ["covered"]
    assert (result.metrics.completeness, result.judged_completeness) == (10, 8)
    assert result.context is not None
    assert result.context.recall == 1


async def test_answers_without_documents_go_on() -> None:
    llm, second = cascade()
    found = await RAGEvaluator(llm).evaluate_fine_grained(QUESTION, DECIDED)
    assert (found.mode, found.model_id) == ("no_documents", "scripted")
    assert len(second.prompts) == 1


async def test_where_both_fail_the_judgement_fails() -> None:
    llm, _ = cascade([ValueError("broken")])
    found = await RAGEvaluator(llm, attempts=1).evaluate_fine_grained(QUESTION, DECIDED)
    assert found.evaluation_failed
    assert "scripted gave no reply" in found.reason


async def test_nothing_is_logged_as_an_error_when_a_cascade_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    llm, _ = cascade()
    await RAGEvaluator(llm).evaluate_fine_grained(QUESTION, UNDECIDABLE, [PASSAGE])
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []
    await RAGEvaluator("embedded").evaluate_fine_grained(QUESTION, DECIDED)
    assert "needs an LLM" in caplog.text


async def test_an_estimate_counts_only_what_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    prices = "as_of: 2030-01-01\nmodels: {'openai:invented': {input: 1, output: 2}}"
    (tmp_path / "prices.yaml").write_text(prices, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))
    llm, second = cascade(name_shown="openai:invented")
    evaluator = RAGEvaluator(llm)
    requests = [
        JudgeRequest(question=QUESTION, answer=answer, documents=(PASSAGE,))
        for answer in (DECIDED, UNDECIDABLE)
    ]
    decided, undecided = [await evaluator.estimate([request]) for request in requests]
    assert decided.cost_usd == 0
    assert undecided.cost_usd is not None
    assert undecided.cost_usd > 0
    assert second.prompts == []


def test_its_name_is_read_and_told_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "key")
    llm = JudgeSpec.of("embedded+openai:invented")
    assert model_id(llm) == "embedded+openai:invented"
    assert [model_id(part) for part in models_in(llm)] == ["embedded", "openai:invented"]
    assert [uses_embedded(name) for name in ("embedded", model_id(llm), "openai:m")] == [True, True, False]


@pytest.mark.parametrize("name", ["embedded+", "embedded+a-name", "embedded+embedded", "openai:m+embedded"])
def test_other_cascades_are_refused(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(InputError):
        JudgeSpec.of(name)


@over(
    "name, said",
    [
        ("embedded+openai:m?seed=1", "embedded\\+openai:m is a cascade of judges and writes no text"),
        ("openai:a, openai:b", "openai:a,openai:b is a panel of judges and writes no text"),
    ],
)
def test_several_judges_write_nothing(name: str, said: str) -> None:
    with pytest.raises(InputError, match=f"{said}; name one model"):
        chat_model(name)


async def test_only_the_model_behind_it_is_asked_whether_it_answers() -> None:
    llm, second = cascade()
    await require_answers([llm])
    assert len(second.prompts) == 1


def test_the_escalated_share_is_reported() -> None:
    decided = ["embedded", "openai:m", "embedded", "embedded"]
    sentence = escalation("embedded+openai:m", decided)
    assert sentence == "The judge embedded+openai:m escalated 1 of 4 answers (25%) to openai:m."
    assert escalation("embedded", decided) is None
    assert escalation("openai:m", decided) is None
    assert escalation("embedded+openai:m", []) is None
