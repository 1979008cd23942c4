"""Large bodies are validated outside of the loop, and refused as small ones are."""

import json
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from eval.files.gold_field_names import GOLD_NAMES
from tests.support.http_service import running_service


def test_a_large_body_is_validated_outside_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To validate ten thousand answers held every other request up for a second."""
    seen: set[str] = set()

    class Names(tuple[str, ...]):
        __slots__ = ()

        def __iter__(self) -> Iterator[str]:
            seen.add(threading.current_thread().name)
            return super().__iter__()

    item = {"question": "Where?", "answer": "In Ohio.", "documents": ["The dam is in Ohio."]}
    items = [item] * 500
    path, headers = "/v1/evaluations/batch", {"Content-Type": "application/json"}
    with (
        running_service(str(tmp_path / "runs.sqlite"), workers=False) as service,
        service.client_of("other", ["read"]) as reader,
    ):
        monkeypatch.setattr("service.http.bodies.parts.GOLD_NAMES", Names(GOLD_NAMES))
        assert service.client.post(path, json={"items": items}).json()["result_counts"]["total"] == 500
        assert seen == {"taking"}
        wrong = {"items": [*items, item | {"question": ""}]}
        for body, detail in (
            (json.dumps(wrong), "body.items.500.question: must not be empty."),
            (json.dumps(wrong)[:-1], "body: is no JSON (Expecting ',' delimiter"),
        ):
            refused = service.client.post(path, content=body, headers=headers)
            assert (refused.status_code, refused.json()["detail"][: len(detail)]) == (422, detail)
        assert reader.post(path, json=wrong).status_code == 403


@pytest.mark.parametrize("passed", ["json_shape", "body_route"])
def test_large_bodies_wait_for_their_turn_as_long_and_as_many_as_they_may(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, passed: str
) -> None:
    """Any number waited, and what looked at their shape for as long as the project was busy."""
    monkeypatch.setattr(f"service.http.guards.{passed}.SMALL", 10**9)
    go_on, body = threading.Event(), {"items": [{"question": "Where?", "answer": "x " * 10_000}]}
    with running_service(
        str(tmp_path / "runs.sqlite"), workers=False, max_evaluations=1, request_seconds=2
    ) as service:
        service.context.taking.submit("default", lambda: go_on.wait(60))
        try:
            with ThreadPoolExecutor(2) as threads:
                post = service.client.post
                sent = [threads.submit(post, "/v1/evaluations/batch", json=body, timeout=20) for _ in "ab"]
                assert {each.result().status_code for each in sent} == {429, 504}
        finally:
            go_on.set()


def test_a_server_that_has_stopped_has_no_threads_left(tmp_path: Path) -> None:
    """The parts of pages had some of their own, which nobody closed."""
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        shared = service.context
    for threads in (shared.figures, shared.taking, shared.live):
        assert threads.submit("default", lambda: None).cancelled()
