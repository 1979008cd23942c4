"""No route hands a model more to read than it may."""

import json
from pathlib import Path
from typing import Any

from service.http.bodies.parts import TEXT
from tests.support.http_service import RunningService, running_service
from tests.support.stored_collections import add_collection

MOST = 120
WORDS = "word " * 130
ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
ONE, BATCH, RESEARCH, ARENA = "/v1/evaluations", "/v1/evaluations/batch", "/v1/research", "/v1/arenas"
PAIRS = "/v1/pairs"
POINTS = {"key_points": [{"text": "word " * 60}, {"text": "word " * 60}]}
LONG_RUBRIC = {"rubric": {"en": WORDS}}
LONG_DIMENSION = {
    "dimensions": [{"name": "tone", "description": WORDS, "anchors": {"2": "low", "9": "high"}}]
}


def test_every_route_that_takes_texts_holds_the_limit(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_tokens=MOST) as service:
        collection = add_collection(service.context.jobs, documents={"dam.md": "The dam is in Ohio."})
        rows = list(_refused(collection))
        assert {path for path, _, _ in rows} == _routes_that_take_texts(service)
        for path, body, said in rows:
            found = service.client.post(path, json=body)
            assert (found.status_code, said in found.json()["detail"]) == (413, True), (body, found.text)
        lines = "\n".join(json.dumps(each) for each in (ANSWER, ANSWER | {"answer": WORDS}))
        found = service.client.post(BATCH, content=lines, headers={"content-type": "application/x-ndjson"})
        assert (found.status_code, found.json()["detail"][:7]) == (413, "line 2:")
        assert service.client.get("/v1/jobs").json()["jobs"] == []
        for path, body in _taken(collection):
            found = service.client.post(path, json=body)
            assert found.status_code in {200, 202}, found.text


def _refused(collection: str) -> Any:
    research = {"question": "Where is the dam?", "collection": collection}
    one = {"kind": "deep_research", "collection": collection}
    for more, said in (
        ({"question": WORDS}, "body: question, answer"),
        ({"answer": WORDS}, "at most"),
        ({"reference_answer": WORDS}, "at most"),
        (POINTS, "at most"),
        ({"settings": LONG_RUBRIC}, "at most"),
        ({"settings": LONG_DIMENSION}, "rubric and dimensions"),
        ({"settings": {"token_budget": MOST + 1}}, "settings.token_budget"),
        # Each fits alone.
        ({"answer": "word " * 60, "settings": {"rubric": {"en": "word " * 60}}}, "at most"),
    ):
        yield ONE, ANSWER | more, said
    yield BATCH, {"items": [ANSWER, ANSWER | {"answer": WORDS}]}, "items.1:"
    yield BATCH, {"items": [ANSWER], "settings": LONG_RUBRIC}, "settings:"
    pair = {"question": "Where is the dam?", "first": "word " * 60, "second": "It is in Ohio."}
    yield PAIRS, pair | {"second": "word " * 60}, "question, answers"
    yield PAIRS, pair | {"settings": {"rubric": {"en": "word " * 60}}}, "question, answers"
    for more, said in (
        ({"question": WORDS}, "question:"),
        ({"judge_settings": LONG_RUBRIC}, "judge_settings:"),
        ({"judge_settings": {"token_budget": MOST + 1}}, "judge_settings.token_budget"),
        ({"settings": {"writer_tokens": MOST + 1}}, "settings.writer_tokens"),
    ):
        yield RESEARCH, research | more, said
    for question, recorded, contestant, more, said in (
        ({"question": WORDS}, "x", {}, {}, "questions.0:"),
        ({"gold_answer": WORDS}, "x", {}, {}, "questions.0:"),
        (POINTS, "x", {}, {}, "questions.0:"),
        ({}, WORDS, {}, {}, 'contestants.0.answers: in addition to its question, the answer to "q1"'),
        ({}, {"answer": WORDS}, {}, {}, "contestants.0.answers"),
        ({"gold_answer": "word " * 60}, "word " * 60, {}, {}, "contestants.0.answers"),
        ({}, "x", {"judge_settings": LONG_DIMENSION}, {}, "contestants.1.judge_settings"),
        ({}, "x", {"settings": {"writer_tokens": MOST + 1}}, {}, "contestants.1.settings.writer_tokens"),
        ({}, "x", {}, {"settings": LONG_RUBRIC}, "settings:"),
    ):
        yield ARENA, _arena(question, recorded, one | contestant) | more, said


def _taken(collection: str) -> Any:
    yield ONE, ANSWER | {"documents": [WORDS * 20]}
    yield ONE, ANSWER | {"settings": {"token_budget": MOST}}
    yield RESEARCH, {"question": "Where is the dam?", "collection": collection}
    yield ARENA, _arena({}, "word " * 60, {"kind": "deep_research", "collection": collection})


def _arena(question: Any, recorded: Any, one: Any) -> dict[str, Any]:
    contestants = [{"kind": "recorded", "answers": {"q1": recorded}}, one]
    return {"questions": [{"question": "Where is the dam?"} | question], "contestants": contestants}


def _routes_that_take_texts(service: RunningService) -> set[str]:
    described = service.client.get("/openapi.json").json()
    schemas = described["components"]["schemas"]

    def has_text(schema: Any, seen: frozenset[str] = frozenset()) -> bool:
        if isinstance(schema, list):
            return any(has_text(each, seen) for each in schema)
        if not isinstance(schema, dict):
            return False
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in seen:
            return has_text(schemas[name], seen | {name})
        return schema.get("maxLength", 0) >= TEXT or has_text(list(schema.values()), seen)

    return {
        path
        for path, methods in described["paths"].items()
        for each in methods.values()
        if has_text(each.get("requestBody", {}))
    }
