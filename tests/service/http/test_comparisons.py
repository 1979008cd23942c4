"""Comparisons over HTTP: the gate's verdict on two runs of the project, as the command gives it."""

import json
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import httpx2
import pytest

from data_base.computing import computed, computing_in
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from service.fair_threads import FairThreads
from service.http.problems import ProblemError
from service.http.request_timeout import RequestTimeout
from tests.support.arena import manifest
from tests.support.http_service import RunningService, running_service
from tests.support.in_process import judge_in_process
from tests.support.stores import postgresql_schema


def items(*scores: float | None) -> list[RunItem]:
    return [
        RunItem(
            case_id=f"{number}/問",
            system="A",
            answer=Answer(text="yes"),
            score_card=ScoreCard.unscored("no reply") if score is None else ScoreCard(primary_score=score),
        )
        for number, score in enumerate(scores)
    ]


@pytest.fixture(params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningService]:
    with postgresql_schema() as schema:
        store = str(tmp_path / "runs.sqlite") if request.param == "sqlite" else schema
        with running_service(store, workers=False) as running:
            runs = running.context.runs
            for name, scores in (
                ("base", (0.5, 0.6, 0.7)),
                ("same", (0.5, 0.6, 0.7)),
                ("bad", (0.5, 0.6, 0.2)),
            ):
                runs.import_run(manifest(name), items(*scores))
            runs.import_run(manifest("other data", data_hashes={"questions": "1"}), items(0.5, 0.6, 0.7))
            runs.import_run(manifest("hollow"), items(0.5, None, None))
            runs.create(manifest("theirs"), project="theirs")
            yield running


def asked(base: str, candidate: str, **more: object) -> dict[str, object]:
    return {"base": [base], "candidate": [candidate], **more}


def test_the_verdict_is_the_commands(service: RunningService, tmp_path: Path) -> None:
    for candidate, verdict in (("same", "passed"), ("bad", "failed")):
        found = service.client.post("/v1/comparisons", json=asked("base", candidate))
        assert found.status_code == 200, found.text
        store = str(service.context.settings.store)
        options = ("--base", "base", "--cand", candidate, "--store", store, "--json")
        command = judge_in_process("compare", *options, cwd=tmp_path)
        assert found.json() == json.loads(command.stdout)
        assert found.json()["verdict"] == verdict


def test_the_gate_is_set_by_the_request(service: RunningService) -> None:
    settings = {"min_delta": -0.5, "max_regressions": 1}
    found = service.client.post("/v1/comparisons", json=asked("base", "bad", settings=settings))
    assert found.json()["verdict"] == "passed"


def test_no_verdict_is_a_problem_with_the_commands_sentence(service: RunningService) -> None:
    for candidate, said in (
        ("other data", "the difference is meant: settings.allow data_hashes."),
        ("hollow", "lower settings.min_scored."),
    ):
        found = service.client.post("/v1/comparisons", json=asked("base", candidate))
        assert found.status_code == 422
        assert found.headers["content-type"] == "application/problem+json"
        assert said in found.json()["detail"]


def test_a_run_of_another_project_is_not_there(service: RunningService) -> None:
    unknown = service.client.post("/v1/comparisons", json=asked("base", "no such"))
    theirs = service.client.post("/v1/comparisons", json=asked("base", "theirs"))
    assert unknown.status_code == theirs.status_code == 404
    assert theirs.json()["detail"].replace("theirs", "no such") == unknown.json()["detail"]


def test_no_file_of_the_server_is_read(service: RunningService, tmp_path: Path) -> None:
    (tmp_path / "run.json").write_text("{}")
    found = service.client.post("/v1/comparisons", json=asked("base", str(tmp_path / "run.json")))
    assert found.status_code == 404


def test_an_endless_bootstrap_is_refused(service: RunningService) -> None:
    settings = {"bootstrap": {"resamples": 10_001}}
    found = service.client.post("/v1/comparisons", json=asked("base", "same", settings=settings))
    assert (found.status_code, found.json()["status"]) == (422, 422)
    assert "resamples" in found.json()["detail"]


def test_a_run_is_named_once(service: RunningService) -> None:
    named = {"base": ["base"], "candidate": ["same"] * 2}
    found = service.client.post("/v1/comparisons", json=named)
    assert (found.status_code, "body.candidate: " in found.json()["detail"]) == (422, True)


def test_a_projects_figures_are_worked_out_in_turn_and_given_up_in_time(tmp_path: Path) -> None:
    """Comparisons of a large run took the threads that all requests share, for as long as they liked."""
    go_on = threading.Event()
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, request_seconds=0.2) as service:
        service.context.figures.submit("default", lambda: go_on.wait(60))
        try:
            found = service.client.post("/v1/comparisons", json=asked("base", "same"))
            assert (found.status_code, "within 0.2 s" in found.json()["detail"]) == (504, True)
            assert service.client.get("/v1/arenas/none").status_code == 504
            html = {"Accept": "text/html"}
            with httpx2.Client(base_url=service.url, headers=html, follow_redirects=True) as client:
                client.post("/sign-in", data={"key": service.key(), "next": "/"})
                for page in (
                    "/compare",
                    "/compare/item?base=a&candidate=b&case=c",
                    "/arenas/a",
                    "/arenas/a/b",
                ):
                    assert client.get(page).status_code == 504, page
        finally:
            go_on.set()


def test_what_nobody_waits_for_any_more_is_given_up_and_a_key_waits_for_few_results(tmp_path: Path) -> None:
    """Comparisons whose client was gone stayed in the turns of their project."""
    go_on = threading.Event()
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_evaluations=1) as service:
        service.context.figures.submit("default", lambda: go_on.wait(60))
        try:
            with pytest.raises(httpx2.ReadTimeout):
                service.client.post(
                    "/v1/comparisons", json=asked("base", "same"), timeout=httpx2.Timeout(20, read=1)
                )
            _wait_until(lambda: not service.context.under_way._counts)
            with ThreadPoolExecutor(1) as pool:
                first = pool.submit(service.client.get, "/v1/arenas/none")
                _wait_until(lambda: bool(service.context.under_way._counts))
                refused = service.client.post("/v1/comparisons", json=asked("base", "same"))
                assert (refused.status_code, "results under way" in refused.json()["detail"]) == (429, True)
                go_on.set()
                assert first.result(30).status_code == 404
        finally:
            go_on.set()


def _wait_until(is_so: Callable[[], bool]) -> None:
    for _ in range(200):
        if is_so():
            return
        time.sleep(0.05)
    pytest.fail("not within 10 s")


async def test_what_waits_for_threads_that_have_ended_is_told_that_the_server_stops() -> None:
    """It waited for ever."""
    turns = FairThreads("test")
    turns.close()
    with computing_in(partial(turns.submit, "default")), pytest.raises(ProblemError) as refused:
        async with RequestTimeout(60).limit("result"):
            await computed(lambda: None)
    assert refused.value.status == 503
