"""Arenas over HTTP: contestants of every kind on the same questions, and the figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import pytest
from pydantic import BaseModel, ValidationError

from data_base.schemas.rating import Rating
from eval.arena.result import ArenaResult
from eval.arena.run import arena_figures
from service.arenas import result
from service.arenas.kept_figures import KeptFigures
from service.client.judge_client import JudgeClient
from service.http.bodies.arenas import ArenaRunRequest
from service.http.context import arena_of
from service.http.guards.prompt_size import READABLE
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.rows import over
from tests.support.stored_collections import add_collection

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from data_base.schemas.run import RunItem

RECORDED = {"kind": "recorded", "name": "theirs", "answers": {"q1": "4,812 ships."}}
PURE = {"kind": "pure_llm"}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite"), max_items=12) as running:
        yield running


@pytest.fixture(scope="module")
def collection(service: RunningService) -> str:
    return add_collection(service.context.jobs, documents=DOCUMENTS)


def test_contestants_of_every_kind_are_compared(service: RunningService, collection: str) -> None:
    one = {"kind": "deep_research", "collection": collection}
    other = {**one, "name": "one attempt", "settings": {"max_attempts": 1}}
    passages = {"collection": collection, "passages": ["harbour.md#1"]}
    given = {"q1": "No ships.", "second": {"answer": "4,812 ships.", "documents": passages}}
    asked = {
        "questions": [
            {"question": QUESTION, "gold_answer": "4,812", "key_points": ["4,812 ships"], "tags": ["ships"]},
            {"question": "How many cranes does Velm have?", "id": "second"},
        ],
        "contestants": [one, other, PURE, {**RECORDED, "answers": given}],
        "seed": 7,
    }
    made = service.client.post("/v1/arenas", json=asked)
    assert made.status_code == 202
    job: Any = wait_for_job(service.client, made.json()["id"])
    assert (job["state"], job["last_error"], job["progress"]) == ("done", None, 1.0)
    assert job["result_counts"] == {"total": 8, "scored": 8, "failed": 0, "cancelled": 0}
    found = ArenaResult.model_validate_json(service.client.get(job["links"]["arena"]).content)
    assert [side.system for side in found.summary.sides] == [
        "Deep Research",
        "one attempt",
        "Pure LLM",
        "theirs",
    ]
    assert len(found.summary.pairs) == 6
    assert (found.summary.questions, found.summary.references_seen) == (2, 1)
    assert found.summary.bootstrap.seed == 7
    assert [case.case.id for case in found.items] == ["q1", "second"]
    first, second = (case.items[-1].answer for case in found.items)
    assert (first and first.text, second and second.passages[0].doc_id) == ("No ships.", "harbour.md")
    assert found.manifest.data_hashes.keys() == {"questions", *DOCUMENTS}


def test_an_arena_is_read_page_by_page_and_its_figures_are_computed_once(
    service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One response had all of it, 344 MB, and computed the figures each time, for 89 s."""
    answers = {f"q{n + 1}": "4,812 ships." for n in range(3)}
    contestants = [{**RECORDED, "name": name, "answers": answers} for name in ("a", "b")]
    made = service.client.post(
        "/v1/arenas",
        json={"questions": [{"question": QUESTION}] * 3, "contestants": contestants, "pairs": "all"},
    )
    run = str(wait_for_job(service.client, made.json()["id"])["run_id"])
    whole = arena_of(service.context, run, "default")
    runs, computed, read = service.context.runs, counted(monkeypatch), list[tuple[str, ...]]()
    items_of = runs.items_of

    def counted_items(run_id: str, *cases: str) -> list[RunItem]:
        read.append(cases)
        return items_of(run_id, *cases)

    monkeypatch.setattr(runs, "items_of", counted_items)
    first = service.client.get(f"/v1/arenas/{run}", params={"limit": 2}).json()
    assert read == [("q1", "q2", "q3")]
    second = service.client.get(f"/v1/arenas/{run}", params={"after": first["after"]}).json()
    assert [[each["case"]["id"] for each in page["items"]] for page in (first, second)] == [
        ["q1", "q2"],
        ["q3"],
    ]
    assert [{each["case_id"] for each in page["pairs"]} for page in (first, second)] == [{"q1", "q2"}, {"q3"}]
    assert first["summary"] == second["summary"] == whole.model_dump(mode="json")["summary"]
    assert ("after" in second, computed) == (False, [])
    with JudgeClient(service.url, api_key=service.key()) as client:
        monkeypatch.setattr(result, "_PAGE_BYTES", 1)
        assert service.client.get(f"/v1/arenas/{run}").json()["after"] == "0"
        assert client.arenas.result(run) == whole
        assert computed == []
        runs.rate(run, Rating(case_id="q1", system="a", rater="ana", scores={"accuracy": 6.0}, created_at=""))
        assert (client.arenas.result(run).summary, len(computed)) == (whole.summary, 1)
        runs.rename(run, "renamed since")
        assert client.arenas.result(run).manifest.title == "renamed since"
    assert len(computed) == 2


def test_a_page_ends_by_its_bytes(service: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Characters were counted, of which three bytes each made a page three times as large."""
    answers = {f"q{n + 1}": "四千八百十二艘。" * 1_000 for n in range(2)}
    contestants = [{**RECORDED, "name": name, "answers": answers} for name in ("a", "b")]
    asked = {"questions": [{"question": QUESTION}] * 2, "contestants": contestants}
    made = service.client.post("/v1/arenas", json=asked)
    run = str(wait_for_job(service.client, made.json()["id"])["run_id"])
    first = arena_of(service.context, run, "default").items[0].model_dump_json()
    monkeypatch.setattr(result, "_PAGE_BYTES", len(first))
    assert service.client.get(f"/v1/arenas/{run}").json()["after"] == "0"


def counted(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Where each computing of an arena's figures is noted from now on."""
    computed: list[object] = []

    def noted(*given: Any, **terms: Any) -> ArenaResult:
        computed.append(given)
        return arena_figures(*given, **terms)

    monkeypatch.setattr(result, "arena_figures", noted)
    return computed


def test_figures_that_were_kept_meanwhile_are_not_those_of_before() -> None:
    """Whoever found figures kept them again, in place of newer ones."""
    kept = KeptFigures()

    class Version:
        __hash__ = object.__hash__

        def __eq__(self, other: object) -> bool:
            # Another thread keeps newer figures while this one looks whether its own still hold.
            if isinstance(other, Version):
                kept.of("run", "newer", lambda: figures_of("new"))
            return isinstance(other, Version)

    kept.of("run", Version(), lambda: figures_of("old"))
    assert kept.of("run", Version(), lambda: figures_of("again")) == figures_of("old")
    assert kept.of("run", "newer", lambda: figures_of("again")) == figures_of("new")


class Figures(BaseModel):
    name: str
    items: tuple[()] = ()
    pairs: tuple[()] = ()


def figures_of(name: str) -> ArenaResult:
    return cast("ArenaResult", Figures(name=name))


def asked_with(**changes: Any) -> dict[str, Any]:
    return {"questions": [{"question": QUESTION}], "contestants": [PURE, RECORDED], **changes}


REFUSED: list[tuple[dict[str, Any], int, str]] = [
    ({"contestants": [PURE]}, 422, "at least 2"),
    ({"contestants": [PURE, PURE]}, 422, "2 contestants are named 'Pure LLM'"),
    ({"contestants": [PURE, {"kind": "another"}]}, 422, "kind"),
    ({"contestants": [PURE, {**RECORDED, "answers": {}}]}, 422, '"q1" has no answer'),
    ({"contestants": [PURE, {**RECORDED, "answers": {"q1": "a", "q2": "b"}}]}, 422, 'no question "q2"'),
    ({"contestants": [RECORDED, {**PURE, "model": "os:system"}]}, 422, "no model of this server"),
    ({"contestants": [PURE, {"kind": "deep_research"}]}, 422, "name the collection"),
    ({"contestants": [PURE, {"kind": "deep_research", "collection": "none"}]}, 404, "no collection"),
    ({"judges": ["embedded", "os:system"]}, 422, "no model of this server"),
    ({"questions": [{"question": "a", "id": "q"}, {"question": "b", "id": "q"}]}, 422, '"q" is used twice'),
    ({"questions": []}, 422, "questions"),
    (
        {"questions": [{"question": "a", "answerable": True, "gold_answer": "Not stated."}]},
        422,
        "questions.0: answerable and gold_answer: one says",
    ),
    ({"questions": [{"question": QUESTION}] * 7}, 413, "at most 12 answers"),
]


@over("change", REFUSED)
def test_what_cannot_be_held_is_refused_by_a_sentence(
    service: RunningService, change: tuple[dict[str, Any], int, str]
) -> None:
    changes, status, said = change
    found = service.client.post("/v1/arenas", json=asked_with(**changes))
    assert (found.status_code, said in found.json()["detail"]) == (status, True), found.text


def test_a_run_of_another_kind_is_no_arena(service: RunningService) -> None:
    answer = {"question": QUESTION, "answer": "4,812", "documents": ["4,812 ships."]}
    run = service.client.post("/v1/evaluations", json=answer).json()["run_id"]
    for name in (run, "arena-none", "none"):
        found = service.client.get(f"/v1/arenas/{name}")
        assert (found.status_code, "There is no arena" in found.json()["detail"]) == (404, True)


def test_as_many_recorded_answers_are_taken_as_an_arena_may_have(tmp_path: Path) -> None:
    count = 2_000
    recorded = {"kind": "recorded", "answers": {f"q{n + 1}": "4,812 ships." for n in range(count)}}
    asked = {
        "questions": [{"question": f"{QUESTION} {n}"} for n in range(count)],
        "contestants": [recorded, recorded | {"name": "others"}],
    }
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        made = service.client.post("/v1/arenas", json=asked)
    assert (made.status_code, made.json()["result_counts"]["total"]) == (202, 2 * count)


def test_an_arena_that_is_wrong_throughout_is_refused_at_its_first_mistakes() -> None:
    wrong = {f"field{n}": n for n in range(50)}
    answers = {f"q{n}": {"answer": "x"} | wrong for n in range(100)}
    asked = {
        "questions": [{"question": "Where?"} | wrong] * 100,
        "contestants": [{"kind": "recorded", "answers": answers}],
    }
    with pytest.raises(ValidationError) as refused:
        ArenaRunRequest.model_validate(asked)
    assert refused.value.error_count() <= len(wrong) + 2 * len(answers) + 2


def test_the_embedded_judge_reads_so_many_characters_of_a_question_with_its_recorded_answers(
    service: RunningService,
) -> None:
    """Answers with documents were handed in here that an evaluation refuses."""
    half = ["ships " * (READABLE // 12)]
    refused = asked_with(contestants=[recorded("a", half), recorded("b", ["cranes " * (READABLE // 12)])])
    found = service.client.post("/v1/arenas", json=refused)
    assert (found.status_code, found.json()["detail"][:12]) == (413, "questions.0:")
    assert "500,000" in found.json()["detail"]
    shared = {"doc_id": "ships.md", "text": half[0][:-600]}
    taken = asked_with(contestants=[recorded(name, [shared]) for name in ("a", "b")])
    made = service.client.post("/v1/arenas", json=taken)
    assert made.status_code == 202
    service.client.post(f"/v1/jobs/{made.json()['id']}/cancel")


def test_passages_that_answers_name_count_in_what_an_arena_may_have(tmp_path: Path) -> None:
    """6 MB of names made an arena of 420 MB."""
    answers = {f"q{n + 1}": "4,812 ships." for n in range(20)}
    with running_service(str(tmp_path / "runs.sqlite"), workers=False, max_body_bytes=5_000) as service:
        place = add_collection(service.context.jobs, documents={"long.txt": "ships " * 500})
        named = {"answer": "4,812 ships.", "documents": {"collection": place, "passages": ["long.txt#1"]}}
        asked = {
            "questions": [{"question": QUESTION}] * 20,
            "contestants": [
                {"name": "short", "answers": answers},
                {"name": "long", "answers": dict.fromkeys(answers, named)},
            ],
        }
        found = service.client.post("/v1/arenas", json=asked)
        said = "contestants.1.answers: answers and the passages that they name have more than 50,000 bytes"
        assert (found.status_code, found.json()["detail"][: len(said)]) == (413, said)
        assert service.client.get("/v1/jobs").json()["jobs"] == []


def recorded(name: str, documents: list[Any]) -> dict[str, Any]:
    return {**RECORDED, "name": name, "answers": {"q1": {"answer": "4,812 ships.", "documents": documents}}}
