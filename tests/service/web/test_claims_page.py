"""The claims of an answer on its page: marked, leading to their sources' words, and harmless."""

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from urllib.parse import quote

import httpx2
import pytest

from agents.claims.judge_report import judge_report_sync
from data_base.schemas.answer import Answer
from data_base.schemas.claim_table import ClaimSource
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from eval.reports.claims_view import claims_view
from scoring.evaluation_score_card import score_card_of
from service.keys import SCOPES
from tests.support.arena import evaluation, manifest
from tests.support.claims import REPORT, pages
from tests.support.http_service import RunningService, running_service
from tests.support.rows import over

ATTACK = "<script>alert('claim')</script>"
OWN = Passage(id="own.md#1", doc_id="own.md", text="Salt was mined at Orle until 1902. It was sold in Velm.")
ANSWER = f"<think>What is known?</think>{ATTACK} was mined at Orle in 1902 [own.md#1].\n\n{REPORT}"


def judged(folder: Path, system: str, text: str = ANSWER) -> RunItem:
    answer = Answer(text=text, passages=(OWN,))
    found = judge_report_sync(
        text.partition("</think>")[2], "What is at Orle?", sources=pages(folder), passages=[OWN]
    )
    hostile = ClaimSource(name=ATTACK, url="javascript:alert(1)", title=ATTACK, state="never_opened")
    found = found.model_copy(update={"sources": (*found.sources, hostile)})
    result = evaluation().model_copy(update={"claims": found})
    card = score_card_of(result)
    return RunItem(case_id="1", system=system, answer=answer, evaluation=result, score_card=card)


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    folder = tmp_path_factory.mktemp("claims")
    with running_service(str(folder / "runs.sqlite"), workers=False) as running:
        items = [judged(folder / "pages", "A"), RunItem(case_id="1", system="B", error="gone")]
        running.context.runs.import_run(manifest("r"), items)
        yield running


@pytest.fixture(scope="module")
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    with httpx2.Client(
        base_url=service.url, headers={"Accept": "text/html"}, timeout=60, follow_redirects=True
    ) as client:
        client.post("/sign-in", data={"key": service.key(scopes=SCOPES), "next": "/runs"})
        yield client


def item_page(browser: httpx2.Client, language: str = "en") -> str:
    response = browser.get("/runs/r/items/1/A", headers={"Accept-Language": language})
    assert response.status_code == 200, response.text
    return response.text


def test_a_claim_leads_to_the_words_of_its_source(browser: httpx2.Client) -> None:
    page = item_page(browser)
    marks = dict(re.findall(r'class="claim (\w+)" href="#([^"]+)"', page.partition('id="claim-table"')[2]))
    anchors = re.findall(r'id="([^"]+)"', page)
    assert len(anchors) == len(set(anchors))
    assert {"supported", "contradicted", "unsupported", "source_missing", "never_opened"} <= marks.keys()
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(anchors)
    words = page.partition(f'id="{marks["contradicted"]}"')[2]
    assert "It is 388 metres long." in words[:300]
    # What passages say is marked in the passages themselves.
    passage = page.partition('class="passage-text"')[2].partition("</details>")[0]
    assert "Salt was mined at Orle until 1902" in unescape(re.sub("<[^>]+>", "", passage))
    assert '<a id="e1-1" class="quote-mark" href="#t1">' in passage


def test_texts_of_reports_and_sources_do_nothing(browser: httpx2.Client) -> None:
    page = item_page(browser)
    assert "<script>alert" not in page
    assert 'href="javascript:' not in page
    outer = re.findall(r'<a href="(http[^"]+)"([^>]*)>', page)
    assert {address for address, _ in outer} >= {"https://orle.example/bridge", "https://orle.example/gone"}
    assert {more for _, more in outer} == {' rel="noopener nofollow noreferrer"'}


@over(
    "language, said",
    [("en", "source missing"), ("ru", "источника нет"), ("zh-Hant", "來源不存在"), ("zh-Hans", "来源不存在")],
)
def test_verdicts_are_words_in_every_language(browser: httpx2.Client, language: str, said: str) -> None:
    assert f'<span class="hidden">{said} </span>' in item_page(browser, language)


def test_a_run_shows_what_the_tables_of_each_system_come_to(browser: httpx2.Client) -> None:
    page = browser.get(f"/runs/{quote('r')}").text
    table = page.partition('id="claims"')[2].partition("</section>")[0]
    assert len(re.findall('<th scope="row">', table)) == 2
    assert "no claim tables" in table


@over(
    "url, href",
    [
        ("https://a.example/x", "https://a.example/x"),
        ("HTTP://A.example", "HTTP://A.example"),
        ("javascript:alert(1)", None),
        ("data:text/html,x", None),
        ("//a.example", None),
        ("https:///x", None),
        ("http://[", None),
        (None, None),
    ],
)
def test_only_addresses_of_the_web_are_links(tmp_path: Path, url: str | None, href: str | None) -> None:
    claims = judged(tmp_path / "pages", "A").evaluation
    assert claims
    assert claims.claims
    only = ClaimSource(name="1", url=url, state="never_opened")
    view = claims_view(claims.claims.model_copy(update={"sources": (only,), "claims": ()}), {}, {})
    assert view
    assert view.sources[0].href == href
