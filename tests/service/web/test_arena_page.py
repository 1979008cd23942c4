"""The page of an arena."""

from collections.abc import Iterator
from html import unescape

import httpx2
import pytest

from tests.support.arena import manifest
from tests.support.http_service import RunningService, running_service, wait_for_job

ATTACK = "<script>alert(1)</script>"
ARENA = {
    "questions": [{"id": "q1", "question": f"When did the dam open? {ATTACK}", "gold_answer": "In 1978."}],
    "contestants": [
        {"kind": "recorded", "name": "ours", "answers": {"q1": "It opened in 1978."}},
        {"kind": "recorded", "name": f"theirs {ATTACK}", "answers": {"q1": f"In 1987. {ATTACK}"}},
    ],
    "judges": ["embedded"],
}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("arena") / "runs.sqlite")) as running:
        yield running


@pytest.fixture
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60) as client:
        client.post("/sign-in", data={"key": service.key(scopes=("read",)), "next": "/"})
        yield client


def test_an_arena_is_shown_as_its_report_shows_it(service: RunningService, browser: httpx2.Client) -> None:
    response = service.client.post("/v1/arenas", json=ARENA)
    assert response.status_code == 202, response.text
    run = wait_for_job(service.client, response.json()["id"])["run_id"]
    page = browser.get(f"/arenas/{run}")
    assert page.status_code == 200
    assert ATTACK not in page.text
    assert ATTACK in unescape(page.text)
    assert 'id="chart-data"' in page.text
    assert "Question by question" in page.text
    assert "unsafe" not in page.headers["content-security-policy"]
    for part, heading in (("standings", "By scores"), ("pairs", "minus"), ("spending", "Time a point")):
        view = browser.get(f"/arenas/{run}/{part}")
        assert view.status_code == 200
        assert f'href="/arenas/{run}/{part}" aria-current="page"' in view.text
        assert heading in view.text
        assert ATTACK not in view.text
    assert "nothing to show here" in browser.get(f"/arenas/{run}/shared").text
    assert browser.get(f"/arenas/{run}/none").status_code == 404


def test_only_arenas_that_have_a_page_are_linked(service: RunningService, browser: httpx2.Client) -> None:
    """Runs of ``judge arena`` have the same prefix, and nobody keeps their questions here."""
    run = wait_for_job(service.client, service.client.post("/v1/arenas", json=ARENA).json()["id"])["run_id"]
    assert f'href="/arenas/{run}"' in browser.get(f"/runs/{run}").text
    service.context.runs.create(manifest("arena-by-hand", kind="arena"))
    assert "/arenas/" not in browser.get("/runs/arena-by-hand").text


def test_what_is_no_arena_is_404(browser: httpx2.Client) -> None:
    assert browser.get("/arenas/evaluate-none").status_code == 404
