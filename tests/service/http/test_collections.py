"""Collections over HTTP: documents are uploaded, read by a job, listed, searched and deleted."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest

from data_base.passage_index import PassageIndex
from service.collections.settings import CollectionSettings
from tests.support.hostile_pdf import many_pages_claimed
from tests.support.http_service import RunningService, running_service, wait_for_job
from tests.support.pdf import minimal_pdf
from tests.support.stored_collections import add_collection
from tests.support.stores import postgresql_schema

DAM = ("dam.txt", b"The dam stands in Ohio. It holds 40 million litres.")
CHINESE = ("报告.md", "# 水坝\n\n三峡大坝位于湖北省宜昌市。".encode())
RUSSIAN = ("Отчёт о плотине.txt", "Плотина расположена в Красноярском крае.".encode())


@pytest.fixture(params=["sqlite", "postgresql"])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningService]:
    if request.param == "sqlite":
        with running_service(str(tmp_path / "runs.sqlite")) as running:
            yield running
    else:
        with postgresql_schema() as schema, running_service(schema) as running:
            yield running


@pytest.fixture
def idle(tmp_path: Path) -> Iterator[RunningService]:
    """A server without a worker, for what is decided when documents are handed in."""
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as running:
        yield running


def collection(client: httpx2.Client, name: str = "dams") -> str:
    made = client.post("/v1/collections", json={"name": name})
    assert made.status_code == 201, made.text
    assert made.headers["Location"] == f"/v1/collections/{made.json()['id']}"
    return str(made.json()["id"])


def upload(client: httpx2.Client, place: str, *files: tuple[str, bytes], **headers: str) -> httpx2.Response:
    parts = [("files", (name, content, "application/octet-stream")) for name, content in files]
    return client.post(f"/v1/collections/{place}/documents", files=parts, headers=headers)


def indexed(client: httpx2.Client, place: str, *files: tuple[str, bytes]) -> dict[str, Any]:
    """Upload and wait for the end."""
    found = upload(client, place, *files)
    assert found.status_code == 202, found.text
    wait_for_job(client, found.json()["job"]["id"])
    return dict(found.json())


def found_by(client: httpx2.Client, place: str, query: str) -> list[str]:
    found = client.get(f"/v1/collections/{place}/search", params={"q": query})
    assert found.status_code == 200, found.text
    return [passage["id"] for passage in found.json()["passages"]]


def test_documents_are_read_by_a_job_and_found_in_their_languages(service: RunningService) -> None:
    place = collection(service.client)
    uploaded = upload(service.client, place, DAM, CHINESE, RUSSIAN, ("claimed.pdf", many_pages_claimed()))
    assert uploaded.status_code == 202
    assert uploaded.headers["Location"] == f"/v1/jobs/{uploaded.json()['job']['id']}"
    documents = uploaded.json()["documents"]
    assert [(each["name"], each["state"]) for each in documents[:3]] == [
        (name, "queued") for name, _ in (DAM, CHINESE, RUSSIAN)
    ]
    job = wait_for_job(service.client, uploaded.json()["job"]["id"])
    assert (job["state"], job["progress"]) == ("done", 1)
    assert job["result_counts"] == {"total": 4, "scored": 3, "failed": 1, "cancelled": 0}

    assert found_by(service.client, place, "Ohio litres")[0] == "dam.txt#1"
    assert found_by(service.client, place, "三峡大坝在哪里?")[0] == "报告.md#1"
    assert found_by(service.client, place, "где плотина")[0] == "Отчёт о плотине.txt#1"
    best = service.client.get(f"/v1/collections/{place}/search", params={"q": "Ohio", "limit": 1}).json()
    assert best["passages"][0] | {"score": 0} == {
        "id": "dam.txt#1",
        "document": "dam.txt",
        "page": None,
        "text": DAM[1].decode(),
        "score": 0,
    }

    page = service.client.get(f"/v1/collections/{place}/documents", params={"state": "failed"}).json()
    (failed,) = page["documents"]
    assert "claimed.pdf" in failed["error"]
    assert failed["passages"] is None
    assert service.client.get(f"/v1/collections/{place}/documents/{failed['id']}").json() == failed
    told = service.client.get(f"/v1/collections/{place}").json()
    assert told["documents"] == {"queued": 0, "indexed": 3, "failed": 1}
    assert told["passages"] == 3


def test_what_happens_to_each_document_is_an_event(service: RunningService) -> None:
    place = collection(service.client)
    made = indexed(service.client, place, DAM, ("broken.pdf", b"no PDF"))
    events = service.context.jobs.events(made["job"]["id"])
    said = {each.data["name"]: each.data for each in events if each.event == "document"}
    assert {name: each["state"] for name, each in said.items()} == {
        "dam.txt": "indexed",
        "broken.pdf": "failed",
    }
    assert said["dam.txt"]["passages"] == 1
    assert "broken.pdf" in str(said["broken.pdf"]["error"])


def test_the_same_file_is_read_once_and_another_of_its_name_takes_its_place(service: RunningService) -> None:
    place = collection(service.client)
    first = indexed(service.client, place, DAM)["documents"][0]
    again = upload(service.client, place, DAM)
    assert (again.status_code, again.json()["job"]) == (200, None)
    assert again.json()["documents"][0]["state"] == "indexed"

    changed = indexed(service.client, place, (DAM[0], b"The dam stands in Utah."))
    assert changed["documents"][0]["id"] == first["id"]
    assert found_by(service.client, place, "Utah") == ["dam.txt#1"]
    assert found_by(service.client, place, "Ohio") == []
    assert service.client.get(f"/v1/collections/{place}").json()["documents"]["indexed"] == 1


def test_passages_keep_their_ids_when_a_collection_is_made_again(service: RunningService) -> None:
    book = ("book.pdf", minimal_pdf("The dam is in Ohio.", "The last dam is in Utah."))
    ids = []
    for name in ("one", "two"):
        place = collection(service.client, name)
        indexed(service.client, place, book)
        ids.append(found_by(service.client, place, "dam Ohio Utah"))
    assert ids[0] == ids[1]
    assert any(each.startswith("book.pdf#p2.") for each in ids[0])


def test_files_that_cannot_be_taken_are_named_and_the_others_are_taken(idle: RunningService) -> None:
    place = collection(idle.client)
    made = upload(
        idle.client,
        place,
        DAM,
        ("table.xlsx", b"x"),
        ("empty.txt", b""),
        ("../../etc/passwd.txt", b"x"),
        ("a\u202etxt.md", b"x"),
        ("..", b"x"),
        ("n" * 300 + ".txt", b"x"),
        DAM,
    )
    assert made.status_code == 202
    assert [each["name"] for each in made.json()["documents"]] == ["dam.txt"]
    reasons = [each["error"] for each in made.json()["refused"]]
    for reason, part in zip(
        reasons,
        (
            "kind are not read",
            "is empty",
            "contains no '/'",
            "control character",
            "no name",
            "long",
            "two files",
        ),
        strict=True,
    ):
        assert part in reason
    none = upload(idle.client, place, ("table.xlsx", b"x"))
    assert none.status_code == 422
    assert "table.xlsx" in none.json()["detail"]


def test_names_that_passages_do_not_tell_apart_are_refused(idle: RunningService) -> None:
    place = collection(idle.client)
    upload(idle.client, place, ("a[1].txt", b"x"))
    found = upload(idle.client, place, ("a(1).txt", b"x"))
    assert found.status_code == 422
    assert "a[1].txt" in found.json()["detail"]


def test_a_name_is_the_same_however_its_characters_are_written(idle: RunningService) -> None:
    place = collection(idle.client, "Caf\u00e9")
    assert idle.client.post("/v1/collections", json={"name": " Cafe\u0301 "}).status_code == 409
    upload(idle.client, place, ("caf\u00e9.txt", b"x"))
    again = upload(idle.client, place, ("cafe\u0301.txt", b"x"))
    assert again.status_code == 200
    assert again.json()["documents"][0]["name"] == "caf\u00e9.txt"


def test_names_of_collections(idle: RunningService) -> None:
    for name in ("报告/2024", "../отчёт", "a.b", "x" * 200):
        collection(idle.client, name)
    for name in ("", " ", "a\0b", "a\nb", "x" * 201, "\u202egnp"):
        assert idle.client.post("/v1/collections", json={"name": name}).status_code == 422, name
    taken = idle.client.post("/v1/collections", json={"name": "a.b"})
    assert taken.status_code == 409
    assert "choose another name" in taken.json()["detail"]


def test_limits_of_documents(idle: RunningService) -> None:
    object.__setattr__(
        idle.context, "collection_settings", CollectionSettings(max_documents=2, max_document_bytes=100)
    )
    place = collection(idle.client)
    made = upload(idle.client, place, ("big.txt", b"x" * 101), *[(f"{n}.txt", b"x") for n in range(3)])
    assert [each["name"] for each in made.json()["documents"]] == ["0.txt", "1.txt"]
    assert ["101 bytes" in made.json()["refused"][0]["error"], len(made.json()["refused"])] == [True, 2]
    # A document that is there already can still be replaced.
    assert upload(idle.client, place, ("0.txt", b"y")).status_code == 202


def test_an_upload_under_a_key_is_made_once(idle: RunningService) -> None:
    place = collection(idle.client)
    first = upload(idle.client, place, DAM, **{"Idempotency-Key": "k"})
    again = upload(idle.client, place, DAM, **{"Idempotency-Key": "k"})
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.json() == first.json()
    assert upload(idle.client, place, CHINESE, **{"Idempotency-Key": "k"}).status_code == 409
    assert len(idle.client.get("/v1/jobs").json()["jobs"]) == 1


def test_a_document_that_no_job_will_come_to_is_taken_up_by_a_new_upload(idle: RunningService) -> None:
    place = collection(idle.client)
    first = upload(idle.client, place, DAM).json()["job"]["id"]
    assert upload(idle.client, place, DAM).status_code == 200
    idle.client.post(f"/v1/jobs/{first}/cancel").raise_for_status()
    again = upload(idle.client, place, DAM)
    assert again.status_code == 202
    assert again.json()["job"]["id"] != first


def test_what_is_deleted_is_gone(service: RunningService) -> None:
    place = collection(service.client)
    documents = indexed(service.client, place, DAM, CHINESE)["documents"]
    gone = f"/v1/collections/{place}/documents/{documents[0]['id']}"
    assert service.client.delete(gone).status_code == 204
    assert service.client.delete(gone).status_code == 404
    assert found_by(service.client, place, "dam 大坝") == ["报告.md#1"]
    assert service.client.delete(f"/v1/collections/{place}").status_code == 204
    for path in ("", "/documents", "/search?q=dam"):
        assert service.client.get(f"/v1/collections/{place}{path}").status_code == 404
    collection(service.client)


def test_another_projects_collection_is_not_there(idle: RunningService) -> None:
    place = collection(idle.client)
    document = upload(idle.client, place, DAM).json()["documents"][0]["id"]
    with idle.client_of("other") as other:
        assert other.get("/v1/collections").json()["collections"] == []
        for path in ("", "/documents", f"/documents/{document}", "/search?q=dam"):
            assert other.get(f"/v1/collections/{place}{path}").status_code == 404
        assert upload(other, place, DAM).status_code == 404
        assert other.delete(f"/v1/collections/{place}/documents/{document}").status_code == 404
        assert other.delete(f"/v1/collections/{place}").status_code == 404
        # Names are a project's own.
        mine = collection(other)
        assert other.get(f"/v1/collections/{mine}/documents/{document}").status_code == 404
    with idle.client_of("default", ["read"]) as reader:
        assert reader.get(f"/v1/collections/{place}").status_code == 200
        assert reader.delete(f"/v1/collections/{place}").status_code == 403
        assert upload(reader, place, DAM).status_code == 403


def test_lists_come_in_pages(service: RunningService) -> None:
    names = [f"c{n}" for n in range(5)]
    places = [collection(service.client, name) for name in names]
    assert [each["name"] for each in _all(service.client, "/v1/collections", "collections")] == names[::-1]
    upload(service.client, places[0], *[(f"ж{n}.txt", b"x") for n in range(5)])
    listed = _all(service.client, f"/v1/collections/{places[0]}/documents", "documents")
    assert [each["name"] for each in listed] == [f"ж{n}.txt" for n in range(5)]


def _all(client: httpx2.Client, path: str, what: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    after: str | None = None
    while True:
        terms = {"limit": "2"} if after is None else {"limit": "2", "after": after}
        page = client.get(path, params=terms).json()
        found += page[what]
        after = page["after"]
        if after is None:
            return found


@pytest.mark.parametrize(
    ("kind", "body", "status", "part"),
    [
        ("application/json", b"{}", 415, "multipart/form-data"),
        ("", b"x", 415, "multipart/form-data"),
        ("multipart/form-data", b"--x\r\n", 400, "boundary"),
        ("multipart/form-data; boundary=x", b"no form", 400, "multipart/form-data"),
        ("multipart/form-data; boundary=x", b"", 400, "breaks off"),
        ("multipart/form-data; boundary=x", b"--x--\r\n", 422, "no file"),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="files"\r\n\r\na\r\n--x--\r\n',
            422,
            "filename",
        ),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="a"; filename="a.txt"\r\n\r\na\r\n--x--\r\n',
            422,
            "'files'",
        ),
        (
            "multipart/form-data; boundary=x",
            b'--x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\ncut off',
            400,
            "breaks off",
        ),
    ],
)
def test_bodies_that_are_no_upload(
    idle: RunningService, kind: str, body: bytes, status: int, part: str
) -> None:
    place = collection(idle.client)
    headers = {"Content-Type": kind} if kind else {}
    found = idle.client.post(f"/v1/collections/{place}/documents", content=body, headers=headers)
    assert found.status_code == status, found.text
    assert found.headers["content-type"] == "application/problem+json"
    assert part in found.json()["detail"]


def test_bodies_that_are_too_large(tmp_path: Path) -> None:
    with running_service(str(tmp_path / "r.sqlite"), workers=False, max_body_bytes=1000) as running:
        place = collection(running.client)
        assert upload(running.client, place, ("a.txt", b"x" * 9_000)).status_code == 202
        large = upload(running.client, place, ("b.txt", b"x" * 20_000))
        assert large.status_code == 413
    many = [(f"{n}.txt", b"x") for n in range(1_000)]
    with running_service(str(tmp_path / "r.sqlite"), workers=False) as running:
        found = upload(running.client, place, *many)
        assert found.status_code == 413
        assert "100 files" in found.json()["detail"]


def test_passages_of_a_collection_are_what_an_answer_is_judged_on(service: RunningService) -> None:
    place = collection(service.client)
    indexed(service.client, place, DAM, ("a[1].txt", b"The mill stands in Utah."))
    asked = {"question": "Where is the mill?", "answer": "It is in Utah."}
    named = {"collection": place, "passages": ["a(1).txt#1", "dam.txt#1", "a(1).txt#1"]}
    found = service.client.post("/v1/evaluations", json=asked | {"documents": named})
    assert found.status_code == 200, found.text
    (kept,) = service.context.runs.items_of(found.json()["run_id"], found.json()["id"])
    assert kept.answer
    assert [each.id for each in kept.answer.passages or ()] == ["a(1).txt#1", "dam.txt#1"]

    for passages, collection_id, status in (
        (["dam.txt#2"], place, 422),
        (["nothing"], place, 422),
        (["dam.txt#1"], "collection_none", 404),
        (["dam.txt#1"], "no/id\0", 422),
    ):
        wrong = {"documents": {"collection": collection_id, "passages": passages}}
        refused = service.client.post("/v1/evaluations", json=asked | wrong)
        assert refused.status_code == status, refused.text
        batch = service.client.post("/v1/evaluations/batch", json={"items": [asked | wrong]})
        assert batch.status_code == status, batch.text


def test_a_search_is_given_up_in_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    go_on = threading.Event()
    monkeypatch.setattr(PassageIndex, "search", lambda *_: go_on.wait(10) and [])
    store = str(tmp_path / "runs.sqlite")
    with running_service(store, workers=False, request_seconds=0.2) as service:
        place = add_collection(service.context.jobs, documents={"dam.md": "The dam stands in Ohio."})
        try:
            found = service.client.get(f"/v1/collections/{place}/search", params={"q": "dam"})
        finally:
            go_on.set()
    assert (found.status_code, "within 0.2 s" in found.json()["detail"]) == (504, True)
