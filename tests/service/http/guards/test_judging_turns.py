"""No client's evaluations keep those of others waiting."""

import json
import threading
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from data_base.schemas.passage import Passage
from service.collections.passage_lookup import PassageLookup
from service.http.guards.prompt_size import READABLE
from tests.support.http_service import running_service

SMALL = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
LONG = {"question": "When did it open?", "answer": "In 1978.", "documents": ["130. " * 6_000]}


def test_another_project_is_judged_while_one_has_much_to_judge(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        assert service.client.post("/v1/evaluations", json=SMALL).status_code == 200
        ended: list[None] = []
        first = threading.Event()

        def hostile(_: int) -> int:
            status = service.client.post("/v1/evaluations", json=LONG, timeout=300).status_code
            ended.append(None)
            first.set()
            return status

        with ThreadPoolExecutor(6) as threads, service.client_of("other") as other:
            sent = threads.map(hostile, range(6))
            assert first.wait(300)
            assert other.post("/v1/evaluations", json=SMALL, timeout=300).status_code == 200
            before = len(ended)
            assert [*sent] == [200] * 6
    assert before < 6


def test_a_key_has_no_more_evaluations_under_way_than_it_may(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_evaluations=2) as service:
        service.client.post("/v1/evaluations", json=SMALL)
        start = threading.Barrier(6)

        def ask(_: int) -> tuple[int, str | None]:
            start.wait()
            found = service.client.post("/v1/evaluations", json=LONG, timeout=300)
            return found.status_code, found.headers.get("Retry-After")

        with ThreadPoolExecutor(6) as threads:
            said = [*threads.map(ask, range(6))]
        assert {(200, None), (429, "2")} == {*said}
        assert said.count((200, None)) >= 2
        assert service.client.post("/v1/evaluations", json=SMALL).status_code == 200


@pytest.mark.parametrize("path", ["/v1/evaluations", "/v1/evaluations/batch"])
def test_the_embedded_judge_reads_so_many_characters(tmp_path: Path, path: str) -> None:
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        for documents in (["x " * (READABLE // 2)], ["x " * 30_000] * 9):
            asked = {**SMALL, "documents": documents}
            found = service.client.post(path, json={"items": [asked]} if path.endswith("batch") else asked)
            assert found.status_code == 413
            assert "500,000" in found.json()["detail"]


def test_requests_that_name_many_passages_keep_no_other_project_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They were looked up by the threads that all requests need."""
    go_on, threads_used = threading.Event(), set[str]()

    def of(*_: object) -> tuple[Passage, ...]:
        threads_used.add(threading.current_thread().name)
        go_on.wait(60)
        return (Passage(id="a#1", doc_id="a", text="The dam is in Ohio."),)

    monkeypatch.setattr(PassageLookup, "of", of)
    item = {"question": "Where?", "answer": "In Ohio.", "documents": {"collection": "a", "passages": ["a#1"]}}
    pair = {"question": "Where?", "first": "In Ohio.", "second": "In Utah.", "documents": item["documents"]}
    given = {"q1": {"answer": "In Ohio.", "documents": item["documents"]}}
    sides = [{"kind": "recorded", "name": name, "answers": given} for name in ("one", "two")]
    lines = {"Content-Type": "application/x-ndjson"}
    asked: list[tuple[str, object, dict[str, str]]] = [
        ("/v1/evaluations", item, {}),
        ("/v1/evaluations/batch", {"items": [item]}, {}),
        ("/v1/evaluations/batch", item, lines),
        ("/v1/pairs", pair, {}),
        ("/v1/arenas", {"questions": [{"question": "Where?"}], "contestants": sides}, {}),
    ]
    with (
        running_service(str(tmp_path / "runs.sqlite"), workers=False, max_evaluations=12) as service,
        service.client_of("other") as other,
        ThreadPoolExecutor(75) as threads,
    ):

        def ask(number: int) -> int:
            path, body, headers = asked[number % len(asked)]
            said = {"Content-Type": "application/json"} | headers
            return service.client.post(path, content=json.dumps(body), headers=said, timeout=60).status_code

        sent = [threads.submit(ask, number) for number in range(75)]
        wait(sent, 10, FIRST_COMPLETED)
        try:
            assert other.get("/v1/jobs", timeout=10).status_code == 200
        finally:
            go_on.set()
        assert {each.result() for each in sent} == {200, 202, 429}
    assert threads_used == {"taking"}
