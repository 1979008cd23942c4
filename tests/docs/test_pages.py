"""Links, commands and code of the pages work, and no field, setting or variable is left out."""

import re
import shlex
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import get_args

import pytest
import typer
from markdown_it import MarkdownIt
from pydantic_settings import BaseSettings

from agents.judges.settings import EvaluatorSettings
from agents.research.events import ResearchEvent
from agents.research.settings import ResearchSettings
from data_base.schemas.answer import Answer, Citation
from data_base.schemas.case import Case
from data_base.schemas.passage import FoundPassage, Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.score_card import ScoreCard
from data_base.schemas.usage import TokenUsage
from data_base.schemas_deep_research import Attempt, DeepResearchResult, FineGrainedEvaluationResult
from eval.arena.result import ArenaResult, ArenaSummary, CaseResult, PairSummary, SideSummary
from eval.arena.result_files import COLUMNS
from service.commands.app import app, arena_app
from tests.support.in_process import script_in_process
from tests.support.pages import ROOT, blocks, read
from tests.support.rows import over

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
IN_FILES = (
    *(Case, Passage, FoundPassage, JudgeRequest, Answer, Citation, TokenUsage, ScoreCard),
    *(RunManifest, RunItem, Attempt, DeepResearchResult, FineGrainedEvaluationResult),
    *(ArenaResult, CaseResult, ArenaSummary, SideSummary, PairSummary),
)
ROOMS = ("agents", "data_base", "eval", "prompts", "scoring", "service")
VARIABLE = re.compile(r"\b(?:JUDGE|OPENAI|GOOGLE|GEMINI)_[A-Z_]+\b")


def anchors(text: str) -> set[str]:
    """The anchors that a page's headings get."""
    tokens = MarkdownIt("commonmark").parse(text)
    headings = [after.content for token, after in pairwise(tokens) if token.type == "heading_open"]
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def commands(text: str) -> Iterator[list[str]]:
    """Command lines that are shown: lines of blocks, and code in a sentence that begins with ``uv run``."""
    shown = [line for block in blocks(text, "") for line in block.splitlines()]
    shell = "".join(blocks(text, "sh") + blocks(text, "sh key"))
    shown += re.findall(r"^(?:pip install uv && )?uv run .*", shell, re.MULTILINE)
    shown += re.findall(r"`(uv run (?:judge|run_arena\.py)[^`]*)`", text)
    for line in shown:
        for part in line.split("&&"):
            words = shlex.split(part, comments=True)
            while words and (words[0] in {"uv", "run", "python"} or re.match(r"[A-Z_]+=", words[0])):
                words = words[1:]
            if words and Path(words[0]).name in {"judge", "run_arena.py"}:
                yield [Path(words[0]).name, *words[1:]]


def parse(words: list[str]) -> None:
    """Parse a command line as the program would, without running it."""
    name, *arguments = words
    if name == "judge":
        program = typer.main.get_command(app)
        while hasattr(program, "commands"):
            program = program.commands[arguments.pop(0)]
    else:
        program = typer.main.get_command(arena_app)
    program.make_context(name, arguments)


@over("name", NAMES)
def test_links_lead_somewhere(name: str) -> None:
    page = ROOT / name
    text = page.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path) if path else page
        assert file.exists(), f"{name}: {target}"
        if anchor:
            assert anchor in anchors(file.read_text(encoding="utf-8")), f"{name}: {target}"


@over("name", NAMES)
def test_commands_that_are_shown_can_be_given(name: str) -> None:
    for words in commands(read(name)):
        parse(words)


def test_there_are_commands_and_a_wrong_one_would_be_noticed() -> None:
    shown = [words for name in NAMES for words in commands(read(name))]
    assert {words[1] for words in shown if words[0] == "judge"} >= {"evaluate", "research", "doctor"}
    assert any(words[0] == "run_arena.py" for words in shown)
    for wrong in (
        "judge evaluate --colour red",
        "judge runs list --colour red",
        "run_arena.py --limit none",
        "judge research a --document b",
    ):
        with pytest.raises(Exception, match=r"colour|integer|document"):
            parse(wrong.split())


@pytest.mark.parametrize("name", ["docs/python.md", "docs/models_and_servers.md", "docs/runs.md"])
def test_code_runs_as_it_is_shown(name: str, tmp_path: Path) -> None:
    # What searches by meaning has an encoder of the tests (test_semantic_search_page.py).
    scripts = blocks(read(name).partition("\n## Search by meaning\n")[0], "python")
    assert scripts
    lines = []
    for number, script in enumerate(scripts):
        file = tmp_path / f"block_{number}.py"
        file.write_text(script, encoding="utf-8")
        ended = script_in_process(file, cwd=tmp_path, env={"PATH": ""})
        assert (ended.returncode, ended.stderr) == (0, "")
        lines += ended.stdout.splitlines()
    if name == "docs/python.md":
        assert lines[-2] == "again: ['run_started', 'finished']"
        assert lines[-1] == "other question, same id: ['refused']"
        assert any(line.startswith("passed ") and "4,812" in line for line in lines)


@over("model", IN_FILES)
def test_every_field_of_a_file_is_described(model: type) -> None:
    page = read("docs/file_formats.md")
    fields = {info.alias or name for name, info in model.model_fields.items()}  # type: ignore[attr-defined]
    assert {field for field in fields if f"`{field}`" not in page} == set()


def test_every_column_is_described() -> None:
    page = read("docs/file_formats.md")
    assert [column for column in COLUMNS if f"`{column}`" not in page] == []


def test_every_setting_and_event_is_described() -> None:
    page = read("docs/python.md")
    settings = {*EvaluatorSettings.model_fields, *ResearchSettings.model_fields}
    assert {setting for setting in settings if f"`{setting}`" not in page} == set()
    events = {kind.__name__ for kind in get_args(get_args(ResearchEvent)[0])}
    assert {event for event in events if f"| `{event}` |" not in page} == set()


def test_every_environment_variable_is_described() -> None:
    page = read("docs/models_and_servers.md")
    code = "\n".join(
        path.read_text(encoding="utf-8") for room in ROOMS for path in sorted((ROOT / room).rglob("*.py"))
    )
    service = service_variables()
    named = {match for match in VARIABLE.findall(code) if not match.endswith("_")}
    assert {name for name in named - service if f"`{name}`" not in page} == set()
    assert {name for name in VARIABLE.findall(page) if name not in code} == set()
    served = read("docs/deploy.md")
    assert {name for name in service if f"| `{name}` |" not in served} == set()
    assert set(re.findall(r"^\| `(JUDGE_[A-Z_]+)` \|", served, re.MULTILINE)) == service


def service_variables() -> set[str]:
    """What the service's settings are read from."""
    found = set()
    for path in sorted((ROOT / "service").glob("*/settings.py")):
        members = vars(import_module(f"service.{path.parent.name}.settings")).values()
        for kind in members:
            if isinstance(kind, type) and issubclass(kind, BaseSettings):
                found |= {f"JUDGE_{name.upper()}" for name in kind.model_fields}
    return found
