"""Rating answers blind, in the pages of a server."""

import json
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from unittest.mock import Mock

import httpx2
import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.rating import MODEL_RATER, Rating
from data_base.schemas.run import RunItem
from eval.calibration.score_file import read_gold
from tests.support.arena import manifest
from tests.support.http_service import RunningService, running_service, wait_for_job

ATTACK = "<script>alert(1)</script><img src=x onerror=alert(2)>"
ITEMS = [
    {
        "id": "q1",
        "question": "Where is the dam?",
        "answer": "In Ohio.",
        "documents": ["The dam is in Ohio."],
        "reference_answer": "In Ohio, in the USA.",
    },
    {"id": "q2", "question": f"Где плотина? {ATTACK}", "answer": ATTACK, "documents": [ATTACK]},
    {"id": "q3", "question": "大壩在哪裡？", "answer": "在俄亥俄州。", "documents": ["大壩在俄亥俄州。"]},
]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("rate") / "runs.sqlite")) as running:
        yield running


@pytest.fixture
def run_id(service: RunningService) -> str:
    job = service.client.post("/v1/evaluations/batch", json={"items": ITEMS}).json()
    return str(wait_for_job(service.client, job["id"])["run_id"])


@pytest.fixture
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    headers = {"Accept": "text/html"}
    with httpx2.Client(base_url=service.url, headers=headers, follow_redirects=True, timeout=60) as client:
        client.post("/sign-in", data={"key": service.key(scopes=("rate", "read")), "next": "/"})
        client.headers["X-Form-Token"] = re.findall(r'form_token" value="(\w+)"', client.get("/rate").text)[0]
        yield client


def named(browser: httpx2.Client, name: str) -> httpx2.Client:
    browser.post("/rate", data={"rater": name})
    return browser


def answer_in(page: str) -> str:
    (found,) = re.findall(r'name="answer" value="(\w+)"', page)
    return str(found)


def test_every_answer_is_rated_once_blind_and_then_compared(
    service: RunningService, browser: httpx2.Client, run_id: str
) -> None:
    page = named(browser, "Ann Ли").get(f"/rate/{run_id}").text
    seen = []
    for number in range(len(ITEMS)):
        # The judge's words and the system are hidden until the rating is kept.
        assert "recorded" not in page.partition("<form")[2].partition("Kept")[0] or number
        seen.append(answer_in(page))
        scores = {"accuracy": 9, "completeness": 8.5, "clarity": 1}
        page = browser.post(f"/rate/{run_id}", data={"answer": seen[-1], "note": "так", **scores}).text
        assert "Kept" in page
    assert len(set(seen)) == len(ITEMS)
    assert "You have rated every answer" in page
    kept = service.context.runs.ratings(run_id)
    assert {rating.case_id for rating in kept} == {"q1", "q2", "q3"}
    assert {(rating.rater, rating.note, rating.scores["completeness"]) for rating in kept} == {
        ("Ann Ли", "так", 8.5)
    }


def test_the_judges_scores_are_hidden_before(browser: httpx2.Client, run_id: str) -> None:
    page = named(browser, "Blind").get(f"/rate/{run_id}").text
    assert "recorded" not in page
    assert "Judge" not in page.replace("Deep Research Judge", "").replace("The judge&#39;s", "")


def test_whoever_rates_again_changes_their_mind(
    service: RunningService, browser: httpx2.Client, run_id: str
) -> None:
    name = answer_in(named(browser, "Ann").get(f"/rate/{run_id}").text)
    for accuracy in (2, 7):
        scores = {"accuracy": accuracy, "completeness": 5, "clarity": 5}
        browser.post(f"/rate/{run_id}", data={"answer": name, **scores})
    (rating,) = service.context.runs.ratings(run_id)
    assert rating.scores["accuracy"] == 7


def test_the_rating_just_kept_can_be_corrected(
    service: RunningService, browser: httpx2.Client, run_id: str
) -> None:
    name = answer_in(named(browser, "Ann").get(f"/rate/{run_id}").text)
    slip = {"accuracy": 1.5, "completeness": 5, "clarity": 5, "note": "slip"}
    page = browser.post(f"/rate/{run_id}", data={"answer": name, **slip}).text
    (again,) = re.findall(r'<a href="(/rate/[^"]+again=[^"]+)"', page)
    form = browser.get(unescape(again)).text
    assert answer_in(form) == name
    assert all(f'value="{value}"' in form for value in ("1.5", "slip"))
    page = browser.post(f"/rate/{run_id}", data={"answer": name, **slip, "accuracy": 9}).text
    assert "1 of 3 rated" in page
    assert answer_in(page) != name
    (rating,) = service.context.runs.ratings(run_id)
    assert rating.scores["accuracy"] == 9


def test_answers_of_a_run_whose_name_has_a_slash_are_rated(
    service: RunningService, browser: httpx2.Client
) -> None:
    run, place = "nightly/2026 題?", "/rate/nightly%2F2026%20%E9%A1%8C%3F"
    service.context.runs.create(manifest(run))
    service.context.runs.extend(run, [RunItem(case_id="q/1", system="s/1", answer=Answer(text="In Ohio."))])
    assert f'href="{place}"' in named(browser, "Ann").get("/rate").text
    page = browser.get(place).text
    scores = {"accuracy": 9, "completeness": 8, "clarity": 7}
    # What comes while people rate is rated, too: the run is not finished.
    service.context.runs.extend(run, [RunItem(case_id="q/2", system="s/1", answer=Answer(text="In Utah."))])
    kept = browser.post(place, data={"answer": answer_in(page), **scores})
    assert "1 of 2 rated" in kept.text
    for link in ("agreement", "ratings.jsonl"):
        assert browser.get(f"{place}/{link}").status_code == 200
    assert f'href="{place}/ratings.jsonl"' in browser.get(f"{place}/agreement").text
    (rating,) = service.context.runs.ratings(run)
    assert (rating.case_id, rating.system) == ("q/1", "s/1")


def test_the_order_of_a_finished_run_is_made_once(
    service: RunningService, browser: httpx2.Client, run_id: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = named(browser, "Once").get(f"/rate/{run_id}").text
    runs = service.context.runs
    answered = Mock(wraps=runs.answered)
    monkeypatch.setattr(runs, "answered", answered)
    scores = {"accuracy": 9, "completeness": 8, "clarity": 7}
    for _ in ITEMS:
        page = browser.post(f"/rate/{run_id}", data={"answer": answer_in(page), **scores}).text
        if "You have rated" in page:
            break
    assert "3 of 3 rated" in page
    assert answered.call_count == 0


@pytest.mark.parametrize("score", ["", "0", "11", "nan", "x", "1e9"])
def test_what_is_no_score_is_refused_and_nothing_is_kept(
    service: RunningService, browser: httpx2.Client, run_id: str, score: str
) -> None:
    name = answer_in(named(browser, "Ann").get(f"/rate/{run_id}").text)
    refused = browser.post(
        f"/rate/{run_id}", data={"answer": name, "accuracy": score, "completeness": 5, "clarity": 5}
    )
    assert refused.status_code == 422
    assert "accuracy: a score is a number from 1 to 10" in refused.text
    assert service.context.runs.ratings(run_id) == []


def test_texts_of_answers_are_text(browser: httpx2.Client, run_id: str) -> None:
    browser = named(browser, "Ann")
    pages = [browser.get(f"/rate/{run_id}").text]
    for _ in ITEMS:
        scores = {"accuracy": 5, "completeness": 5, "clarity": 5}
        pages.append(browser.post(f"/rate/{run_id}", data={"answer": answer_in(pages[-1]), **scores}).text)
        if "You have rated" in pages[-1]:
            break
    whole = "".join(pages)
    assert ATTACK not in whole
    assert ATTACK in unescape(whole)


def test_ratings_are_a_file_for_calibration(
    service: RunningService, browser: httpx2.Client, run_id: str, tmp_path: Path
) -> None:
    for rater, accuracy in (("Ann", 9), ("Ben", 6)):
        page = named(browser, rater).get(f"/rate/{run_id}").text
        for _ in ITEMS:
            scores = {"accuracy": accuracy, "completeness": 5, "clarity": 5}
            page = browser.post(f"/rate/{run_id}", data={"answer": answer_in(page), **scores}).text
            if "You have rated" in page:
                break
    export = browser.get(f"/rate/{run_id}/ratings.jsonl")
    assert len([json.loads(line) for line in export.text.splitlines()]) == 2 * len(ITEMS)
    (tmp_path / "gold.jsonl").write_text(export.text, encoding="utf-8")
    gold = read_gold(tmp_path / "gold.jsonl")
    assert {item.id for item in gold.items} == {"q1/recorded", "q2/recorded", "q3/recorded"}
    assert {item.people["accuracy"] for item in gold.items} == {7.5}
    assert {item.reference for item in gold.items} == {item.get("reference_answer") for item in ITEMS}
    shown = browser.get(f"/rate/{run_id}/agreement").text
    assert "Ann: 3" in shown
    assert "7.50" in shown
    # A run with ratings can be deleted.
    service.context.runs.delete(run_id)


def test_a_model_s_rating_is_shown_with_the_answer_and_in_no_table_of_people(
    service: RunningService, browser: httpx2.Client, run_id: str
) -> None:
    assert browser.post("/rate", data={"rater": MODEL_RATER}).status_code == 422
    given = Rating(
        case_id="q1",
        system="recorded",
        rater=MODEL_RATER,
        scores={"accuracy": 2.5},
        note="<b>thin</b>",
        created_at="2026-01-01",
    )
    service.context.runs.rate(run_id, given)
    page = browser.get(f"/runs/{run_id}/items/q1/recorded").text
    assert "a language model, not a person" in page
    assert "&lt;b&gt;thin&lt;/b&gt;" in page
    assert browser.get(f"/rate/{run_id}/ratings.jsonl").text == ""
    assert "model" not in re.sub(r"<[^>]*>", "", browser.get(f"/rate/{run_id}/agreement").text).lower()
