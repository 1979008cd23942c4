"""The harness with systems of every kind, worked out by hand."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.score_card import ErrorTag
from eval.compare.comparison import compare
from eval.compare.sides import read_side
from eval.harness.run import run_harness
from eval.harness.setup import HarnessRequest, HarnessRun, prepare
from eval.runs.run_file import RunFile
from eval.runs.run_file_reading import read_run_file
from eval.systems.choice import ChosenSystem, SystemChoice
from eval.systems.contestant_adapters import SystemContestant
from tests.support.pdf import minimal_pdf

QUESTIONS = [
    {
        "id": "a",
        "question": "How many ships did the harbour handle in 2023?",
        "must_include": ["4,812"],
        "weight": 3,
    },
    {"id": "b", "question": "How many ships left?", "must_include": ["4377"], "require_citation": True},
]


class Inputs:
    """A PDF of two pages with two questions."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pdf = folder / "harbour.pdf"
        self.pdf.write_bytes(minimal_pdf("In 2023 the harbour handled 4,812 ships.", "4,377 ships left."))
        self.questions = folder / "questions.jsonl"
        self.ask(QUESTIONS)

    def ask(self, questions: list[dict[str, Any]]) -> None:
        self.questions.write_text("\n".join(map(json.dumps, questions)), encoding="utf-8")

    def record(self, **answers: str) -> SystemChoice:
        path = self.folder / "answers.jsonl"
        lines = (json.dumps({"id": name, "answer": text}) for name, text in answers.items())
        path.write_text("\n".join(lines), encoding="utf-8")
        return SystemChoice(answers=path)

    def request(self, system: SystemChoice, name: str = "R.json") -> HarnessRequest:
        return HarnessRequest(
            pdf=self.pdf,
            questions=self.questions,
            out=self.folder / "out" / name,
            system=system,
            cache=self.folder / "cache",
        )


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Inputs:
    monkeypatch.chdir(tmp_path)
    return Inputs(tmp_path)


@pytest.mark.parametrize("empty", ["", " \n", "<think>There are 40, not 50.</think>"])
async def test_an_answer_that_says_nothing_has_nothing_for_what_it_avoids(inputs: Inputs, empty: str) -> None:
    inputs.ask([{"id": "a", "question": "How many ships?", "must_not_include": ["50"]}])
    await run_harness(prepare(inputs.request(inputs.record(a=empty))))
    (result,) = read_run_file(inputs.request(SystemChoice()).out).results
    assert result.score_card is not None
    assert (result.score, result.score_card.error_tags) == (0.0, (ErrorTag.NO_ANSWER,))


class Told:
    """Answers what it is told to, or raises it."""

    name = "told"

    def __init__(self, **answers: str | Exception) -> None:
        self.answers = answers
        self.asked: list[Case] = []

    async def answer(self, case: Case) -> Answer:
        self.asked.append(case)
        answer = self.answers[case.id]
        if isinstance(answer, Exception):
            raise answer
        return Answer(text=answer)


def told(inputs: Inputs, **answers: str | Exception) -> tuple[HarnessRun, Told]:
    run = prepare(inputs.request(inputs.record(a="x", b="x")))
    system = Told(**answers)
    return replace(run, system=ChosenSystem(SystemContestant(system), {})), system


async def test_recorded_answers_become_a_run_file(inputs: Inputs) -> None:
    choice = inputs.record(a="4812 ships (p. 1)", b="4377, I think, see page 7")
    request = inputs.request(choice)
    result = await run_harness(prepare(request))
    assert read_run_file(request.out) == result
    assert result.summary.weighted_score == 1
    facts = result.summary.facts
    assert facts["pdf_pages"] == 2
    assert facts["cites_missing_pages"] == ["b"]
    assert len(str(facts["pdf_sha256"])) == len(str(facts["questions_sha256"])) == 64
    assert "0.7 * include_rate" in str(facts["formula"])
    first, second = result.results
    assert (first.id, first.score, first.weight, first.passed) == ("a", 1, 3, True)
    assert (second.metrics["cited_pages"], second.metrics["cited_pages_missing"]) == ([7], [7])
    assert second.score == 1
    assert not request.work_folder.exists()


async def test_the_mean_is_weighted(inputs: Inputs) -> None:
    result = await run_harness(prepare(inputs.request(inputs.record(a="none", b="4 377"))))
    # a: nothing of one group, 0.3; b: all and no page, 0.8; (0.3 * 3 + 0.8) / 4.
    assert [each.score for each in result.results] == pytest.approx([0.3, 0.8])
    assert result.summary.weighted_score == pytest.approx(0.425)


async def test_deep_research_answers_with_pages(inputs: Inputs) -> None:
    result = await run_harness(prepare(inputs.request(SystemChoice())))
    first = result.results[0]
    assert first.answer is not None
    assert "(p. 1)" in first.answer.text
    assert "harbour.pdf#" not in first.answer.text
    assert first.metrics["cited_pages"] == [1]
    assert first.score == 1
    assert result.manifest is not None
    assert result.manifest.models["deep_research"] == "embedded"
    assert result.manifest.index_version


async def test_a_question_without_an_answer_is_unscored_and_asked_again(inputs: Inputs) -> None:
    run, system = told(inputs, a="4,812", b=LookupError("no index"))
    result = await run_harness(run)
    second = result.results[1]
    assert (second.score, second.answer, second.error) == (None, None, "LookupError: no index")
    assert (result.summary.n_unscored, result.summary.weighted_score) == (1, 1)
    again, system = told(inputs, a="never asked", b="4,377 (p. 2)")
    result = await run_harness(again)
    assert [case.id for case in system.asked] == ["b"]
    assert result.summary.n_unscored == 0
    assert not run.request.work_folder.exists()


async def test_a_run_that_broke_off_goes_on(inputs: Inputs) -> None:
    class Stop(BaseException):
        """Ends the program, as a kill would."""

    run, system = told(inputs, a="4,812", b="x")

    async def answer(case: Case) -> Answer:
        if case.id == "b":
            raise Stop
        return Answer(text="4,812")

    system.answer = answer  # type: ignore[method-assign]
    run = replace(run, request=run.request.model_copy(update={"concurrency": 1}))
    with pytest.raises(Stop):
        await run_harness(run)
    assert not run.request.out.exists()
    again, system = told(inputs, a="never asked", b="4,377 p. 2")
    result = await run_harness(again)
    assert [case.id for case in system.asked] == ["b"]
    assert result.summary.weighted_score == 1


async def test_a_finished_run_begins_anew(inputs: Inputs) -> None:
    for text in ("4,812", "nothing"):
        run, system = told(inputs, a=text, b="4,377 p. 2")
        result = await run_harness(run)
        assert len(system.asked) == 2
    assert result.results[0].score == pytest.approx(0.3)


async def test_where_nothing_was_answered_nothing_is_scored(inputs: Inputs) -> None:
    run, _ = told(inputs, a=OSError("gone"), b=OSError("gone"))
    result = await run_harness(run)
    assert (result.summary.n_scored, result.summary.weighted_score) == (0, None)
    assert {each.error for each in result.results} == {"OSError: gone"}


async def test_the_gate_reads_it_and_a_missing_question_is_a_regression(inputs: Inputs) -> None:
    base = await run_harness(prepare(inputs.request(inputs.record(a="4812", b="4377 p. 2"), "base.json")))
    same = await run_harness(prepare(inputs.request(inputs.record(a="4812.0", b="4377 (p. 2)"), "cand.json")))
    worse = await run_harness(prepare(inputs.request(inputs.record(a="4812", b="4377"), "worse.json")))

    def verdict(cand: RunFile) -> str:
        return compare(read_side([("base", base.stream())]), read_side([("cand", cand.stream())])).verdict

    assert verdict(same) == "passed"
    assert verdict(worse) == "failed"
    lacking = RunFile.of_results(same.manifest, same.results[:1], facts=same.summary.facts)
    assert lacking.summary.weighted_score == 1
    assert verdict(lacking) == "failed"


async def test_other_data_cannot_be_compared(inputs: Inputs) -> None:
    answers = {"a": "4812", "b": "4377 p. 2"}
    base = await run_harness(prepare(inputs.request(inputs.record(**answers), "base.json")))
    inputs.ask([{**QUESTIONS[0], "weight": 1}, QUESTIONS[1]])
    cand = await run_harness(prepare(inputs.request(inputs.record(**answers), "cand.json")))
    with pytest.raises(InputError, match="questions_sha256"):
        compare(read_side([("base", base.stream())]), read_side([("cand", cand.stream())]))


@pytest.mark.parametrize("name", ["harbour.pdf", "questions.jsonl", "answers.jsonl"])
def test_no_input_is_written_over(inputs: Inputs, name: str) -> None:
    request = inputs.request(inputs.record(a="x", b="x"))
    with pytest.raises(InputError, match=f"would be written over .*{name}"):
        prepare(request.model_copy(update={"out": inputs.folder / name}))


@pytest.mark.parametrize("field", ["pdf", "answers"])
def test_a_file_name_that_is_not_utf8_is_named(inputs: Inputs, field: str) -> None:
    request = inputs.request(inputs.record(a="x", b="x"))
    named = Path("a\udcff.pdf")
    system = request.system if field == "pdf" else SystemChoice(answers=named)
    pdf = named if field == "pdf" else request.pdf
    with pytest.raises(InputError, match=r"a\?\.pdf: the file's name is not UTF-8"):
        prepare(request.model_copy(update={"pdf": pdf, "system": system}))


@pytest.mark.parametrize("out", ["", "."])
def test_a_folder_is_no_run_file(inputs: Inputs, out: str) -> None:
    request = inputs.request(inputs.record(a="x", b="x"))
    with pytest.raises(InputError, match="is a folder; name a file to write"):
        prepare(request.model_copy(update={"out": Path(out)}))


def test_what_is_missing_is_said_before_anything_is_asked(inputs: Inputs) -> None:
    with pytest.raises(InputError, match="no answer for the question 'b'"):
        prepare(inputs.request(inputs.record(a="x")))
    with pytest.raises(InputError, match="--http and --callable name two systems"):
        prepare(inputs.request(SystemChoice(http="http://localhost/", callable="m:f")))
    with pytest.raises(InputError, match=r"none\.pdf"):
        prepare(inputs.request(SystemChoice()).model_copy(update={"pdf": Path("none.pdf")}))
