"""The pages on the service: each route has an example in curl, and each example works as it is shown."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from tests.support.arena import manifest
from tests.support.http_service import RunningService, running_service
from tests.support.pages import blocks, read
from tests.support.rows import table
from tests.support.stored_collections import add_collection, add_document

# What each example gets: the status, and a field of the response. No worker is there, so that jobs wait.
EXPECTED = table(__file__, "EXPECTED")
FOR_JOBS_THAT_ENDED = ("/events", "/resume", "/retry-failed")
_NOTHING = 204
RECEIVER = "https://93.184.216.34/judge"
SCORED = ScoreCard(primary_score=0.5)
ANSWER = {"question": "When did the mill open?", "answer": "In 1978.", "documents": ["It opened in 1978."]}


class Example(NamedTuple):
    """A request as the page shows it."""

    script: str
    method: str
    path: str

    @classmethod
    def of(cls, script: str) -> Example:
        named = re.search(r"-X (\w+)", script)
        method = named[1] if named else "POST" if re.search(r" (--json|--data-binary|-F) ", script) else "GET"
        place = re.search(r'"\$JUDGE_URL(/[^"?]*)', script)
        assert place, script
        return cls(script, method, place[1])

    @property
    def name(self) -> str:
        """What the example is expected by."""
        preferred = " respond-async" if "respond-async" in self.script else ""
        return f"{self.method} {self.path}{preferred}"


PAGES = read("docs/service.md") + read("docs/http_api.md")
EXAMPLES = [Example.of(block) for block in blocks(PAGES, "sh") if "curl" in block]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("service") / "runs.sqlite")
    with running_service(store, workers=False) as running:
        yield running


def test_every_route_has_an_example(service: RunningService) -> None:
    described = service.client.get("/openapi.json").json()["paths"]
    routes = {
        f"{method.upper()} {re.sub(r'{.+?}', '{}', path)}"
        for path, methods in described.items()
        for method in methods
    }
    shown = {f"{example.method} {re.sub(r'[$][A-Z]+', '{}', example.path)}" for example in EXAMPLES}
    assert shown == routes


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")
@pytest.mark.parametrize("example", EXAMPLES, ids=[f"{n} {each.name}" for n, each in enumerate(EXAMPLES)])
def test_examples_work_as_they_are_shown(example: Example, service: RunningService, tmp_path: Path) -> None:
    status, field = EXPECTED[example.name]
    curl = "curl() { command curl --silent --show-error --write-out '\\n%{http_code}' \"$@\"; }\n"
    values = {
        "JUDGE_URL": service.url,
        "JUDGE_API_KEY": service.key(),
        "JOB": new_job(service, ended=example.path.endswith(FOR_JOBS_THAT_ENDED)),
        "BASELINE": new_run(service),
        "RUN": new_arena(service) if "/arenas/" in example.path else new_run(service),
        "CASE": "q1%2F%E5%95%8F",
        "SYSTEM": "A%20B",
        **new_collection(service),
        "RECEIVER": RECEIVER,
    }
    if "$WEBHOOK" in example.script:
        values["WEBHOOK"] = service.client.post("/v1/webhooks", json={"url": RECEIVER}).json()["id"]
    for name in ("mill.md", "bridge.txt"):
        (tmp_path / name).write_text("The mill opened in 1978.", encoding="utf-8")
    (tmp_path / "answers.jsonl").write_text(json.dumps(ANSWER), encoding="utf-8")
    ended = subprocess.run(
        ["bash", "-c", curl + example.script],
        env=os.environ | values,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    body, _, said = ended.stdout.rpartition("\n")
    assert int(said) == status, body
    if status == _NOTHING:
        assert body == ""
        return
    assert f'"{field}"' in body or f"# HELP {field} " in body or f"event: {field}" in body
    if example.path == "/metrics":
        return
    if "-N" not in example.script:
        json.loads(body)


def new_collection(service: RunningService) -> dict[str, str]:
    store = service.context.jobs
    collection = add_collection(store)
    document = add_document(store, collection, "mill.md", "The mill opened in 1978.")
    return {"COLLECTION": collection, "DOCUMENT": document}


def new_run(service: RunningService) -> str:
    name = f"run-{uuid.uuid4().hex}"
    items = [
        RunItem(case_id=case, system="A B", answer=Answer(text="yes"), score_card=SCORED)
        for case in ("q1/問", "q2")
    ]
    service.context.runs.import_run(manifest(name), items)
    return name


def new_arena(service: RunningService) -> str:
    recorded = [{"kind": "recorded", "name": name, "answers": {"q1": "In 1978."}} for name in "AB"]
    asked = {"questions": [{"question": "When did the mill open?"}], "contestants": recorded}
    run = str(service.client.post("/v1/arenas", json=asked).json()["run_id"])
    service.context.runs.create(manifest(run))
    return run


def new_job(service: RunningService, *, ended: bool) -> str:
    made = service.client.post("/v1/evaluations/batch", json={"items": [ANSWER]})
    job = str(made.json()["id"])
    if ended:
        service.client.post(f"/v1/jobs/{job}/cancel").raise_for_status()
    return job
