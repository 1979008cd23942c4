"""Where models' servers are is for whoever chose them, and for the log: no response says it."""

import logging
from pathlib import Path

import pytest

from agents.models.server_addresses import without_addresses
from tests.support.http_service import running_service, wait_for_job
from tests.support.openai_server import Fault, openai_server
from tests.support.rows import over, table

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


@pytest.mark.parametrize(
    ("key", "faults"), [("right", []), (None, [Fault(status=404)] * 9), (None, [Fault(status=400)] * 9)]
)
def test_a_models_server_is_named_in_the_log_alone(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    key: str | None,
    faults: list[Fault],
) -> None:
    with openai_server(lambda _messages: "{}", key=key or "x", faults=faults) as models:
        monkeypatch.setenv("OPENAI_BASE_URL", models.base_url)
        monkeypatch.setenv("OPENAI_API_KEY", "wrong-key-of-models" if key else "x")
        place = models.base_url.split("/")[2]
        with (
            running_service(str(tmp_path / "runs.sqlite")) as service,
            caplog.at_level(logging.WARNING, "deep_research_judge"),
        ):
            at_once = service.client.post("/v1/evaluations", json={**ANSWER, "judge": "openai:m"})
            batch = {"items": [ANSWER], "judge": "openai:m"}
            job = service.client.post("/v1/evaluations/batch", json=batch).json()["id"]
            ended = wait_for_job(service.client, job)
            items = service.client.get(f"/v1/runs/{ended['run_id']}/items")
            events = service.client.get(f"/v1/jobs/{job}/events", headers={"Accept": "application/json"})
            told = [at_once.text, str(ended), items.text, events.text]
    assert "openai:m gave no reply" in at_once.text
    assert not [each for each in told if place in each or "127.0.0.1" in each]
    if key:
        assert "refused the key" in at_once.text
        assert place in caplog.text


@over(
    "said, left",
    [
        ("http://127.0.0.1:1/v1 refused the key", "the server refused the key"),
        ("for url 'https://a.example/v1?x=1': no", "for url 'the server': no"),
    ],
)
def test_addresses_are_taken_out(said: str, left: str) -> None:
    assert without_addresses(said, "http://models.internal:8000/v1") == left


@over(
    "server, address",
    table(__file__, "test_an_address_of_any_form_is_taken_out"),
)
def test_an_address_of_any_form_is_taken_out(server: str | None, address: str) -> None:
    for said in ("Cannot connect to host {} (status 502)", "it said '{}'", "no reply from {}, tried twice"):
        # What a host of one word is, is told by what is before it, or by its being the model's.
        if address != "proxy:3128" or "host" in said:
            assert without_addresses(said.format(address), server) == said.format("the server")


@over(
    "said",
    table(__file__, "test_versions_figures_and_names_of_other_things_stay"),
)
def test_versions_figures_and_names_of_other_things_stay(said: str) -> None:
    assert without_addresses(said, "http://ollama:11434/v1") == said
