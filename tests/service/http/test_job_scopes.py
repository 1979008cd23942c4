"""Who may stop a job and have it gone on with: whoever may make one of its kind."""

from pathlib import Path

import httpx2
import pytest

from service.http.caller import CONTROLLED_WITH
from service.keys import Scope
from tests.support.http_service import RunningService, running_service

ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}


def controlled(client: httpx2.Client, job: str) -> list[int]:
    """What comes of controlling a job."""
    return [
        client.post(f"/v1/jobs/{job}/{verb}").status_code for verb in ("cancel", "resume", "retry-failed")
    ]


def made(service: RunningService, kind: str) -> str:
    """A job that nobody works on."""
    if kind == "evaluations":
        found = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER]})
        return str(found.json()["id"])
    place = service.client.post("/v1/collections", json={"name": kind}).json()["id"]
    uploaded = service.client.post(
        f"/v1/collections/{place}/documents", files={"files": ("mill.txt", b"It opened in 1978.")}
    )
    if kind == "documents":
        return str(uploaded.json()["job"]["id"])
    sides = [
        {"kind": "pure_llm"},
        {"kind": "recorded", "name": "ours", "answers": {"q1": "In 1978."}},
    ]
    held = {"questions": [{"id": "q1", "question": "When?"}], "contestants": sides}
    return str(service.client.post("/v1/arenas", json=held).json()["id"])


@pytest.mark.parametrize("kind", ["evaluations", "documents", "arena"])
def test_a_job_is_controlled_with_the_scope_that_makes_one(tmp_path: Path, kind: str) -> None:
    scope = CONTROLLED_WITH[kind]  # type: ignore[index]  # one of them
    other: Scope = "research" if scope == "judge" else "judge"
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        job = made(service, kind)
        with (
            service.client_of("default", [other, "read"]) as stranger,
            service.client_of("default", [scope]) as own,
        ):
            assert controlled(stranger, job) == [403, 403, 403]
            assert controlled(own, job)[:2] == [200, 200]
