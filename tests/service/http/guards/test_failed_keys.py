"""Who sends keys that are none is slowed down; nobody else at the same address is."""

import threading
from pathlib import Path

import httpx2
import pytest

from data_base.store.database import StoreAwayError
from service.http.guards import failed_keys
from service.http.guards.failed_keys import FailedKeys, address_of
from service.keys import ApiKey
from tests.support.http_service import running_service
from tests.support.rows import over, table


@pytest.fixture
def _no_time_to_forgive(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failed_keys, "_AGAIN_S", 10_000.0)


def miss(misses: FailedKeys, address: str, secret: str) -> None:
    with misses.trying(address, secret):
        pass


def hit(misses: FailedKeys, address: str, secret: str) -> None:
    with misses.trying(address, secret) as tried:
        tried.found = True


@pytest.mark.usefixtures("_no_time_to_forgive")
def test_after_twenty_misses_keys_are_looked_up_one_by_one_and_known_ones_as_before(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        assert service.client.get("/v1/jobs").status_code == 200

        def guess(number: int) -> httpx2.Response:
            wrong = {"Authorization": f"Bearer drj_{number}"}
            return httpx2.get(f"{service.url}/v1/jobs", headers=wrong, timeout=60)

        answers = [guess(number) for number in range(40)]
        assert [each.status_code for each in answers[:20]] == [401] * 20
        refused = next(each for each in answers if each.status_code == 429)
        assert int(refused.headers["retry-after"]) > 0
        assert "your address" in refused.json()["detail"]
        # Whoever has a key of the store is let in, also for the first time.
        assert service.client.get("/v1/jobs").status_code == 200
        with service.client_of("another") as other:
            assert other.get("/v1/jobs").status_code == 200
        page = httpx2.post(
            f"{service.url}/sign-in", data={"key": "guess"}, headers={"Accept": "text/html"}, timeout=60
        )
        assert (page.status_code, "retry-after" in page.headers) == (429, True)


@pytest.mark.usefixtures("_no_time_to_forgive")
def test_the_key_of_the_settings_is_not_compared_with_one_guess_after_the_other(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, api_key="x" * 32) as service:

        def answer(key: str) -> int:
            sent = {"Authorization": f"Bearer {key}"}
            return httpx2.get(f"{service.url}/v1/jobs", headers=sent, timeout=60).status_code

        found = {answer(f"guess {number}") for number in range(60)}
        assert found == {401, 429}
        assert answer("x" * 32) == 429


def test_misses_are_forgiven_in_time() -> None:
    now = [0.0]
    misses = FailedKeys(lambda: now[0])
    for number in range(20):
        assert misses.wait("a", str(number)) == 0
        miss(misses, "a", str(number))
    assert (misses.wait("a", "x"), misses.wait("b", "x")) == (3, 0)
    now[0] = 3.1
    assert misses.wait("a", "x") == 0
    miss(misses, "a", "x")
    assert misses.wait("a", "y") == 3


def test_a_key_that_was_revoked_is_a_miss_like_any() -> None:
    misses = FailedKeys(lambda: 0.0)
    hit(misses, "a", "mine")
    for number in range(20):
        miss(misses, "a", str(number))
    assert misses.wait("a", "mine") == 0
    miss(misses, "a", "mine")
    assert misses.wait("a", "mine") > 0


def test_a_key_that_its_owner_used_elsewhere_is_compared_no_sooner_than_a_wrong_one() -> None:
    misses = FailedKeys(lambda: 0.0)
    hit(misses, "owner", "mine")
    for number in range(20):
        miss(misses, "guesser", str(number))
    assert misses.wait("guesser", "mine") == misses.wait("guesser", "wrong") > 0
    assert misses.wait("owner", "mine") == 0


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(failed_keys, "_ADDRESSES", 5)
    monkeypatch.setattr(failed_keys, "_KEYS", 5)
    misses = FailedKeys(lambda: 0.0)
    for number in range(100):
        miss(misses, f"10.0.0.{number}", str(number))
        hit(misses, f"10.0.0.{number}", str(number))
    assert (len(misses._left), len(misses._found)) == (5, 5)


@over(
    "host, counts_as",
    table(__file__, "test_the_owner_of_an_address_or_network_is_one_however_it_is_written"),
)
def test_the_owner_of_an_address_or_network_is_one_however_it_is_written(host: str, counts_as: str) -> None:
    assert address_of({"client": (host, 1)}) == counts_as


def test_a_try_of_which_nobody_learned_anything_is_no_miss() -> None:
    """While the store was away, everybody at an address was soon kept out."""
    misses = FailedKeys(lambda: 0.0)
    hit(misses, "a", "mine")
    for number in range(40):
        assert misses.wait("a", str(number)) == 0
        with pytest.raises(StoreAwayError), misses.trying("a", str(number)):
            raise StoreAwayError("away")
    for number in range(20):
        with misses.trying("a", str(number)):
            assert misses._of("a") == 19 - number
    with pytest.raises(StoreAwayError), misses.trying("a", "mine"):
        raise StoreAwayError("away")
    assert (misses.wait("a", "mine"), misses.wait("a", "other") > 0) == (0, True)


def test_keys_are_looked_up_in_threads_of_their_own_for_pages_too(tmp_path: Path) -> None:
    threads: list[str] = []
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        find = service.context.keys.find_by_hash

        def found(sha256: str) -> ApiKey | None:
            threads.append(threading.current_thread().name)
            return find(sha256)

        with (
            pytest.MonkeyPatch.context() as patched,
            httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60) as browser,
        ):
            patched.setattr(service.context.keys, "find_by_hash", found)
            browser.post("/sign-in", data={"key": service.key()})
            assert browser.get("/live").status_code == 200
            assert service.client.get("/v1/jobs").status_code == 200
    assert len(threads) == 3
    assert {name.partition("_")[0] for name in threads} == {"keys"}
