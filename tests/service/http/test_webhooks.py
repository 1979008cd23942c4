"""Webhooks over HTTP: made, shown with what became of their messages, and deleted."""

from collections.abc import Iterator

import pytest

pytest.importorskip("fastapi", reason="the extra 'service' is not installed")

from standardwebhooks import Webhook

from service.webhooks.webhook_store import WEBHOOKS
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.rows import over
from tests.support.webhook_receiver import receiving

ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}
PUBLIC = "https://93.184.216.34/hook"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("JUDGE_WEBHOOK_HOSTS", "127.0.0.1")
        with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite")) as running:
            yield running


def test_a_receiver_is_told_that_a_job_is_done(service: RunningService) -> None:
    with receiving(500) as receiver, service.client_of("told") as client:
        made = client.post("/v1/webhooks", json={"url": receiver.url})
        assert made.status_code == 201, made.text
        webhook = made.json()
        job = wait_for_job(
            client, client.post("/v1/evaluations/batch", json={"items": [ANSWER]}).json()["id"]
        )
        first, second = receiver.wait_for(2)
        message = Webhook(webhook["secret"]).verify(second.body, second.headers)
        assert message["type"] == "job.done"
        assert message["data"] == {"job_id": job["id"], "run_id": job["run_id"], "state": "done"}
        assert first.headers["webhook-id"] == second.headers["webhook-id"]
        shown = client.get("/v1/webhooks")
        assert webhook["secret"] not in shown.text
        (found,) = shown.json()["webhooks"]
        assert found["url"] == receiver.url
        (delivery,) = found["deliveries"]
        assert (delivery["job_id"], delivery["id"]) == (job["id"], first.headers["webhook-id"])
        assert delivery["attempts"] == 2
        assert client.delete(f"/v1/webhooks/{webhook['id']}").status_code == 204
        assert client.get("/v1/webhooks").json() == {"webhooks": []}
        assert client.delete(f"/v1/webhooks/{webhook['id']}").status_code == 404


@over(
    "url, said",
    [
        ("", "url"),
        ("receiver", "absolute"),
        ("http://receiver.example/", "https://"),
        ("https://localhost/", "not on the public internet"),
        ("https://169.254.169.254/latest/", "JUDGE_WEBHOOK_HOSTS"),
        ("https://[::ffff:10.0.0.1]/", "not on the public internet"),
        ("https://nowhere.invalid/", "no address"),
        ("https://" + "a" * 2_000, "2000 characters"),
    ],
)
def test_addresses_that_are_not_to_be_reached_are_refused(
    service: RunningService, url: str, said: str
) -> None:
    response = service.client.post("/v1/webhooks", json={"url": url})
    assert response.status_code == 422
    assert said in response.json()["detail"]
    assert "url" in response.json()["detail"]


def test_the_same_request_makes_one_webhook(service: RunningService) -> None:
    with service.client_of("once") as client:
        first, second = (
            client.post("/v1/webhooks", json={"url": PUBLIC}, headers={"Idempotency-Key": "a"}) for _ in "ab"
        )
        assert first.json() == second.json()
        assert len(client.get("/v1/webhooks").json()["webhooks"]) == 1


def test_a_project_has_so_many_webhooks_and_no_more(service: RunningService) -> None:
    with service.client_of("many") as client:
        made = [client.post("/v1/webhooks", json={"url": PUBLIC}).status_code for _ in range(WEBHOOKS + 1)]
        assert made == [201] * WEBHOOKS + [422]
