"""What no request may say: fields that name code, a file or an address, in every body and every tool."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any, get_args

import pytest
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import AnyUrl, BaseModel, ValidationError

from data_base.schemas.frozen import local_only
from service.http.answers.ndjson import LinesTerms
from service.http.app import create_app
from service.http.bodies.arenas import ArenaRunRequest
from service.http.bodies.evaluations import BatchRequest
from service.http.settings import ServerSettings
from service.jobs.judge_request import JudgeSettingsRequest
from service.webhooks.bodies import WebhookRequest
from tests.support.http_service import running_service

pytest.importorskip("mcp_types", reason="the extra mcp is not installed")
from service.mcp.tools import TOOLS

PLACES = (PurePath, AnyUrl, ipaddress.IPv4Address, ipaddress.IPv6Address)
MARKED: dict[str, Any] = {
    "sources": "pages",
    "prompt_file": "/etc/passwd",
    "panel_models": ["a.b:c"],
    "model": {"base_url": "http://127.0.0.1"},
    "checkers": {"mini": {"kind": "onnx", "folder": "/etc"}},
    "carry_over": False,
    "call": {"cache": "/etc/passwd"},
    "step_timeout_s": 1,
    "checkpoints": "/etc/passwd",
    "recorded": "/etc/passwd",
    "callable": "os:system",
    "run": "arena-1",
    "system": "theirs",
}
"""A value for each marked field, such as it would take."""


def parts_of(annotation: Any) -> Iterator[type]:
    """The types that an annotation is made of."""
    if isinstance(annotation, type):
        yield annotation
    for part in get_args(annotation):
        yield from parts_of(part)


def models_in(annotation: Any) -> Iterator[type[BaseModel]]:
    """The models among them, and those of their fields."""
    for part in parts_of(annotation):
        if issubclass(part, BaseModel):
            yield part
            for field in part.model_fields.values():
                if local_only(field):
                    continue
                yield from models_in(field.annotation)


def annotations_of(dependant: Dependant) -> Iterator[Any]:
    for field in (*dependant.body_params, *dependant.query_params):
        yield field.field_info.annotation
    for each in dependant.dependencies:
        yield from annotations_of(each)


def models_taken(folder: Path) -> set[type[BaseModel]]:
    """All that the body or the query of a route, or the arguments of a tool, is made of."""
    app = create_app(ServerSettings(store=str(folder / "runs.sqlite"), workers=False))
    routes = [route for each in app.routes for route in getattr(each, "original_router", app).routes]
    bodies = [a for each in routes if isinstance(each, APIRoute) for a in annotations_of(each.dependant)]
    tools = [tool.takes for tool in TOOLS.values()]
    return {model for each in (LinesTerms, *tools, *bodies) for model in models_in(each)}


def test_every_marked_field_is_refused_and_no_other_names_a_place(tmp_path: Path) -> None:
    taken, marked = models_taken(tmp_path), set()
    assert {JudgeSettingsRequest, BatchRequest, ArenaRunRequest, WebhookRequest} <= taken
    for model in taken:
        for name, field in model.model_fields.items():
            if local_only(field) is None:
                places = [part for part in parts_of(field.annotation) if issubclass(part, PLACES)]
                assert places == [], f"{model.__name__}.{name}"
                continue
            marked.add(name)
            with pytest.raises(ValidationError, match=f"'{name}' cannot be set over the network"):
                model.model_validate({name: MARKED[name]})
            assert name not in model.model_json_schema()["properties"]
    assert marked == MARKED.keys()


def test_the_sentence_says_which_field_and_where(tmp_path: Path) -> None:
    asked = {"question": "How many?", "answer": "41", "settings": {"prompt_file": "/etc/passwd"}}
    with running_service(str(tmp_path / "runs.sqlite"), workers=False) as service:
        found = service.client.post("/v1/evaluations", json=asked)
    assert found.status_code == 422
    assert found.json()["detail"] == (
        "body.settings: 'prompt_file' cannot be set over the network: it is a file's path; leave it out."
    )


def test_the_api_can_be_described(tmp_path: Path) -> None:
    """A marked field whose type has no JSON schema left the API without a description."""
    app = create_app(ServerSettings(store=str(tmp_path / "runs.sqlite"), workers=False))
    schemas = app.openapi()["components"]["schemas"]
    assert "max_attempts" in schemas["LoopSettingsRequest"]["properties"]
    assert "checkpoints" not in schemas["LoopSettingsRequest"]["properties"]
