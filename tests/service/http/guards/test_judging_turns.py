"""No client's evaluations keep those of others waiting."""

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from service.http.guards.prompt_size import READABLE
from tests.support.http_service import running_service

SMALL = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
LONG = {"question": "When did it open?", "answer": "In 1978.", "documents": ["130. " * 15_000]}


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
