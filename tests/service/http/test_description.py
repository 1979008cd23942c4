"""The description of the API is made aside: nobody waits for it but who asks."""

import threading
from pathlib import Path

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
