"""Large bodies are validated outside of the loop, and refused as small ones are."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from eval.files.gold_field_names import GOLD_NAMES
from tests.support.http_service import running_service


def test_a_large_body_is_validated_outside_of_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To validate ten thousand answers held every other request up for a second."""
    seen: set[str] = set()

    class Names(tuple[str, ...]):
        __slots__ = ()

        def __iter__(self) -> Iterator[str]:
            seen.add(threading.current_thread().name)
            return super().__iter__()

    item = {"question": "Where?", "answer": "In Ohio.", "documents": ["The dam is in Ohio."]}
    items = [item] * 500
    path, headers = "/v1/evaluations/batch", {"Content-Type": "application/json"}
    with (
        running_service(str(tmp_path / "runs.sqlite"), workers=False) as service,
        service.client_of("other", ["read"]) as reader,
    ):
        monkeypatch.setattr("service.http.bodies.parts.GOLD_NAMES", Names(GOLD_NAMES))
        assert service.client.post(path, json={"items": items}).json()["result_counts"]["total"] == 500
        assert seen == {"taking"}
        wrong = {"items": [*items, item | {"question": ""}]}
        for body, detail in (
            (json.dumps(wrong), "body.items.500.question: must not be empty."),
            (json.dumps(wrong)[:-1], "body: is no JSON (Expecting ',' delimiter"),
        ):
            refused = service.client.post(path, content=body, headers=headers)
            assert (refused.status_code, refused.json()["detail"][: len(detail)]) == (422, detail)
        assert reader.post(path, json=wrong).status_code == 403
