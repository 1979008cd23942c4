"""Parquet files are read and written wherever JSON Lines are."""

import json
import os
import threading
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from eval.files.json_lines import json_lines
from eval.files.question_file import read_questions
from eval.files.row_writing import write_lines
from eval.judging.answer_file import iter_answers
from tests.support.lazily import optional

pa = optional("pyarrow", "the extra parquet is not installed")
pq = optional("pyarrow.parquet", "the extra parquet is not installed")

ANSWER: dict[str, object] = {
    "id": "a",
    "question": "Wie hoch ist er?",
    "answer": "330 м，約三百三十米",
    "documents": [{"text": "330 m", "doc_id": "d.pdf", "page": 3}, {"text": "Höhe"}],
    "key_points": [{"text": "330 m", "weight": 2.0}],
    "tags": ["zh-Hant", "ru"],
}


def _table(path: Path, rows: list[dict[str, object]], schema: Any = None) -> Path:
    pq.write_table(pa.Table.from_pylist(rows, schema=schema), path, row_group_size=2)
    return path


def test_answers_are_the_same_from_both_formats(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [
        ANSWER,
        {**ANSWER, "id": "b", "documents": None, "key_points": None},
        {**ANSWER, "id": "c"},
    ]
    lines = tmp_path / "answers.jsonl"
    given = [{name: value for name, value in row.items() if value is not None} for row in rows]
    lines.write_text("\n".join(map(json.dumps, given)), encoding="utf-8")

    found = list(iter_answers(_table(tmp_path / "answers.parquet", rows)))

    assert found == list(iter_answers(lines))
    assert found[1].documents is None


def test_nulls_in_structs_are_not_given_and_empty_lists_are(tmp_path: Path) -> None:
    rows: list[dict[str, object]] = [{**ANSWER, "documents": []}, {**ANSWER, "id": None}]

    found = list(iter_answers(_table(tmp_path / "a.parquet", rows, _typed())))

    assert [each.id for each in found] == ["a", "2"]
    assert found[0].documents == ()
    assert found[1].documents is not None
    assert found[1].documents[1].page is None


def _typed() -> Any:
    return pa.Table.from_pylist([ANSWER]).schema


def test_parquet_comes_through_a_pipe(tmp_path: Path) -> None:
    content = _table(tmp_path / "answers.parquet", [ANSWER]).read_bytes()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    threading.Thread(target=pipe.write_bytes, args=(content,), daemon=True).start()
    assert [[each.id for each in iter_answers(pipe)] for _ in range(2)] == [["a"], ["a"]]


def test_an_error_names_file_row_and_field(tmp_path: Path) -> None:
    wrong = {**ANSWER, "id": "c", "question": " "}
    file = _table(tmp_path / "a.parquet", [ANSWER, {**ANSWER, "id": "b"}, wrong])
    with pytest.raises(InputError, match=r'a\.parquet, row 3: the field "question" is empty'):
        list(iter_answers(file))

    twice = _table(tmp_path / "q.parquet", [{"id": "x", "question": "1"}, {"id": "x", "question": "2"}])
    with pytest.raises(InputError, match=r"q\.parquet, row 2: the id 'x' is already in row 1"):
        read_questions(twice)


def test_values_become_what_json_has(tmp_path: Path) -> None:
    row: dict[str, object] = {
        "moment": datetime(2026, 1, 2, 3, tzinfo=UTC),
        "price": Decimal("1.50"),
        "count": 3,
        "yes": True,
        "of": {"a": 1.5},
        "kind": "x",
    }
    schema = pa.Table.from_pylist([row]).schema.set(4, pa.field("of", pa.map_(pa.string(), pa.float64())))
    schema = schema.set(5, pa.field("kind", pa.dictionary(pa.int8(), pa.string())))

    ((number, found),) = json_lines(_table(tmp_path / "v.parquet", [row], schema))

    assert number == 1
    assert found == {**row, "moment": "2026-01-02T03:00:00+00:00", "price": 1.5}


def test_what_has_no_form_in_json_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r'field "raw": binary has no form in JSON'):
        list(json_lines(_table(tmp_path / "b.parquet", [{"raw": b"\x00"}])))
    with pytest.raises(InputError, match=r'field "raws": binary has no form in JSON'):
        list(json_lines(_table(tmp_path / "b.parquet", [{"raws": [{"raw": b"\x00"}]}])))


def test_a_file_that_is_no_parquet_is_refused_in_one_sentence(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    file.write_text("{}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.parquet is no Parquet file that can be read"):
        list(json_lines(file))
    with pytest.raises(InputError, match=r"none\.parquet cannot be read \(No such file"):
        list(json_lines(tmp_path / "none.parquet"))


def test_text_that_is_not_utf8_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.parquet"
    column = pa.array([b"\xff\xfe"], pa.binary()).view(pa.string())
    pq.write_table(pa.table({"question": column}), file)
    with pytest.raises(InputError, match=r"a\.parquet is not UTF-8 text"):
        list(json_lines(file))


def test_rows_of_any_fields_are_written_and_read_again(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "out.parquet"
    rows: list[dict[str, object]] = [
        {"id": "1", "n": 1, "none": None, "of": {"a": "x"}},
        *({"id": str(number), "n": 0.5, "of": {"b": [number]}} for number in range(2, 2_500)),
        {"id": "half \ud83d", "later": "好"},
    ]

    assert write_lines(out, iter(rows)) == 2_500 - 1 + 1

    found = [row for _, row in json_lines(out)]
    assert found[0] == {"id": "1", "n": 1.0, "of": {"a": "x"}}
    assert found[1] == {"id": "2", "n": 0.5, "of": {"b": [2]}}
    assert found[-1] == {"id": "half ?", "later": "好"}
    assert pq.read_schema(out).field("none").type == pa.string()
    assert [path.name for path in out.parent.iterdir()] == ["out.parquet"]


def test_a_field_of_two_kinds_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"a field is not of one kind in all rows"):
        write_lines(tmp_path / "out.parquet", [{"a": 1}, {"a": "x"}])
    assert list(tmp_path.iterdir()) == []


def test_without_pyarrow_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pyarrow", None)
    with pytest.raises(InputError, match=r"needs pyarrow: uv sync --inexact --extra parquet"):
        list(json_lines(tmp_path / "a.parquet"))
    with pytest.raises(InputError, match=r"needs pyarrow"):
        write_lines(tmp_path / "a.parquet", [{"a": 1}])
