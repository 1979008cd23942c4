"""Pairs over HTTP: two answers judged against each other, kept and paid for once."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.jobs.limits.model_limit import ModelLimit
from service.jobs.settings import WorkerSettings
from tests.support.http_service import RunningService, running_service
from tests.support.openai_server import openai_server

PAIR = {
    "question": "Where is the dam?",
    "first": "The dam is in Ohio.",
    "second": "The dam is in Utah.",
    "documents": ["The dam is in Ohio."],
}
REPLY = '{"analysis": "read", "verdict": "A better", "reason": "shown first", "evidence": []}'


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("pairs") / "runs.sqlite"), workers=False) as running:
        yield running


def test_a_pair_is_judged_in_both_orders_and_kept_once(service: RunningService) -> None:
    headers = {"Idempotency-Key": "a pair"}
    made = service.client.post("/v1/pairs", json=PAIR, headers=headers)
    assert made.status_code == 200, made.text
    found = made.json()
    assert [each["first"] for each in found["verdicts"]] == ["first", "second"]
    assert [(each["value"] > 0.5, each["consistent"]) for each in found["outcomes"]] == [(True, True)]
    again = service.client.post("/v1/pairs", json=PAIR, headers=headers)
    assert (again.content, again.headers["Idempotency-Replayed"]) == (made.content, "true")
    kept = list(service.context.runs.pairs(found["run_id"]))
    assert [each.model_dump(mode="json") for each in kept] == found["verdicts"]


def test_one_order_has_no_outcome(service: RunningService) -> None:
    found = service.client.post("/v1/pairs", json=PAIR | {"both_orders": False}).json()
    assert (len(found["verdicts"]), found["outcomes"]) == (1, [])


def test_a_pair_on_a_question_that_the_documents_do_not_answer(service: RunningService) -> None:
    asked = {**PAIR, "question": "Who built the dam?", "first": "Ohio built it.", "second": "It is not said."}
    found = service.client.post("/v1/pairs", json=asked | {"answerable": False}).json()
    assert [each["value"] < 0.5 for each in found["outcomes"]] == [True]
    contrary = {"answerable": True, "reference_answer": "The documents do not say."}
    refused = service.client.post("/v1/pairs", json=PAIR | contrary)
    assert refused.status_code == 422
    assert "body: answerable and reference_answer: one says" in refused.text


def test_a_pair_counts_against_the_limits_of_its_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = WorkerSettings(limits={"openai:invented": ModelLimit(requests_per_minute=3)})
    asked = PAIR | {"judge": "openai:invented"}
    with (
        openai_server(REPLY) as model,
        running_service(str(tmp_path / "runs.sqlite"), worker, workers=False) as service,
    ):
        monkeypatch.setenv("OPENAI_BASE_URL", model.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "any")
        found = service.client.post("/v1/pairs", json=asked)
        assert found.status_code == 200, found.text
        # It prefers what it sees first, whatever that is.
        assert [(each["value"], each["consistent"]) for each in found.json()["outcomes"]] == [(0.5, False)]
        refused = service.client.post("/v1/pairs", json=asked)
        assert (refused.status_code, "Retry-After" in refused.headers) == (429, True)
        run_id = found.json()["run_id"]
        assert len(list(service.context.runs.calls_of(run_id, found.json()["id"], "first / second"))) == 2
        wrong = service.client.post("/v1/pairs", json=PAIR | {"judge": "os:system"})
        assert (wrong.status_code, "is no model of this server" in wrong.json()["detail"]) == (422, True)
    assert len(model.requests) == 2
