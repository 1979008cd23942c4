"""Requests that are not as they are described: each is refused by a sentence in the caller's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from agents.judges.search_results import TEXTS
from tests.service.http.route_table import ROUTES
from tests.support.http_service import RunningService, running_service
from tests.support.rows import over

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
QUESTIONS = {"questions": [{"question": "Where is the dam?"}]}
NO_TEXT = (
    "1 of 1 have no text, the first is body.documents.0 with the fields title; a search result has its text "
    f"in {', '.join(TEXTS)}."
)
NO_COLLECTION = (
    "body: research answers from documents; name the collection that has them as `collection` "
    "(POST /v1/collections makes one)."
)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    with running_service(store, workers=False) as running:
        yield running


@over(
    "path, body, said",
    [
        ("evaluations", ANSWER | {"documents": "a"}, "body.documents: must be a valid list."),
        (
            "evaluations",
            ANSWER | {"documents": [5]},
            "body.documents.0: must be a text, an object or a pair of an address and a text.",
        ),
        (
            "evaluations",
            ANSWER | {"documents": [{"title": "a"}]},
            f"body.documents: {NO_TEXT}",
        ),
        (
            "evaluations",
            ANSWER | {"documents": [{"text": "a", "page": "x"}]},
            "body.documents.0.page: must be a valid integer.",
        ),
        (
            "evaluations",
            ANSWER | {"documents": {"collection": "c"}},
            "body.documents.passages: is missing.",
        ),
        ("evaluations", ANSWER | {"question": " "}, "body.question: must not be empty."),
        (
            "arenas",
            QUESTIONS | {"contestants": [{"kind": "x"}]},
            "body.contestants.0: kind is one of pure_llm, deep_research, recorded; or leave it out.",
        ),
        ("research", {"question": "Why?"}, NO_COLLECTION),
        (
            "research",
            {"question": "Why?", "collection": "/"},
            "body.collection: is no id; ids have up to 100 letters, digits and the characters _ -.",
        ),
    ],
)
def test_a_field_is_named_as_the_caller_wrote_it(
    service: RunningService, path: str, body: dict[str, Any], said: str
) -> None:
    found = service.client.post(f"/v1/{path}", json=body)
    assert (found.status_code, found.json()["detail"]) == (422, said)


BOTH = "gold_answer and reference_answer both give the right answer; keep one."
PAIR = {"question": "Where is the dam?", "first": "In Ohio.", "second": "In Utah."}


@over(
    "path, body, said",
    [
        ("evaluations", ANSWER | {"gold_answer": 5}, "body.gold_answer: must be a string."),
        ("evaluations", ANSWER | {"gold_answer": "a", "reference_answer": "b"}, f"body: {BOTH}"),
        (
            "evaluations/batch",
            {"items": [ANSWER, ANSWER | {"expected": 5}]},
            "body.items.1.expected: must be a string.",
        ),
        (
            "evaluations/batch",
            {"items": [ANSWER | {"gold_answer": "a", "reference_answer": "b"}]},
            f"body.items.0: {BOTH}",
        ),
        ("pairs", PAIR | {"ground_truth": 5}, "body.ground_truth: must be a string."),
    ],
)
def test_a_right_answer_that_cannot_be_used_is_named_as_the_caller_wrote_it(
    service: RunningService, path: str, body: dict[str, Any], said: str
) -> None:
    found = service.client.post(f"/v1/{path}", json=body)
    assert (found.status_code, found.json()["detail"]) == (422, said)


def test_json_that_is_broken_is_said_to_be_so_and_where(service: RunningService) -> None:
    headers = {"Content-Type": "application/json"}
    found = service.client.post("/v1/evaluations", content=b'{"question": "a" "b"}', headers=headers)
    assert found.json()["detail"] == "body: is no JSON (Expecting ',' delimiter at character 17)."


def test_a_key_that_is_none_is_refused_without_a_pattern(service: RunningService) -> None:
    headers = {"Idempotency-Key": b"\xe9"}
    found = service.client.post("/v1/evaluations", json=ANSWER, headers=headers)  # type: ignore[arg-type]  # as sent
    said = "header.Idempotency-Key: must be of printable ASCII characters."
    assert (found.status_code, found.json()["detail"]) == (422, said)


@over("kind", ["application/x-www-form-urlencoded", "text/plain", "text/json", None])
def test_a_body_that_does_not_say_that_it_is_json_is_refused_as_such(
    service: RunningService, kind: str | None
) -> None:
    headers = {} if kind is None else {"Content-Type": kind}
    found = service.client.post("/v1/evaluations", content=b'{"question": "Where?"}', headers=headers)
    assert found.status_code == 415
    assert found.headers["content-type"] == "application/problem+json"
    assert "Content-Type: application/json" in found.json()["detail"]


def test_a_query_that_a_route_does_not_know_is_refused_by_every_route(service: RunningService) -> None:
    found = service.client.get("/v1/jobs?sate=failed")
    assert (found.status_code, found.json()["detail"]) == (
        422,
        "query.sate: is not known here; use after, kind, limit, state.",
    )
    for method, path in (name.split() for name in ROUTES if " /v1/" in name):
        place = re.sub(r"{\w+}", "x", path)
        refused = service.client.request(method, place, params={"sate": "failed"})
        assert (refused.status_code, "query.sate" in refused.text) == (422, True), (
            method,
            path,
            refused.text,
        )
