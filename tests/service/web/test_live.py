"""Jobs as pages: listed, asked for, watched without missing anything, stopped and taken up again."""

import html
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest

from agents.research.events import AnswerDrafted, PassagesFound, QueryRefined, RunStarted
from data_base.schemas.answer import Answer
from service.jobs.job import NewJob
from service.web.job_events import ROWS, EventRow, JobEvents
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.research_jobs import DOCUMENTS, QUESTION
from tests.support.rows import over, table
from tests.support.stored_collections import add_collection

ATTACK = "<script>window.pwned=1</script>{{7*7}}"
ITEM = {"question": "Where is the dam?", "answer": "It is in Ohio.", "documents": ["The dam is in Ohio."]}


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("live") / "runs.sqlite"), auth=False) as running:
        yield running


@pytest.fixture(scope="module")
def idle(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """A server without a worker: what happens in its jobs, the tests say."""
    with running_service(
        str(tmp_path_factory.mktemp("idle") / "runs.sqlite"), auth=False, workers=False
    ) as running:
        yield running


def visitor(service: RunningService) -> httpx2.Client:
    return httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60)


def token(browser: httpx2.Client) -> str:
    found = re.search(r"X-Form-Token&#34;: &#34;(\w+)|X-Form-Token\": \"(\w+)", browser.get("/live").text)
    assert found is not None
    return found[1] or found[2]


def make_job(service: RunningService, kind: str = "evaluations", asked: str = "{}", total: int = 2) -> str:
    """A job that nobody works on."""
    jobs = service.context.jobs
    new = NewJob.model_validate(
        {"kind": kind, "project": "default", "request": asked, "slice_items": 1, "run_id": "made"}
    )
    with jobs.transaction() as connection:
        return jobs.add(connection, new, ["{}"] * total).id


def tell(service: RunningService, job: str, *events: tuple[str, dict[str, object]]) -> None:
    jobs = service.context.jobs
    with jobs.transaction() as connection:
        jobs.add_events(connection, job, events)  # type: ignore[arg-type]  # JSON, as the test writes it


def parts(browser: httpx2.Client, job: str, until: str, **headers: str) -> list[tuple[str, str, str]]:
    """Name, id and content of the parts that are streamed, up to one that contains a text."""
    found = []
    with browser.stream("GET", f"/live/{job}/news", headers=headers) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        lines: list[str] = []
        for line in stream.iter_lines():
            if line:
                lines.append(line)
                continue
            fields = [each.partition(": ")[::2] for each in lines]
            said = {name: value for name, value in fields if name in {"event", "id"}}
            content = "\n".join(value for name, value in fields if name == "data")
            lines = []
            if said:
                found.append((said["event"], said.get("id", ""), content))
                if until in content or said["event"] == "end":
                    break
    return found


def item(case: str) -> tuple[str, dict[str, object]]:
    return "item", {"case_id": case, "system": ATTACK, "status": "scored", "scores": {"accuracy": 9.5}}


def test_jobs_are_listed_with_what_they_wait_for(idle: RunningService) -> None:
    make_job(idle, asked=f'{{"judge": "{ATTACK}"}}')
    stopped = make_job(idle, "research", f'{{"question": "{ATTACK}", "collection": "gone"}}')
    idle.context.jobs.cancel(stopped, "default")
    with visitor(idle) as browser:
        page = browser.get("/live").text
    under_way, ended = page.split('id="ended-title"')
    assert "No worker is running" in under_way
    assert stopped in ended
    assert stopped not in under_way
    assert html.escape(ATTACK) in ended
    assert ATTACK not in page


def test_ended_jobs_are_shown_page_by_page(idle: RunningService) -> None:
    made = [make_job(idle) for _ in range(30)]
    for each in made:
        idle.context.jobs.cancel(each, "default")
    with visitor(idle) as browser:
        first = browser.get("/live").text
        older = re.search(r'href="(/live\?after=[^"]+)"', first)
        assert older is not None
        shown = first + browser.get(html.unescape(older[1])).text
    assert all(each in shown for each in made)


def test_items_are_shown_as_they_come_and_none_is_missed(idle: RunningService) -> None:
    job = make_job(idle)
    tell(idle, job, *(item(f"early-{number:03}") for number in range(ROWS + 10)))
    with visitor(idle) as browser:
        page = browser.get(f"/live/{job}").text
        assert page.index(f"early-{ROWS + 9:03}") < page.index("early-030")
        assert "early-000" not in page
        assert ATTACK not in page
        begin = re.search(r'sse-connect="[^"]+after=(\d+)"', page)
        assert begin is not None
        last = int(begin[1])
        tell(idle, job, item("second"), item("third"))
        streamed = parts(browser, job, "third", **{"Last-Event-ID": str(last)})
        assert [name for name, _, _ in streamed] == ["summary", "controls", "rows"]
        _, seq, rows = streamed[-1]
        assert int(seq) == last + 2
        assert rows.index("third") < rows.index("second")
        assert "9.50" in rows
        assert ATTACK not in rows
        # Who comes back goes on after what was shown last.
        tell(idle, job, item("fourth"))
        (*_, (_, _, again)) = parts(browser, job, "fourth", **{"Last-Event-ID": seq})
        assert "third" not in again
        idle.context.jobs.cancel(job, "default")
        over_now = parts(browser, job, "never", **{"Last-Event-ID": str(last + 3)})
        assert over_now[-1][0] == "end"
        assert "stopped" in "".join(content for _, _, content in over_now)
        assert "sse-connect" not in browser.get(f"/live/{job}").text


def test_what_changed_is_shown_to_everyone_in_their_language(
    idle: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts that one visitor was shown are those of all who read that language."""
    monkeypatch.setattr("service.web.live_parts._FRESH_S", 1e9)
    job, shown = make_job(idle), dict[str, str]()
    tell(idle, job, item("first"))
    with visitor(idle) as browser:
        for language in ("en", "ru", "zh", "en"):
            seen = parts(browser, job, "first", **{"Accept-Language": language})
            content = "".join(said for name, _, said in seen if name != "controls")
            assert shown.setdefault(language, content) == content
    assert {name: bool(re.search(r"[а-я]", said)) for name, said in shown.items()} == {
        "en": False,
        "ru": True,
        "zh": False,
    }
    assert re.search(r"[一-龥]", shown["zh"])


def test_steps_of_research_are_shown_as_text(idle: RunningService) -> None:
    place = add_collection(idle.context.jobs, documents={"dam.md": f"The dam stands in Ohio. {ATTACK}"})
    job = make_job(idle, "research", f'{{"question": "Where?", "collection": "{place}"}}', total=1)
    steps = (
        RunStarted(thread_id="t", question=ATTACK, resumed=True),
        PassagesFound(
            attempt=1,
            queries=(ATTACK,),
            follows=ATTACK,
            found=("dam.md#1", "gone.md#1"),
            new=("dam.md#1",),
            total=2,
        ),
        AnswerDrafted(attempt=1, answer=Answer(text=f"In Ohio. {ATTACK}"), abstained=False),
        QueryRefined(attempt=1, suggestion=ATTACK, parent_query=ATTACK, query=f"Где плотина? {ATTACK}"),
    )
    tell(idle, job, *((step.kind, step.model_dump(mode="json")) for step in steps), ("of_tomorrow", {"x": 1}))
    with visitor(idle) as browser:
        page = browser.get(f"/live/{job}").text
    assert ATTACK not in page
    assert "so far. Followed up:" in " ".join(re.sub(r"<[^>]*>", "", page).split())
    for shown in ("Resumed", "The dam stands in Ohio.", "In Ohio.", 'lang="ru"', "The judge suggests:"):
        assert shown in page, shown


def test_a_question_becomes_a_job_that_is_watched_to_its_end(service: RunningService) -> None:
    place = add_collection(service.context.jobs, documents=DOCUMENTS)
    with visitor(service) as browser:
        form = browser.get(f"/ask?collection={place}").text
        once = re.search(r'name="once" value="(\w+)"', form)
        assert once is not None
        sent = {"question": QUESTION, "collection": place, "max_attempts": "2", "once": once[1]}
        made = browser.post("/ask", data=sent | {"form_token": token(browser)})
        assert made.status_code == 303
        again = browser.post("/ask", data=sent | {"form_token": token(browser)})
        assert again.headers["location"] == made.headers["location"]
        job = made.headers["location"].rpartition("/")[2]
        streamed = parts(browser, job, "never")
        assert streamed[-1][0] == "end"
        rows = "".join(content for name, _, content in streamed if name == "rows")
        page = browser.get(f"/live/{job}").text
        run = service.context.jobs.job(job, "default").run_id
        item = browser.get(f"/runs/{run}/items/1/deep_research").text
        listed = browser.get(f"/runs/{run}").text
    # What its own judge said is shown as any judgement is, and what the list shows is from it, too.
    assert '<li id="c1"' in item
    assert '<mark class="supported">' in item
    assert 'id="scores"' in item
    assert re.search(r'<td class="figure">100%</td>', listed)
    # The embedded model asks no rubric.
    assert "What the rubric says" not in item
    for shown in ("Attempt 1", "Passages", "Draft", "Judgement", "4,812", "Ended:"):
        assert shown in rows, shown
        assert shown in page, shown


@over(
    "change",
    table(__file__, "test_a_question_that_cannot_be_asked_is_said_on_the_form"),
)
def test_a_question_that_cannot_be_asked_is_said_on_the_form(
    service: RunningService, change: tuple[dict[str, str], int, str]
) -> None:
    place = add_collection(service.context.jobs, documents=DOCUMENTS)
    sent, status, said = change
    with visitor(service) as browser:
        form = {"question": QUESTION, "collection": place, "form_token": token(browser)} | sent
        refused = browser.post("/ask", data=form)
    assert (refused.status_code, said in refused.text, 'role="alert"' in refused.text) == (status, True, True)


def test_a_job_is_stopped_taken_up_again_and_tried_again(idle: RunningService) -> None:
    job = make_job(idle)
    with visitor(idle) as browser:
        form = {"form_token": token(browser)}
        assert browser.post(f"/live/{job}/cancel", data=form).status_code == 303
        assert "Resume" in browser.get(f"/live/{job}").text
        refused = browser.post(f"/live/{job}/cancel", data=form)
        assert (refused.status_code, "is cancelled already" in refused.text) == (409, True)
        assert browser.post(f"/live/{job}/resume", data=form).status_code == 303
        assert "Stop" in browser.get(f"/live/{job}").text


def test_documents_that_could_not_be_read_are_tried_again(service: RunningService) -> None:
    client = service.client
    place = client.post("/v1/collections", json={"name": "broken"}).json()["id"]
    files = [("files", ("dam.pdf", b"%PDF-1.7 broken"))]
    job = client.post(f"/v1/collections/{place}/documents", files=files).json()["job"]["id"]
    assert wait_for_job(client, job)["result_counts"]["failed"] == 1  # type: ignore[index]  # JSON
    with visitor(service) as browser:
        page = browser.get(f"/live/{job}").text
        assert "Retry failed items" in page
        assert "dam.pdf" in page
        sent = browser.post(f"/live/{job}/retry-failed", data={"form_token": token(browser)})
    assert sent.status_code == 303
    assert wait_for_job(client, job)["state"] == "done"


def test_parts_are_made_once_for_all_who_watch(idle: RunningService, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each of a hundred streams made its own, in the threads that all requests need."""
    job, made, between = make_job(idle), [], JobEvents.between

    def counted(self: JobEvents, after: int, last: int) -> list[EventRow]:
        made.append((after, last))
        return between(self, after, last)

    monkeypatch.setattr(JobEvents, "between", counted)
    with visitor(idle) as browser, ThreadPoolExecutor(8) as threads:
        watching = [threads.submit(parts, browser, job, "case-1") for _ in range(8)]
        while idle.context.feed.readers < 8:
            time.sleep(0.01)
        tell(idle, job, item("case-1"))
        assert all("case-1" in each.result(60)[-1][2] for each in watching)
    # What there was and what came, each once more where the time for which parts are shared ended in between.
    assert len(made) <= 4
