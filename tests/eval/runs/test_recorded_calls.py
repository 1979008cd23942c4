"""Model calls are kept with the item that they were made for."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest

from agents.calls.call_recording import RecordedCall, note_rung, record, recording, take_calls
from agents.evaluator import RAGEvaluator
from data_base.schemas.run import RunItem, RunManifest
from data_base.store.run_store import RunStore
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.runs.runner import Runner
from tests.support.scripted_chat_model import ScriptedChatModel

if TYPE_CHECKING:
    from pathlib import Path

    from langchain_core.messages import BaseMessage

    from data_base.schemas.model_call import ModelCall

VERDICT = json.dumps({"accuracy": 8, "completeness": 8, "clarity": 8, "reason": "r"})
REQUESTS = [
    RecordedAnswer(id=str(number), question="How tall?", answer=f"{number} m.", documents=())
    for number in (1, 2, 3)
]


async def judged(
    folder: Path, model: ScriptedChatModel, *, free: bool, keep_calls: bool | None = None, **settings: Any
) -> list[list[ModelCall]]:
    """The calls that are kept for each of three answers."""
    evaluator = RAGEvaluator(model, **{"cache": None, **settings})
    with RunStore(folder / "runs.sqlite", keep_calls=keep_calls) as store:
        store.create(
            RunManifest(run_id="r", task="t", scorer_version="1", created_at=datetime(2026, 1, 1, tzinfo=UTC))
        )

        async def work(request: RecordedAnswer, _kept: RunItem | None) -> RunItem:
            return item_of(request, await evaluator.evaluate(request))

        items = [item async for item in Runner(store, "r", free=free).run(REQUESTS, "recorded", work)]
        assert len(items) == len(REQUESTS)
        return [store.calls_of("r", request.id, "recorded") for request in REQUESTS]


@pytest.mark.parametrize("free", [True, False])
async def test_the_calls_of_each_item_are_kept_with_it(tmp_path: Path, free: bool) -> None:
    model = ScriptedChatModel(
        lambda messages: f"```json\n{VERDICT}\n```" if "2 m." in str(messages) else VERDICT
    )
    kept = await judged(tmp_path, model, free=free)
    for request, (call,) in zip(REQUESTS, kept, strict=True):
        assert (call.model, call.role, call.cached) == ("scripted", "judge_with_documents", False)
        assert request.answer in (call.prompt or "")
        assert (call.input_tokens, call.output_tokens, call.latency_ms > 0) == (10, 5, True)
    assert [call.rung for (call,) in kept] == ["strict", "extracted", "strict"]
    assert kept[0][0].reply == VERDICT


async def test_a_reply_that_cannot_be_read_and_a_call_that_fails_are_kept_too(tmp_path: Path) -> None:
    def script(messages: list[BaseMessage]) -> str | Exception:
        return ValueError("gone") if len(messages) > 2 else "?"

    kept = await judged(tmp_path, ScriptedChatModel(script), free=True, attempts=1)
    for calls in kept:
        assert [(call.reply, call.rung) for call in calls][:2] == [("?", None), (None, None)]
        assert calls[0].prompt_sha256 != calls[1].prompt_sha256


async def test_replies_from_the_cache_are_marked(tmp_path: Path) -> None:
    model = ScriptedChatModel([VERDICT])
    for name, cached in (("one", False), ("other", True)):
        (tmp_path / name).mkdir()
        kept = await judged(tmp_path / name, model, free=True, cache=tmp_path / "replies.sqlite")
        assert [call.cached for (call,) in kept] == [cached] * 3


async def test_texts_can_be_left_out(tmp_path: Path) -> None:
    kept = await judged(tmp_path, ScriptedChatModel([VERDICT]), free=True, keep_calls=False)
    for (call,) in kept:
        assert (call.prompt, call.reply) == (None, None)
        assert call.reply_sha256 == kept[0][0].reply_sha256
        assert call.output_tokens == 5


async def test_the_embedded_model_makes_no_calls(tmp_path: Path) -> None:
    evaluator = RAGEvaluator("embedded")
    with recording():
        await evaluator.evaluate(REQUESTS[0])
        assert take_calls() == []


def test_nothing_is_recorded_where_nobody_asked_for_it() -> None:
    record(RecordedCall("m", []))
    note_rung("", "strict")
    assert take_calls() == []


def test_calls_are_taken_once_and_the_rung_goes_to_the_reply_it_was_read_from() -> None:
    with recording():
        for reply in ("a", "b"):
            record(RecordedCall("m", [], reply=reply))
        note_rung("a", "strict")
        assert [(call.reply, call.rung) for call in take_calls()] == [("a", "strict"), ("b", None)]
        assert take_calls() == []
