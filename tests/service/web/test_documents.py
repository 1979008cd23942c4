"""The pages of documents: what they show, and what they refuse."""

import html
import re
from collections.abc import Iterator

import httpx2
import pytest

from tests.support.http_service import RunningService, running_service
from tests.support.stored_collections import add_collection, add_document

ATTACK = "<script>window.pwned=1</script>{{7*7}}"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(
        str(tmp_path_factory.mktemp("documents") / "runs.sqlite"), auth=False, workers=False
    ) as running:
        yield running


@pytest.fixture
def browser(service: RunningService) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60) as client:
        yield client


def token(browser: httpx2.Client) -> str:
    """What the forms of the visitor's pages carry."""
    found = re.search(r'name="form_token" value="(\w+)"', browser.get("/collections").text)
    assert found is not None
    return found[1]


def test_documents_are_listed_with_their_state_and_what_is_wrong(
    service: RunningService, browser: httpx2.Client
) -> None:
    jobs = service.context.jobs
    place = add_collection(jobs, documents={f"{ATTACK}.md": f"The dam stands in Ohio. {ATTACK}"})
    for number in range(60):
        add_document(jobs, place, f"late {number:02}.md", "", state="queued")
    page = browser.get(f"/collections/{place}").text
    assert ATTACK not in page
    assert html.escape(f"{ATTACK}.md") in page
    assert "Can be searched: 1, with " in page
    assert "Still to be read: 60." in page
    further = re.search(r'href="(/collections/[^"]*after=[^"]*)"', page)
    assert further is not None
    assert "late 59.md" in browser.get(html.unescape(further[1])).text
    indexed = browser.get(f"/collections/{place}", params={"state": "indexed"}).text
    assert "late 00.md" not in indexed
    assert browser.get(f"/collections/{place}", params={"state": ""}).status_code == 200


def test_passages_are_found_and_shown_as_text(service: RunningService, browser: httpx2.Client) -> None:
    place = add_collection(service.context.jobs, documents={"报告.md": f"三峡大坝位于湖北省宜昌市。{ATTACK}"})
    found = browser.get(f"/collections/{place}", params={"q": "三峡大坝在哪里?"}).text
    assert ATTACK not in found
    assert html.escape(f"三峡大坝位于湖北省宜昌市。{ATTACK}") in found
    assert 'lang="zh-Hans"' in found
    empty = add_collection(service.context.jobs)
    assert "Passages found: 0." in browser.get(f"/collections/{empty}", params={"q": "dam"}).text


def test_a_collection_is_made_and_deleted_by_forms(browser: httpx2.Client) -> None:
    own = {"form_token": token(browser)}
    made = browser.post("/collections", data=own | {"name": ATTACK})
    assert made.status_code == 303
    again = browser.post("/collections", data=own | {"name": ATTACK})
    assert (again.status_code, "already" in again.text, ATTACK in again.text) == (409, True, False)
    for name, said in (("  ", "no name of a collection"), ("x" * 201, "201 characters")):
        refused = browser.post("/collections", data=own | {"name": name})
        assert (refused.status_code, said in refused.text) == (422, True)
    place = made.headers["location"]
    assert browser.post(f"{place}/delete", data=own).headers["location"] == "/collections"
    assert browser.get(place).status_code == 404


def test_uploads_say_what_came_of_each_file(service: RunningService, browser: httpx2.Client) -> None:
    place = f"/collections/{add_collection(service.context.jobs)}"
    files = [("files", ("dam.txt", b"A dam.")), ("files", (f"{ATTACK}.png", b"x")), ("files", ("e.txt", b""))]
    sent = browser.post(
        f"{place}/documents",
        files=files,
        headers={"X-Form-Token": token(browser), "Accept": "application/json"},
    )
    assert sent.status_code == 200
    assert sent.json()["taken"] == ["dam.txt"]
    assert [each["name"] for each in sent.json()["refused"]] == [f"{ATTACK}.png", "e.txt"]
    shown = browser.post(f"{place}/documents", files=files, data={"form_token": token(browser)})
    assert (shown.status_code, ATTACK in shown.text) == (200, False)
    assert html.escape(f"{ATTACK}.png") in shown.text
    refused = browser.post(f"{place}/documents", files=files[1:], data={"form_token": token(browser)})
    assert refused.status_code == 422


def test_an_upload_from_elsewhere_is_refused(service: RunningService, browser: httpx2.Client) -> None:
    collection = add_collection(service.context.jobs)
    files = [("files", ("dam.txt", b"A dam."))]
    browser.get("/collections")
    for form in ({}, {"form_token": "0" * 64}):
        refused = browser.post(f"/collections/{collection}/documents", files=files, data=form)
        assert refused.status_code == 403
    assert service.context.collections.documents(collection, "default") == []


def test_a_large_file_is_taken_by_the_page_as_by_the_api(
    service: RunningService, browser: httpx2.Client
) -> None:
    place = f"/collections/{add_collection(service.context.jobs)}"
    files = [("files", ("large.txt", b"A dam.\n" * 1_500_000))]
    headers = {"X-Form-Token": token(browser), "Accept": "application/json"}
    sent = browser.post(f"{place}/documents", files=files, headers=headers)
    assert (sent.status_code, sent.json()["taken"]) == (200, ["large.txt"])
