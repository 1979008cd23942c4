"""``judge keys``: keys are made, listed and revoked in a store, and shown once."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from service.jobs.job_store import JobStore
from service.keys import KeyStore
from tests.service.conftest import Command
from tests.support.rows import table


@pytest.fixture
def store(tmp_path: Path) -> Path:
    return tmp_path / "runs.sqlite"


def made(judge: Command, store: Path, *options: object) -> dict[str, object]:
    code, out, err = judge("keys", "create", "--store", store, "--json", *options)
    assert code == 0, err
    found: dict[str, object] = json.loads(out)
    return found


def test_a_key_is_shown_once_and_found_by_its_secret(judge: Command, store: Path) -> None:
    given = ("--project", "legal", "--name", "nightly", "--scope", "read", "--scope", "judge")
    key = made(judge, store, *given, "--expires", "90d")
    secret = str(key.pop("api_key"))
    assert secret.startswith("drj_")
    with JobStore(store) as opened:
        found = KeyStore(opened).find(secret)
    assert found is not None
    assert (found.project, found.name, found.scopes) == ("legal", "nightly", ("judge", "read"))
    ends = datetime.fromisoformat(str(found.expires_at))
    assert abs(ends - datetime.now(UTC) - timedelta(days=90)) < timedelta(minutes=5)
    code, out, _ = judge("keys", "list", "--store", store, "--json")
    assert code == 0
    assert [json.loads(line) for line in out.splitlines()] == [key]
    assert secret not in out
    assert secret.encode() not in store.read_bytes()


def test_a_key_without_named_scopes_is_no_administrators(judge: Command, store: Path) -> None:
    assert made(judge, store)["scopes"] == ["judge", "research", "read"]


def test_a_key_is_shown_in_words_too(judge: Command, store: Path) -> None:
    code, out, _ = judge("keys", "create", "--store", store)
    assert code == 0
    secret = out.splitlines()[0].removeprefix("API key: ")
    code, table, _ = judge("keys", "list", "--store", store)
    assert code == 0
    for shown in ("key_", "research", "never", "valid"):
        assert shown in table
    assert secret not in table


def test_a_revoked_key_is_refused(judge: Command, store: Path) -> None:
    key = made(judge, store)
    code, _, err = judge("keys", "revoke", key["id"], "--store", store)
    assert code == 0, err
    with JobStore(store) as opened:
        assert KeyStore(opened).find(str(key["api_key"])) is None
    _, out, _ = judge("keys", "list", "--store", store, "--json")
    assert json.loads(out)["state"] == "revoked"


@pytest.mark.parametrize(
    ("options", "sentence"),
    table(__file__, "test_what_cannot_be_used_is_said"),
)
def test_what_cannot_be_used_is_said(
    judge: Command, store: Path, options: tuple[str, str], sentence: str
) -> None:
    code, _, err = judge("keys", "create", "--store", store, *options)
    assert code == 2
    assert sentence in err
    assert not store.exists()


def test_a_key_that_is_not_there_cannot_be_revoked(judge: Command, store: Path) -> None:
    made(judge, store)
    code, _, err = judge("keys", "revoke", "key_none", "--store", store)
    assert code == 2
    assert "There is no key 'key_none'" in err
    code, _, err = judge("keys", "list", "--store", store.with_name("none.sqlite"))
    assert code == 2
    assert "there is no run store" in err
