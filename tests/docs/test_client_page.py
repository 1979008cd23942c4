"""The page on the Python client: its code runs as it is shown, against a server."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.http_service import RunningService, running_service
from tests.support.in_process import script_in_process
from tests.support.pages import blocks, read

PAGE = "docs/service.md"


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    with running_service(str(tmp_path_factory.mktemp("client_page") / "runs.sqlite")) as running:
        yield running


@pytest.mark.parametrize("number", range(len(blocks(read(PAGE), "python"))))
def test_code_runs_as_it_is_shown(number: int, service: RunningService, tmp_path: Path) -> None:
    script = tmp_path / "block.py"
    script.write_text(blocks(read(PAGE), "python")[number], encoding="utf-8")
    environment = {"PATH": "", "JUDGE_URL": service.url, "JUDGE_API_KEY": service.key()}
    ended = script_in_process(script, cwd=tmp_path, env=environment)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert ended.stdout
