"""People's judgements as files: the project's own format, and those of others."""

import json
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from eval.calibration.formats import formats, read_as
from eval.calibration.score_file import read_gold
from eval.stats.verdict_agreement import CORRECT, REFUSAL
from tests.support.rows import table

LINE: dict[str, Any] = {
    "id": "a1",
    "question": "How many ships came?",
    "answer": "4 ships.",
    "passages": ["4 ships came."],
    "scores": {"accuracy": 9, "clarity": 8.5},
    "rater": "Ann",
}


def written(path: Path, *lines: dict[str, Any]) -> Path:
    file = path / "gold.jsonl"
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return file


def test_an_answer_with_its_scores(tmp_path: Path) -> None:
    (item,) = read_gold(written(tmp_path, LINE)).items
    assert (item.id, item.answers, item.group) == ("a1", ("4 ships.",), "How many ships came?")
    assert item.people == {"accuracy": 9, "clarity": 8.5}
    assert item.passages is not None
    assert [passage.text for passage in item.passages] == ["4 ships came."]


def test_several_people_score_one_answer(tmp_path: Path) -> None:
    other = {**LINE, "rater": "Bo", "scores": {"accuracy": 6, "completeness": 5}}
    (item,) = read_gold(written(tmp_path, LINE, other)).items
    assert item.people == {"accuracy": 7.5, "completeness": 5, "clarity": 8.5}
    assert list(item.ratings["accuracy"].values()) == [9, 6]


def test_documents_are_read_beside_the_file(tmp_path: Path) -> None:
    (tmp_path / "port.md").write_text("# Port\n\n4 ships came.\n", encoding="utf-8")
    line = {key: value for key, value in LINE.items() if key != "passages"} | {"documents": ["port.md"]}
    (item,) = read_gold(written(tmp_path, line)).items
    assert item.passages is not None
    assert item.passages[0].doc_id == "port.md"


def test_an_answer_without_passages_is_judged_without(tmp_path: Path) -> None:
    line = {key: value for key, value in LINE.items() if key != "passages"}
    assert read_gold(written(tmp_path, line)).items[0].passages is None


@pytest.mark.parametrize(
    ("change", "complaint"),
    table(__file__, "test_what_is_wrong_is_named", lists=True),
)
def test_what_is_wrong_is_named(tmp_path: Path, change: dict[str, Any], complaint: str) -> None:
    with pytest.raises(InputError, match=r"gold\.jsonl, line 1") as caught:
        read_gold(written(tmp_path, LINE | change))
    assert complaint in str(caught.value)


def test_an_id_stands_for_one_answer_and_a_rater_scores_it_once(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"line 2: the id 'a1' is that of another answer already .*line 1"):
        read_gold(written(tmp_path, LINE, LINE | {"answer": "5 ships.", "rater": "Bo"}))
    with pytest.raises(InputError, match="line 2: a second line by the rater 'Ann'"):
        read_gold(written(tmp_path, LINE, LINE))


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    for form in formats():
        with pytest.raises(InputError, match="contains no"):
            read_as(form, written(tmp_path))


CLAIM = {
    "id": "c1",
    "question": "",
    "context": "港口有 4 艘船。",
    "claim": "有 4 艘船。",
    "label": 1,
    "lang": "zh",
}
SUMMARY = table(__file__, "SUMMARY", lists=True)
PAIR = table(__file__, "PAIR", lists=True)
GRADED = {
    "id": "f1",
    "cfg": "m",
    "question": "Net debt?",
    "gold": 8.7,
    "answer": "8.7",
    "human": "Correct Answer",
}
EXAM = {
    "question_uuid": "e",
    "dialog_uuid": "x_e",
    "question": "糖有哪些？",
    "answer": "單糖。",
    "hint": 3,
    "human": {"Accuracy": 3, "Informativeness": 1, "Fluency": 3},
}


def test_the_formats_of_others(tmp_path: Path) -> None:
    claim = read_as("claims", written(tmp_path, CLAIM)).items[0]
    assert (claim.people, claim.question) == ({"supported": 1.0}, "這個說法有文件依據嗎？")
    simplified = {**CLAIM, "context": "港口没有船。"}
    assert read_as("claims", written(tmp_path, simplified)).items[0].question == "这个论断有文档依据吗？"
    summary = read_as("summhay_coverage", written(tmp_path, SUMMARY)).items[0]
    assert summary.people == {"coverage": 0.75}
    assert [point.text for point in summary.points] == ["There are four ships.", "They have two masts."]
    pair = read_as("ragchecker_pairs", written(tmp_path, PAIR)).items[0]
    assert pair.people == {"correctness": 1.5, "completeness": 1, "overall": 1.5}
    assert pair.answers == ("Five ships.", "Four ships.")
    assert pair.reference == "Four ships."
    graded = [GRADED, GRADED | {"human": "Refusal", "cfg": "n"}]
    verdicts = read_as("financebench_answers", written(tmp_path, *graded)).items
    assert [item.people["verdict"] for item in verdicts] == [CORRECT, REFUSAL]
    exam = read_as("llmeval2_zh", written(tmp_path, EXAM)).items[0]
    assert exam.people == {"Accuracy": 5.5, "Informativeness": 1.0, "Fluency": 10.0}


@pytest.mark.parametrize("form", [name for name in formats() if name != "own"])
def test_a_row_of_another_format_is_refused(tmp_path: Path, form: str) -> None:
    with pytest.raises(InputError, match=rf"gold\.jsonl, line 1: no row of the format {form}"):
        read_as(form, written(tmp_path, LINE))


def test_a_format_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no format 'xml'; take own, claims"):
        read_as("xml", written(tmp_path, LINE))
