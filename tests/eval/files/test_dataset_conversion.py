import csv
import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from data_base.errors import InputError
from eval.files.dataset_conversion import DatasetSource, OutputShape, Row, convert, field_mapping
from eval.files.rows import read_rows
from eval.judging.answer_file import iter_answers
from service.commands.app import app
from tests.support.rows import table

RAGAS: Row = {
    "user_input": "Где порт?",
    "response": "На севере",
    "reference": "На севере; у реки",
    "retrieved_contexts": ["Порт на севере | у реки.", "Зима."],
    "reference_contexts": ["Порт на севере."],
    "rubric": {},
}
DEEPEVAL: Row = {
    "input": "港口在哪里？",
    "actual_output": "在北方",
    "expected_output": "在北方",
    "retrieval_context": ["港口在北方。"],
    "context": ["港口在北方，靠河。"],
    "tools_called": None,
}


def imported(
    path: Path, shape: OutputShape = OutputShape.EVAL, source: DatasetSource | None = None, **given: str
) -> list[Row]:
    rows = [(row.place, row.fields) for row in read_rows(path)]
    mapping = field_mapping(list(dict.fromkeys(name for _, row in rows for name in row)), source, given)
    return list(convert(iter(rows), mapping, shape))


def as_jsonl(path: Path, *rows: Any) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def as_csv(path: Path, *rows: Row) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, fieldnames=list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


def test_ragas_is_read_from_json_lines_and_from_csv_alike(tmp_path: Path) -> None:
    expected = {
        "id": "1",
        "question": "Где порт?",
        "pred_answer": "На севере",
        "gt_answer": "На севере; у реки",
        "documents": ["Порт на севере | у реки.", "Зима."],
        "reference_documents": ["Порт на севере."],
    }
    assert imported(as_jsonl(tmp_path / "r.jsonl", RAGAS)) == [expected]
    # ragas writes lists into CSV cells as Python shows them.
    assert imported(as_csv(tmp_path / "r.csv", RAGAS)) == [expected]


def test_older_ragas_columns_are_known(tmp_path: Path) -> None:
    old = {"question": "q?", "answer": "a", "ground_truths": ["g"], "contexts": ["c"]}
    (line,) = imported(as_jsonl(tmp_path / "r.jsonl", old))
    assert (line["pred_answer"], line["gt_answer"], line["documents"]) == ("a", "g", ["c"])


def test_deepeval_is_read_from_json_and_csv(tmp_path: Path) -> None:
    (tmp_path / "d.json").write_text(json.dumps([DEEPEVAL]), encoding="utf-8")
    (line,) = imported(tmp_path / "d.json")
    assert (line["pred_answer"], line["documents"], line["reference_documents"]) == (
        "在北方",
        ["港口在北方。"],
        ["港口在北方，靠河。"],
    )
    cells = {**DEEPEVAL, "retrieval_context": "港口在北方。|冬天。"}
    (from_csv,) = imported(as_csv(tmp_path / "d.csv", cells))
    assert from_csv["documents"] == ["港口在北方。", "冬天。"]


def test_an_answer_that_was_never_given_is_left_out(tmp_path: Path) -> None:
    (line,) = imported(as_jsonl(tmp_path / "d.jsonl", {**DEEPEVAL, "actual_output": None}))
    assert "pred_answer" not in line
    with pytest.raises(InputError, match="no answer to judge"):
        imported(tmp_path / "d.jsonl", OutputShape.EVALUATE)


def test_what_is_written_for_evaluate_can_be_read_there(tmp_path: Path) -> None:
    lines = imported(as_jsonl(tmp_path / "r.jsonl", RAGAS), OutputShape.EVALUATE)
    (answer,) = iter_answers(as_jsonl(tmp_path / "a.jsonl", *lines))
    assert (answer.answer, len(answer.documents or ())) == ("На севере", 2)


def test_plain_tables_can_be_mapped_by_hand(tmp_path: Path) -> None:
    path = as_csv(tmp_path / "p.csv", {"Q": "q?", "reply": "a", "answer": "not this", "label": "g"})
    with pytest.raises(InputError, match="No field is the question"):
        imported(path)
    (line,) = imported(path, question="Q", answer="reply")
    assert line == {"id": "1", "question": "q?", "pred_answer": "a", "gt_answer": "g"}
    (bare,) = imported(path, question="Q", answer="reply", truth="")
    assert bare["gt_answer"] is None


@pytest.mark.parametrize(
    ("name", "text", "said"),
    table(__file__, "test_what_cannot_be_read_is_named"),
)
def test_what_cannot_be_read_is_named(tmp_path: Path, name: str, text: str, said: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=said):
        imported(tmp_path / name)


def test_a_wrong_mapping_is_refused() -> None:
    with pytest.raises(InputError, match="no such field"):
        field_mapping(["question"], None, {"answer": "reply"})
    with pytest.raises(InputError, match="there is no 'colour'"):
        field_mapping(["question"], None, {"colour": "question"})


def test_the_command_shows_the_mapping_and_writes_the_file(tmp_path: Path) -> None:
    path = as_jsonl(tmp_path / "r.jsonl", RAGAS)
    shown = CliRunner().invoke(app, ["import", str(path), "--out", str(tmp_path / "o.jsonl"), "--dry-run"])
    assert shown.exit_code == 0
    assert "read as ragas" in shown.stdout
    assert "user_input -> question" in shown.stdout
    assert "left out: rubric" in shown.stdout
    assert not (tmp_path / "o.jsonl").exists()
    done = CliRunner().invoke(app, ["import", str(path), "--out", str(tmp_path / "o.jsonl")])
    assert done.exit_code == 0
    assert json.loads((tmp_path / "o.jsonl").read_text(encoding="utf-8"))["gt_answer"] == RAGAS["reference"]


def test_the_truth_goes_to_the_judge_as_gold_answer(tmp_path: Path) -> None:
    (row,) = imported(as_jsonl(tmp_path / "r.jsonl", RAGAS), OutputShape.EVALUATE)
    assert row["gold_answer"] == RAGAS["reference"]
    (answer,) = iter_answers(as_jsonl(tmp_path / "answers.jsonl", row))
    assert answer.reference_answer == RAGAS["reference"]
