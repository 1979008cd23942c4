"""Figures for Prometheus: what was judged and what waits, and who may see them."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.model_call import ModelCall
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from service.jobs.metrics import JobMetrics
from service.keys import Scope
from tests.support.arena import evaluation
from tests.support.http_service import RunningService, running_service, wait_for_job

ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}


def figures(service: RunningService) -> dict[str, float]:
    found = httpx2.get(f"{service.url}/metrics")
    assert found.status_code == 200, found.text
    assert found.headers["content-type"].startswith("text/plain")
    lines = [line for line in found.text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_probes_may_ask_for_the_headers_alone(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        assert [httpx2.head(f"{service.url}/{path}").status_code for path in ("health", "ready")] == [
            200,
            503,
        ]


def test_what_was_judged_and_what_waits_is_counted(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite")) as service:
        assert figures(service)["judge_queue_age_seconds"] == 0
        service.client.post("/v1/evaluations", json=ANSWER).raise_for_status()
        made = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER, ANSWER]}).json()
        wait_for_job(service.client, made["id"])
        found = figures(service)
        assert found['judge_judgements_total{judge="embedded",status="scored"}'] == 3
        assert found['judge_judgement_seconds_count{judge="embedded"}'] == 3
        assert (found['judge_jobs{state="done"}'], found['judge_jobs{state="queued"}']) == (1, 0)
        assert found["judge_workers"] == 1


def test_failures_are_counted_by_kind_and_models_are_bounded() -> None:
    metrics = JobMetrics()
    tagged = ScoreCard.unscored("no JSON", tags=(ErrorTag.UNPARSABLE,))
    metrics.kept(
        [
            RunItem(case_id="1", system="A", error="gone"),
            RunItem(case_id="2", system="A", score_card=tagged),
            *(
                RunItem(
                    case_id=f"{n}",
                    system="A",
                    answer=Answer(text="yes"),
                    evaluation=evaluation().model_copy(update={"model_id": f"m{n}"}),
                )
                for n in range(150)
            ),
        ],
        [],
    )
    value = metrics.registry.get_sample_value
    assert value("judge_failures_total", {"kind": "no_answer"}) == 1
    assert value("judge_failures_total", {"kind": "unparsable"}) == 1
    assert value("judge_judgements_total", {"judge": "other", "status": "scored"}) == 50


def test_tokens_from_prompt_caches_are_counted_beside_the_tokens_sent() -> None:
    metrics = JobMetrics()
    named = {"case_id": "1", "system": "A", "role": "plan", "model": "m", "prompt": "p"}
    tokens = {"input_tokens": 50, "cached_input_tokens": 40}
    metrics.kept([], [ModelCall.model_validate(named | tokens | {"created_at": datetime.now(UTC)})])
    value = metrics.registry.get_sample_value
    assert value("judge_tokens_total", {"model": "m", "direction": "input"}) == 50
    assert value("judge_cached_input_tokens_total", {"model": "m"}) == 40


@pytest.mark.parametrize("settings", [{"allowed_hosts": ("judge.example",)}, {"host": "0.0.0.0"}])  # noqa: S104
def test_where_others_reach_the_server_a_key_is_needed(tmp_path: Path, settings: dict[str, Any]) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, **settings) as service:
        assert httpx2.get(f"{service.url}/metrics").status_code == 401
        callers: list[tuple[str, Scope, int]] = [
            ("default", "read", 200),
            ("default", "rate", 403),
            ("b", "read", 403),
        ]
        for project, scope, status in callers:
            with service.client_of(project, [scope]) as found:
                assert found.get("/metrics").status_code == status, (project, scope)
