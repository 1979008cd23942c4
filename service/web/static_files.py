"""The files that pages are shown with: one style sheet, scripts, charts; all from this server."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from fastapi import APIRouter
from fastapi.responses import Response
from starlette.exceptions import HTTPException

from eval import reports

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_HERE, _REPORTS = files(__package__) / "static", files(reports)
_SOURCES: dict[str, tuple[Traversable, ...]] = {
    # Fragments that the pages share with the report bring its styles with them.
    "page.css": (_REPORTS / "templates" / "report.css", _HERE / "web.css", _HERE / "runs.css"),
    "web.js": (_HERE / "web.js",),
    "htmx.js": (_HERE / "vendor" / "htmx" / "htmx.min.js", _HERE / "vendor" / "htmx" / "sse.min.js"),
    "arena.js": (
        _REPORTS / "templates" / "report_switch.js",
        _REPORTS / "templates" / "report_questions.js",
        _REPORTS / "templates" / "report.js",
    ),
    "echarts.js": (_REPORTS / "vendor" / "echarts" / "echarts.min.js",),
    "icon.svg": (_HERE / "icon.svg",),
}
_TYPES = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    version: str


def asset(name: str) -> str:
    """The address of a file; it changes with the content, so that browsers may keep it."""
    return f"/static/{name}?v={_file(name).version}"


@router.get("/static/{name}")
def static_file(name: str) -> Response:
    """A file."""
    if name not in _SOURCES:
        raise HTTPException(404)
    media_type = f"{_TYPES[name.rpartition('.')[2]]}; charset=utf-8"
    return Response(_file(name).content, headers=_FOREVER, media_type=media_type)


@cache
def _file(name: str) -> _File:
    content = b"\n".join(source.read_bytes() for source in _SOURCES[name])
    return _File(content, hashlib.sha256(content).hexdigest()[:12])
