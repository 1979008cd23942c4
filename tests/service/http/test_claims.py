"""Claim tables over HTTP: by what a request brings, and pages that the operator named."""

from pathlib import Path
from typing import Any

import pytest

from agents.judges.settings import SOURCES_VARIABLE
from data_base.errors import InputError
from service.client.judge_client import AsyncJudgeClient
from service.client.remote_evaluator import RemoteEvaluator
from service.http.default_judge import require_sources
from tests.support.claims import REPORT, pages
from tests.support.http_service import RunningService, running_service, wait_for_job

QUESTION = "What crosses the river at Orle?"
CLAIMS = {"settings": {"claims": True}}
ASKED = {"question": QUESTION, "answer": "It opened in 1989 [1].", "documents": ["It opened in 1989."]}


@pytest.fixture
def service(tmp_path: Path) -> Any:
    with running_service(str(tmp_path / "runs.sqlite")) as running:
        yield running


def verdicts(evaluation: dict[str, Any]) -> list[str | None]:
    return [claim["verdict"] for claim in evaluation["claims"]["claims"]]


def test_answers_have_tables_at_once_in_batches_and_in_arenas(
    service: RunningService, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = service.client.post("/v1/evaluations", json=ASKED).json()
    found = service.client.post("/v1/evaluations", json=ASKED | CLAIMS).json()
    assert "claims" not in plain["evaluation"]
    assert verdicts(found["evaluation"]) == ["supported"]
    assert found["run_id"] != plain["run_id"]
    (item,) = service.context.runs.items_of(found["run_id"], found["id"])
    assert item.score_card
    assert item.score_card.claims
    assert item.score_card.claims.citation_precision == 1

    monkeypatch.setenv(SOURCES_VARIABLE, str(pages(tmp_path / "pages")))
    batch = {"items": [{"id": "r", "question": QUESTION, "answer": REPORT}], "judge": "embedded", **CLAIMS}
    batch["settings"] = {"claims": True, "passing_accuracy": 6}
    job = wait_for_job(service.client, service.client.post("/v1/evaluations/batch", json=batch).json()["id"])
    (item,) = service.context.runs.items(str(job["run_id"]))
    assert item.evaluation
    assert item.evaluation.claims
    assert item.evaluation.claims.shares.dead_sources == 1

    given = {"answer": "It opened in 1989 [1].", "documents": ["It opened in 1989."]}
    arena = {
        "questions": [{"id": "1", "question": QUESTION}],
        "contestants": [
            {"name": "A", "answers": {"1": given}},
            {"name": "B", "answers": {"1": "It opened in 1989 [1]."}},
        ],
        **CLAIMS,
    }
    made = service.client.post("/v1/arenas", json=arena)
    assert made.status_code == 202, made.text
    wait_for_job(service.client, made.json()["id"])
    shown = service.client.get(f"/v1/arenas/{made.json()['run_id']}").json()
    assert [verdicts(item["evaluation"]) for item in shown["items"][0]["items"]] == [
        ["supported"],
        ["source_missing"],
    ]
    assert [side["claims"]["citation_precision"]["mean"] for side in shown["summary"]["sides"]] == [1, None]


def test_a_request_names_no_folder_and_another_flag_is_another_request(service: RunningService) -> None:
    refused = service.client.post("/v1/evaluations", json=ASKED | {"settings": {"sources": "/etc"}})
    assert refused.status_code == 422
    assert "'sources' cannot be set over the network" in refused.text
    settings = service.client.get("/openapi.json").json()["components"]["schemas"]["JudgeSettingsRequest"]
    assert "claims" in settings["properties"]
    assert "sources" not in settings["properties"]
    headers = {"Idempotency-Key": "once"}
    assert service.client.post("/v1/evaluations", json=ASKED, headers=headers).status_code == 200
    assert service.client.post("/v1/evaluations", json=ASKED | CLAIMS, headers=headers).status_code == 409


async def test_the_client_asks_for_tables_as_the_evaluator_does(service: RunningService) -> None:
    client = AsyncJudgeClient(service.url, api_key=service.key())
    found = await RemoteEvaluator("embedded", client=client, claims=True).evaluate_fine_grained(
        QUESTION, "It opened in 1989 [1].", ["It opened in 1989."]
    )
    assert found.claims
    assert found.claims.claims[0].verdict == "supported"
    with pytest.raises(InputError, match="'sources' cannot be set over the network"):
        RemoteEvaluator("embedded", client=client, sources="pages")


def test_a_server_does_not_start_with_pages_that_it_cannot_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require_sources()
    monkeypatch.setenv(SOURCES_VARIABLE, str(tmp_path))
    with pytest.raises(InputError, match=r"JUDGE_SOURCES.*index\.jsonl"):
        require_sources()
