"""An arena with ``google:`` names, over real HTTP against a server that speaks Gemini's protocol."""

import json
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage

from agents.models.google.google_chat import MAINTAINED_SDK, RETIRED_SDK, installed
from eval.arena.result import ArenaResult
from tests.service.conftest import Command
from tests.support.embedded_replies import embedded_reply
from tests.support.fake_gemini_server import FakeGeminiServer, Reply, SeenCall, answered, failed

pytestmark = pytest.mark.skipif(
    not (installed(MAINTAINED_SDK) or installed(RETIRED_SDK)), reason="neither of Google's SDKs is installed"
)
MODEL = "google:invented-model"
QUESTIONS = ["How many ships did the harbour of Velm handle in 2023?", "2022 年港口處理了幾艘船？"]
SENT, RECEIVED = 1_000, 100
PRICES = "as_of: 2030-01-01\nmodels: {'google:invented-model': {input: 0.30, output: 2.50}}"
PRICE = (SENT * 0.30 + RECEIVED * 2.50) / 1e6


def as_the_embedded_model(call: SeenCall) -> Reply:
    """What a model that goes by rules would say; every call costs the same."""
    system = "".join(part["text"] for part in call.body["systemInstruction"]["parts"])
    kinds: dict[str, type[BaseMessage]] = {"user": HumanMessage, "model": AIMessage}
    turns = zip(call.body["contents"], call.texts, strict=True)
    text = embedded_reply([SystemMessage(system), *(kinds[turn["role"]](said) for turn, said in turns)])
    usage = {"promptTokenCount": SENT, "candidatesTokenCount": RECEIVED, "totalTokenCount": SENT + RECEIVED}
    return answered(text, usage=usage)


@pytest.fixture
def address(monkeypatch: pytest.MonkeyPatch, judge: Command, tmp_path: Path) -> pytest.MonkeyPatch:
    monkeypatch.setenv("GOOGLE_API_KEY", "some")
    (tmp_path / "prices.yaml").write_text(PRICES, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))
    return monkeypatch


@pytest.mark.slow
def test_an_arena_over_a_server_that_falters(
    judge: Command, address: pytest.MonkeyPatch, tmp_path: Path, documents: Path
) -> None:
    lines = [json.dumps({"question": question}, ensure_ascii=False) for question in QUESTIONS]
    (tmp_path / "q.jsonl").write_text("\n".join(lines), encoding="utf-8")
    (documents / "港口.md").write_text("港口 2022 年處理了 4,377 艘船。", encoding="utf-8")
    faults = (
        failed(503, "UNAVAILABLE", retry_delay="0.01s"),
        failed(429, "RESOURCE_EXHAUSTED", retry_after="0"),
        Reply(reset=True),
    )
    with FakeGeminiServer(*faults, answer=as_the_embedded_model) as server:
        address.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        command = ("arena", "--questions", "q.jsonl", "--documents", documents, "--model", MODEL)
        code, _, err = judge(*command, "--out", "out", "--progress", "json")
        assert code == 0, err
        calls = len(server.calls)
    result = ArenaResult.model_validate_json((tmp_path / "out" / "arena.json").read_bytes())
    assert [side.scored for side in result.summary.sides] == [2, 2]
    items = [item for case in result.items for item in case.items]
    assert {item.evaluation.model_id for item in items if item.evaluation} == {MODEL}
    for item in items:
        spent = [item.answer.usage] if item.answer and not item.research else []
        spent += [item.research.usage] if item.research else []
        spent += [item.evaluation.usage] if item.evaluation else []
        for usage in spent:
            replies = usage.output_tokens // RECEIVED
            assert (usage.input_tokens, usage.output_tokens) == (SENT * replies, RECEIVED * replies)
            # A try that failed is a call too, and nothing is paid for it.
            assert 0 < replies <= usage.calls
    last = json.loads(err.splitlines()[-1])
    # The small question before the run was given up after two faults, and nothing is paid for a fault.
    paid = calls - len(faults)
    assert last["tokens"] == paid * (SENT + RECEIVED)
    assert last["cost_usd"] == pytest.approx(paid * PRICE, abs=1e-6)


def test_a_key_that_is_refused_is_one_sentence(
    judge: Command, address: pytest.MonkeyPatch, documents: Path
) -> None:
    with FakeGeminiServer(answer=lambda _: failed(403, "PERMISSION_DENIED", "no")) as server:
        address.setenv("GOOGLE_GEMINI_BASE_URL", server.url)
        code, out, err = judge("research", QUESTIONS[0], "--documents", documents, "--model", MODEL)
    assert (code, out) == (2, "")
    assert err.startswith(f"error: {MODEL} ")
    assert err.count("\n") == 1
    assert len(server.calls) == 1
