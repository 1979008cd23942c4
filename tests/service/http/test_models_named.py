"""Which models a request may name: what the server allows, and what its key does."""

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from data_base.schemas.frozen import Frozen
from service.arenas.arena_terms import ArenaTerms
from service.jobs.job import JobKind, NewJob
from service.jobs.judging import JudgingTerms
from service.research.terms import ResearchTerms
from service.web.sessions import form_token
from tests.support.http_service import RunningService, client, running_service

ANSWER = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}
PAIR = {"question": "Where?", "first": "Ohio.", "second": "Utah.", "documents": ["The dam is in Ohio."]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("models") / "runs.sqlite")
    allowed = ("openai:cheap", "anthropic:*")
    with (
        pytest.MonkeyPatch.context() as environment,
        running_service(store, workers=False, models=allowed) as running,
    ):
        environment.setenv("OPENAI_API_KEY", "sk-none-of-any-use")
        environment.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
        yield running


def asked_with(service: RunningService, name: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every request that may name a model."""
    made = service.client.post("/v1/collections", json={"name": f"of {name}"}).json()
    collection = made.get("id", "col_none")
    yield "/v1/evaluations", {**ANSWER, "judge": name}
    yield "/v1/evaluations/batch", {"items": [ANSWER], "judge": name}
    yield "/v1/pairs", {**PAIR, "judge": name}
    researched = {"question": "Where?", "collection": collection}
    yield "/v1/research", {**researched, "models": {"judge": name}}
    yield "/v1/research", {**researched, "models": {"model": name}}
    yield "/v1/research", {**researched, "settings": {"final_judge": name}}
    given: dict[str, Any] = {"kind": "recorded", "name": "given", "answers": {"q1": "Ohio."}}
    pure = {"kind": "pure_llm", "name": "pure"}
    deep = {"kind": "deep_research", "name": "deep", "collection": collection}
    questions = [{"question": "Where?"}]
    yield "/v1/arenas", {"questions": questions, "contestants": [given, pure], "judges": [name]}
    yield "/v1/arenas", {"questions": questions, "contestants": [given, {**pure, "model": name}]}
    yield "/v1/arenas", {"questions": questions, "contestants": [given, pure], "final_judge": name}
    settled = [given, {**deep, "settings": {"final_judge": name}}]
    yield "/v1/arenas", {"questions": questions, "contestants": settled}
    for role in ("model", "judge"):
        contestants = [given, {**deep, "models": {role: name}}]
        yield "/v1/arenas", {"questions": questions, "contestants": contestants}


def refused(found: httpx2.Response, whose: str) -> bool:
    return found.status_code == 403 and f"may not be used with {whose}" in found.json()["detail"]


@pytest.mark.parametrize("name", ["openai:dear", "openai:cheap,openai:dear", "embedded+openai:dear?seed=1"])
def test_a_model_that_the_server_does_not_allow_is_refused_everywhere(
    service: RunningService, name: str
) -> None:
    for path, body in asked_with(service, name):
        assert refused(service.client.post(path, json=body), "this server"), (path, body)
    lines = service.client.post(
        f"/v1/evaluations/batch?judge={name.replace('+', '%2B').replace('?', '%3F')}",
        content=b"{}\n",
        headers={"Content-Type": "application/x-ndjson"},
    )
    assert refused(lines, "this server")


@pytest.mark.parametrize(
    "name",
    ["openai:cheap", "openai:cheap?temperature=0", "anthropic:any", "embedded", "embedded+openai:cheap"],
)
def test_what_is_allowed_is_not_refused_for_its_name(service: RunningService, name: str) -> None:
    for path, body in asked_with(service, name):
        assert service.client.post(path, json=body).status_code != 403, (path, body)


def test_a_key_may_name_less_than_the_server_allows(service: RunningService) -> None:
    made = service.context.keys.create("default", "cheap", models=("openai:cheap",))
    assert [key.models for key in service.context.keys.all() if key.id == made.key.id] == [("openai:cheap",)]
    with client(service.url, made.secret) as limited:
        for path, body in asked_with(service, "anthropic:any"):
            assert refused(limited.post(path, json=body), "this API key"), (path, body)
        assert limited.post("/v1/evaluations", json={**ANSWER, "judge": "openai:cheap"}).status_code != 403
        assert limited.post("/v1/evaluations", json=ANSWER).status_code == 200


@pytest.mark.parametrize("verb", ["resume", "retry-failed"])
def test_a_job_goes_on_with_no_model_that_its_server_or_key_may_not_name(
    service: RunningService, verb: str
) -> None:
    """It was made before the operator named fewer models, or with a key that may name others."""
    made = service.context.keys.create("default", "none", models=("openai:cheap",))
    browser = httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60)
    with client(service.url, made.secret) as limited, browser:
        browser.post("/sign-in", data={"key": made.secret})
        form = {"form_token": form_token(browser.cookies["judge_session"])}
        for named, statuses in (("openai:dear", [403, 403, 403]), ("anthropic:any", [403, 403, 200])):
            for kind, asked in jobs_with(named):
                job = cancelled_job(service, kind, asked)
                found = [
                    limited.post(f"/v1/jobs/{job}/{verb}").status_code,
                    browser.post(f"/live/{job}/{verb}", data=form).status_code,
                    service.client.post(f"/v1/jobs/{job}/{verb}").status_code,
                ]
                assert found == statuses, (kind, named)
        job = cancelled_job(service, "evaluations", JudgingTerms(judge="openai:cheap"))
        assert limited.post(f"/v1/jobs/{job}/{verb}").status_code == 200
        job = cancelled_job(service, "evaluations", JudgingTerms(judge="openai:cheap"))
        assert browser.post(f"/live/{job}/{verb}", data=form).status_code == 303


class OfLaterVersion(Frozen):
    added_later: int = 1


@pytest.mark.parametrize("kind", ["evaluations", "research", "arena"])
def test_a_job_whose_models_cannot_be_read_is_shown_and_does_not_go_on(
    service: RunningService, kind: JobKind
) -> None:
    """Who may name few models took it up again, whatever it named; of an arena even the page failed."""
    job = cancelled_job(service, kind, OfLaterVersion())
    assert service.client.get(f"/v1/jobs/{job}").json()["result_counts"]["total"] == 1
    for verb in ("resume", "retry-failed"):
        found = service.client.post(f"/v1/jobs/{job}/{verb}")
        assert (found.status_code, "cannot be read" in found.json()["detail"]) == (409, True)
    assert service.context.jobs.job(job, "default").state == "cancelled"


def jobs_with(name: str) -> Iterator[tuple[JobKind, Frozen]]:
    """What every kind of job is asked with where it names a model."""
    yield "evaluations", JudgingTerms(judge=f"embedded,{name}")
    loop = ResearchTerms(model=name, collection="col_none", documents=(), question="Where?")
    yield "research", loop
    yield "research", loop.model_copy(update={"model": "embedded", "judge": name})
    research = {"collection": "col_none", "settings": {}}
    for contestant, judge in (
        ({"research": {**research, "model": name}}, "embedded"),
        ({"research": {**research, "judge": name}}, "embedded"),
        ({"model": name}, "embedded"),
        ({"answers_sha256": ""}, name),
    ):
        asked = {"contestants": [{"name": "one", **contestant}], "judges": [judge], "questions_sha256": ""}
        yield "arena", ArenaTerms.model_validate(asked)


def cancelled_job(service: RunningService, kind: JobKind, asked: Frozen) -> str:
    jobs = service.context.jobs
    new = NewJob(kind=kind, project="default", request=asked.model_dump_json(), slice_items=1, run_id="made")
    with jobs.transaction() as connection:
        made = jobs.add(connection, new, ["{}"]).id
    jobs.cancel(made, "default")
    return made
