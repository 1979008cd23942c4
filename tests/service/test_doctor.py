"""The doctor says what is there, what is not and what to do, and never shows a key."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from data_base.store.run_store import RunStore
from service.doctor import documents, installation, storage
from service.doctor.finding import Finding
from service.doctor.providers import host, provider_findings
from tests.service.conftest import Command
from tests.service.test_servers import closed_port
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over, table

SECRET = "sk-planted-7Qx2mZ9vTtLw4"
OTHER_SECRET = "pw-8Hk3nB6rYy"
MODELS = b'{"object": "list", "data": []}'


class Server:
    """Answers every request with one status and body, and remembers who asked."""

    def __init__(self, status: int, body: bytes, location: str = "") -> None:
        self.status, self.body, self.location = status, body, location
        self.asked: list[tuple[str, str | None, str | None]] = []
        self.address = ""


@contextmanager
def serving(status: int = 200, body: bytes = MODELS, location: str = "") -> Iterator[Server]:
    state = Server(status, body, location)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            key = self.headers.get("x-goog-api-key")
            state.asked.append((self.path, self.headers.get("Authorization"), key))
            self.send_response(state.status)
            if state.location:
                self.send_header("Location", state.location)
            html = state.body.startswith(b"<")
            self.send_header("Content-Type", "text/html" if html else "application/json")
            self.send_header("Content-Length", str(len(state.body)))
            self.end_headers()
            self.wfile.write(state.body)

        def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
            """Nothing is logged."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    state.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def found(environment: dict[str, str], *, online: bool = False, timeout: float = 3) -> dict[str, Finding]:
    findings = provider_findings(environment, online=online, timeout=timeout)
    return {finding.name: finding for finding in findings}


def no_secret_in(text: str) -> None:
    for secret in (SECRET, OTHER_SECRET):
        assert not [secret[at : at + 5] for at in range(len(secret) - 4) if secret[at : at + 5] in text]


def test_the_embedded_arena_runs_here_and_nothing_is_left_behind(judge: Command, tmp_path: Path) -> None:
    code, out, err = judge("doctor")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "The arena with the embedded model can run here."
    for name in ("Python", "extra google", "openai key", "google key", "fonts", "run store", "prices"):
        assert any(line.split(maxsplit=1)[1].startswith(name) for line in out.splitlines() if line)
    assert list(tmp_path.iterdir()) == []


def test_machines_get_json_and_nobody_gets_a_key(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    echo = f'{{"error": {{"message": "Incorrect key {SECRET}"}}}}'.encode()
    with serving(401, echo) as server:
        address = server.address.replace("//", f"//user:{OTHER_SECRET}@")
        monkeypatch.setenv("OPENAI_API_KEY", SECRET)
        monkeypatch.setenv("OPENAI_BASE_URL", f"{address}/v1?token={OTHER_SECRET}")
        monkeypatch.setenv("GEMINI_API_KEY", f"{SECRET}\n")
        monkeypatch.setenv("GOOGLE_GEMINI_BASE_URL", f"{server.address}/{OTHER_SECRET}")
        monkeypatch.setenv("JUDGE_CHECKPOINTS", f"postgresql://user:{OTHER_SECRET}@localhost/runs")
        for arguments in (["doctor"], ["doctor", "--json"], ["doctor", "--online"]):
            code, out, err = judge(*arguments)
            no_secret_in(out + err)
            assert code == 0
    report = json.loads(judge("doctor", "--json")[1])
    assert report["fit"] is True
    assert {"name", "status", "detail", "advice", "needed"} == set(report["findings"][0])
    assert {finding["status"] for finding in report["findings"]} <= {"ok", "attention", "missing"}
    assert all(finding["advice"] for finding in report["findings"] if finding["status"] != "ok")


def test_nobody_is_asked_where_nothing_is_set() -> None:
    findings = found({})
    assert list(findings) == ["openai key", "google key"]
    assert all(finding.status == "missing" and not finding.needed for finding in findings.values())


def test_a_key_is_sent_to_its_own_server_only() -> None:
    with serving() as own, serving() as other:
        environment = {
            "OPENAI_API_KEY": SECRET,
            "OPENAI_BASE_URL": f"{own.address}/v1/",
            "GEMINI_API_KEY": OTHER_SECRET,
            "GOOGLE_GEMINI_BASE_URL": other.address,
        }
        findings = found(environment)
        assert own.asked == [("/v1/models", f"Bearer {SECRET}", None)]
        assert other.asked == [("/v1beta/models", None, OTHER_SECRET)]
        assert {finding.status for finding in findings.values()} == {"ok"}
        with serving(302, b"", location=f"{other.address}/elsewhere") as moved:
            finding = found({"OPENAI_API_KEY": SECRET, "OPENAI_BASE_URL": moved.address})["openai server"]
        assert finding.status == "attention"
        assert len(other.asked) == 1


@over(
    "status, body, said, judged",
    [
        (200, MODELS, "answers", "ok"),
        (200, b"<html>It works!</html>", "no list of models", "attention"),
        (401, b"{}", "refuses the key", "attention"),
        (404, b"{}", "answers with status 404", "attention"),
        (503, b"", "answers with status 503", "attention"),
    ],
)
def test_what_a_server_answers(status: int, body: bytes, said: str, judged: str) -> None:
    with serving(status, body) as server:
        findings = found({"OPENAI_BASE_URL": f"{server.address}/v1"})
    assert said in findings["openai server"].detail
    assert findings["openai server"].status == judged
    assert findings["openai key"].status == "ok"


@over("address", ["http://127.0.0.1:{port}", "localhost:8000", "file:///etc/hosts", "http://[", "http://"])
def test_a_server_that_cannot_be_asked(address: str) -> None:
    finding = found({"OPENAI_BASE_URL": address.format(port=closed_port())})["openai server"]
    assert finding.status == "missing"
    assert "OPENAI_BASE_URL" in finding.advice


def test_a_server_that_says_nothing_is_not_waited_for() -> None:
    import socket

    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        finding = found({"OPENAI_BASE_URL": address}, timeout=0.2)["openai server"]
    assert "cannot be reached (ReadTimeout)" in finding.detail


@over("key", [f" {SECRET}", f"{SECRET}\n", f"“{SECRET}”"])
def test_a_key_that_was_set_badly_is_said_and_not_shown(key: str) -> None:
    with serving() as server:
        findings = found({"OPENAI_API_KEY": key, "OPENAI_BASE_URL": server.address})
    assert findings["openai key"].status == "attention"
    no_secret_in(str(findings))


@over(
    "address, shown",
    table(__file__, "test_only_the_host_of_an_address_is_shown"),
)
def test_only_the_host_of_an_address_is_shown(address: str, shown: str) -> None:
    assert host(address) == shown


def test_each_extra_is_named_with_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "_version", {"google-genai": "3.1"}.get)
    findings = {finding.name: finding for finding in installation.extras()}
    assert findings["extra google"].detail == "google-genai 3.1"
    assert findings["extra postgres"].detail == (
        "without alembic, langgraph-checkpoint-postgres, psycopg, sqlalchemy"
    )
    assert "uv sync --inexact --extra postgres" in findings["extra postgres"].advice
    assert "extra google-legacy" not in findings
    assert [name for name, finding in findings.items() if finding.prevents] == [
        "extra documents",
        "extra fetch",
        "extra report",
        "extra store",
    ]


@over(
    "version, status",
    table(__file__, "test_a_python_that_reads_cookies_slowly_is_said"),
)
def test_a_python_that_reads_cookies_slowly_is_said(version: tuple[int, int, int], status: str) -> None:
    found = installation.python(version)

    assert found.status == status
    assert ("CVE-2024-7592" in found.detail) == (status == "attention")


def test_databases_are_tried_and_left_as_they_were(tmp_path: Path) -> None:
    def status(path: Path) -> tuple[str, bool]:
        finding = storage.database("store", path, "JUDGE_STORE", needed=True)
        return finding.status, finding.prevents

    good, bad = tmp_path / "good.sqlite", tmp_path / "bad #1?.sqlite"
    with closing(sqlite3.connect(good)) as connection:
        connection.execute("CREATE TABLE t (a)")
    bad.write_bytes(b"this is no database at all, and long enough to see" * 20)
    before = good.read_bytes()
    assert status(good) == ("ok", False)
    assert good.read_bytes() == before
    assert status(bad) == ("missing", True)
    assert status(tmp_path / "new" / "store.sqlite") == ("ok", False)
    assert status(bad / "below.sqlite") == ("missing", True)
    with closing(sqlite3.connect(good)) as connection:
        connection.execute("BEGIN EXCLUSIVE")
        assert status(good) == ("attention", False)
    assert {path.name for path in tmp_path.iterdir()} == {"good.sqlite", "bad #1?.sqlite"}


def test_what_the_variables_switch_off_or_break(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "prices.yaml").write_text("- no prices", encoding="utf-8")
    monkeypatch.setenv("JUDGE_CHECKPOINTS", "")
    monkeypatch.setenv("JUDGE_CACHE", "")
    monkeypatch.setenv("JUDGE_PRICES", "prices.yaml")
    code, out, _ = judge("doctor", "--json")
    findings = {finding["name"]: finding for finding in json.loads(out)["findings"]}
    assert code == 1
    assert findings["research checkpoints"]["status"] == "attention"
    assert findings["judge's replies"]["status"] == "attention"
    assert findings["prices"]["status"] == "missing"


def test_a_model_is_asked_once_and_its_settings_are_reported(
    judge: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    with openai_server(
        '{"answer": "yes"}', refuses={"seed", "response_format=json_schema"}, served="a-2026"
    ) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, _ = judge("doctor", "--model", "openai:a", "--model-option", "max_output_tokens=50")
    assert code == 0
    assert "a-2026" in out
    assert "yes, as JSON without a schema" in out
    assert "refused, and asked in another way: response_format" in out
    assert out.splitlines()[-1] == "openai:a answers."
    assert server.refused == ["response_format=json_schema"]


@pytest.mark.parametrize(
    ("fault", "name"),
    [(Fault(status=401), "key"), (Fault(status=404), "model name"), (Fault(body=b"<html>"), "reply")],
)
def test_a_model_that_cannot_be_asked(
    judge: Command, monkeypatch: pytest.MonkeyPatch, fault: Fault, name: str
) -> None:
    with openai_server("{}", faults=[fault] * 3) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.base_url)
        code, out, _ = judge("doctor", "--model", "openai:a")
    assert code == 1
    assert out.splitlines()[-1] == f"openai:a does not answer; fix first: {name}."


def test_the_run_store_is_said_to_be_up_to_date_or_not(judge: Command, tmp_path: Path) -> None:
    with RunStore(tmp_path / ".judge" / "runs.sqlite"):
        pass
    assert ".judge/runs.sqlite is up to date" in judge("doctor")[1]
    with closing(sqlite3.connect(tmp_path / ".judge" / "runs.sqlite")) as connection:
        connection.execute("UPDATE run_store_version SET version_num = '1'")
        connection.commit()
    assert "will be migrated" in judge("doctor")[1]


def service_lines(judge: Command) -> dict[str, str]:
    report = json.loads(judge("doctor", "--json")[1])
    return {
        finding["name"]: f"{finding['status']}: {finding['detail']}"
        for finding in report["findings"]
        if finding["name"].startswith("service ")
    }


def test_the_service_is_looked_at(judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("fastapi", reason="the extra 'service' is not installed")
    from service.jobs.job import NewJob
    from service.jobs.job_store import JobStore
    from service.keys import KeyStore
    from tests.support.http_service import running_service

    monkeypatch.setenv("JUDGE_PORT", str(closed_port()))
    fresh = service_lines(judge)
    assert fresh["service address"].endswith(" is free")
    assert fresh["service keys"] == "ok: none yet; judge serve makes and prints the first"
    with JobStore(tmp_path / ".judge" / "runs.sqlite") as store:
        made = KeyStore(store).create("default", "a key")
        with store.transaction() as connection:
            store.add(
                connection, NewJob(kind="evaluations", project="p", request="{}", slice_items=1), ["{}"]
            )
        waiting = service_lines(judge)
        assert waiting["service keys"] == "ok: 1 key in the run store"
        assert waiting["service jobs"].startswith("attention: no worker is at work; a job has waited for")
        KeyStore(store).revoke(made.key.id)
    assert service_lines(judge)["service keys"] == "attention: all are revoked or expired"
    with serving(404, b"<html>") as other:
        monkeypatch.setenv("JUDGE_PORT", other.address.rpartition(":")[2])
        assert service_lines(judge)["service address"].startswith("attention: 127.0.0.1:")
    with running_service(str(tmp_path / "other.sqlite")) as service:
        monkeypatch.setenv("JUDGE_PORT", service.url.rpartition(":")[2])
        assert service_lines(judge)["service address"].startswith("ok: a judge's server of version")
    monkeypatch.setenv("JUDGE_API_KEY", f"{SECRET:x<32}")
    assert service_lines(judge)["service keys"] == "ok: JUDGE_API_KEY is set"
    monkeypatch.setenv("JUDGE_API_KEY", "x" * 31)
    assert "attention: JUDGE_API_KEY is shorter than 32" in service_lines(judge)["service keys"]
    monkeypatch.setenv("JUDGE_PORT", "none")
    assert service_lines(judge)["service settings"].startswith("missing: JUDGE_PORT: must be a valid integer")


@pytest.mark.parametrize(
    ("code", "status", "said"),
    [
        (f"sys.exit({documents._LEFT})", "ok", "have no network"),
        (f"sys.exit({documents._KEPT})", "attention", "keep their network"),
        ("import no_such_module", "attention", "No module named 'no_such_module'"),
        ("sys.exit(1)", "attention", "it said nothing"),
    ],
)
def test_what_a_process_that_reads_documents_says_is_told_from_its_not_starting(
    monkeypatch: pytest.MonkeyPatch, code: str, status: str, said: str
) -> None:
    """A process that could not even import was said to keep its network."""
    monkeypatch.setattr(documents, "_CODE", code)
    (finding,) = documents.document_findings()
    assert (finding.status, said in finding.detail) == (status, True)


@over(
    "all_of_it, prevents",
    [
        # As hatchling writes it, and as it stands in pyproject.toml.
        (["one; extra == 'all'", "two; extra == 'all'"], ["extra first", "extra second"]),
        (["deep-research-judge[first]; extra == 'all'"], ["extra first"]),
    ],
)
def test_the_command_needs_what_the_extra_all_brings(
    monkeypatch: pytest.MonkeyPatch, all_of_it: list[str], prevents: list[str]
) -> None:
    """The list of its extras stood twice, and a further one kept no command from running."""
    own = ["one; extra == 'first'", "two; extra == 'second'", "two; extra == 'third'", "x; extra == 'third'"]
    monkeypatch.setattr(installation, "requires", lambda _: [*all_of_it, *own])
    names = ["all", "first", "second", "third"]
    monkeypatch.setattr(installation, "metadata", lambda _: SimpleNamespace(get_all=lambda _: names))
    monkeypatch.setattr(installation, "_version", lambda _: None)
    assert [finding.name for finding in installation.extras() if finding.prevents] == prevents


def test_a_command_without_its_packages_ends_with_the_extras_that_bring_them(
    judge: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = {"sqlalchemy": None, "alembic": None}
    monkeypatch.setattr(installation, "_version", lambda name: found.get(name, "1"))
    code, out, _ = judge("doctor")
    assert code == 1
    assert "extra store           without alembic, sqlalchemy" in out
    assert out.rstrip().endswith("cannot run here; fix first: extra store.")
