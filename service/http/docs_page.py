"""``/docs``: the description of the API as a page, with nothing that comes from another server."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException

_VENDOR = files(__package__) / "vendor" / "swagger_ui"
_SCRIPT = "text/javascript"
_TYPES = {"swagger-ui.css": "text/css", "swagger-ui-bundle.js": _SCRIPT, "docs.js": _SCRIPT}
_START = 'SwaggerUIBundle({url: "openapi.json", dom_id: "#docs", deepLinking: true, validatorUrl: null});\n'
_PAGE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Deep Research Judge: the API</title>
<link rel="stylesheet" href="docs/swagger-ui.css">
<link rel="icon" href="static/icon.svg">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/docs.js"></script>
</body>
</html>
"""
# Swagger UI sets styles on elements and shows icons of its own as data.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)
router = APIRouter(include_in_schema=False)


@router.get("/docs")
def docs() -> Response:
    """Every route with its fields."""
    headers = {"Content-Security-Policy": _POLICY}
    return Response(_PAGE, headers=headers, media_type="text/html; charset=utf-8")


@router.get("/openapi.json")
def description(request: Request) -> Response:
    """The description itself; made in a thread, as that takes long for the first who asks."""
    return JSONResponse(request.app.openapi())


@router.get("/docs/{name}")
def docs_file(name: str) -> Response:
    """A file that the page is shown with."""
    if name not in _TYPES:
        raise HTTPException(404)
    headers = {"Cache-Control": "public, max-age=86400"}
    return Response(_content(name), headers=headers, media_type=f"{_TYPES[name]}; charset=utf-8")


@cache
def _content(name: str) -> bytes:
    return _START.encode() if name == "docs.js" else (_VENDOR / name).read_bytes()
