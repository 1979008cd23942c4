"""Odd texts, numbers and nestings are refused by a sentence, and never by a 500."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from data_base.store.database import StoreAwayError
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.raw_http import Raw, request, send_raw
from tests.support.rows import over
from tests.support.stores import postgresql_schema

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningService]:
    if request.param == "sqlite":
        with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite")) as running:
            yield running
    else:
        with postgresql_schema() as schema, running_service(schema) as running:
            yield running


def posted(service: RunningService, path: str, body: bytes) -> Raw:
    key = f"Authorization: {service.client.headers['authorization']}"
    headers = (key, "Content-Type: application/json", f"Content-Length: {len(body)}")
    return send_raw(service.url, [request("POST", path, headers, body)])


def whole(**fields: str) -> bytes:
    """An answer with some fields as they are written in JSON."""
    written = {name: json.dumps(value) for name, value in ANSWER.items()} | fields
    return ("{" + ",".join(f'"{name}":{value}' for name, value in written.items()) + "}").encode()


@over(
    "body, word",
    [
        (b"", "body"),
        (b"null", "body"),
        (b"[]", "body"),
        (b"<answer/>", "body"),
        (b'{"question": "\xff\xfe", "answer": "a"}', "UTF-8"),
        (b"[" * 200_000, "nested"),
        (b'{"a":' * 200_000, "nested"),
        (whole(documents="[" * 90_000 + "]" * 90_000), "nested"),
        (whole(documents="[" * 900 + "]" * 900), "body.documents"),
        (whole(question=r'"\ud800"'), "body.question"),
        (whole(documents=r'[{"text": "a", "id": "\ud800"}]'), "body.documents"),
        (whole(documents=r'[{"text": "a", "id": "\u0000"}]'), "body.documents"),
        (whole(settings=r'{"rubric": {"\ud800": "a"}}'), "body.settings.rubric"),
        (whole(judge=r'"\ud800"'), "body.judge"),
        (whole(judge=r'"openai:\u0000"'), "body.judge"),
        (whole(judge=r'"openai:a\u001b[2J"'), "body.judge"),
        (whole(settings='{"token_budget": ' + "9" * 4_000 + "}"), "body.settings.token_budget"),
        (whole(settings='{"token_budget": ' + "9" * 5_000 + "}"), "JSON"),
        (whole(documents='[{"text": "a", "page": ' + "9" * 400 + "}]"), "body.documents"),
        (whole(settings='{"panel_margin": NaN}'), "body.settings.panel_margin"),
        (whole(settings='{"weights": {"accuracy": Infinity}}'), "body.settings.weights"),
        (whole(settings='{"weights": {"accuracy": 1e999}}'), "body.settings.weights"),
        (whole(key_points='[{"text": "a", "weight": 1e308}]'), "body.key_points"),
    ],
)
def test_a_body_that_cannot_be_used_is_refused(service: RunningService, body: bytes, word: str) -> None:
    found = posted(service, "/v1/evaluations", body)
    assert found.status in {400, 413, 422}, (found.status, found.body[:300])
    assert found.headers["content-type"] == "application/problem+json"
    assert word in json.loads(found.body)["detail"], found.body[:300]


@over(
    "field, value", [("id", "a\0"), ("id", "a\nb"), ("language", "\0"), ("tags", ["\0"]), ("tags", ["\x1b"])]
)
def test_labels_of_a_batch_have_no_control_characters(
    service: RunningService, field: str, value: object
) -> None:
    found = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER | {field: value}]})
    assert found.status_code == 422
    assert f"items.0.{field}" in found.json()["detail"]


def test_the_character_nul_in_texts_is_judged_and_kept(service: RunningService) -> None:
    odd = {"question": "Wh\0ere?", "answer": "In Ohio\0.", "documents": ["\0In Ohio."]}
    assert service.client.post("/v1/evaluations", json=odd).status_code == 200
    made = service.client.post("/v1/evaluations/batch", json={"items": [odd]})
    assert wait_for_job(service.client, made.json()["id"])["state"] == "done"


def test_names_with_nul_name_nothing(service: RunningService) -> None:
    runs = {"base": ["\0"], "candidate": ["\0"]}
    for found in (
        service.client.post("/v1/comparisons", json=runs),
        service.client.post("/v1/collections", json={"name": "a\0"}),
    ):
        assert found.status_code in {404, 422}, found.text
        assert "postgresql" not in found.text


@over(
    "place",
    ["jobs/a%00b", "jobs?after=%00", "runs/x%00/items", "runs/x/items?text=%00", "runs/x/items/%00/y"],
)
def test_an_address_with_nul_is_refused_as_such_on_every_store(service: RunningService, place: str) -> None:
    found = service.client.get(f"/v1/{place}")
    assert (found.status_code, "%00" in found.json()["detail"]) == (422, True), found.text


def test_a_last_event_id_beyond_every_number_is_no_500(service: RunningService) -> None:
    job = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER]}).json()["id"]
    headers = {"Last-Event-ID": "9" * 20, "Accept": "application/json"}
    found = service.client.get(f"/v1/jobs/{job}/events", headers=headers)
    assert (found.status_code, found.json()) == (200, [])


def test_names_of_uploaded_files_are_checked_whatever_bytes_they_are(service: RunningService) -> None:
    place = service.client.post("/v1/collections", json={"name": "odd names"}).json()["id"]
    key = f"Authorization: {service.client.headers['authorization']}"
    form = "Content-Type: multipart/form-data; boundary=B"
    for name in (
        b"a\0.txt",
        b"../../etc/x.txt",
        b"\xed\xa0\x80.txt",
        b"a" * 5_000 + b".txt",
        b"",
        b"\x1b[2J.txt",
    ):
        part = (
            b'--B\r\nContent-Disposition: form-data; name="files"; filename="'
            + name
            + b'"\r\n\r\nx\r\n--B--\r\n'
        )
        headers = (key, form, f"Content-Length: {len(part)}")
        found = send_raw(service.url, [request("POST", f"/v1/collections/{place}/documents", headers, part)])
        assert found.status in {400, 422}, (name[:20], found.status, found.body)


def test_a_store_that_is_away_is_503_and_its_address_stays_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as running:

        def away(*_given: Any) -> None:
            broken = OperationalError("SELECT 1", {}, Exception("no route to db.internal"))
            raise StoreAwayError("The run store db.internal cannot be used.") from broken

        monkeypatch.setattr(running.context.jobs, "job", away)
        found = running.client.get("/v1/jobs/x")
    assert found.status_code == 503
    assert int(found.headers["Retry-After"]) > 0
    assert "db.internal" not in found.text
    assert "db.internal" in caplog.text
