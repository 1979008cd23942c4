"""Model calls with their texts, and verdicts on pairs."""

import threading
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta, timezone

import pytest
from pydantic import ValidationError
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from data_base.errors import InputError
from data_base.schemas.model_call import ModelCall
from data_base.store.call_rows import add_calls
from data_base.store.run_store import RunStore
from tests.support.arena import item, manifest, pair_verdict

AT = datetime(2026, 3, 1, 12, 30, 15, 123456, tzinfo=UTC)
ODD = "鷺嶼 «да»\0 \ud83d"


def call(prompt: str = "judge this", reply: str | None = "8", **fields: object) -> ModelCall:
    given = {"case_id": "1", "system": "A", "role": "judge", "model": "openai:m", "created_at": AT, **fields}
    return ModelCall.model_validate({**given, "prompt": prompt, "reply": reply})


@pytest.fixture
def store(address: str) -> Iterator[RunStore]:
    with RunStore(address, keep_calls=True) as store:
        store.create(manifest("r"))
        store.create(manifest("other"))
        yield store


def texts(store: RunStore) -> int:
    with store._engine.connect() as connection:
        return int(connection.execute(text("SELECT count(*) FROM call_texts")).scalar_one())


def test_calls_come_back_as_they_were(store: RunStore) -> None:
    full = call(
        ODD,
        model_served="m-1",
        rung="repaired",
        input_tokens=2**40,
        output_tokens=7,
        cost_usd=0.0125,
        latency_ms=1234.5,
        cached=True,
    )
    elsewhere = call(created_at=AT.astimezone(timezone(timedelta(hours=8))), cost_usd=None)
    silent = call(reply=None, role="writer")
    store.extend("r", [], [full, call(system="B"), elsewhere])
    store.extend("r", [], [])
    store.extend("r", [], [silent])
    assert store.calls_of("r", "1", "A") == [full, elsewhere, silent]
    assert store.calls_of("r", "1", "C") == store.calls_of("other", "1", "A") == []


def test_each_text_is_kept_once_and_as_long_as_a_run_refers_to_it(store: RunStore) -> None:
    store.extend("r", [], [call("p", "q"), call("q", "only here"), call("p", "q")])
    store.extend("other", [], [call("p", "p")])
    assert texts(store) == 3
    store.delete("r")
    assert texts(store) == 1
    assert store.calls_of("other", "1", "A") == [call("p", "p")]
    store.delete("other")
    assert texts(store) == 0


def test_texts_are_left_out_where_they_are_not_wanted(
    address: str, store: RunStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare = call().model_copy(update={"prompt": None, "reply": None})
    monkeypatch.setenv("JUDGE_KEEP_CALLS", "0")
    with RunStore(address) as told_by_environment:
        told_by_environment.extend("r", [], [call()])
        assert told_by_environment.calls_of("r", "1", "A") == [bare]
    monkeypatch.setenv("JUDGE_KEEP_CALLS", "1")
    with RunStore(address, keep_calls=False) as told:
        told.extend("r", [], [call()])
    assert store.calls_of("r", "1", "A") == [bare, bare]
    monkeypatch.setenv("JUDGE_KEEP_CALLS", "perhaps")
    with pytest.raises(InputError, match="JUDGE_KEEP_CALLS must be 1 or 0"):
        RunStore(address)


def test_calls_are_written_all_or_none(store: RunStore) -> None:
    with pytest.raises(InputError, match="contains no run 'x'"):
        store.extend("x", [], [call()])
    assert texts(store) == 0


def test_a_hash_that_is_not_the_texts_is_refused() -> None:
    with pytest.raises(ValidationError, match="prompt_sha256 is not that of the text"):
        call(prompt_sha256="0" * 64)
    assert call("a").prompt_sha256 == call("a", "other").prompt_sha256 != call("b").prompt_sha256


def test_a_text_that_is_being_referred_to_outlives_the_run_that_brought_it(store: RunStore) -> None:
    store.extend("r", [], [call("shared")])
    deleting = threading.Thread(target=store.delete, args=("r",))
    with store._writing.begin() as connection:
        add_calls(connection, "other", [call("shared")], texts=True)
        deleting.start()
        # Time enough for it to do harm if it did not wait.
        deleting.join(0.3)
    deleting.join()
    assert store.calls_of("other", "1", "A") == [call("shared")]
    assert store.calls_of("r", "1", "A") == []


def test_the_latest_verdict_of_each_pair_judge_and_order_holds(store: RunStore) -> None:
    draft, other = pair_verdict(None), pair_verdict(judge="n")
    turned = pair_verdict("second_better", first="B", second="A")
    failed = pair_verdict(None, case_id="2")
    seen = {"answer": "second", "says": "鷺嶼", "passage_id": "p#1", "quote": "88 艘", "quote_found": False}
    final = pair_verdict("tie", reason="B has no source", evidence=(seen,))
    store.extend("r", [], pairs=[draft])
    store.extend("r", [], pairs=[turned, other, failed])
    for times in (1, 2):
        store.extend("r", [], [call(system="A against B")], pairs=[final])
        assert list(store.pairs("r")) == [turned, other, failed, final]
        assert store.count_pairs("r") == 4
        assert store.calls_of("r", "1", "A against B") == [call(system="A against B")] * times
    assert (list(store.pairs("other")), store.count_pairs("other")) == ([], 0)
    with pytest.raises(InputError, match="contains no run 'x'"):
        store.extend("x", [], pairs=[draft])
    store.delete("r")
    assert store.count_pairs("r") == 0


@pytest.mark.parametrize("table", ["calls", "pairs"])
def test_calls_and_pairs_cannot_be_changed_or_taken_away(store: RunStore, table: str) -> None:
    store.extend("r", [], [call()])
    store.extend("r", [], pairs=[pair_verdict()])
    changes = [f"DELETE FROM {table}", f"UPDATE {table} SET run_id = 'other'"]  # noqa: S608  (our own)
    if store._engine.dialect.name != "sqlite":
        changes.append(f"TRUNCATE {table}")
    else:
        changes.append(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")  # noqa: S608  (our own)
    for change in changes:
        with store._writing.connect() as connection, pytest.raises(DBAPIError, match="only grows"):
            connection.execute(text(change))


def test_all_that_belongs_to_a_run_goes_with_it(store: RunStore) -> None:
    for run_id in ("r", "other"):
        store.extend(run_id, [], [call()])
        store.extend(run_id, [], pairs=[pair_verdict()])
        store.append(run_id, item("A", "1", None).model_copy(update={"tags": ("law",)}))
        with store._writing.begin() as connection:
            connection.execute(
                text("INSERT INTO ratings VALUES (:run_id, :run_id, '1', 'A', 'me', 'clarity', 8, '', '')"),
                {"run_id": run_id},
            )
    assert store.delete("r") == 1
    for table in ("items", "latest_items", "run_tags", "calls", "pairs", "ratings"):
        with store._engine.connect() as connection:
            kept = connection.execute(text(f"SELECT run_id FROM {table}")).scalars().all()  # noqa: S608  (our own)
        assert kept == ["other"]
