"""The arenas, the commands and the code of docs/arena.md, run as they are shown."""

import json
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from agents.models.registry import EMBEDDED
from eval.arena.config import ArenaConfig, ContestantConfig, Pairs, ResearchConfig, read_arena_config
from eval.files.question_file import read_questions
from tests.support.in_process import judge_in_process
from tests.support.pages import ROOT, blocks
from tests.support.tool_results import jsonl, output, pretty, promptfoo

PAGE = (ROOT / "docs" / "arena.md").read_text(encoding="utf-8")
ARENA, CONTESTANTS, JUDGES, REFERENCE, FURTHER = blocks(PAGE, "yaml")
RUN, PEOPLE, EXTEND, COMPARE = (block.splitlines() for block in blocks(PAGE, ""))


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    (tmp_path / "benchmark").symlink_to(ROOT / "benchmark")
    (tmp_path / "arena.yaml").write_text(ARENA, encoding="utf-8")
    (tmp_path / "my_system.py").write_text(blocks(PAGE, "py")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("JUDGE_STORE", str(tmp_path / "runs.sqlite"))
    yield tmp_path
    # Code of the page that runs in this process loads it; another page has one of the same name.
    sys.modules.pop("my_system", None)


def judge(place: Path, command: str) -> str:
    env = {"PATH": "", "JUDGE_PROGRESS": "off", "JUDGE_STORE": str(place / "runs.sqlite")}
    ended = judge_in_process(*shlex.split(command)[1:], cwd=place, env=env)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def test_what_is_shown_runs_from_the_first_arena_to_two_compared(place: Path) -> None:
    estimated, ran = (judge(place, command) for command in RUN)
    assert "9 answers to give and judge, 0 kept" in estimated
    assert "report.html" in ran
    again, compared, systems = COMPARE
    judge(place, again)
    assert "Systems" in judge(place, compared)
    assert "weighted_score" in judge(place, systems)
    (rated,) = blocks(PAGE, "json")
    (place / "ratings.jsonl").write_text(rated, encoding="utf-8")
    _, anew, by_file = PEOPLE
    judge(place, anew)
    judge(place, by_file)
    corrected = json.loads((place / "out" / "before" / "arena.json").read_text(encoding="utf-8"))
    assert corrected["summary"]["people"]["ratings"] == 1
    for code in blocks(PAGE, "python"):
        exec(compile(code, "docs/arena.md", "exec"), {})  # noqa: S102  (our own page)
    assert (place / "out" / "python" / "report.html").exists()

    run_id = json.loads((place / "out" / "before" / "arena.json").read_text(encoding="utf-8"))["manifest"][
        "run_id"
    ]
    (place / "more.yaml").write_text(ARENA + FURTHER, encoding="utf-8")
    extend = EXTEND[0].replace("RUN_ID", run_id)
    assert "12 answers to give and judge, 9 kept" in judge(place, f"{extend} --dry-run")
    assert "One attempt" in judge(place, extend)

    first = read_questions(ROOT / "benchmark" / "arena" / "questions.jsonl")[0]
    jsonl(place / "answers.jsonl", {"id": first.id, "answer": "In 1934."})
    named = output("openai:gpt-6-luna", 0, 0, "In 1934.", vars={"question": first.question})
    pretty(place / "results.json", promptfoo(named))
    jsonl(place / "expert_reports.jsonl", {"id": first.id, "answer": "In 1934."})
    indented = "".join(f"  {line}\n" for line in (CONTESTANTS + REFERENCE).splitlines()).replace(
        "RUN_ID", run_id
    )
    head = ARENA.partition("contestants:")[0].replace("judges: [embedded]\n", JUDGES)
    (place / "all.yaml").write_text(f"{head}contestants:\n{indented}", encoding="utf-8")
    assert "8 answers to give and judge" in judge(place, "judge arena --config all.yaml --limit 1 --dry-run")


def test_every_field_is_described_with_its_default() -> None:
    for model in (ArenaConfig, ContestantConfig, ResearchConfig):
        for name, field in model.model_fields.items():
            row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{name}` |")), None)
            if name == "settings":  # written flat, next to model and judge
                continue
            assert row is not None, name
            if isinstance(field.default, bool):
                assert f"| `{field.default}` |".lower() in row
            elif isinstance(field.default, int | float):
                assert f"| {field.default:g} |" in row
            elif field.is_required():
                assert "| needed |" in row
    assert all(f"`{pairs}`" in PAGE for pairs in get_args(Pairs))
    assert f"| `judges` | `[{EMBEDDED}]` |" in PAGE


def test_the_arena_that_is_shown_is_read_from_its_folder(place: Path) -> None:
    config = read_arena_config(place / "arena.yaml")
    assert [each.name for each in config.contestants] == ["Deep Research", "By heart", "Ours"]
    assert config.questions == place / "benchmark/arena/questions.jsonl"
