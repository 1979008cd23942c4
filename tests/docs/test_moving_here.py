"""The commands, the code and the arenas of docs/moving_here.md, run as they are shown."""

import json
import shlex
from pathlib import Path

import pytest
from pytest_httpserver import HTTPServer
from werkzeug import Request, Response

from eval.files.other_tools.results import Tool, read_tool_results
from tests.support.in_process import judge_in_process
from tests.support.pages import ROOT, blocks
from tests.support.rubric_tasks import DRB2, HEALTHBENCH, RACE
from tests.support.tool_results import ARTICLES, QUERIES, item, jsonl, output, page, pretty, promptfoo

PAGE = (ROOT / "docs" / "moving_here.md").read_text(encoding="utf-8")
COMMANDS = [line for block in blocks(PAGE, "") for line in block.splitlines() if line.startswith("judge ")]
ARENAS = blocks(PAGE, "yaml")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    jsonl(tmp_path / "run.jsonl", item(1))
    rows = [
        output("openai:gpt-6-luna", column, 0, said) for column, said in enumerate(("In 1934.", "In 1951."))
    ]
    pretty(tmp_path / "results.json", promptfoo(*rows))
    jsonl(tmp_path / "query.jsonl", *QUERIES)
    jsonl(tmp_path / "some-model.jsonl", ARTICLES[0])
    jsonl(tmp_path / "another-model.jsonl", {**ARTICLES[0], "article": "It burnt down in 1951."})
    jsonl(tmp_path / "tasks_and_rubrics.jsonl", DRB2)
    jsonl(tmp_path / "healthbench.jsonl", HEALTHBENCH)
    jsonl(tmp_path / "criteria.jsonl", RACE)
    for imported in ("questions.jsonl", "health.jsonl", "race.jsonl"):
        jsonl(tmp_path / imported, {"question": "When?"})
    jsonl(tmp_path / "answers.jsonl", {"question": "When?", "answer": "In 1934.", "documents": ["In 1934."]})
    return tmp_path


def judge(place: Path, *words: str) -> str:
    env = {"PATH": "", "JUDGE_PROGRESS": "off", "JUDGE_STORE": str(place / "runs.sqlite")}
    ended = judge_in_process(*words, cwd=place, env=env)
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_run_as_they_are_shown(command: str, place: Path) -> None:
    assert judge(place, *shlex.split(command)[1:])


@pytest.mark.parametrize(("arena", "source"), list(zip(ARENAS, ("results.json", "query.jsonl"), strict=True)))
def test_the_arenas_that_are_shown_can_be_run(arena: str, source: str, place: Path) -> None:
    judge(place, "import", source, "--for", "questions", "--out", "questions.jsonl")
    (place / "arena.yaml").write_text(arena, encoding="utf-8")
    if "judges" in arena:
        assert "4 answers to give and judge" in judge(place, "arena", "--config", "arena.yaml", "--dry-run")
        return
    judge(place, "arena", "--config", "arena.yaml", "--out", "out")
    written = json.loads((place / "out" / "arena.json").read_text(encoding="utf-8"))
    assert [side["scored"] for side in written["summary"]["sides"]] == [1, 1]


def test_criteria_and_reference_reports_of_the_bench_are_an_arena(place: Path) -> None:
    (article, *_) = ARTICLES
    jsonl(place / "criteria.jsonl", RACE | {"id": article["id"], "prompt": article["prompt"]})
    jsonl(place / "reference.jsonl", {**article, "article": "Owners: names all of them. Is short."})
    judge(place, "import", "criteria.jsonl", "--for", "arena", "--out", "race.jsonl")
    marked = "{name: Bench, recorded: reference.jsonl, reference: true}"
    (place / "arena.yaml").write_text(
        f"questions: race.jsonl\ncontestants: [{{name: Ours, recorded: some-model.jsonl}}, {marked}]",
        encoding="utf-8",
    )
    assert "(reference)" in judge(place, "arena", "--config", "arena.yaml", "--out", "out")
    written = json.loads((place / "out" / "arena.json").read_text(encoding="utf-8"))
    (ours,) = written["summary"]["against_reference"]["sides"]
    assert ours["groups"].keys() == {"comprehensiveness", "insight", "readability"}
    assert ours["key_points"]["n"] == 1


def test_the_code_saves_every_page_of_output_items(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, httpserver: HTTPServer
) -> None:
    def answer(request: Request) -> Response:
        found = page(item(2)) if "after" in request.args else {**page(item(1)), "has_more": True}
        return Response(json.dumps(found), content_type="application/json")

    path = "/v1/evals/eval_…/runs/evalrun_…/output_items"
    httpserver.expect_request(path, headers={"Authorization": "Bearer none"}).respond_with_handler(answer)
    (code,) = blocks(PAGE, "python")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    monkeypatch.setenv("OPENAI_BASE_URL", httpserver.url_for("/v1"))
    exec(compile(code, "docs/moving_here.md", "exec"), {})  # noqa: S102  (our own page)
    results = read_tool_results(tmp_path / "run.jsonl")
    assert results is not None
    assert (results.tool, [each.id for each in results.answers]) == (Tool.EVALS, ["1", "2"])
    assert {each.answer for each in results.answers} == {"It burnt down in 1934."}
