"""Runs over HTTP: lists with filters and orders, items whole, and deletion."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.judgement import Issue
from data_base.schemas.model_call import ModelCall
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from tests.support.arena import evaluation, manifest
from tests.support.http_service import RunningService, running_service
from tests.support.rows import over, table
from tests.support.stores import postgresql_schema

NAMES = ("a/b", "問 題", "100%2F", "..x", "?q=1#f", "вопрос & ответ", "a+b")
SYSTEM = "深入/研究 «x»"
ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}


def call(case: str, at: int, **fields: object) -> ModelCall:
    given = {"model": "openai:x", "model_served": "x-2024", "prompt": f"judge {case}", "reply": "{}"}
    times = {"created_at": datetime(2024, 5, 1, 12, at, tzinfo=UTC), "input_tokens": 10, "output_tokens": 5}
    return ModelCall.model_validate(
        {"case_id": case, "system": SYSTEM, "role": "judge", "rung": "strict", **given, **times, **fields}
    )


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningService]:
    if request.param == "sqlite":
        with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite")) as running:
            yield filled(running)
    else:
        with postgresql_schema() as schema, running_service(schema) as running:
            yield filled(running)


def filled(service: RunningService) -> RunningService:
    runs = service.context.runs
    issues = (Issue(claim="x", verdict="contradicted"),)
    for day, (name, kind, judge) in enumerate(
        [("old", "arena", "openai:x"), ("r/1 問", "evaluate", "openai:x"), ("new", "evaluate", "embedded")], 1
    ):
        at = datetime(2024, 5, day, tzinfo=UTC)
        runs.create(manifest(name, kind=kind, created_at=at, models={"judge": judge}), project="default")
    runs.create(manifest("theirs"), project="theirs")
    for number, case in enumerate(NAMES):
        score = number / 10
        item = RunItem(
            case_id=case,
            system=SYSTEM,
            tags=("hard",) if number % 2 else (),
            answer=Answer(text=f"answer {number}"),
            metrics={"question": f"question {case}"},
            score_card=ScoreCard(primary_score=score),
            evaluation=evaluation(number + 1, issues=issues) if number < 3 else None,
        )
        runs.extend("r/1 問", [item], [call(case, number, cost_usd=0.5)])
    runs.append("r/1 問", RunItem(case_id="failed", system=SYSTEM, error="no reply"))
    runs.finish("r/1 問")
    return service


def run_place(name: str) -> str:
    return f"/v1/runs/{quote(name, safe='')}"


PLACE = run_place("r/1 問")


def get(service: RunningService, path: str, **params: str | int) -> Any:
    found = service.client.get(path, params=params)
    assert found.status_code == 200, found.text
    return found.json()


def names(service: RunningService, **params: str | int) -> list[str]:
    return [run["id"] for run in get(service, "/v1/runs", **params)["runs"]]


def cases(service: RunningService, **params: str | int) -> list[str]:
    page = get(service, f"{PLACE}/items", **params)
    return [item["case_id"] for item in page["items"]]


@over(
    "params, expected",
    table(__file__, "test_runs_are_filtered_and_sorted", lists=True),
)
def test_runs_are_filtered_and_sorted(
    service: RunningService, params: dict[str, str], expected: list[str]
) -> None:
    mine = [name for name in names(service, **params) if not name.startswith("evaluate")]
    assert mine == expected


def test_runs_are_paged(service: RunningService) -> None:
    first = get(service, "/v1/runs", kind="evaluate", limit=1, sort="created_at")
    rest = get(service, "/v1/runs", kind="evaluate", sort="created_at", after=str(first["after"]))
    assert first["after"] is not None
    assert [first["runs"][0]["id"], rest["runs"][0]["id"]] == ["r/1 問", "new"]


def test_a_run_says_what_came_of_it(service: RunningService) -> None:
    run = get(service, PLACE)
    assert run["counts"] == {"answered": 0, "scored": 7, "unscored": 0, "failed": 1}
    assert run["total"] == 8
    (system,) = run["systems"]
    assert system == {"system": SYSTEM, "items": 8, "scored": 7, "mean_score": pytest.approx(0.3)}
    assert (run["state"], run["cost_usd"]) == ("finished", 3.5)
    assert run["usage"]["input_tokens"] == 70
    assert run["models_served"] == {"openai:x": {"x-2024": 7}}
    assert run["manifest"]["models"] == {"judge": "openai:x"}
    assert get(service, str(run["links"]["self"])) == run


@over(
    "params, expected",
    [
        ({}, [*NAMES, "failed"]),
        ({"sort": "-score", "limit": 2}, ["a+b", "вопрос & ответ"]),
        ({"sort": "accuracy", "limit": 1}, ["a/b"]),
        ({"status": "failed"}, ["failed"]),
        ({"score_min": 0.2, "score_max": 0.3}, ["100%2F", "..x"]),
        ({"contradicted_min": 1}, ["a/b", "問 題", "100%2F"]),
        ({"tag": "hard", "score_min": 0.3}, ["..x", "вопрос & ответ"]),
        ({"text": "& ответ"}, ["вопрос & ответ"]),
    ],
)
def test_items_are_filtered_and_sorted(
    service: RunningService, params: dict[str, str | int], expected: list[str]
) -> None:
    assert cases(service, **params) == expected


def test_every_item_is_found_by_its_name(service: RunningService) -> None:
    page = get(service, f"{PLACE}/items")
    for listed, name in zip(page["items"], NAMES, strict=False):
        assert listed["question"] == f"question {name}"
        found = get(service, listed["link"])
        assert found["item"]["case_id"] == name
        assert found["item"]["system"] == SYSTEM
        (made,) = found["calls"]
        assert (made["prompt"], made["rung"], made["model_served"]) == (f"judge {name}", "strict", "x-2024")
        assert (listed["number"], listed["status"]) == (found["number"], found["status"])
    missing = service.client.get(f"{PLACE}/items/no/A")
    assert missing.status_code == 404
    assert missing.json()["detail"] == "The run 'r/1 問' has no item of case 'no' and system 'A'."


@over(
    "path, said",
    [
        ("/v1/runs?sort=cost", "query.sort"),
        ("/v1/runs?colour=red", "query.colour"),
        ("/v1/runs?since=yesterday", "query.since"),
        ("/v1/runs?since=0001-01-01T00:00:00%2B14:00", "beyond the calendar"),
        ("/v1/runs?after=x", "after: "),
        (f"{PLACE}/items?limit=201", "query.limit"),
        (f"{PLACE}/items?score_min=2", "query.score_min"),
        (f"{PLACE}/items?error_tag=bad", "query.error_tag"),
        (f"{PLACE}/items?sort=score&after=WyJudW1iZXIiLDEsMV0", "another order"),
    ],
)
def test_what_cannot_be_asked_is_refused_by_name(service: RunningService, path: str, said: str) -> None:
    found = service.client.get(path)
    assert found.status_code == 422, found.text
    assert said in found.json()["detail"]


def test_a_page_of_another_run_is_no_page_of_this_one(service: RunningService) -> None:
    items = [RunItem(case_id=str(n), system="A", answer=Answer(text="x")) for n in range(2)]
    service.context.runs.import_run(manifest("another"), items)
    page = service.client.get("/v1/runs/another/items?limit=1").json()["after"]
    assert len(service.client.get(f"/v1/runs/another/items?after={page}").json()["items"]) == 1
    refused = service.client.get(f"{PLACE}/items?after={page}")
    assert (refused.status_code, "of another list" in refused.json()["detail"]) == (422, True), refused.text


def test_a_run_is_deleted_for_good_by_an_administrator(service: RunningService) -> None:
    runs = service.context.runs
    runs.import_run(manifest("a/doomed one"), [RunItem(case_id="1", system="A", answer=Answer(text="x"))])
    place = run_place("a/doomed one")
    with service.client_of("default", ["judge", "read", "research", "rate"]) as judge:
        assert judge.delete(place).status_code == 403
    assert service.client.delete(place).status_code == 204
    assert service.client.get(place).status_code == 404
    assert service.client.delete(place).status_code == 404
    assert not runs.page("a/doomed one").items


def test_a_run_that_a_job_works_on_is_not_deleted(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        job = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER]}).json()
        service.context.runs.create(manifest(job["run_id"]))
        refused = service.client.delete(job["links"]["run"])
        assert (refused.status_code, job["id"] in refused.json()["detail"]) == (409, True)
        service.client.post(f"/v1/jobs/{job['id']}/cancel").raise_for_status()
        assert service.client.delete(job["links"]["run"]).status_code == 204
        assert service.client.get(f"/v1/jobs/{job['id']}").json()["state"] == "cancelled"


def test_single_evaluations_go_on_after_their_run_was_deleted(service: RunningService) -> None:
    first = service.client.post("/v1/evaluations", json=ANSWER).json()
    assert service.client.delete(run_place(first["run_id"])).status_code == 204
    again = service.client.post("/v1/evaluations", json=ANSWER)
    assert again.status_code == 200, again.text
    found = get(service, run_place(again.json()["run_id"]))
    assert found["total"] == 1
    whole = get(service, f"{run_place(first['run_id'])}/items/{again.json()['id']}/recorded")
    assert whole["item"]["evaluation"]


def test_a_key_reads_its_own_projects_runs(service: RunningService) -> None:
    with service.client_of("theirs") as theirs:
        assert [run["id"] for run in theirs.get("/v1/runs").json()["runs"]] == ["theirs"]
        assert theirs.get(PLACE).status_code == 404
