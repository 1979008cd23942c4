"""The legal benchmark over any system: summaries, failures, the schema, the command."""

import asyncio
import copy
import functools
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import jsonschema
import pytest
from pytest_httpserver import HTTPServer

from agents.evaluator import RAGEvaluator
from benchmark.conftest import pytest_xdist_auto_num_workers
from benchmark.test_runner import BenchmarkRunner
from data_base.errors import InputError
from data_base.passage_index import PassageIndex
from data_base.schemas.answer import Answer, Citation
from data_base.schemas.passage import Passage
from data_base.schemas.score_card import ErrorTag
from data_base.store.run_store import RunStore
from eval.legal_benchmark.question_bank import SCHEMA, SHIPPED, check_file, of_type, read_bank
from eval.legal_benchmark.systems import legal_answer, passages_of
from eval.systems.choice import ChosenSystem, SystemChoice, choose_system
from eval.systems.recorded import RecordedAnswers
from tests.support.in_process import script_in_process
from tests.support.rows import over, table
from tests.support.scripted_chat_model import ScriptedChatModel

ROOT = Path(__file__).parents[2]
CAREFUL = SHIPPED / "answers_careful.jsonl"


@pytest.fixture(scope="module")
def runner() -> BenchmarkRunner:
    return BenchmarkRunner(SHIPPED)


@pytest.fixture(scope="module")
def answers() -> dict[str, Any]:
    rows = [json.loads(line) for line in CAREFUL.read_text(encoding="utf-8").splitlines()]
    questions = {question.id: question.text for question in read_bank(SHIPPED)}
    return {questions[row["id"]]: row["answer"] for row in rows}


class Sync:
    def __init__(self, answers: dict[str, Any]) -> None:
        self.answers = answers

    def query(self, question: str) -> object:
        return self.answers[question]


class Async(Sync):
    async def query(self, question: str) -> object:
        await asyncio.sleep(0)
        found = self.answers[question]
        return SimpleNamespace(**found)


@pytest.mark.parametrize("kind", [Sync, Async])
def test_any_object_with_query_is_run(
    runner: BenchmarkRunner, answers: dict[str, Any], kind: type[Sync]
) -> None:
    summary = runner.run_benchmark(kind(answers), question_type="fact_exact")
    assert summary["overall_percentage"] == pytest.approx(100)
    assert (summary["total_questions"], summary["scored"], summary["passed"]) == (10, 10, 10)
    assert summary["pass_rate"] == 1
    assert set(summary["by_type"]) == {"fact_exact"}
    assert sum(part["total_questions"] for part in summary["by_difficulty"].values()) == 10
    assert [result["id"] for result in summary["results"]] == [f"fact_{n:03}" for n in range(1, 11)]


def test_a_function_of_the_question_is_run(runner: BenchmarkRunner, answers: dict[str, Any]) -> None:
    asked = Sync(answers)

    def function(question: str) -> object:
        return asked.query(question)

    async def later(question: str) -> object:
        return asked.query(question)

    for system in (function, later, functools.partial(function)):
        assert runner.run_benchmark(system, "fact_exact")["pass_rate"] == 1


@over(
    "system, said",
    [
        ("system", "rag_system is str; give a function of the question, or an object with query"),
        (None, "rag_system is None; give"),
        ({"query": 3}, "rag_system is dict; give"),
        (Sync, r"rag_system is the class Sync; give an object of it: Sync\(\)\."),
        (lambda: "x", "rag_system cannot be called with a question alone; give"),
        (lambda question, more: "x", "rag_system cannot be called with a question alone; give"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_a_question(system: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        BenchmarkRunner().run_benchmark(system)


async def test_it_runs_inside_a_running_loop(runner: BenchmarkRunner, answers: dict[str, Any]) -> None:
    assert runner.run_benchmark(Async(answers), "evidence_set")["pass_rate"] == 1
    assert (await runner.run_benchmark_async(Async(answers), "evidence_set"))["pass_rate"] == 1


def test_plain_texts_are_answers_without_citations(runner: BenchmarkRunner, answers: dict[str, Any]) -> None:
    texts = {question: answer["text"] for question, answer in answers.items()}
    assert runner.run_benchmark(Sync(texts), "fact_exact")["overall_percentage"] == pytest.approx(70)


def test_a_system_that_fails_leaves_its_question_unscored(
    runner: BenchmarkRunner, answers: dict[str, Any]
) -> None:
    first = next(iter(of_type(runner.questions, "fact_exact")))
    some = {question: answer for question, answer in answers.items() if question != first.text}
    summary = runner.run_benchmark(Sync(some), "fact_exact")
    assert (summary["scored"], summary["unscored"]) == (9, 1)
    assert summary["overall_percentage"] == pytest.approx(100)
    result = summary["results"][0]
    assert result["primary_score"] is None
    assert "KeyError" in result["unscored_reason"]
    nothing = runner.run_benchmark(Sync({}), "fact_exact")
    assert nothing["overall_percentage"] is None
    assert nothing["pass_rate"] is None


def test_the_penalty_stands_beside_the_score(runner: BenchmarkRunner, answers: dict[str, Any]) -> None:
    results = runner.run_benchmark(Sync(answers), "conflict_gap")["results"]
    assert {result["hallucination_penalty"] for result in results} >= {"low", "high"}


def reply(*issues: dict[str, str]) -> str:
    scores = {"accuracy": 3, "completeness": 3, "clarity": 8}
    told = {"analysis": "x", "reason": "x", "suggestion": "x", "issues": list(issues)}
    return json.dumps({**told, **scores}, ensure_ascii=False)


def test_a_judge_finds_what_is_invented(answers: dict[str, Any]) -> None:
    invented = ScriptedChatModel([reply({"claim": "请了谁", "verdict": "unsupported"})])
    runner = BenchmarkRunner(SHIPPED, evaluator=RAGEvaluator(invented))
    summary = runner.run_benchmark(Sync(answers), "conflict_gap")
    assert all(result["sub_scores"]["no_hallucination"] == 0 for result in summary["results"])
    assert summary["overall_percentage"] == pytest.approx(60)
    honest = BenchmarkRunner(SHIPPED, evaluator=RAGEvaluator(ScriptedChatModel([reply()])))
    assert honest.run_benchmark(Sync(answers), "conflict_gap")["overall_percentage"] == pytest.approx(100)


def test_a_judge_that_fails_leaves_the_question_unscored(answers: dict[str, Any]) -> None:
    runner = BenchmarkRunner(SHIPPED, evaluator=RAGEvaluator(ScriptedChatModel(["no idea"])))
    summary = runner.run_benchmark(Sync(answers), "conflict_gap")
    assert summary["scored"] == 0
    assert summary["results"][0]["error_tags"] == [ErrorTag.EVALUATION_FAILED]
    # Facts need no judge.
    assert runner.run_benchmark(Sync(answers), "fact_exact")["scored"] == 10


class Counting(Sync):
    """Fails on one question the first time, and counts."""

    name = "counting"

    def __init__(self, answers: dict[str, Any], fails_on: str = "") -> None:
        super().__init__(answers)
        self.asked, self.fails_on = list[str](), fails_on

    def query(self, question: str) -> object:
        self.asked.append(question)
        if question == self.fails_on:
            self.fails_on = ""
            raise TimeoutError("away")
        return super().query(question)


def test_a_run_in_a_store_asks_nothing_twice(answers: dict[str, Any], tmp_path: Path) -> None:
    runner = BenchmarkRunner(SHIPPED, store=str(tmp_path / "s.sqlite"), concurrency=1)
    third = of_type(runner.questions, "fact_exact")[2].text
    system = Counting(answers, fails_on=third)
    first = runner.run_benchmark(system, "fact_exact")
    assert (first["unscored"], len(system.asked)) == (1, 10)
    assert "TimeoutError: away" in first["results"][2]["unscored_reason"]
    whole = runner.run_benchmark(system, "fact_exact")
    assert (whole["unscored"], system.asked[10:]) == (0, [third])
    with RunStore(tmp_path / "s.sqlite") as store:
        (manifest,) = store.runs()
        assert (manifest.kind, store.state(manifest.run_id)) == ("legal", "finished")
        assert {(item.system, item.case_id[:4]) for item in store.items(manifest.run_id)} == {
            ("counting", "fact")
        }
    # What is finished is not taken up: the same call begins anew, and gives the same.
    assert runner.run_benchmark(system, "fact_exact") == {**whole, "run_id": f"{manifest.run_id}-2"}
    assert len(system.asked) == 21


class Other(Counting):
    """Of the same name."""


def test_regression_a_run_is_not_resumed_with_the_answers_of_another_system_of_the_same_name(
    answers: dict[str, Any], tmp_path: Path
) -> None:
    runner = BenchmarkRunner(SHIPPED, store=str(tmp_path / "s.sqlite"), limit=2)
    runner.run_benchmark(Counting(answers, fails_on=runner.questions[0].text))
    other = Other(answers)
    runner.run_benchmark(other)
    assert len(other.asked) == 2


def test_a_judge_that_failed_is_asked_again_and_the_system_is_not(
    answers: dict[str, Any], tmp_path: Path
) -> None:
    system = Counting(answers)
    judges = [ScriptedChatModel(["no idea"]), ScriptedChatModel([reply()])]
    found = [
        BenchmarkRunner(
            SHIPPED, evaluator=RAGEvaluator(judge), store=str(tmp_path / "s.sqlite")
        ).run_benchmark(system, "conflict_gap")
        for judge in judges
    ]
    assert [summary["scored"] for summary in found] == [0, len(system.asked)]
    assert found[1]["overall_percentage"] == pytest.approx(100)


def test_a_library_call_leaves_nothing_behind(
    runner: BenchmarkRunner, answers: dict[str, Any], tmp_path: Path
) -> None:
    system = Counting(answers)
    for _ in range(2):
        runner.run_benchmark(system, "fact_exact")
    assert len(system.asked) == 20
    assert not list(tmp_path.iterdir())


def test_the_projects_systems_answer_in_the_form_of_the_benchmark() -> None:
    passage = Passage(id="d#p2.1", doc_id="d", page=2, text="一共96500元")
    known = Citation(sentence="付了96500元", passage_id="d#p2.1", doc_id="d", page=2)
    quoted = Citation(sentence="一共96500元", passage_id="", page=2)
    given = legal_answer(Answer(text="x", citations=(known, quoted), passages=(passage,)))
    assert given["citations"] == [{"page": 2, "quote": "一共96500元"}] * 2
    assert given["evidence"] == [{"page": 2, "text": "一共96500元"}]


def chosen(runner: BenchmarkRunner, **choice: Any) -> ChosenSystem:
    def index() -> PassageIndex:
        return PassageIndex.from_passages(passages_of(runner.questions))

    return choose_system(SystemChoice(**choice), index=index)


async def test_deep_research_finds_the_pages_and_the_pure_model_none(
    runner: BenchmarkRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    deep = await runner.run(chosen(runner, system="deep_research"), "fact_exact")
    pure = await runner.run(chosen(runner, system="pure_llm"), "fact_exact")
    assert deep["scored"] == pure["scored"] == 10
    assert pure["overall_percentage"] == 0
    assert deep["overall_percentage"] > 50


async def test_an_endpoint_is_asked(
    runner: BenchmarkRunner, answers: dict[str, Any], httpserver: HTTPServer
) -> None:
    question = of_type(runner.questions, "fact_exact")[0]
    given = answers[question.text]
    body = {"answer": given["text"], "citations": given["citations"], "passages": given["evidence"]}
    httpserver.expect_request("/ask").respond_with_json(body)
    summary = await runner.run(chosen(runner, http=httpserver.url_for("/ask")), "fact_exact")
    assert summary["results"][0]["primary_score"] == pytest.approx(1.0)


@pytest.mark.parametrize("given", ["text", "answer"])
async def test_a_callable_is_asked(
    runner: BenchmarkRunner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    code = f'def ask(question):\n    return {{"{given}": "96500元", "citations": [], "evidence": []}}\n'
    (tmp_path / f"legal_{given}_of_a_test.py").write_text(code, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    system = chosen(runner, callable=f"legal_{given}_of_a_test:ask")
    summary = await runner.run(system, "fact_exact")
    assert summary["results"][0]["primary_score"] == pytest.approx(0.7)


def test_recorded_answers_name_their_line(tmp_path: Path) -> None:
    (tmp_path / "a.jsonl").write_text('{"id": "x", "answer": 3}', encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        RecordedAnswers(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl").write_text('{"id": "x", "answer": {"citations": []}}', encoding="utf-8")
    with pytest.raises(InputError, match="line 1"):
        RecordedAnswers(tmp_path / "a.jsonl")
    (tmp_path / "a.jsonl").write_text('{"id": "x", "answer": "y"}\n' * 2, encoding="utf-8")
    with pytest.raises(InputError, match="line 2"):
        RecordedAnswers(tmp_path / "a.jsonl")


def shipped(name: str) -> dict[str, Any]:
    value: dict[str, Any] = json.loads((SHIPPED / f"{name}.json").read_text(encoding="utf-8"))
    return value


def test_the_schema_is_one_and_the_shipped_files_keep_it() -> None:
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    jsonschema.Draft202012Validator.check_schema(schema)
    for name in ("fact_exact", "evidence_set", "conflict_gap"):
        check_file(shipped(name), name)


Change = Callable[[dict[str, Any]], object]


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("fact_exact", lambda file: file.pop("document")),
        ("fact_exact", lambda file: file.update(benchmark_type="riddle")),
        ("fact_exact", lambda file: file.update(questions=[])),
        ("fact_exact", lambda file: file["questions"][0]["expected"].update(price=3)),
        ("fact_exact", lambda file: file["questions"][0]["expected"].update(amount_total="3")),
        ("fact_exact", lambda file: file["questions"][0].update(expected={})),
        ("fact_exact", lambda file: file["questions"][0]["required_evidence"][0].pop("page")),
        ("fact_exact", lambda file: file["questions"][0]["metadata"].update(difficulty="deadly")),
        ("evidence_set", lambda file: file["questions"][0]["scoring"].update(evidence_recall_min=1.5)),
        ("evidence_set", lambda file: file["questions"][0].pop("required_evidence")),
        ("conflict_gap", lambda file: file["questions"][0].pop("should_abstain")),
        ("conflict_gap", lambda file: file["questions"][0].update(hallucination_penalty="none")),
    ],
)
@pytest.mark.parametrize("typed", [True, False])
def test_the_schema_refuses_what_is_no_question_of_its_type(
    name: str, change: Change, *, typed: bool
) -> None:
    file = copy.deepcopy(shipped(name))
    if not typed:
        file["questions"][0].pop("type")
        check_file(file, name)
    change(file)
    with pytest.raises(InputError, match=name):
        check_file(file, name)


async def test_a_question_without_a_type_takes_that_of_its_file(tmp_path: Path) -> None:
    file = shipped("fact_exact")
    for question in file["questions"]:
        question.pop("type")
    (tmp_path / "f.json").write_text(json.dumps(file), encoding="utf-8")
    questions = read_bank(tmp_path / "f.json")
    assert {question.type for question in questions} == {"fact_exact"}
    # Its document is not next to it: quotes are held to the evidence instead.
    assert {question.document for question in questions} == {None}
    runner = BenchmarkRunner(tmp_path)
    summary = await runner.run(chosen(runner, answers=CAREFUL))
    assert summary["overall_percentage"] == pytest.approx(100)


def test_a_bank_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.json"):
        with pytest.raises(InputError):
            read_bank(path)
    for name in ("a", "b"):
        (tmp_path / f"{name}.json").write_text(json.dumps(shipped("fact_exact")), encoding="utf-8")
    with pytest.raises(InputError, match="twice"):
        read_bank(tmp_path)
    with pytest.raises(InputError, match="no type"):
        of_type(read_bank(SHIPPED), "riddle")


def test_a_bank_with_a_number_that_json_lacks_is_named(tmp_path: Path) -> None:
    value = shipped("fact_exact")
    value["questions"][0]["expected"] = {"amount_total": float("inf")}
    (tmp_path / "a.json").write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(InputError, match="Infinity"):
        read_bank(tmp_path / "a.json")


def test_a_file_of_something_else_is_named_in_a_short_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(list(range(9999))), encoding="utf-8")
    with pytest.raises(InputError, match="is not of type 'object'") as caught:
        read_bank(tmp_path / "a.json")
    assert len(str(caught.value)) < 500


async def test_a_question_that_cannot_be_scored_is_named(tmp_path: Path) -> None:
    value = shipped("fact_exact")
    value["questions"][0]["expected"] = {"date": "2020-13-45"}
    (tmp_path / "a.json").write_text(json.dumps(value), encoding="utf-8")
    with pytest.raises(InputError, match=r"'fact_001': expected\.date"):
        await BenchmarkRunner(tmp_path / "a.json").run(choose_system(SystemChoice(answers=CAREFUL)))


def test_half_a_character_in_an_answer_ends_no_command(tmp_path: Path) -> None:
    rows = [json.loads(line) for line in CAREFUL.read_text(encoding="utf-8").splitlines()]
    code = "def ask(question):\n    return '\\ud800 大约99999元用于请客。'\n"
    (tmp_path / "half_writer.py").write_text(code, encoding="utf-8")
    done = command(
        *("--callable", "half_writer:ask", "--type", "conflict_gap"),
        *("--out", "summary.json"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
    assert summary["scored"] == sum(row["id"].startswith(("gap", "twin")) for row in rows)


def command(*arguments: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    return script_in_process(ROOT / "benchmark" / "test_runner.py", *arguments, cwd=cwd)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--type", "fact_exact"), 0),
        (("--type", "conflict_gap", "--min-percentage", "100"), 0),
        (("--answers", SHIPPED / "answers_careless.jsonl", "--min-percentage", "50"), 1),
        (("--answers", "none.jsonl"), 2),
        (("--answers", "one.jsonl"), 0),
        (("--answers", "one.jsonl", "--min-percentage", "1"), 2),
        (("--answers", "one.jsonl", "--min-percentage", "1", "--min-scored", "0"), 0),
        (("--answers", "other.jsonl"), 1),
        (("--path", "none"), 2),
        (("--type", "riddle"), 2),
        (("--min-percentage", "101"), 2),
    ],
)
def test_the_command_ends_as_the_gate_does(
    tmp_path: Path, arguments: tuple[str | Path, ...], code: int
) -> None:
    (tmp_path / "one.jsonl").write_text('{"id": "fact_001", "answer": "96500元"}\n', encoding="utf-8")
    (tmp_path / "other.jsonl").write_text('{"id": "x", "answer": "96500元"}\n', encoding="utf-8")
    done = command(*arguments, "--out", "summary.json", cwd=tmp_path)
    assert done.returncode == code, done.stderr
    assert "Traceback" not in done.stderr
    if code < 2:
        with RunStore(tmp_path / "runs.sqlite") as store:
            assert [run.kind for run in store.runs()] == ["legal"]
        summary = json.loads((tmp_path / "summary.json").read_text(encoding="utf-8"))
        assert summary["unscored"] == {"one.jsonl": 37, "other.jsonl": 38}.get(str(arguments[1]), 0)


def test_a_dry_run_asks_nobody_and_writes_nothing(tmp_path: Path) -> None:
    done = command(
        *("--model", "openai:m", "--system", "pure_llm", "--type", "fact_exact", "--limit", "3", "--dry-run"),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("3 of 3 questions would be asked of pure_llm (openai:m). 3 calls: about ")
    assert not list(tmp_path.iterdir())


def test_items_have_the_language_and_tags_of_their_questions(tmp_path: Path) -> None:
    assert command("--type", "fact_exact", "--limit", "1", cwd=tmp_path).returncode == 0
    with RunStore(tmp_path / "runs.sqlite") as store:
        (item,) = store.items(store.runs()[0].run_id)
    assert (item.language, item.tags[0]) == ("zh-Hans", "fact_exact")


@over(
    "asked, workers",
    table(__file__, "test_the_banks_tests_alone_start_no_workers", lists=True),
)
def test_the_banks_tests_alone_start_no_workers(asked: list[str], workers: int | None) -> None:
    config = SimpleNamespace(args=asked, invocation_params=SimpleNamespace(dir=ROOT))
    assert pytest_xdist_auto_num_workers(cast("pytest.Config", config)) == workers
