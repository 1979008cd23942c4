"""An arena over HTTP is that of a file: the same terms, pairs, precision, contestants behind addresses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from werkzeug import Request, Response

from data_base.schemas.case import Case
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.setup import prepare_arena
from eval.runs import terms
from eval.systems.http_endpoint import HttpStatusError
from eval.systems.returned_answer import UnusableAnswerError
from service.arenas.arena_terms import ArenaTerms
from service.arenas.endpoint import PublicEndpoint, endpoints
from service.client.judge_client import JudgeClient
from service.jobs.settings import WorkerSettings
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.rows import over

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_httpserver import HTTPServer

ANSWERS = ("4,812 ships.", "4,900 ships.", "The documents do not say.")
REPLY = {"answer": "In 2023 the harbour handled 4,812 ships."}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    worker = WorkerSettings(poll_seconds=0.2, stop_seconds=5, slice_items=2, endpoint_hosts=("127.0.0.1",))
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    with running_service(store, worker, max_items=100) as running:
        yield running


def address_of(server: HTTPServer) -> str:
    return f"http://127.0.0.1:{server.port}/answer"


def held(service: RunningService, asked: dict[str, Any]) -> ArenaResult:
    made = service.client.post("/v1/arenas", json=asked)
    assert made.status_code == 202, made.text
    job: Any = wait_for_job(service.client, made.json()["id"])
    assert (job["state"], job["last_error"]) == ("done", None)
    return ArenaResult.model_validate_json(service.client.get(job["links"]["arena"]).content)


def given_answers(questions: int = 1, **more: Any) -> dict[str, Any]:
    """An arena of three contestants whose answers are given."""
    asked = [{"question": f"{QUESTION} {n}", "gold_answer": "4,812"} for n in range(questions)]
    contestants = [
        {"name": f"number {n}", "answers": {f"q{each + 1}": text for each in range(questions)}}
        for n, text in enumerate(ANSWERS)
    ]
    return {"questions": asked, "contestants": contestants, **more}


def test_all_pairs_are_compared_and_make_the_standings(service: RunningService) -> None:
    found = held(service, given_answers(5, pairs="all"))
    assert len(found.pairs) == 5 * 3 * 2
    assert all(pair.error is None and not pair.second_look for pair in found.pairs)
    standings = found.summary.standings
    assert standings is not None
    assert standings.headline[0].system == "number 0"
    assert found.manifest.settings["pairs"] == "all"


def test_a_sample_of_pairs_is_drawn_from_all_slices_once(service: RunningService) -> None:
    found = held(service, given_answers(7, pairs="sampled", max_pairs=4, precision=1))
    assert len({(pair.case_id, *sorted((pair.first, pair.second))) for pair in found.pairs}) == 4
    assert len(found.pairs) == 8
    assert any("max_pairs (4) was reached" in warning for warning in found.summary.warnings)


def test_nothing_more_is_compared_than_precision_takes(service: RunningService) -> None:
    found = held(service, given_answers(7, pairs="sampled", precision=1_000_000))
    assert not any("was reached" in warning for warning in found.summary.warnings)
    assert len(found.pairs) < 7 * 3 * 2


def test_contestants_are_given_against_one_that_is_the_reference(service: RunningService) -> None:
    asked = given_answers(7, pairs="sampled", max_pairs=4, precision=1)
    asked["contestants"][0]["reference"] = True
    found = held(service, asked)
    against = found.summary.against_reference
    assert against is not None
    assert (against.reference, [side.compared for side in against.sides]) == ("number 0", [7, 7])
    assert all((side.scores["weighted_score"].mean or 1) < 0.5 for side in against.sides)
    # No pair with the reference is drawn, which would make no interval of the standings narrower.
    first_looks = {name for pair in found.pairs if not pair.second_look for name in (pair.first, pair.second)}
    assert first_looks == {"number 1", "number 2"}
    asked["contestants"][1]["reference"] = True
    refused = service.client.post("/v1/arenas", json=asked)
    assert (refused.status_code, "at most is the reference" in refused.text) == (422, True)


@pytest.mark.filterwarnings("ignore")
def test_the_same_terms_have_the_same_run_id_from_a_file_and_over_http(
    service: RunningService, httpserver: HTTPServer, tmp_path: Path
) -> None:
    httpserver.expect_request("/answer").respond_with_json(REPLY)
    for name, text in DOCUMENTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    question = {"id": "q1", "question": QUESTION, "gold_answer": "4,812", "key_points": [{"text": "4,812"}]}
    (tmp_path / "q.jsonl").write_text(json.dumps(question), encoding="utf-8")
    shared = {
        "judges": ["embedded"],
        "contestants": [
            {"name": "by heart", "model": "embedded", "reference": True},
            {"name": "researched", "research": {"max_attempts": 2}},
            {"name": "elsewhere", "http": address_of(httpserver), "timeout": 30},
        ],
        "pairs": "all",
        "seed": 3,
    }
    file = {**shared, "questions": "q.jsonl", "documents": sorted(DOCUMENTS)}
    (tmp_path / "arena.yaml").write_text(yaml.safe_dump(file), encoding="utf-8")
    by_file = prepare_arena(ArenaRequest(config=tmp_path / "arena.yaml", out=tmp_path / "out")).manifest
    with JudgeClient(service.url, api_key=service.key()) as client:
        collection = client.collections.create("harbour")
        upload = client.collections.upload(collection.id, [tmp_path / name for name in DOCUMENTS])
        assert upload.job is not None
        client.jobs.wait(upload.job.id)
    found = held(service, {**shared, "questions": [question], "documents": collection.id})
    stored = service.context.runs.manifest(found.manifest.run_id)
    assert terms.shaping(stored) == terms.shaping(by_file)
    assert terms.run_id("arena", terms.shaping(stored)) == by_file.run_id
    answers = {item.system: item.answer and item.answer.text for item in found.items[0].items}
    assert answers["elsewhere"] == REPLY["answer"]
    assert {passage.doc_id for passage in found.items[0].shared_passages} == {*DOCUMENTS}


PLACES = [
    ("http://10.0.0.1/answer", "must begin with https://"),
    ("https://169.254.169.254/latest/meta-data", "is not on the public internet"),
    ("https://[::1]/answer", "is not on the public internet"),
    ("https://user:secret@example.com/", "must not contain a user name"),
    ("file:///etc/passwd", "must be an absolute URL"),
    ("no address", "http"),
]


@over("place", PLACES)
def test_contestants_are_asked_on_the_public_internet_alone(
    service: RunningService, place: tuple[str, str]
) -> None:
    address, said = place
    asked = given_answers()
    asked["contestants"][0] = {"name": "elsewhere", "http": address}
    found = service.client.post("/v1/arenas", json=asked)
    assert (found.status_code, said in found.json()["detail"]) == (422, True), found.text
    assert found.json()["detail"].startswith("contestants.0.http")


async def test_an_endpoint_gets_no_key_of_the_server_and_may_lead_nowhere_else(
    httpserver: HTTPServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JUDGE_HTTP_TOKEN", "the server's")
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    case, seen = Case(id="q1", question=QUESTION), []

    def asked(response: Response) -> PublicEndpoint:
        def handler(request: Request) -> Response:
            seen.append(request)
            return response

        httpserver.clear()
        httpserver.expect_request("/answer").respond_with_handler(handler)
        check = endpoints(("127.0.0.1",))
        return PublicEndpoint(address_of(httpserver), check, name="elsewhere", timeout=30)

    good = Response(json.dumps(REPLY))
    assert (await asked(good).answer(case)).text == REPLY["answer"]
    assert seen[0].headers.get("authorization") is None
    assert seen[0].headers["host"] == f"127.0.0.1:{httpserver.port}"
    with pytest.raises(UnusableAnswerError, match="more than 500000 bytes"):
        await asked(Response(json.dumps({"answer": "x" * 600_000}))).answer(case)
    with pytest.raises(UnusableAnswerError, match="compressed"):
        await asked(Response(b"\x1f\x8b", headers={"Content-Encoding": "gzip"})).answer(case)
    with pytest.raises(HttpStatusError, match="302"):
        await asked(Response(status=302, headers={"Location": "http://169.254.169.254/"})).answer(case)
    with pytest.raises(HttpStatusError, match="401"):
        await asked(Response(status=401)).answer(case)


async def test_an_address_that_changed_fails_the_answer() -> None:
    endpoint = PublicEndpoint("https://127.0.0.1/answer", endpoints(()), name="elsewhere", timeout=5)
    endpoint._attempts = 1
    with pytest.raises(ConnectionError, match="is not on the public internet"):
        await endpoint.answer(Case(id="q1", question=QUESTION))


def test_more_pairs_than_are_taken_at_once_are_refused(service: RunningService) -> None:
    contestants = given_answers()["contestants"]
    more = [{**contestants[n % 3], "name": f"contestant {n}"} for n in range(15)]
    found = service.client.post("/v1/arenas", json=given_answers(pairs="all") | {"contestants": more})
    assert (found.status_code, "and pairs of them" in found.json()["detail"]) == (413, True)


def test_jobs_of_earlier_versions_are_read() -> None:
    document = {"id": "document_1", "sha256": "of it", "name": "a.md"}
    researcher = {
        "model": "embedded",
        "judge": "openai:x",
        "settings": {"max_attempts": None, "threshold": 9},
        "judge_settings": {"passage_limit": None, "weights": None},
        "collection": "collection_1",
        "documents": [document],
    }
    kept = {
        "contestants": [
            {"kind": "pure_llm", "name": "pure", "model": "openai:x"},
            {"kind": "deep_research", "name": "deep", "researcher": researcher},
            {"kind": "recorded", "name": "given"},
        ],
        "judge": "embedded,openai:y",
        "questions_sha256": "of them",
        "answers_sha256": "of them",
    }
    read = ArenaTerms.model_validate(kept)
    assert read.judges == ("embedded", "openai:y")
    assert [each.name for each in read.contestants] == ["pure", "deep", "given"]
    research = read.contestants[1].research
    assert research is not None
    assert (research.collection, research.settings.threshold, research.settings.max_attempts) == (
        "collection_1",
        9,
        4,
    )
    assert [each.name for each in read.searched["collection_1"]] == ["a.md"]
    assert ArenaTerms.model_validate_json(read.model_dump_json()) == read
