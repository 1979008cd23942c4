"""Panels: who is asked when, what their judgements come to, and how steady a judge is."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from agents.evaluator import RAGEvaluator
from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from tests.support.openai_server import OpenAIServer, openai_server
from tests.support.rows import over
from tests.support.scripted_chat_model import ScriptedChatModel

DOCUMENTS = [
    Passage(id=f"n#{n}", doc_id="n", text=text)
    for n, text in enumerate(("It made 41 GWh.", "Built 1987."), 1)
]
QUESTION, ANSWER = "What did the plant make?", "It made 41 GWh."


def reply(accuracy: float, completeness: float = 8, clarity: float = 9) -> str:
    scores = {"accuracy": accuracy, "completeness": completeness, "clarity": clarity}
    return json.dumps({"analysis": "a", **scores, "reason": f"reason {accuracy:g}", "suggestion": "s"})


async def evaluated(llm: Any, **settings: Any) -> Any:
    return await RAGEvaluator(llm, cache=None, **settings).evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)


async def test_a_clear_verdict_takes_one_call() -> None:
    llm = ScriptedChatModel([reply(9), reply(1)])
    result = await evaluated(llm, panel="adaptive")
    assert (result.metrics.accuracy, result.usage.calls, result.panel) == (9, 1, None)


async def test_a_close_verdict_takes_two_more_and_the_medians() -> None:
    llm = ScriptedChatModel([reply(6.8, 8, 9), reply(7.5, 4, 7), reply(7.2, 9, 2)])
    result = await evaluated(llm, panel="adaptive")
    assert result.metrics.scores() == {
        "accuracy": 7.2, "completeness": 8, "clarity": 7, "weighted_score": pytest.approx(7.4),
    }  # fmt: skip
    assert result.reason == "reason 7.2"
    assert result.is_passing
    assert (result.usage.calls, result.usage.input_tokens) == (3, 30)
    assert [member.accuracy for member in result.panel.members] == [6.8, 7.5, 7.2]
    assert [member.variant for member in result.panel.members] == ["plain", "passages reversed", "zh-Hant"]
    assert result.panel.spread == pytest.approx(0.7)
    assert result.panel.agreement == pytest.approx(1 / 3)


async def test_the_variants_are_other_prompts_with_the_same_data() -> None:
    llm = ScriptedChatModel([reply(7)])
    await evaluated(llm, panel="adaptive")
    plain, reversed_, foreign = (prompt[1].text for prompt in llm.prompts)
    assert plain.index("41 GWh") < plain.index("Built 1987")
    assert reversed_.index("Built 1987") < reversed_.index("41 GWh")
    assert llm.prompts[0][0].text == llm.prompts[1][0].text != llm.prompts[2][0].text
    assert "41 GWh" in foreign


@over("accuracy, calls", [(7.74, 3), (7.75, 1), (6.26, 3), (6.25, 1)])
async def test_the_margin_is_open(accuracy: float, calls: int) -> None:
    result = await evaluated(ScriptedChatModel([reply(accuracy)]), panel="adaptive")
    assert result.usage.calls == calls


async def test_the_loops_threshold_can_decide() -> None:
    result = await evaluated(ScriptedChatModel([reply(8.2)]), panel="adaptive", panel_threshold=8)
    assert result.usage.calls == 3


async def test_a_failed_first_judgement_is_made_up_for() -> None:
    llm = ScriptedChatModel(["?", "?", "?", reply(4), reply(5)])
    result = await evaluated(llm, panel="adaptive")
    assert (result.metrics.accuracy, result.status, result.usage.calls) == (4.5, "scored", 5)
    assert [member.accuracy for member in result.panel.members] == [None, 4, 5]


async def test_a_panel_of_failures_is_a_failure_with_all_calls_counted() -> None:
    result = await evaluated(ScriptedChatModel(["?"]), panel="adaptive")
    assert result.evaluation_failed
    assert result.usage.calls == 9
    assert (result.panel.spread, result.panel.agreement) == (None, None)


async def test_a_list_of_models_is_a_panel() -> None:
    models = [ScriptedChatModel([reply(a)], name_shown=f"judge-{a}") for a in (3, 9, 8)]
    result = await evaluated(models)
    assert (result.metrics.accuracy, result.model_id, result.usage.calls) == (8, "judge-8", 3)
    assert [member.model_id for member in result.panel.members] == ["judge-3", "judge-9", "judge-8"]
    assert result.panel.agreement == pytest.approx(1 / 3)


def test_a_panel_can_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    evaluator = RAGEvaluator("openai:one, openai:two", cache=None)
    assert evaluator.model_id == "openai:one,openai:two"


@pytest.mark.parametrize(
    ("llm", "settings"),
    [
        (["embedded"], {}),
        (["embedded", "embedded"], {}),
        ("embedded", {"panel": "adaptive"}),
        ("embedded", {"panel": "always"}),
        ("embedded", {"panel": "samples"}),
        ("openai:a", {"panel": "samples", "panel_models": ("openai:b",)}),
        (["openai:a", "openai:b"], {"panel": "samples"}),
        ("embedded", {"panel": "adaptive", "panel_models": ("embedded", "openai:a")}),
        ("openai:a", {"panel": "adaptive", "panel_models": ("embedded",)}),
        ("embedded+openai:a", {"panel": "adaptive", "panel_models": ("embedded", "openai:b")}),
        ("openai:a", {"panel": "adaptive", "panel_models": ("openai:b,openai:c",)}),
        ("openai:a", {"panel": "adaptive", "panel_models": ("embedded+openai:c",)}),
        ("openai:a", {"panel": "adaptive", "panel_models": ("openai:b", "openai:c", "openai:d")}),
        ("openai:a", {"panel": "adaptive", "panel_models": ("embedded", "openai:b"), "rubric": {"en": "r"}}),
    ],
)
def test_panels_that_tell_nothing_are_refused(
    monkeypatch: pytest.MonkeyPatch, llm: Any, settings: dict[str, Any]
) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    with pytest.raises(InputError):
        RAGEvaluator(llm, **settings)


def asked_by(server: OpenAIServer) -> list[tuple[str, str, bool]]:
    """Of every request: the model, its system text, whether the passages stood in their order."""
    return [
        (request["model"], system["content"], user["content"].find("41 GWh") < user["content"].find("1987"))
        for request in server.requests
        for system, user in [request["messages"]]
    ]


@pytest.mark.parametrize(
    ("others", "expected"),
    [
        ((), [("a", "plain"), ("a", "passages reversed"), ("a", "zh-Hant")]),
        (("openai:b",), [("a", "plain"), ("b", "plain"), ("b", "passages reversed")]),
        (("openai:b", "openai:c"), [("a", "plain"), ("b", "plain"), ("c", "plain")]),
        (("openai:a",), [("a", "plain"), ("a", "passages reversed"), ("a", "zh-Hant")]),
        (("openai:a", "openai:b"), [("a", "plain"), ("a", "passages reversed"), ("b", "plain")]),
    ],
)
async def test_no_model_is_shown_the_same_prompt_twice(
    monkeypatch: pytest.MonkeyPatch, others: tuple[str, ...], expected: list[tuple[str, str]]
) -> None:
    with openai_server(reply(7)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        result = await evaluated("openai:a", panel="adaptive", panel_models=others)
        asked = asked_by(server)
    members = [(each.model_id, each.variant) for each in result.panel.members]
    assert members == [(f"openai:{name}", variant) for name, variant in expected]
    assert len(set(asked)) == result.usage.calls == 3


async def test_what_a_cascades_first_judge_decided_goes_on_to_the_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with openai_server(reply(4)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        result = await evaluated("embedded+openai:a", panel="adaptive", panel_margin=9)
    assert [(each.model_id, each.variant) for each in result.panel.members] == [
        ("embedded", "plain"), ("openai:a", "plain"), ("openai:a", "passages reversed"),
    ]  # fmt: skip
    assert (result.metrics.accuracy, len(server.requests)) == (4, 2)


async def test_a_model_that_sits_twice_in_a_panel_is_asked_twice(tmp_path: Path) -> None:
    llm = ScriptedChatModel([reply(4), reply(8)])
    for _ in range(2):
        evaluator = RAGEvaluator([llm, llm], cache=tmp_path / "r.sqlite")
        result = await evaluator.evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS)
        assert result.panel is not None
        assert sorted(each.accuracy or 0 for each in result.panel.members) == [4, 8]
    assert len(llm.prompts) == 2


async def test_a_panel_that_failed_is_not_asked_again_among_many() -> None:
    request = JudgeRequest(question=QUESTION, answer=ANSWER, documents=tuple(DOCUMENTS))
    evaluator = RAGEvaluator(ScriptedChatModel(["?"]), cache=None, panel="adaptive")
    (result,) = [result async for result in evaluator.evaluate_many([request])]
    assert result.panel is not None
    assert (result.evaluation_failed, result.usage.calls, len(result.panel.members)) == (True, 9, 3)


async def test_the_cache_serves_a_panel_again_for_nothing(tmp_path: Path) -> None:
    llm = ScriptedChatModel([reply(7), reply(6.9), reply(7.3), reply(1)])
    evaluator = RAGEvaluator(llm, cache=tmp_path / "r.sqlite", panel="adaptive")
    first, second = [await evaluator.evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS) for _ in range(2)]
    assert first.metrics == second.metrics
    assert (second.usage.calls, second.usage.cached, len(llm.prompts)) == (0, 3, 3)


async def test_samples_are_the_same_prompt_again_and_their_mean() -> None:
    llm = ScriptedChatModel([reply(6.6, 8, 9), reply(7.5, 4, 7), reply(7.2, 9, 2)])
    result = await evaluated(llm, panel="samples")
    assert (result.metrics.accuracy, result.metrics.completeness, result.metrics.clarity) == pytest.approx(
        (7.1, 7, 6)
    )
    assert result.is_passing
    assert result.reason == "reason 7.2"
    assert [member.variant for member in result.panel.members] == ["plain"] * 3
    assert (result.panel.combined, result.panel.spread) == ("mean", pytest.approx(0.9))
    texts = [re.sub(r"\b[0-9a-f]{12}\b", "", prompt[1].text) for prompt in llm.prompts]
    assert len(set(texts)) == 1


async def test_samples_of_a_clear_verdict_are_not_taken() -> None:
    llm = ScriptedChatModel([reply(9), reply(1)])
    result = await evaluated(llm, panel="samples")
    assert (result.metrics.accuracy, result.usage.calls, result.panel) == (9, 1, None)


async def test_samples_are_kept_one_by_one_and_none_is_read_as_another(tmp_path: Path) -> None:
    llm = ScriptedChatModel([reply(7), reply(6), reply(9), reply(1)])
    evaluator = RAGEvaluator(llm, cache=tmp_path / "r.sqlite", panel="samples")
    first, second = [await evaluator.evaluate_fine_grained(QUESTION, ANSWER, DOCUMENTS) for _ in range(2)]
    assert first.panel is not None
    assert sorted(each.accuracy or 0 for each in first.panel.members) == [6, 7, 9]
    assert first.metrics == second.metrics
    assert (second.usage.calls, second.usage.cached, len(llm.prompts)) == (0, 3, 3)


async def test_samples_of_a_cascade_are_of_its_second_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    with openai_server(reply(4)) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        result = await evaluated("embedded+openai:a", panel="samples", panel_margin=9)
    assert [each.model_id for each in result.panel.members] == ["embedded", "openai:a", "openai:a"]
    assert len(server.requests) == 2
