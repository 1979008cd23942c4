"""Two runs side by side, in the pages of a server."""

import re
from collections.abc import Iterator
from html import unescape

import httpx2
import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.run import RunItem
from scoring.evaluation_score_card import score_card_of
from tests.support.arena import evaluation, manifest
from tests.support.http_service import RunningService, running_service, wait_for_job

ATTACK = "<script>alert(1)</script>"
DOCUMENTS = ["The dam is in Ohio and opened in 1978."]


def items(*answers: str) -> list[dict[str, object]]:
    return [
        {
            "id": f"q/{n} 題",
            "question": f"When did dam {n} open? {ATTACK}",
            "answer": answer,
            "documents": DOCUMENTS,
        }
        for n, answer in enumerate(answers)
    ]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("compare") / "runs.sqlite")) as running:
        yield running


@pytest.fixture(scope="module")
def runs(service: RunningService) -> tuple[str, str]:
    """A baseline, and a candidate that got one answer wrong."""
    good = "The dam in Ohio opened in 1978."
    made = []
    for answers in ((good, good), (good, f"The dam in Ohio opened in 1987. {ATTACK}")):
        job = service.client.post("/v1/evaluations/batch", json={"items": items(*answers)}).json()
        made.append(str(wait_for_job(service.client, job["id"])["run_id"]))
    return made[0], made[1]


@pytest.fixture
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    headers = {"Accept": "text/html"}
    with httpx2.Client(base_url=service.url, headers=headers, follow_redirects=True, timeout=60) as client:
        client.post("/sign-in", data={"key": service.key(scopes=("read",)), "next": "/"})
        yield client


def test_without_runs_the_page_lets_choose(browser: httpx2.Client, runs: tuple[str, str]) -> None:
    page = browser.get("/compare").text
    assert all(page.count(f'value="{run}"') == 2 for run in runs)


def test_without_runs_the_page_begins_with_the_newest_two_that_are_alike(
    browser: httpx2.Client, runs: tuple[str, str]
) -> None:
    """It was empty space until two of 28 unnamed runs were chosen."""
    page = browser.get("/compare").text
    chosen = re.findall(r'<option value="(evaluate-[^"]+)" selected>([^<]+)', page)
    assert [run for run, _ in chosen] == list(runs)
    assert all(text.startswith("evaluate 2 answers 20") for _, text in chosen)
    assert "Gate failed" in page


def test_what_got_worse_comes_with_the_verdict(browser: httpx2.Client, runs: tuple[str, str]) -> None:
    page = browser.get("/compare", params={"base": runs[0], "candidate": runs[1]}).text
    assert "Gate failed" in page
    (link,) = re.findall(r'href="(/compare/item\?[^"]+)"', page)
    item = browser.get(unescape(link)).text
    assert "<del>1978</del>" in item
    assert "1987" in item
    assert ATTACK not in item
    assert ATTACK in unescape(item)
    # Both judgements are there, and the better one says nothing against the answer.
    assert item.count('<section class="card">') == 2


def test_runs_that_have_nothing_in_common_get_a_sentence(
    service: RunningService, browser: httpx2.Client, runs: tuple[str, str]
) -> None:
    other = [{"id": "x", "question": "Q?", "answer": "A.", "documents": DOCUMENTS}]
    job = service.client.post("/v1/evaluations/batch", json={"items": other}).json()
    run = str(wait_for_job(service.client, job["id"])["run_id"])
    page = browser.get("/compare", params={"base": runs[0], "candidate": run})
    assert page.status_code == 200
    assert 'class="alarm" role="alert"><strong>No verdict.' in page.text
    # There is no use in comparing them all the same.
    assert "no item in common" in page.text
    assert "anyway" not in page.text


def test_runs_of_other_terms_are_compared_all_the_same(
    service: RunningService, browser: httpx2.Client, runs: tuple[str, str]
) -> None:
    other = [each | {"question": "When was it?"} for each in items("In 1978.", "In 1978.")]
    job = service.client.post("/v1/evaluations/batch", json={"items": other}).json()
    run = str(wait_for_job(service.client, job["id"])["run_id"])
    page = browser.get("/compare", params={"base": runs[0], "candidate": run}).text
    assert "No verdict" in page
    (link,) = re.findall(r'href="(/compare\?[^"]+anyway=true)"', page)
    assert "Gate " in browser.get(unescape(link)).text


def test_a_baseline_is_what_a_run_is_compared_with(
    service: RunningService, browser: httpx2.Client, runs: tuple[str, str]
) -> None:
    service.context.runs.mark_baseline(runs[0], "default", marked=True)
    try:
        (link,) = re.findall(r'href="(/compare\?[^"]+)"', browser.get(f"/runs/{runs[1]}").text)
        page = browser.get(unescape(link)).text
        assert "Gate failed" in page
        assert re.search(rf'value="{runs[0]}" selected>[^<]* baseline<', page)
        assert re.search(rf'value="{runs[1]}" selected>(?![^<]*baseline)', page)
    finally:
        service.context.runs.mark_baseline(runs[0], "default", marked=False)


def test_a_case_in_two_runs_leads_to_its_item_in_each(browser: httpx2.Client, runs: tuple[str, str]) -> None:
    asked = {"base": runs[0], "candidate": runs[1], "case": "q/1 題"}
    found = re.findall(r'href="(/runs/[^"]+/items/[^"]+)"', browser.get("/compare/item", params=asked).text)
    assert [link.split("/")[2] for link in found] == [*runs]
    assert {browser.get(unescape(link)).status_code for link in found} == {200}


def test_a_run_or_case_that_is_not_there_is_404(browser: httpx2.Client, runs: tuple[str, str]) -> None:
    assert browser.get("/compare", params={"base": runs[0], "candidate": "none"}).status_code == 404
    asked = {"base": runs[0], "candidate": runs[1], "case": "none"}
    assert browser.get("/compare/item", params=asked).status_code == 404


def test_answers_too_long_to_compare_stand_side_by_side(
    service: RunningService, browser: httpx2.Client
) -> None:
    for run, word in (("long", "大"), ("longer", "壩")):
        answer = RunItem(case_id="q", system="A", answer=Answer(text=word * 20_000))
        service.context.runs.import_run(manifest(run), [answer])
    asked = {"base": "long", "candidate": "longer", "case": "q"}
    page = browser.get("/compare/item", params=asked).text
    assert ("大" * 20_000 in page, "壩" * 20_000 in page, "<del>" in page, "<ins>" in page) == (
        True,
        True,
        False,
        False,
    )


def test_answers_without_a_must_are_named_by_the_gate(
    service: RunningService, browser: httpx2.Client
) -> None:
    point = KeyPointFinding(text="x", verdict="missing", must=True, id=ATTACK)
    judged = evaluation(key_points=(point,))
    answer = RunItem(case_id="q", system="A", evaluation=judged, score_card=score_card_of(judged))
    for run in ("must", "must again"):
        service.context.runs.import_run(manifest(run), [answer])
    page = browser.get("/compare", params={"base": "must", "candidate": "must again"}).text
    row = page.partition("Answers in which a required point fails")[2].partition("</tr>")[0]
    assert "1 (allowed: 0)" in row
    assert f"q: {ATTACK}" in unescape(row)
    assert ATTACK not in page
