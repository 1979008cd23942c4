"""The pages of runs: what they list, what they lead to, and that nothing of a model's text runs in them."""

import re
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from urllib.parse import quote, unquote, urljoin

import httpx2
import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.embedded_caveat import EMBEDDED_NOTE
from data_base.schemas.run import RunItem
from service.keys import SCOPES, Scope
from tests.support.arena import manifest
from tests.support.http_service import RunningService, running_service
from tests.support.rows import over, table
from tests.support.viewed_runs import (
    ATTACK,
    ATTACKED,
    JUDGED,
    QUOTE,
    REASON,
    RESEARCHED,
    SYSTEM,
    WORST,
    add_runs,
)


def path_of(*names: str) -> str:
    run, *item = (quote(name, safe="") for name in names)
    return f"/runs/{run}/items/{'/'.join(item)}" if item else f"/runs/{run}"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    store = str(tmp_path_factory.mktemp("web") / "runs.sqlite")
    with running_service(store, workers=False) as running:
        add_runs(running.context.runs)
        yield running


@pytest.fixture(scope="module")
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    headers = {"Accept": "text/html"}
    with httpx2.Client(base_url=service.url, headers=headers, timeout=60, follow_redirects=True) as client:
        client.post("/sign-in", data={"key": service.key(scopes=SCOPES), "next": "/runs"})
        yield client


def shown(browser: httpx2.Client, path: str) -> str:
    response = browser.get(path)
    assert response.status_code == 200, response.text
    return response.text


def texts(html: str) -> str:
    """What a reader sees of a page, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", html)).split())


def links(html: str, text: str) -> list[str]:
    found = re.findall(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', html, re.DOTALL)
    return [unescape(address) for address, inner in found if text in texts(inner)]


def rows(html: str) -> list[str]:
    return [texts(row) for row in re.findall(r"<tr data-row>(.*?)</tr>", html, re.DOTALL)]


def test_only_pages_that_the_key_may_use_are_linked(service: RunningService) -> None:
    keys: tuple[tuple[tuple[Scope, ...], bool], ...] = ((("read",), False), (("read", "rate"), True))
    for scopes, linked in keys:
        with httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60) as visitor:
            visitor.post("/sign-in", data={"key": service.key(scopes=scopes), "next": "/"})
            assert ('href="/rate' in shown(visitor, path_of(JUDGED))) is linked


def test_three_clicks_lead_to_the_passage_that_shows_why_the_worst_answer_is_wrong(
    browser: httpx2.Client,
) -> None:
    start = shown(browser, "/")
    first = re.search(r'<tr data-row>\s*<th scope="row"><a href="([^"]*)"', start)
    assert first is not None
    run = shown(browser, unescape(first[1]))
    assert f"<h1>{JUDGED}</h1>" in run
    worst = re.search(r'<tr data-row>\s*<th scope="row"><a href="([^"]*)"', run)
    assert worst is not None
    item = shown(browser, unescape(worst[1]))
    assert REASON in texts(item)
    claim = re.search(r'<a class="claim contradicted" href="#(\w+)"[^>]*>', item)
    assert claim is not None
    quoted = re.search(rf'<mark class="contradicted"><a id="{claim[1]}".*?</mark>', item, re.DOTALL)
    assert quoted is not None
    assert QUOTE in texts(quoted[0])


@over(
    "query, expected",
    table(__file__, "test_runs_are_listed_and_filtered", lists=True),
)
def test_runs_are_listed_and_filtered(browser: httpx2.Client, query: str, expected: list[str]) -> None:
    page = shown(browser, f"/runs{query}")
    names = re.findall(r'<tr data-row>\s*<th scope="row"><a [^>]*>(.*?)</a>', page)
    assert names == expected


def test_a_list_of_runs_shows_scores_failures_cost_and_goes_on(browser: httpx2.Client) -> None:
    row = rows(shown(browser, "/runs"))[0]
    assert re.search(r"7\.60 6\.\d\d–8\.\d\d", row)
    assert "10 /12" in row
    assert "$0.04" in row
    page, seen = shown(browser, "/runs?limit=1"), []
    while True:
        seen += re.findall(r'<tr data-row>\s*<th scope="row"><a [^>]*>(.*?)</a>', page)
        if not (following := links(page, "Next page")):
            break
        page = shown(browser, urljoin("/runs", following[0]))
    assert seen == [JUDGED, ATTACKED, RESEARCHED]


@over(
    "query, expected",
    [
        ("", [WORST, "q10", "q5", "q9", "q3", "q2", "q6", "q1", "q8", "q4", "unjudged", "failed"]),
        ("?sort=-score&limit=2", ["q4", "q8"]),
        ("?status=failed&sort=number", ["failed"]),
        ("?status=unscored", ["unjudged"]),
        ("?contradicted_min=1&sort=-contradicted", ["q10", WORST]),
        ("?decided_max=0.5&sort=decided_share", [WORST, "q10"]),
        ("?tag=easy&language=en", ["q10", "q2", "q8", "q4"]),
        ("?text=farm+10", ["q10"]),
        ("?text=nowhere", []),
        ("?error_tag=hallucination&sort=-score", ["q10", WORST]),
    ],
)
def test_items_are_listed_filtered_and_sorted(
    browser: httpx2.Client, query: str, expected: list[str]
) -> None:
    page = shown(browser, path_of(JUDGED) + query)
    listed = [unquote(case) for case in re.findall(rf'/items/([^/"]+)/{SYSTEM}', page)]
    assert listed == expected


def test_items_are_paged_and_every_page_is_an_address(browser: httpx2.Client) -> None:
    page, seen = shown(browser, path_of(JUDGED) + "?limit=5"), []
    while True:
        seen += re.findall(r'/items/([^/"]+)/recorded', page)
        if not (following := links(page, "Next page")):
            break
        page = shown(browser, urljoin(path_of(JUDGED), following[0]))
    assert len(seen) == len(set(seen)) == 12


def test_an_item_leads_to_its_neighbours_in_the_same_list(browser: httpx2.Client) -> None:
    query = "?sort=-score&tag=easy"
    page, seen = shown(browser, path_of(JUDGED, "q4", SYSTEM) + query), ["q4"]
    assert not links(page, "Previous")
    while following := links(page, "Next"):
        assert following[0].endswith(query) or "tag=easy" in following[0]
        seen.append(following[0].split("/")[4])
        page = shown(browser, following[0])
    assert seen == ["q4", "q8", "q6", "q2", "q10"]
    back = links(page, "Previous")
    assert back[0].split("/")[4] == "q2"
    assert f"{path_of(JUDGED)}?" in links(page, JUDGED)[0]


def test_an_item_shows_what_its_judgement_rests_on(browser: httpx2.Client) -> None:
    page = texts(shown(browser, path_of(JUDGED, WORST, SYSTEM)))
    for words in (
        "How much power did farm 7 make in 2023?",
        "does not pass",
        "≠ 1 contradicted",
        "✗ 2 unsupported",
        "○ 3 missing",
        "the point itself wrong or invented",
        "the main point missing, addressed but wrong, or",
        "Context precision 50%",
        "Context recall 100%",
        "354.4 GWh were made.",
        "judge-1-2026",
        "1,200 → 300 tokens",
        "repaired",
        "Judge this: plain",
        "of no use",
    ):
        assert words in page, words


@over("case", [(JUDGED, WORST, SYSTEM), (ATTACKED, ATTACK, ATTACK)])
def test_every_link_within_an_item_leads_to_one_place(browser: httpx2.Client, case: tuple[str, ...]) -> None:
    html = shown(browser, path_of(*case))
    ids = re.findall(r' id="([^"]*)"', html)
    assert len(set(ids)) == len(ids)
    assert set(re.findall(r'href="#([^"]*)"', html)) <= set(ids)
    assert {"k1", "k2", "points", "point-list"} <= set(ids)
    assert any(name.startswith("w") for name in ids)


def test_key_points_come_misses_first_with_both_figures_of_completeness(browser: httpx2.Client) -> None:
    text = texts(shown(browser, path_of(JUDGED, WORST, SYSTEM)))
    assert "by the key points 5.50 Completeness as the judge sees it 2.00 this one counts" in text
    assert text.index("#1 contradicted") < text.index("#2 covered the year dates in 2023 Show in the answer")


def test_a_run_shows_the_mean_share_of_each_group_of_key_points(browser: httpx2.Client) -> None:
    html = shown(browser, path_of(JUDGED))
    section = html.partition('<section aria-labelledby="groups">')[2].partition("</section>")[0]
    assert re.search(r"Key points by group.* amounts \d+% dates 100%", texts(section))


def test_research_is_shown_as_a_timeline(browser: httpx2.Client) -> None:
    page = texts(shown(browser, path_of(RESEARCHED, "1", "deep_research")))
    order = [
        page.index(part)
        for part in (
            "Attempt 1",
            "It went on, since the judge suggested",
            "Attempt 2",
            "ships 2023",
            "It stopped",
        )
    ]
    assert order == sorted(order)


@over("case, words", [("failed", "the system gave no reply"), ("unjudged", "no JSON")])
def test_an_item_without_a_score_says_why(browser: httpx2.Client, case: str, words: str) -> None:
    assert words in texts(shown(browser, path_of(JUDGED, case, SYSTEM)))


def test_an_answer_is_formatted_beside_its_plain_text(browser: httpx2.Client) -> None:
    page = shown(browser, path_of(JUDGED, "q1", SYSTEM))
    assert "<strong>In short:</strong>" in page
    assert "**In short:**" in page


def test_runs_of_one_question_set_make_a_trend(browser: httpx2.Client) -> None:
    led = links(shown(browser, path_of(JUDGED)), "trend over runs of these questions")
    page = shown(browser, led[0])
    points = re.findall(r"<circle [^>]*><title>(.*?)</title>", page)
    means = [(RESEARCHED, "9.00"), (ATTACKED, "9.00"), (ATTACKED, "3.70"), (JUDGED, "7.60")]
    assert sorted(points) == sorted(f"{run}: {mean}" for run, mean in means)
    assert [row.split(" ")[0] for row in rows(page)] == ["evaluate/judged", "evaluate-attacked", "research"]
    assert "There is no run of these questions." in shown(browser, "/trends?questions=zzz")
    assert "questions: is missing" in texts(browser.get("/trends").text)


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


@over(
    "path",
    [
        "/runs",
        f"/trends?questions={'a' * 64}",
        path_of(ATTACKED),
        path_of(ATTACKED, ATTACK, ATTACK),
        path_of(ATTACKED, "1", "deep_research"),
    ],
)
def test_text_of_models_and_documents_is_only_text(browser: httpx2.Client, path: str) -> None:
    html = shown(browser, path)
    tags = _Tags()
    tags.feed(html)
    assert not {tag for tag, _ in tags.found} & {"img", "iframe", "style"}
    for tag, given in tags.found:
        assert not [name for name in given if name.startswith("on") or name == "style"]
        for name in ("src", "href", "action"):
            address = given.get(name) or ""
            away = (
                address.startswith("https://example.org/")
                and given.get("rel") == "noopener nofollow noreferrer"
            )
            assert away or re.match(r"(/(?!/)|#|\?|$)", address), (tag, address)
        assert tag != "script" or (given.get("src") or "").startswith("/static/")
    assert "{{7*7}}" in texts(html)


def test_what_cannot_be_filtered_by_is_refused_in_a_sentence(browser: httpx2.Client) -> None:
    for path, words in [
        ("/runs?kind=zzz", "kind: must be"),
        ("/runs?wrong=1", "wrong: there is no such filter"),
        ("/runs?after=zzz", "after: it is not what a page gave"),
        (path_of(JUDGED) + "?score_min=x", "score_min: "),
        (path_of(JUDGED, WORST, SYSTEM) + "?sort=zzz", "sort: must be"),
    ]:
        refused = browser.get(path)
        assert refused.status_code == 422
        assert words in texts(refused.text)
    for path in (path_of("nowhere"), path_of(JUDGED, "nowhere", SYSTEM), path_of(JUDGED, WORST, "nobody")):
        assert browser.get(path).status_code == 404


def test_a_run_is_marked_as_a_baseline_and_no_longer(browser: httpx2.Client) -> None:
    def mark(page: str, label: str) -> str:
        assert label in page
        form = re.search(r'action="([^"]*/baseline)">(.*?)</form>', page, re.DOTALL)
        assert form is not None
        fields = dict(re.findall(r'name="(\w+)" value="(\w+)"', form[2]))
        changed = browser.post(unescape(form[1]), data=fields)
        assert changed.status_code == 200
        return changed.text

    page = mark(shown(browser, path_of(JUDGED)), "Mark as baseline")
    assert "baseline" in rows(shown(browser, "/runs"))[0]
    mark(page, "Remove baseline mark")
    assert "baseline" not in rows(shown(browser, "/runs"))[0]


def test_the_pages_speak_the_visitors_language(browser: httpx2.Client) -> None:
    html = browser.get(path_of(JUDGED, "q3", SYSTEM), headers={"Accept-Language": "ru"}).text
    assert '<html lang="ru"' in html
    assert '<h1 lang="zh-Hant">' in html


def test_the_note_on_the_embedded_model_is_in_the_visitors_language(
    service: RunningService, browser: httpx2.Client
) -> None:
    noted = manifest("noted", notes=(EMBEDDED_NOTE, "100 % of <them>"))
    service.context.runs.create(noted, project="default")
    html = browser.get(path_of("noted"), headers={"Accept-Language": "ru"}).text
    service.context.runs.delete("noted")
    assert "Участвовала встроенная модель" in html
    assert "The embedded model" not in html
    assert "100 % of &lt;them&gt;" in html


def test_each_answer_in_the_table_has_its_beginning(service: RunningService, browser: httpx2.Client) -> None:
    long = "The port\n\nhandled 88 ships. " * 12
    store, run_id = service.context.runs, "evaluate-excerpts"
    store.create(manifest(run_id, kind="evaluate", task="evaluate"))
    answers = {
        "long": long,
        "chinese": "港口在二零二三年處理了八十八艘船。" * 12,
        "attack": ATTACK,
        "blank": " \n",
    }
    for case, answer in answers.items():
        store.append(run_id, RunItem(case_id=case, system=SYSTEM, answer=Answer(text=answer)))
    page = shown(browser, path_of(run_id))
    store.delete(run_id)
    begins = [texts(each) for each in re.findall(r'<div class="small excerpt"[^>]*>(.*?)</div>', page)]
    expected = [" ".join(each.split()) for each in answers.values() if each.strip()]
    assert begins == [f"{each[:119]}…" for each in expected]
    assert "<script>window.pwned" not in page
