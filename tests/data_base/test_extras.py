"""How to add an extra is said for the way in which the package is installed."""

import json
from collections.abc import Mapping
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace

import pytest

from data_base import extras
from tests.support.rows import over

COMMIT = "5c1a9"


@over(
    "origin, installer, said",
    [
        ({"url": "file:///clone", "dir_info": {"editable": True}}, "uv", "uv sync --inexact --extra mcp"),
        (
            {"url": "file:///judge.whl", "archive_info": {}},
            "uv",
            "uv add 'deep-research-judge[mcp] @ file:///judge.whl' (uv pip install … outside of a project)",
        ),
        (
            {"url": "https://git.example/judge.git", "vcs_info": {"vcs": "git", "commit_id": COMMIT}},
            "pip",
            f"pip install 'deep-research-judge[mcp] @ git+https://git.example/judge.git@{COMMIT}'",
        ),
        (
            {"url": "file:///clone", "dir_info": {}},
            "pip",
            "pip install 'deep-research-judge[mcp] @ file:///clone'",
        ),
        (None, "pip", "pip install 'deep-research-judge[mcp]'"),
    ],
)
def test_an_extra_comes_from_where_the_package_came_from(
    origin: Mapping[str, object] | None, installer: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {"direct_url.json": origin and json.dumps(origin), "INSTALLER": f"{installer}\n"}
    monkeypatch.setattr(extras, "distribution", lambda _: SimpleNamespace(read_text=files.get))
    assert extras.how_to_install("mcp") == said


def test_a_checkout_that_is_not_installed_is_synchronised(monkeypatch: pytest.MonkeyPatch) -> None:
    def not_found(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(extras, "distribution", not_found)
    assert extras.how_to_install("mcp") == "uv sync --inexact --extra mcp"
