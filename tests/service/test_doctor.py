"""The doctor says what is there, what is not and what to do, and never shows a key."""

import json
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import metadata
from pathlib import Path
from typing import Any

import pytest

from service.doctor import installation, storage
from service.doctor.finding import Finding
from service.doctor.providers import host, provider_findings
from tests.service.conftest import Command
from tests.service.test_servers import closed_port

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
    assert out.splitlines()[-1] == "The arena with the embedded model runs here."
    for name in ("Python", "packages", "openai key", "google key", "fonts", "run store", "disk"):
        assert any(line.split(maxsplit=1)[1].startswith(name) for line in out.splitlines() if line)
    assert list(tmp_path.iterdir()) == []


def test_machines_get_json_and_nobody_gets_a_key(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.doctor.rehearsal._play", lambda _: 1)
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


@pytest.mark.parametrize(
    ("status", "body", "said", "judged"),
    [
        (200, MODELS, "answers", "ok"),
        (200, b"<html>It works!</html>", "not with JSON", "attention"),
        (401, b"{}", "refuses the key", "attention"),
        (429, b"{}", "a limit of the account is used up", "attention"),
        (404, b"{}", "lists no models", "attention"),
        (503, b"", "fails with an error", "attention"),
    ],
)
def test_what_a_server_answers(status: int, body: bytes, said: str, judged: str) -> None:
    with serving(status, body) as server:
        findings = found({"OPENAI_BASE_URL": f"{server.address}/v1"})
    assert said in findings["openai server"].detail
    assert findings["openai server"].status == judged
    assert findings["openai key"].status == "ok"


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:{port}", "localhost:8000", "file:///etc/hosts", "http://[", "http://"]
)
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
    assert "does not answer in time" in finding.detail


@pytest.mark.parametrize("key", [f" {SECRET}", f"{SECRET}\n", f"“{SECRET}”"])
def test_a_key_that_was_set_badly_is_said_and_not_shown(key: str) -> None:
    with serving() as server:
        findings = found({"OPENAI_API_KEY": key, "OPENAI_BASE_URL": server.address})
    assert findings["openai key"].status == "attention"
    no_secret_in(str(findings))


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("https://user:pw@host.example:8000/v1/secret?key=x", "https://host.example:8000"),
        ("http://[::1]:80/v1", "http://::1:80"),
        ("http://host:port", "the server"),
        ("host", "the server"),
    ],
)
def test_only_the_host_of_an_address_is_shown(address: str, shown: str) -> None:
    assert host(address) == shown


def test_an_old_python_and_lacking_packages_prevent() -> None:
    assert installation.python((3, 10)).prevents
    assert not installation.python((3, 11)).prevents
    findings = list(installation.packages(["pydantic>=2", "no-such-package>=1", "rich>=999"]))
    by_name = {finding.name: finding for finding in findings}
    assert by_name["no-such-package"].prevents
    assert by_name["rich"].status == "attention"
    assert by_name["packages"].detail.startswith("1 of 3: pydantic ")


def test_optional_parts_are_named_with_the_extra_that_brings_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "_version", lambda _: None)
    found = {finding.name: finding for finding in installation.optional_parts()}
    for package, extra in (
        ("google-genai", "google"),
        ("psycopg", "postgres"),
        ("opentelemetry-api", "telemetry"),
    ):
        assert found[package].status == "missing"
        assert not found[package].prevents
        assert f"deep-research-judge[{extra}]" in found[package].advice
        assert extra in (metadata("deep-research-judge").get_all("Provides-Extra") or ())


def test_databases_are_tried_and_left_as_they_were(tmp_path: Path) -> None:
    def status(path: Path) -> tuple[str, bool]:
        finding = storage.database("store", path, advice="do this", needed=True)
        return finding.status, finding.prevents

    good, bad = tmp_path / "good.sqlite", tmp_path / "bad #1?.sqlite"
    with closing(sqlite3.connect(good)) as connection:
        connection.execute("CREATE TABLE t (a)")
    bad.write_bytes(b"this is no database at all, and long enough to tell" * 20)
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


@pytest.mark.parametrize(("free", "status"), [(10**12, "ok"), (100 * 10**6, "attention"), (10**6, "missing")])
def test_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free: int, status: str) -> None:
    usage = type("Usage", (), {"free": free})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    assert storage.disk(tmp_path / "not" / "there").status == status


def test_what_the_variables_switch_off_or_break(
    judge: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.doctor.rehearsal._play", lambda _: 1)
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


def test_an_arena_that_fails_is_said_with_its_reason(judge: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: object) -> int:
        raise LookupError("a cause")

    monkeypatch.setattr("service.doctor.rehearsal._play", broken)
    code, out, _ = judge("doctor")
    assert code == 1
    assert "LookupError: a cause" in out
    assert out.splitlines()[-1].endswith("does not run here; see first to: embedded arena.")
