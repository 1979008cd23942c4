"""Keys that a server knows are in nothing that it says, logs or keeps, whatever goes wrong."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import httpx2
import pytest
from sqlalchemy import inspect, text

from service.jobs.job_store import JobStore
from service.keys import KeyStore
from tests.support.http_service import client, wait_for_job
from tests.support.openai_server import Fault, Message, OpenAIServer, openai_server
from tests.support.stores import postgresql_schema

ROOT = Path(__file__).resolve().parents[3]
# Everything that any library has to say is logged.
CODE = "import logging; logging.basicConfig(level=1); from deep_research_judge.command import main; main()"
MODEL_KEY, OWN_KEY = "sk-planted-4Jq8LrW2xZ", "drj_planted-7Hd2KsQ9vB"
DATABASE_PASSWORD = "planted-6Yh3Vb"
ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


def reply(_messages: list[Message]) -> str:
    scores = {"accuracy": 9, "completeness": 9, "clarity": 9}
    return json.dumps({"analysis": "", **scores, "reason": "so", "suggestion": "", "issues": []})


@dataclass
class Serving:
    """A server process, and all that it said.

    Attributes:
        url: where it is.
        said: responses, with their headers.
        log: what it writes to stdout and stderr.
    """

    url: str
    log: Path
    said: list[str] = field(default_factory=list)

    @contextmanager
    def client(self, key: str) -> Iterator[httpx2.Client]:
        """A client whose responses are noted."""
        with client(self.url, key) as found:

            def note(response: httpx2.Response) -> None:
                self.said.append(str(response.headers))
                if "event-stream" not in response.headers.get("content-type", ""):
                    self.said.append(response.read().decode("utf-8", "replace"))

            found.event_hooks = {"response": [note]}
            yield found


@contextmanager
def serving(folder: Path, store: str, model: OpenAIServer) -> Iterator[Serving]:
    settings = {
        "JUDGE_STORE": store,
        "JUDGE_API_KEY": OWN_KEY,
        "JUDGE_POLL_SECONDS": "0.2",
        "OPENAI_API_KEY": MODEL_KEY,
        "OPENAI_BASE_URL": model.base_url,
        "XDG_CACHE_HOME": str(folder),
    }
    log = folder / "server.log"
    with (
        log.open("wb") as written,
        subprocess.Popen(
            [sys.executable, "-c", CODE, "serve", "--port", "0", "--judge", "openai:some"],
            env={**os.environ, **settings},
            stdout=written,
            stderr=subprocess.STDOUT,
            cwd=ROOT,
        ) as process,
    ):
        try:
            yield Serving(_when_up(process, log), log)
        finally:
            process.terminate()
            process.wait(30)


def _when_up(process: subprocess.Popen[bytes], log: Path) -> str:
    for _ in range(600):
        for line in log.read_text("utf-8", "replace").splitlines():
            if line.startswith("Serving on "):
                return line.split()[2]
        try:
            process.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        break
    raise AssertionError(log.read_text("utf-8", "replace"))


def use(server: Serving, key: str, model: OpenAIServer) -> None:
    """Judge, fail, and be refused in every way that there is."""
    echo = [Fault(status=status, echo=True) for status in (401, 400, 500)]
    with server.client(key) as found:
        found.post("/v1/evaluations", json=ANSWER).raise_for_status()
        for fault in echo:
            model.faults[:] = [fault] * 4
            found.post("/v1/evaluations", json=ANSWER | {"answer": f"{fault.status}"})
            made = found.post("/v1/evaluations/batch", json={"items": [ANSWER]}).json()["id"]
            wait_for_job(found, made)
            found.get(f"/v1/jobs/{made}")
            found.get(f"/v1/jobs/{made}/events", headers={"Accept": "application/json"})
        model.faults[:] = []
        for path in ("/v1/jobs", "/v1/models", "/v1/nowhere", "/openapi.json", "/docs", "/health", "/ready"):
            found.get(path)
        found.post("/v1/evaluations", json=ANSWER | {"judge": "openai:some?base_url=http://x"})
        found.post("/v1/evaluations", content=b"[" * 500)
        place = found.post("/v1/collections", json={"name": f"of {key[-3:]}"}).json()["id"]
        found.post(f"/v1/collections/{place}/documents", files={"files": ("a.txt", b"a dam")})
    for wrong in (f"{key}x", key[:-1], key.upper()):
        with server.client(wrong) as found:
            found.get("/v1/jobs")
    with httpx2.Client(base_url=server.url) as found:
        found.get("/v1/jobs", headers={"Authorization": f"Basic {key}"})
        found.get("/v1/jobs", params={"key": key}, headers={"Cookie": f"key={key}"})


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, Callable[[], str]]]:
    """A store's address, and what there is in it."""
    if request.param == "sqlite":
        yield str(tmp_path / "runs.sqlite"), lambda: ""
        return
    with postgresql_schema() as address:
        place = urlsplit(address)
        login = f"{place.username}:{DATABASE_PASSWORD}@{place.hostname}:{place.port}"

        def rows() -> str:
            with JobStore(address) as store, store.reading() as connection:
                tables = inspect(connection).get_table_names()
                return "".join(
                    # Bytes are texts, or compressed, and then of a document.
                    str(["".join(map(chr, each)) if isinstance(each, bytes) else each for each in row])
                    for table in tables
                    for row in connection.execute(text(f'SELECT * FROM "{table}"')).all()  # noqa: S608
                )

        yield place._replace(netloc=login).geturl(), rows


@pytest.mark.slow
def test_planted_keys_turn_up_nowhere(kept: tuple[str, Callable[[], str]], tmp_path: Path) -> None:
    store, rows = kept
    with openai_server(reply) as model, serving(tmp_path, store, model) as server:
        with JobStore(store) as jobs:
            made = KeyStore(jobs).create("other", "test").secret
        use(server, OWN_KEY, model)
        use(server, made, model)
        assert set(model.authorizations) == {f"Bearer {MODEL_KEY}"}
        told = [*server.said, rows()]
        if rows():
            # What is said of a database that fails has no password, and goes to the log alone.
            psycopg = pytest.importorskip("psycopg")
            with psycopg.connect(store, autocommit=True) as connection:
                connection.execute("ALTER TABLE jobs RENAME TO jobs_away")
            with server.client(made) as found:
                assert found.get("/v1/jobs").status_code == 503
            told += server.said
    secrets = (MODEL_KEY, OWN_KEY, made, DATABASE_PASSWORD)
    assert not [(secret, said[:300]) for said in told for secret in secrets if secret in said]
    written = [(file, file.read_bytes()) for file in tmp_path.rglob("*") if file.is_file()]
    assert b"DEBUG" in dict(written)[server.log]
    found_in = [
        (file.name, secret, _around(content, secret.encode()))
        for file, content in written
        for secret in secrets
        if secret.encode() in content
    ]
    assert found_in == []


def _around(content: bytes, secret: bytes) -> bytes:
    place = content.index(secret)
    return content[max(0, place - 200) : place + 100]
