"""What docs/suites.md shows of answers about PDFs is run as it is shown."""

import json
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import pytest

from data_base.schemas.case import Case
from eval.harness.benchmark_config import BenchmarkConfig
from eval.systems.http_endpoint import HttpSystem
from eval.systems.returned_answer import read_answer
from scoring.keyword_question import KeywordQuestion, read_keyword_question
from scoring.keywords import score_answer
from tests.support.in_process import script_in_process
from tests.support.pages import ROOT, blocks, read, section
from tests.support.rows import over, table

SUITES = read("docs/suites.md")
PAGE = section(SUITES, "Test answers about PDFs")
ENDPOINT = section(SUITES, "An HTTP endpoint")


@over(
    "path, ignored",
    table(__file__, "test_git_ignores_own_documents_and_runs_and_nothing_of_the_source"),
)
def test_git_ignores_own_documents_and_runs_and_nothing_of_the_source(path: str, *, ignored: bool) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout of Git")
    ended = subprocess.run(["git", "check-ignore", "--quiet", "--no-index", path], cwd=ROOT, check=False)
    assert ended.returncode == (0 if ignored else 1)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder like a checkout's root, with an ``eval/runs`` of its own."""
    (tmp_path / "benchmark").symlink_to(ROOT / "benchmark")
    (tmp_path / "eval").mkdir()
    for path in (ROOT / "eval").iterdir():
        if path.name != "runs":
            (tmp_path / "eval" / path.name).symlink_to(path)
    (program,) = blocks(PAGE, "python")
    (tmp_path / "my_system.py").write_text(program, encoding="utf-8")
    return tmp_path


@pytest.mark.slow
def test_every_command_of_the_page_runs(checkout: Path) -> None:
    lines = "\n".join(blocks(PAGE, "sh")).replace("\\\n", " ").splitlines()
    for line in filter(None, lines):
        program, script, *arguments = shlex.split(line)
        assert program == "python"
        ended = script_in_process(checkout / script, *arguments, cwd=checkout)
        assert ended.returncode == 0, (line, ended.stdout, ended.stderr)
    mine = json.loads((checkout / "eval" / "runs" / "mine.json").read_text(encoding="utf-8"))
    scores = {each["id"]: each["score"] for each in mine["results"]}
    assert scores["ru-05"] == 1
    assert scores["ru-01"] < 1
    assert len(list((checkout / "eval" / "runs").glob("*.json"))) == 5


def test_the_jsons_of_the_page_are_read() -> None:
    question, recorded, config = (json.loads(block) for block in blocks(PAGE, "json"))
    request, reply = (json.loads(block) for block in blocks(ENDPOINT, "json"))
    assert read_keyword_question(question).question == request["question"]
    assert score_answer(question, recorded["answer"]).primary_score == 1
    assert score_answer(question, read_answer(reply).text).sub_scores["include_rate"] == 0.5
    assert BenchmarkConfig.model_validate(config).name == "mine"
    for name in KeywordQuestion.model_fields:
        assert f"`{name}`" in PAGE


async def test_the_request_of_the_page_is_what_is_sent(httpserver: Any) -> None:
    request, reply = (json.loads(block) for block in blocks(ENDPOINT, "json"))
    httpserver.expect_oneshot_request("/answer", method="POST", json=request).respond_with_json(reply)
    case = Case(id=request["id"], question=request["question"], documents=tuple(request["documents"]))
    answer = await HttpSystem(httpserver.url_for("/answer"), attempts=1).answer(case)
    assert (answer.text, answer.model_id) == (reply["answer"], "my-model")


RULES = table(__file__, "RULES")


@over("term, answer, found, language", RULES)
def test_the_rules_of_the_page_apply(term: str, answer: str, found: bool, language: str) -> None:
    question = {"ru": "Какая выручка?", "en": "What is it?"}[language]
    card = score_answer({"id": "q", "question": question, "must_include": [term]}, answer)
    assert (card.sub_scores["include_rate"] == 1) == found
    assert re.search(re.escape(answer.split(maxsplit=1)[0]), PAGE)
