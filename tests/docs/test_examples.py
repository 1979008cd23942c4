"""The commands and code of pages that need files or a model's server, run with both at hand."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from langchain_core.messages import HumanMessage, SystemMessage
from markdown_it import MarkdownIt

from agents.calls.prices import PriceFile
from agents.judges.settings_file import read_judge_settings
from tests.support.embedded_replies import embedded_reply
from tests.support.in_process import judge_in_process, script_in_process
from tests.support.openai_server import Message, openai_server
from tests.support.pages import read, section

ROOT = Path(__file__).resolve().parents[2]
NOT_RUN = re.compile(
    r"^(pip|uv (sync|build|pip)|uv run (pytest|--group)|judge runs (delete|prune))"  # run elsewhere
    r"|^(uv run run_arena\.py)$"  # .ci/run runs it
    r"|^(uv run judge (?:serve|view)|curl)"  # serves until it is stopped; test_service_page.py does both
    r"|postgresql://"  # needs a server of its own, as the page says
)
ASSIGNMENT = re.compile(r"^[A-Z_]+=")
FERRY = "In 2023 the ferry of Velm earned 4.1 million euros, after 3.8 million euros in 2022."


def blocks(page: str, *languages: str, under: str = "") -> list[str]:
    tokens = MarkdownIt("commonmark").parse(section(read(page), under) if under else read(page))
    return [token.content for token in tokens if token.type == "fence" and token.info.strip() in languages]


def commands(page: str, under: str = "") -> Iterator[str]:
    for block in blocks(page, "", "sh", under=under):
        for line in block.replace("\\\n", " ").splitlines():
            for part in line.split("&&"):
                command = part.strip()
                if command and command[0] not in "{#" and not NOT_RUN.search(command):
                    yield command


def reply(messages: list[Message]) -> str:
    kinds = {"system": SystemMessage, "user": HumanMessage}
    return embedded_reply([kinds[message["role"]](message["content"]) for message in messages])


@pytest.fixture
def server_address() -> Iterator[str]:
    with openai_server(reply) as server:
        yield server.base_url


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """The files that the pages name."""
    for name in ("benchmark", "eval", "pyproject.toml"):
        (tmp_path / name).symlink_to(ROOT / name)
    (tmp_path / "my_documents").mkdir()
    (tmp_path / "my_documents" / "ferry.md").write_text(FERRY, encoding="utf-8")
    (tmp_path / "notes.md").write_text("The mill opened in 1987.", encoding="utf-8")
    _, line = (block for block in blocks("docs/file_formats.md", "") if block.startswith('{"id"'))
    (tmp_path / "answers.jsonl").write_text(line, encoding="utf-8")
    (tmp_path / "my_questions.jsonl").write_text(
        '{"id": "q1", "question": "What did the ferry earn in 2023?"}\n', encoding="utf-8"
    )
    house, *_ = blocks("docs/file_formats.md", "yaml")
    (tmp_path / "house.yaml").write_text(house, encoding="utf-8")
    return tmp_path


class Reader:
    """Types what a page shows, with the ids that the commands before have printed."""

    def __init__(self, place: Path, server_address: str) -> None:
        self.place = place
        self.environment = {"PATH": "", "JUDGE_PROGRESS": "off", "OPENAI_BASE_URL": server_address}

    def types(self, command: str) -> None:
        words = shlex.split(command, comments=True)
        while words[0] in {"uv", "run"} or ASSIGNMENT.match(words[0]):
            words.pop(0)
        # Google's and other servers are not at hand; the protocol of this one is.
        words = [word.replace("google:", "openai:") for word in words]
        program, *arguments = words
        if program == "python":
            script = self.place / arguments[0]
            done = script_in_process(script, *arguments[1:], cwd=self.place, env=self.environment)
        else:
            given = arguments if program == "judge" else words
            done = judge_in_process(*given, cwd=self.place, env=self.environment)
        assert done.returncode == 0, (command, done.stdout, done.stderr)
        assert done.stdout or "--out" in command, command


@pytest.mark.parametrize("page", ["docs/models_and_servers.md"])
def test_the_commands_of_a_page_run(page: str, place: Path, server_address: str) -> None:
    shown = list(commands(page))
    assert shown
    for command in shown:
        Reader(place, server_address).types(command)


@pytest.mark.slow
def test_the_commands_on_calibration_run(place: Path, server_address: str) -> None:
    for command in commands("docs/choose_a_judge.md", "Calibrate against human ratings"):
        Reader(place, server_address).types(command)


@pytest.mark.slow
def test_the_commands_on_runs_run_with_the_ids_they_print(place: Path, server_address: str) -> None:
    reader = Reader(place, server_address)
    reader.types("judge arena --limit 2")
    listed = judge_in_process("runs", "list", cwd=place, env=reader.environment).stdout
    (found,) = re.findall(r"arena-[0-9a-f]{16}", listed)
    for title in ("Inspect runs in the terminal", "Where runs are stored"):
        for command in commands("docs/runs.md", title):
            reader.types(re.sub(r"arena-[0-9a-f]{16}", found, command))


def test_the_settings_and_prices_that_are_shown_are_read(place: Path) -> None:
    assert read_judge_settings(place / "house.yaml").version == "house-3"
    *_, prices = blocks("docs/file_formats.md", "yaml")
    assert PriceFile.model_validate(yaml.safe_load(prices)).models
