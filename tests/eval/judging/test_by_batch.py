"""Judging by batch: as without one, at half the price, whatever happens on the way."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from agents.batches import submitter
from data_base.errors import InputError
from data_base.store.run_store import RunStore
from eval.judging.batch_ledger_file import Batching, read_deadline
from eval.judging.judging_request import JudgingRequest
from eval.judging.run import cancel_batches, judge_all, prepare
from tests.support.batch_server import openai_batch_server
from tests.support.rows import over
from tools.openai_fault_server import scores_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from data_base.schemas.model_call import ModelCall
    from eval.judging.summary import JudgingSummary
    from tests.support.batch_server import BatchServer

JUDGE = "openai:some-model"
PRICES = "as_of: 2026-11-01\nmodels:\n  openai:some-model: {input: 2, output: 4}\n"


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(submitter, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(submitter, "_LONGEST_PAUSE", 0.02)
    (tmp_path / "prices.yaml").write_text(PRICES, encoding="utf-8")
    monkeypatch.setenv("JUDGE_PRICES", str(tmp_path / "prices.yaml"))


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BatchServer]:
    with openai_batch_server(tmp_path / "server") as running:
        monkeypatch.setenv("OPENAI_BASE_URL", running.base_url)
        yield running


def faulty(server: BatchServer, **faults: Any) -> None:
    server.service.faults = replace(server.service.faults, **faults)


def request(folder: Path, count: int = 6, **terms: Any) -> JudgingRequest:
    file = folder / "answers.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for n in range(count):
            fact = f"The item {n} moved {n * 37 % 991} tons of freight in 2020."
            answer = {"id": f"a{n}", "question": f"How much freight did item {n} move?", "answer": fact}
            lines.write(json.dumps({**answer, "documents": [fact]}) + "\n")
    given = {"judge": JUDGE, "cache": folder / "replies.sqlite", "batch": Batching(), **terms}
    return JudgingRequest(answers=file, store=str(folder / "runs.sqlite"), **given)


async def judged(asked: JudgingRequest, out: Path | None = None) -> JudgingSummary:
    return await judge_all(prepare(asked), out=out)


def rows(out: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]


def calls(asked: JudgingRequest, run_id: str, case_id: str) -> list[ModelCall]:
    with RunStore(str(asked.store), must_exist=True) as store:
        return store.calls_of(run_id, case_id, "recorded")


async def sent(server: BatchServer) -> None:
    """Wait until a batch was made, and noted."""
    async with asyncio.timeout(30):
        while not server.service.batches:  # noqa: ASYNC110  (the server is in another thread)
            await asyncio.sleep(0.01)
    await asyncio.sleep(0.1)


async def interrupted(asked: JudgingRequest, server: BatchServer) -> None:
    """A command that is stopped once its batch is under way."""
    command = asyncio.create_task(judged(asked))
    await sent(server)
    command.cancel()
    with pytest.raises(asyncio.CancelledError):
        await command


def as_given(out: Path) -> bool:
    names = ("accuracy", "completeness", "clarity")
    return all(
        [row["metrics"][name] for name in names] == list(scores_of(int(row["id"].removeprefix("a"))))
        for row in rows(out)
    )


async def test_scores_are_those_of_calls_made_at_once(server: BatchServer, tmp_path: Path) -> None:
    (tmp_path / "live").mkdir()
    at_once = await judged(request(tmp_path / "live", batch=None), tmp_path / "live.jsonl")
    by_batches = await judged(request(tmp_path), tmp_path / "batch.jsonl")
    assert by_batches.summaries == at_once.summaries
    kept = ("id", "metrics", "reason", "issues", "status", "prompt", "judge_calls")
    assert [[row.get(name) for name in kept] for row in rows(tmp_path / "batch.jsonl")] == [
        [row.get(name) for name in kept] for row in rows(tmp_path / "live.jsonl")
    ]
    assert as_given(tmp_path / "batch.jsonl")


async def test_each_call_costs_half_and_names_its_batch(server: BatchServer, tmp_path: Path) -> None:
    asked = request(tmp_path, 2)
    done = await judged(asked, tmp_path / "out.jsonl")
    for row in rows(tmp_path / "out.jsonl"):
        (call,) = calls(asked, done.run_id, row["id"])
        assert call.batch == "batch_0"
        assert not call.cached
        full = (2 * call.input_tokens + 4 * call.output_tokens) / 1e6
        assert call.cost_usd == pytest.approx(full / 2)
        assert row["usage"]["cost_usd"] == pytest.approx(full / 2)
        assert row["usage"]["calls"] == 1


async def test_an_estimate_has_the_price_of_a_batch(server: BatchServer, tmp_path: Path) -> None:
    by_batches = await prepare(request(tmp_path)).estimate()
    at_once = await prepare(request(tmp_path, batch=None)).estimate()
    assert by_batches.cost_usd == pytest.approx((at_once.cost_usd or 0) / 2)
    assert by_batches.calls == at_once.calls == 6


async def test_the_same_run_whether_or_not_by_batch(server: BatchServer, tmp_path: Path) -> None:
    by_batches, at_once = prepare(request(tmp_path)), prepare(request(tmp_path, batch=None))
    assert by_batches.manifest.run_id == at_once.manifest.run_id


async def test_every_fault_is_asked_again_and_nothing_is_paid_twice(
    server: BatchServer, tmp_path: Path
) -> None:
    shares = {"expired": 0.3, "failed": 0.2, "missing": 0.1, "errors": 0.1, "broken": 0.05, "lost": 0.2}
    faulty(server, **shares, duplicated=0.3, malformed=0.2, cut_off=0.2)
    asked = request(tmp_path, 60)
    done = await judged(asked, tmp_path / "out.jsonl")
    assert done.scored == 60
    assert as_given(tmp_path / "out.jsonl")
    assert server.stats["paid_twice"] == server.stats["made_twice"] == 0
    assert server.stats["items"] == 60
    with RunStore(str(asked.store), must_exist=True) as store:
        usage = store.figures(store.run(done.run_id)).usage
    assert usage.input_tokens == server.stats["tokens_sent"]


async def test_a_refused_parameter_is_left_out_in_the_next_batch(server: BatchServer, tmp_path: Path) -> None:
    faulty(server, refused="response_format")
    done = await judged(request(tmp_path, 4), tmp_path / "out.jsonl")
    assert done.scored == 4
    # The small question before all others has shown nothing of it, so that each line of a batch met it.
    assert server.stats["refused"] == 4
    assert {row["usage"]["calls"] for row in rows(tmp_path / "out.jsonl")} == {2}


async def test_a_refused_option_of_the_users_is_his_to_change(server: BatchServer, tmp_path: Path) -> None:
    faulty(server, refused="temperature")
    with pytest.raises(InputError, match="refuses the option temperature"):
        await judged(request(tmp_path, 2, judge_options={"temperature": 0.0}))


async def test_an_unreadable_reply_is_repaired_in_the_next_batch(server: BatchServer, tmp_path: Path) -> None:
    faulty(server, malformed=1.0)
    asked = request(tmp_path, 3)
    done = await judged(asked, tmp_path / "out.jsonl")
    assert {row["status"] for row in rows(tmp_path / "out.jsonl")} == {"repaired"}
    assert [call.batch for call in calls(asked, done.run_id, "a0")] == ["batch_0", "batch_1"]


async def test_what_an_interrupted_command_sent_is_taken_up(server: BatchServer, tmp_path: Path) -> None:
    server.service.delay = 3600
    await interrupted(request(tmp_path), server)
    server.service.delay = 0
    for batch in server.service.batches.values():
        batch["due"] = 0
    done = await judged(request(tmp_path), tmp_path / "out.jsonl")
    assert done.scored == 6
    assert server.stats["batches"] == 1
    assert rows(tmp_path / "out.jsonl")[0]["usage"]["calls"] == 1


async def test_more_answers_in_the_file_take_up_the_batch_of_the_others(
    server: BatchServer, tmp_path: Path
) -> None:
    server.service.delay = 3600
    await interrupted(request(tmp_path, 3), server)
    server.service.delay = 0
    server.service.batches["batch_0"]["due"] = 0
    done = await judged(request(tmp_path, 5), tmp_path / "out.jsonl")
    assert done.scored == 5
    assert server.stats["completions"] == 5
    assert [row["usage"]["calls"] for row in rows(tmp_path / "out.jsonl")] == [1] * 5


async def test_shards_are_not_paid_for_again_by_batch_when_the_store_is_lost(
    server: BatchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pq = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    monkeypatch.setattr("eval.judging.run.SHARD_ROWS", 2)
    shards = tmp_path / "shards"
    await judge_all(prepare(request(tmp_path)), shards=shards)
    server.service.batches.clear()
    (shards / "part-000001.parquet").unlink()
    lost = request(tmp_path, cache=tmp_path / "new" / "replies.sqlite")
    lost = replace(lost, store=str(tmp_path / "new" / "runs.sqlite"))

    done = await judge_all(prepare(lost), shards=shards)

    (batch,) = server.service.batches.values()
    assert batch["request_counts"]["total"] == 2
    with RunStore(str(lost.store), must_exist=True) as store:
        assert len(store.items(done.run_id)) == 6
        assert store.state(done.run_id) == "finished"
    ids = [row["id"] for part in sorted(shards.glob("part-*")) for row in pq.read_table(part).to_pylist()]
    assert ids == [f"a{n}" for n in range(6)]


async def test_late_batches_are_cancelled_and_the_rest_asked_at_once(
    server: BatchServer, tmp_path: Path
) -> None:
    server.service.delay = 3600
    asked = request(tmp_path, 6, batch=Batching(deadline=timedelta(seconds=3)))
    done = await judged(asked, tmp_path / "out.jsonl")
    assert done.scored == 6
    # A cancelled batch brings what was done by then: the half.
    assert server.stats["cancelled"] == 1
    assert server.stats["paid_twice"] == 0
    batches = [call.batch for n in range(6) for call in calls(asked, done.run_id, f"a{n}")]
    assert sorted(map(str, batches)) == ["None"] * 3 + ["batch_0"] * 3


async def test_the_batches_of_another_run_are_neither_waited_for_nor_cancelled(
    server: BatchServer, tmp_path: Path
) -> None:
    server.service.delay = 3600
    await interrupted(request(tmp_path), server)
    (other,) = server.service.batches.values()
    server.service.delay = 0.0
    file = tmp_path / "others.jsonl"
    file.write_text(json.dumps({"id": "a7", "question": "How much is item 7?", "answer": "item 7"}), "utf-8")
    ours = replace(request(tmp_path), answers=file)

    async with asyncio.timeout(30):
        assert (await judged(ours)).scored == 1
        late = replace(ours, fresh=True, batch=Batching(deadline=timedelta(microseconds=1)))
        assert (await judged(late)).scored == 1

    assert other["status"] == "in_progress"


async def test_cancelling_keeps_what_was_done(server: BatchServer, tmp_path: Path) -> None:
    server.service.delay = 3600
    await interrupted(request(tmp_path), server)
    assert await cancel_batches(prepare(request(tmp_path))) == 1
    server.service.delay = 0
    done = await judged(request(tmp_path))
    assert done.scored == 6
    assert server.stats["paid_twice"] == 0
    assert server.stats["batches"] == 2


async def test_replies_that_are_kept_are_not_asked_for(server: BatchServer, tmp_path: Path) -> None:
    await judged(request(tmp_path))
    paid = server.stats["completions"]
    await judged(request(tmp_path, fresh=True), tmp_path / "out.jsonl")
    assert server.stats["completions"] == paid
    assert {row["usage"]["cached"] for row in rows(tmp_path / "out.jsonl")} == {1}


async def test_two_answers_with_one_prompt_are_one_line(server: BatchServer, tmp_path: Path) -> None:
    asked = request(tmp_path, 1)
    (line,) = (tmp_path / "answers.jsonl").read_text(encoding="utf-8").splitlines()
    twice = [line, line.replace('"a0"', '"b0"')]
    (tmp_path / "answers.jsonl").write_text("\n".join(twice), encoding="utf-8")
    done = await judged(asked, tmp_path / "out.jsonl")
    assert done.scored == 2
    assert server.stats["completions"] == 1
    usage = [row["usage"] for row in rows(tmp_path / "out.jsonl")]
    assert sorted((each["calls"], each["cached"]) for each in usage) == [(0, 1), (1, 0)]


async def test_without_a_cache_each_run_asks_anew(
    server: BatchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    await judged(request(tmp_path, 2, cache=None))
    await judged(request(tmp_path, 2, cache=None, fresh=True))
    assert server.stats["completions"] == 4


async def test_of_a_cascade_only_what_is_escalated_is_asked(server: BatchServer, tmp_path: Path) -> None:
    asked = request(tmp_path, 3, judge=f"embedded+{JUDGE}")
    fact = "The harbour moved 12 tons of freight in 2020."
    clear = {
        "id": "clear",
        "question": "How much freight was moved in 2020?",
        "answer": fact,
        "documents": [fact],
    }
    unclear = {"id": "unclear", "question": "What is item 7?", "answer": "It is item 7."}
    text = "\n".join(json.dumps(each) for each in (clear, unclear))
    (tmp_path / "answers.jsonl").write_text(text, encoding="utf-8")
    done = await judged(asked, tmp_path / "out.jsonl")
    assert done.scored == 2
    assert server.stats["completions"] == 1
    assert "escalated 1 of 2" in done.notes[0]


async def test_the_members_of_a_panel_share_a_round(server: BatchServer, tmp_path: Path) -> None:
    done = await judged(request(tmp_path, 3, judge=f"{JUDGE},openai:other-model"))
    assert done.scored == 3
    assert server.stats["batches"] == 2
    assert server.stats["completions"] == 6


async def test_close_verdicts_are_judged_again_in_the_next_batch(server: BatchServer, tmp_path: Path) -> None:
    asked = request(tmp_path, 2, evaluator={"panel": "samples", "panel_margin": 9.0})
    done = await judged(asked, tmp_path / "out.jsonl")
    assert done.scored == 2
    assert server.stats["batches"] == 2
    assert [row["usage"]["calls"] for row in rows(tmp_path / "out.jsonl")] == [3, 3]


async def test_a_judge_without_batches_is_refused_before_anything_is_asked(
    server: BatchServer, tmp_path: Path
) -> None:
    from tests.support.scripted_chat_model import ScriptedChatModel

    with pytest.raises(InputError, match="cannot be asked by batch"):
        await judged(request(tmp_path, judge=ScriptedChatModel()))


async def test_python_code_is_not_run_in_round_after_round(server: BatchServer, tmp_path: Path) -> None:
    asked: list[object] = []

    def judge(request: object) -> dict[str, float]:
        asked.append(request)
        return {"accuracy": 5, "completeness": 5, "clarity": 5}

    with pytest.raises(InputError, match="Python code"):
        await judged(request(tmp_path, judge=[JUDGE, judge]))
    assert asked == []
    assert server.stats["batches"] == 0


async def test_one_process_asks_a_judge_by_batch(server: BatchServer, tmp_path: Path) -> None:
    server.service.delay = 3600
    first = asyncio.create_task(judged(request(tmp_path)))
    await sent(server)
    with pytest.raises(InputError, match="another run is at work"):
        await judged(request(tmp_path))
    first.cancel()
    with pytest.raises(asyncio.CancelledError):
        await first


@over(
    "said, meant",
    [("90m", timedelta(minutes=90)), ("2h", timedelta(hours=2)), ("1.5d", timedelta(hours=36))],
)
def test_a_deadline_is_a_number_and_a_unit(said: str, meant: timedelta) -> None:
    assert read_deadline(said) == meant


@over("said", ["", "2", "soon", "-1h", "1w", "0m", "3000000d"])
def test_a_deadline_that_is_none(said: str) -> None:
    with pytest.raises(InputError, match="not a length of time"):
        read_deadline(said)
