"""Research over HTTP: a question, a collection, and a job whose run has the answer."""

from __future__ import annotations

import uuid
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.rows import over, table
from tests.support.stored_collections import add_collection, add_document

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite")) as running:
        yield running


@pytest.fixture(scope="module")
def collection(service: RunningService) -> str:
    return add_collection(service.context.jobs, documents=DOCUMENTS)


def test_a_question_is_answered_from_a_collection_by_the_embedded_model(
    service: RunningService, collection: str
) -> None:
    asked = {"question": QUESTION, "collection": collection, "settings": {"max_attempts": 2}}
    headers = {"Idempotency-Key": uuid.uuid4().hex}
    made = service.client.post("/v1/research", json=asked, headers=headers)
    assert made.status_code == 202
    assert made.headers["location"] == made.json()["links"]["self"]
    again = service.client.post("/v1/research", json=asked, headers=headers)
    assert (again.json(), again.headers["idempotency-replayed"]) == (made.json(), "true")
    job = wait_for_job(service.client, made.json()["id"])
    assert (job["kind"], job["state"], job["last_error"]) == ("research", "done", None)
    assert job["result_counts"] == {"total": 1, "scored": 1, "failed": 0, "cancelled": 0}
    manifest = service.context.runs.manifest(str(job["run_id"]))
    assert (manifest.kind, manifest.models["deep_research"]) == ("research", "embedded")
    assert manifest.data_hashes.keys() == {"question", *DOCUMENTS}
    assert manifest.settings["max_attempts"] == 2
    (item,) = service.context.runs.items(str(job["run_id"]))
    assert item.answer is not None
    assert "4,812" in item.answer.text


REFUSED: list[tuple[dict[str, Any], int, str]] = table(__file__, "REFUSED")


@over("change", REFUSED)
def test_what_cannot_be_researched_is_refused_by_a_sentence(
    service: RunningService, collection: str, change: tuple[dict[str, Any], int, str]
) -> None:
    body, status, said = change
    found = service.client.post("/v1/research", json={"question": QUESTION, "collection": collection} | body)
    assert (found.status_code, said in found.json()["detail"]) == (status, True), found.text


def test_a_collection_without_an_indexed_document_is_refused(service: RunningService) -> None:
    empty = add_collection(service.context.jobs)
    add_document(service.context.jobs, empty, "late.md", "It comes later.", state="queued")
    found = service.client.post("/v1/research", json={"question": QUESTION, "collection": empty})
    assert (found.status_code, "has no indexed document" in found.json()["detail"]) == (422, True)
