"""Pages in another language say nothing in English but names and what programs and models wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import quote

import httpx2
import pytest

from service.web.languages import LOCALES
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.rows import over

QUESTION, RIGHT, WRONG = "水壩在哪一年啟用？", "水壩在 1978 年啟用。", "水壩在 1987 年啟用。"
WORD = re.compile(r"[A-Za-z]{3,}(?:_[a-z_]+)?")
NAMES = {
    *("Deep", "Research", "Judge", "EvalJSON", "pytest", "Krippendorff", "Spearman", "Enter"),
    *("API", "PDF", "HTML", "Markdown", "UTC", "Token", "token", "byte"),
}
"""Words that every language writes so."""
DATA = re.compile(
    r"[\w-]*(?:job|collection)_\w+|[\[{].*|recorded(?: answers)?|embedded|deep_research|sha256|drj_…|\w+\.txt"
    r"|document|\(supported\)|--[a-z-]+|(?:evaluate|research|arena) .*20\d\d-\d\d-\d\d(?: · .*)?",
    re.DOTALL,
)
"""Names, settings, and what a model wrote."""
VOID = {"meta", "link", "input", "br", "img", "hr", "rect", "line", "circle", "source"}
SAID = {"aria-label", "title", "placeholder", "alt"}
QUIET = {"script", "style", "code", "pre"}


class Said(HTMLParser):
    """What a page says itself: without code, settings and what is marked as of another language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._quiet: list[tuple[str, bool]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = dict(attrs)
        foreign = (tag != "html" and "lang" in names) or names.get("class") == "manifest"
        quiet = tag in QUIET or foreign or self._is_quiet
        if not quiet:
            self.texts += [value for name, value in attrs if name in SAID and value]
        if tag not in VOID:
            self._quiet.append((tag, quiet))

    def handle_endtag(self, tag: str) -> None:
        while self._quiet and self._quiet.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not self._is_quiet:
            self.texts.append(" ".join(data.split()))

    @property
    def _is_quiet(self) -> bool:
        return bool(self._quiet) and self._quiet[-1][1]


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("tongues") / "runs.sqlite")) as running:
        yield running


@pytest.fixture(scope="module")
def paths(service: RunningService) -> dict[str, int]:
    """Pages with every kind of thing on them, and the status of each."""
    ask = service.client
    collection = ask.post("/v1/collections", json={"name": "水壩"}).json()["id"]
    files = {"files": ("水壩.txt", RIGHT.encode())}
    uploaded = ask.post(f"/v1/collections/{collection}/documents", files=files).json()
    wait_for_job(ask, uploaded["job"]["id"])
    runs = []
    for answers in ((RIGHT, RIGHT), (RIGHT, WRONG)):
        items = [
            {"id": f"題{n}", "question": QUESTION, "answer": answer, "documents": [RIGHT]}
            for n, answer in enumerate(answers)
        ]
        made = ask.post("/v1/evaluations/batch", json={"items": items}).json()
        runs.append(str(wait_for_job(ask, made["id"])["run_id"]))
    contestants = [
        {"kind": "recorded", "name": "甲", "answers": {"題": RIGHT}},
        {"kind": "deep_research", "name": "乙", "collection": collection},
    ]
    arena = {
        "questions": [{"id": "題", "question": QUESTION, "gold_answer": RIGHT}],
        "contestants": contestants,
        "judges": ["embedded"],
    }
    made = ask.post("/v1/arenas", json=arena)
    assert made.status_code == 202, made.text
    fought = wait_for_job(ask, made.json()["id"])
    asked = {"question": QUESTION, "collection": collection}
    made = ask.post("/v1/research", json=asked)
    assert made.status_code == 202, made.text
    research = wait_for_job(ask, made.json()["id"])
    item = quote("題0", safe="")
    found = [
        *("/runs", "/compare", "/rate", "/live", "/ask", "/collections"),
        *(f"/collections/{collection}", f"/live/{research['id']}", f"/live/{fought['id']}"),
        *(f"/runs/{run}" for run in (*runs, fought["run_id"], research["run_id"])),
        *(f"/runs/{runs[1]}/items/{item}/recorded", f"/arenas/{fought['run_id']}"),
        f"/compare?base={runs[0]}&candidate={runs[1]}&anyway=true",
        f"/compare?base={runs[0]}&candidate={fought['run_id']}",
        f"/compare/item?base={runs[0]}&candidate={runs[1]}&case={item}",
        *(f"/rate/{runs[0]}", f"/rate/{runs[0]}/agreement"),
    ]
    return dict.fromkeys(found, 200) | {"/runs/none": 404, "/runs?page=none": 422}


@over("locale", LOCALES[1:])
def test_pages_say_nothing_in_english(service: RunningService, paths: dict[str, int], locale: str) -> None:
    english = []
    with httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60) as browser:
        browser.post("/sign-in", data={"key": service.key(), "next": "/runs"})
        browser.cookies.set("judge_language", locale)
        for path, status in paths.items():
            page = browser.get(path, follow_redirects=True)
            assert page.status_code == status, (path, page.text)
            for text in sorted(set(Said(page.text).texts)):
                words = set(WORD.findall(DATA.sub("", text))) - NAMES
                english += [f"{path}: {words} in {text}"] if words else []
    assert not english, "\n".join(english)
