from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.store.address import shown, store_url
from data_base.store.run_store import RunStore
from data_base.store.settings import chosen_store
from tests.support.rows import over, table


@over(
    "given, driver, database",
    [
        ("out/runs.sqlite", "sqlite", "out/runs.sqlite"),
        (Path("運行/сто 100%.sqlite"), "sqlite", "運行/сто 100%.sqlite"),
        ("sqlite:///out/runs.sqlite", "sqlite", "out/runs.sqlite"),
        ("sqlite:////tmp/runs.sqlite", "sqlite", "/tmp/runs.sqlite"),  # noqa: S108  (nothing is opened)
        ("sqlite+aiosqlite:///a.sqlite", "sqlite", "a.sqlite"),
        ("postgres://me@host/runs", "postgresql+psycopg", "runs"),
        ("postgresql://me:secret@host:5433/runs", "postgresql+psycopg", "runs"),
        ("postgresql+asyncpg://host/runs", "postgresql+psycopg", "runs"),
    ],
)
def test_addresses(given: str | Path, driver: str, database: str) -> None:
    url = store_url(given)
    assert (url.drivername, url.database) == (driver, database)


@over(
    "given, complaint",
    table(__file__, "test_other_addresses_are_refused_without_showing_a_password"),
)
def test_other_addresses_are_refused_without_showing_a_password(given: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint) as refusal:
        store_url(given)
    assert "secret" not in str(refusal.value)


def test_a_server_that_does_not_answer_is_named_without_its_password() -> None:
    pytest.importorskip("psycopg", reason="the group servers is not installed")
    address = "postgresql://me:secret@127.0.0.1:1/runs?password=hidden"
    assert shown(store_url(address)) == "postgresql://me:***@127.0.0.1:1/runs"
    with pytest.raises(InputError, match="cannot be used") as refusal:
        RunStore(address)
    assert "secret" not in str(refusal.value)
    assert "hidden" not in str(refusal.value)
    assert str(refusal.value).count("\n") == 0


def test_an_argument_comes_before_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JUDGE_STORE", raising=False)
    assert chosen_store(None) == ".judge/runs.sqlite"
    monkeypatch.setenv("JUDGE_STORE", "environment.sqlite")
    assert chosen_store("argument.sqlite") == "argument.sqlite"
    assert chosen_store(None) == "environment.sqlite"
    monkeypatch.setenv("JUDGE_STORE", "")
    assert chosen_store(None) == ".judge/runs.sqlite"
