"""The description of the API: it explains every value, and only who asks for it waits while it is made."""

import threading
from pathlib import Path

import pytest
from pydantic import BaseModel
from starlette.applications import Starlette

from service.http.app import create_app
from service.http.settings import ServerSettings
from service.jobs.settings import WorkerSettings
from tests.support.http_service import running_service


def test_others_are_answered_while_the_description_is_made(tmp_path: Path) -> None:
    begun, may_end = threading.Event(), threading.Event()

    def make(settings: ServerSettings, worker: WorkerSettings) -> Starlette:
        app = create_app(settings, worker)

        def slow() -> dict[str, object]:
            begun.set()
            assert may_end.wait(30)
            return {"openapi": "3.1.0"}

        app.openapi = slow  # type: ignore[method-assign]
        return app

    with running_service(str(tmp_path / "runs.sqlite"), workers=False, make=make) as service:
        said: list[int] = []
        asking = threading.Thread(target=lambda: said.append(service.client.get("/openapi.json").status_code))
        asking.start()
        try:
            assert begun.wait(30)
            assert service.client.get("/health", timeout=10).status_code == 200
        finally:
            may_end.set()
            asking.join(30)
        assert said == [200]


def test_the_description_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two of its schemas were made again for everyone who asked."""
    app = create_app(ServerSettings(store=str(tmp_path / "runs.sqlite"), workers=False))
    made = app.openapi()
    assert {"Problem", "JobEvent"} <= made["components"]["schemas"].keys()
    monkeypatch.setattr(BaseModel, "model_json_schema", lambda *_, **__: pytest.fail("made again"))
    assert app.openapi() is made


def test_every_property_and_parameter_is_described(tmp_path: Path) -> None:
    app = create_app(ServerSettings(store=str(tmp_path / "runs.sqlite"), workers=False))
    api = app.openapi()
    described = {
        f"{name}.{field}": value
        for name, schema in api["components"]["schemas"].items()
        for field, value in schema.get("properties", {}).items()
    } | {
        f"{method} {path} {each['name']}": each
        for path, operations in api["paths"].items()
        for method, operation in operations.items()
        for each in operation.get("parameters", ())
    }
    assert "JobView.state" in described
    assert [name for name, each in described.items() if not each.get("description", "").strip()] == []
