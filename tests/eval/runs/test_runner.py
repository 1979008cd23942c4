"""The runner: what was kept is not done again, and no one sees what is not kept."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import HumanMessage

from agents.calls.complete import complete
from agents.errors import ModelCallError, account_refused
from agents.models.registry import chat_model
from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.score_card import ScoreCard
from data_base.store.run_store import RunStore
from eval.runs.preflight import require_answers
from eval.runs.runner import Runner, answered
from tests.support.openai_server import openai_server
from tests.support.rows import over

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from data_base.schemas.model_call import ModelCall

CASES = [Case(id=f"c{number}", question="How many?") for number in range(6)]
SYSTEM = "system"


@pytest.fixture
def store(tmp_path: Path) -> RunStore:
    return opened(tmp_path)


def opened(folder: Path) -> RunStore:
    store = RunStore(folder / "runs.sqlite")
    store.create(
        RunManifest(run_id="r", task="t", scorer_version="1", created_at=datetime(2026, 1, 1, tzinfo=UTC))
    )
    return store


def item_of(case: Case, score: float | None = 1.0) -> RunItem:
    card = ScoreCard.unscored("the judge failed") if score is None else ScoreCard(primary_score=score)
    return RunItem(case_id=case.id, system=SYSTEM, answer=Answer(text=case.id), score_card=card)


@dataclass
class Worker:
    """Answers every case at once, but for those that it stops at or cannot score."""

    stops_at: str | None = None
    unscored: frozenset[str] = frozenset()
    done: list[str] = field(default_factory=list)

    async def __call__(self, case: Case, _kept: RunItem | None) -> RunItem:
        if case.id == self.stops_at:
            raise InputError("the key was refused")
        self.done.append(case.id)
        await asyncio.sleep(0)
        return item_of(case, None if case.id in self.unscored else 1.0)


async def ran(runner: Runner, worker: Worker) -> list[RunItem]:
    return [item async for item in runner.run(CASES, SYSTEM, worker)]


async def test_items_come_in_the_order_of_the_cases_and_are_kept(store: RunStore) -> None:
    seen: list[str] = []
    items = await ran(
        Runner(store, "r", concurrency=3, watch=lambda item: seen.append(item.case_id)), Worker()
    )
    assert [item.case_id for item in items] == seen == [case.id for case in CASES]
    assert store.items("r") == items


@given(stop=st.sampled_from(CASES), concurrency=st.integers(1, 4), free=st.booleans())
def test_a_run_that_was_broken_off_goes_on_where_it_stopped(
    tmp_path_factory: pytest.TempPathFactory, stop: Case, concurrency: int, free: bool
) -> None:
    store = opened(tmp_path_factory.mktemp("run"))
    first, second = Worker(stops_at=stop.id), Worker()
    with pytest.raises(InputError, match="refused"):
        asyncio.run(ran(Runner(store, "r", concurrency=concurrency, free=free), first))
    kept = {item.case_id for item in store.items("r")}
    items = asyncio.run(ran(Runner(store, "r", concurrency=concurrency, free=free), second))
    assert [item.case_id for item in items] == [case.id for case in CASES]
    assert set(second.done) == {case.id for case in CASES} - kept
    # Only those may be done twice that were under way when the other one stopped.
    assert len(first.done) - len(kept) < concurrency


async def test_what_could_not_be_scored_is_tried_again(store: RunStore) -> None:
    await ran(Runner(store, "r"), Worker(unscored=frozenset({"c2"})))
    again = Worker()
    items = await ran(Runner(store, "r"), again)
    assert again.done == ["c2"]
    assert all(item.score_card is not None and item.score_card.scored for item in items)


async def test_models_are_made_sure_of_once_and_only_where_there_is_something_to_do(store: RunStore) -> None:
    asked: list[str] = []

    async def first() -> None:
        asked.append("asked")

    await ran(Runner(store, "r", concurrency=4, first=first), Worker())
    assert asked == ["asked"]
    await ran(Runner(store, "r", concurrency=4, first=first), Worker())
    assert asked == ["asked"]


async def test_a_model_that_cannot_be_reached_stops_the_run_before_anything_is_done(store: RunStore) -> None:
    async def first() -> None:
        raise InputError("no server")

    worker = Worker()
    with pytest.raises(InputError, match="no server"):
        await ran(Runner(store, "r", first=first), worker)
    assert (worker.done, store.items("r")) == ([], [])


async def test_a_run_is_entered_when_its_first_check_has_passed(tmp_path: Path) -> None:
    manifest = RunManifest(run_id="n", task="t", scorer_version="1", created_at=datetime.now(UTC))
    entered: list[list[RunManifest]] = []

    async def first() -> None:
        entered.append(new.runs())

    with RunStore(tmp_path / "new.sqlite") as new:
        await ran(Runner(new, manifest, first=first), Worker())
        entered.append(new.runs())
    assert entered == [[], [manifest]]


async def test_what_is_free_shares_a_transaction_and_is_kept_before_it_is_seen(
    store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    batches: list[int] = []
    extend = store.extend

    def counted(
        run_id: str,
        items: Sequence[RunItem],
        calls: Sequence[ModelCall],
        **more: Any,
    ) -> None:
        batches.append(len(items))
        extend(run_id, items, calls, **more)

    monkeypatch.setattr(store, "extend", counted)
    runner = Runner(store, "r", concurrency=6, free=True)
    async for item in runner.run(CASES, SYSTEM, Worker()):
        assert item in store.items("r")
    assert batches == [6]


async def test_a_cancelled_run_keeps_what_was_done(store: RunStore) -> None:
    runner = Runner(store, "r", free=True)
    keeping = asyncio.ensure_future(runner.keep(item_of(CASES[0])))
    await asyncio.sleep(0)
    keeping.cancel()
    with pytest.raises(asyncio.CancelledError):
        await keeping
    assert [item.case_id for item in store.items("r")] == ["c0"]


async def test_a_system_that_fails_leaves_its_reason(caplog: pytest.LogCaptureFixture) -> None:
    async def broken() -> RunItem:
        raise ValueError("no  such\nthing \ud800")

    item = await answered(broken, Case(id="c1", question="How many?"), SYSTEM)
    assert (item.case_id, item.answer, item.error) == ("c1", None, "ValueError: no such thing ?")
    assert "failed to answer c1 (How many?): ValueError" in caplog.text


@over("status", [401, 403, 404])
async def test_a_refused_key_ends_the_run(status: int) -> None:
    async def refused() -> RunItem:
        raise ModelCallError("openai:m: the key was refused", model_id="openai:m", status=status)

    with pytest.raises(InputError, match="fix this"):
        await answered(refused, Case(id="c1", question="How many?"), SYSTEM)


async def test_a_spent_account_is_asked_once_and_ends_a_run() -> None:
    said = {"error": {"message": "You exceeded your current quota.", "code": "insufficient_quota"}}
    with openai_server("fine", refuses={"model": lambda *_: (429, said)}) as server:
        model = chat_model("openai:m", base_url=server.base_url)
        with pytest.raises(ModelCallError, match="has no credit left") as told:
            await complete(model, [HumanMessage("hm")])
        with pytest.raises(InputError, match=r"no credit left.*the same command again"):
            await require_answers([model])
        assert len(server.requests) == 2
    assert account_refused(told.value)
