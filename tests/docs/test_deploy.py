"""The Dockerfile, the compose file and their page say what is there."""

from __future__ import annotations

import re
import tomllib
from typing import Any

import typer
import yaml

from service.commands.app import app
from tests.support.pages import ROOT, read

OWN_IMAGE = "deep-research-judge"
VARIABLE = re.compile(r"\$\{(\w+)")


def services() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = yaml.safe_load(read("compose.yaml"))["services"]
    return found


def own() -> dict[str, dict[str, Any]]:
    return {name: each for name, each in services().items() if each["image"] == OWN_IMAGE}


def parsed(words: list[str]) -> None:
    """Parse a command as ``judge`` would, without running it."""
    program, arguments = typer.main.get_command(app), list(words)
    while hasattr(program, "commands"):
        program = program.commands[arguments.pop(0)]
    program.make_context("judge", arguments)


def test_there_are_a_server_two_workers_and_a_database() -> None:
    assert services().keys() == {"postgres", "upgrade", "server", "worker"}
    assert services()["worker"]["deploy"]["replicas"] == 2
    assert "healthcheck" in services()["postgres"]


def test_every_command_is_one_of_judge() -> None:
    assert len(own()) == 3
    for each in own().values():
        parsed(each["command"])


def test_containers_have_no_rights_and_a_read_only_root() -> None:
    for name, each in services().items():
        assert each["security_opt"] == ["no-new-privileges:true"], name
        assert each["mem_limit"], name
        assert each["pids_limit"] <= 1_000, name
        assert (each["read_only"], each["cap_drop"]) == (True, ["ALL"]), name
    assert services()["server"]["ports"] == ["127.0.0.1:8321:8321"]


def test_every_variable_is_described() -> None:
    pages = read("docs/models_and_servers.md") + read("docs/deploy.md")
    named = {name for each in own().values() for name in each["environment"]} - {"PGPASSWORD"}
    named |= set(VARIABLE.findall(read("compose.yaml")))
    named |= set(re.findall(r"\bJUDGE_[A-Z_]+", read("Dockerfile")))
    assert {name for name in named if f"`{name}`" not in pages and f"export {name}" not in pages} == set()


def test_no_secret_has_a_value_in_the_compose_file() -> None:
    for each in services().values():
        for name, value in each.get("environment", {}).items():
            if re.search("KEY|PASSWORD", name):
                assert value is None or str(value).startswith("${"), name


def test_the_image_has_extras_that_there_are() -> None:
    extras = tomllib.loads(read("pyproject.toml"))["project"]["optional-dependencies"].keys()
    (shown,) = re.findall(r'^ARG EXTRAS="(.+)"$', read("Dockerfile"), re.MULTILINE)
    assert {"service", "postgres"} <= set(shown.split()) <= extras


def test_what_the_build_needs_is_not_ignored() -> None:
    ignored = set(read(".dockerignore").split())
    build = tomllib.loads(read("pyproject.toml"))["tool"]["hatch"]["build"]
    wheel = build["targets"]["wheel"]["only-include"]
    assert not ignored & {*wheel, "hatch_build.py", "README.md", "LICENSE", "pyproject.toml", "uv.lock"}
    assert (ROOT / "Dockerfile").read_text(encoding="utf-8").count("FROM ") == 2
