"""One reader of rows: the same rows from every format, and one sentence for what is none."""

import contextlib
import csv
import io
import json
import os
import threading
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.errors import InputError
from eval.calibration.score_file import read_gold
from eval.files import workbook_check
from eval.files.columns import CellKind, Columns, ColumnUse, columns_of
from eval.files.question_file import read_questions
from eval.files.row_writing import write_lines
from eval.files.rows import read_rows
from eval.files.sheet_files import LONGEST_TEXT
from eval.judging.answer_file import iter_answers
from eval.systems.recorded import RecordedAnswers
from eval.tasks.data import iter_samples
from eval.tasks.task import Task
from tests.support.rows import over, table

SUFFIXES = (".jsonl", ".json", ".csv", ".tsv", ".xlsx")
ANSWER = {
    "id": "007",
    "question": "Wo steht «es»?\r\nBitte; genau,\tja",
    "answer": "=1+1\n約三百三十米 — Да",
    "documents": ["[2024]", "第一段\n\n第二段"],
    "key_points": ["330 м", "x"],
    "gold_answer": "'=quoted'",
    "tags": ["zh-Hant", "ru"],
}
# Excel has no room for control characters other than these, and a cell of spaces is no empty one.
TEXTS = st.text(
    st.characters(codec="utf-8", exclude_characters="\ufffe\uffff"), min_size=1, max_size=60
) | st.sampled_from(
    ["=1", "'=1", "''-x", "@a", "＝1", "a;b,c\td", '"', '""\r\n"', "[1]", "{}", "TRUE", "007"]
)
COLUMNS = Columns(
    {
        "id": CellKind.TEXT,
        "text": CellKind.TEXT,
        "list": CellKind.PASSAGES,
        "yes": CellKind.TRUTH,
        "n": CellKind.NUMBER,
    },
    names_folded=False,
)
ROWS = st.lists(
    st.fixed_dictionaries(
        {"id": TEXTS},
        optional={
            "text": TEXTS,
            "list": st.lists(TEXTS, max_size=3),
            "yes": st.booleans(),
            "n": st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9).map(lambda number: round(number, 6)),
            "other": TEXTS,
        },
    ),
    min_size=1,
    max_size=5,
)


def written(path: Path, rows: list[dict[str, Any]]) -> Path:
    pytest.importorskip("xlsxwriter", reason="the extra xlsx is not installed")
    if path.suffix == ".json":
        path.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf-8")
    else:
        write_lines(path, rows)
    return path


@settings(max_examples=40)
@given(ROWS)
def test_any_rows_are_read_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, rows: list[dict[str, Any]]
) -> None:
    folder = tmp_path_factory.mktemp("rows")
    for suffix in SUFFIXES:
        path = written(folder / f"rows{suffix}", rows)
        assert [row.fields for row in read_rows(path, COLUMNS)] == rows, suffix


@over("suffix", SUFFIXES)
def test_answers_are_the_same_from_every_format(tmp_path: Path, suffix: str) -> None:
    path = written(tmp_path / f"answers{suffix}", [ANSWER, {"id": "b", "question": "q", "answer": "a"}])

    first, second = iter_answers(path)

    assert (first.id, first.question, first.answer) == (ANSWER["id"], ANSWER["question"], ANSWER["answer"])
    assert [each.text for each in first.documents or ()] == ANSWER["documents"]
    assert [each.text for each in first.key_points] == ANSWER["key_points"]
    assert (first.reference_answer, first.tags) == (ANSWER["gold_answer"], tuple(ANSWER["tags"]))
    assert (second.documents, second.key_points) == (None, ())


def encoded(text: str, encoding: str) -> bytes:
    return text.encode(encoding)


POINTS = [{"text": "a", "weight": -2, "must": True}, "[2024] b", {"text": "c", "id": "x", "parent": "1"}]


def sheet_of_points(path: Path, names: list[str], cells: list[str]) -> Path:
    known = {"id": "1", "question": "q"} | dict(zip(names, cells, strict=True))
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([known.keys(), known.values()])
    return path


@over(
    "names, cells",
    [
        (["key_points"], ["\n".join(each if isinstance(each, str) else json.dumps(each) for each in POINTS)]),
        (["key_points"], [json.dumps(POINTS)]),
        (["key_points"], [repr(POINTS)]),
        (
            ["key_points_1", "key_points_2", "key_points_3"],
            [json.dumps(POINTS[0], indent=2), str(POINTS[1]), repr(POINTS[2])],
        ),
    ],
)
def test_rubric_items_and_blocked_sources_are_objects_in_a_cell_whatever_the_file_is_for(
    tmp_path: Path, names: list[str], cells: list[str]
) -> None:
    blocked = 'A Title\n{"title": "B", "urls": ["https://b.example"]}'
    names, cells = [*names, "blocked"], [*cells, blocked]

    (case,) = read_questions(sheet_of_points(tmp_path / "q.csv", names, cells))
    (answer,) = iter_answers(sheet_of_points(tmp_path / "a.csv", [*names, "answer"], [*cells, "a"]))
    scored = sheet_of_points(tmp_path / "g.csv", [*names, "answer", "accuracy"], [*cells, "a", "7"])
    (gold,) = read_gold(scored).items
    assert [(each.text, each.weight, each.must, each.parent) for each in answer.key_points] == [
        ("a", -2, True, None),
        ("[2024] b", 1, False, None),
        ("c", 1, False, "1"),
    ]
    assert [(each.title, each.urls) for each in answer.blocked] == [
        ("A Title", ()),
        ("B", ("https://b.example",)),
    ]
    assert (gold.points, gold.blocked) == (answer.key_points, answer.blocked)
    assert (case.key_points, case.blocked) == (answer.key_points, answer.blocked)


@over(
    "cell",
    [
        'a\n{"text": "b", "weight": 2',
        '{"text": "b", "weight": 1, "weight": 2}',
        '[{"text": "b"}',
        '{\n  "text": "b"\n}',
        "{'text': b}",
    ],
)
def test_an_object_in_a_cell_that_cannot_be_read_is_no_text(tmp_path: Path, cell: str) -> None:
    with pytest.raises(InputError, match=r'a\.csv, row 2, column "key_points": no valid JSON \(.*\)'):
        list(iter_answers(sheet_of_points(tmp_path / "a.csv", ["answer", "key_points"], ["a", cell])))


@over("separator, encoding", [(each, code) for each in ",;\t" for code in ("utf-8", "utf-8-sig", "utf-16")])
def test_separator_and_encoding_of_a_csv_are_found_out(tmp_path: Path, separator: str, encoding: str) -> None:
    sheet = io.StringIO()
    writer = csv.writer(sheet, delimiter=separator)
    writer.writerow(["Question", "Answer", "Gold answer", "Key points", "document_2", "document_1", ""])
    writer.writerow(["Wo, wann; wie?", 'In\r\n"Köln"\t', "Köln", "a\nb", "zwei", "eins", ""])
    path = tmp_path / "sheet.csv"
    path.write_bytes(encoded(sheet.getvalue(), encoding))

    (answer,) = iter_answers(path)

    assert (answer.id, answer.question, answer.answer) == ("2", "Wo, wann; wie?", 'In\r\n"Köln"\t')
    assert [each.text for each in answer.documents or ()] == ["eins", "zwei"]
    assert [each.text for each in answer.key_points] == ["a", "b"]
    assert answer.reference_answer == "Köln"


def test_unicode_text_of_excel_is_read(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    path.write_bytes("Question\tAnswer\r\n館長是誰？\tДа, я\r\n".encode("utf-16"))
    (answer,) = iter_answers(path)
    assert (answer.question, answer.answer) == ("館長是誰？", "Да, я")


def test_excels_own_line_about_the_separator_is_no_header(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_text("sep=;\r\nquestion;answer\r\nq, and more;a\r\n", encoding="utf-8")
    (answer,) = iter_answers(path)
    assert (answer.question, answer.answer) == ("q, and more", "a")


@over(
    "cell, value",
    table(__file__, "test_whether_a_question_can_be_answered_is_written_as_spreadsheets_do"),
)
def test_whether_a_question_can_be_answered_is_written_as_spreadsheets_do(
    tmp_path: Path, cell: str, value: bool | None
) -> None:
    path = tmp_path / "q.csv"
    path.write_text(f"id,question,answerable\n1,q,{cell}\n", encoding="utf-8")
    (case,) = read_questions(path)
    assert (case.id, case.answerable) == ("1", value)


def test_scores_of_people_are_columns_of_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "gold.csv"
    path.write_text("id;question;answer;accuracy;clarity;rater\na;q;x;7,5;10;Анна\n", encoding="utf-8")
    (item,) = read_gold(path).items
    assert item.people == {"accuracy": 7.5, "clarity": 10.0}
    assert item.ratings["accuracy"] == {"Анна": 7.5}


def test_a_sheet_is_the_data_of_a_task(tmp_path: Path) -> None:
    path = tmp_path / "d.csv"
    path.write_text('id,gt_tags,pred_tags,weight\n1,"[""a"", ""b""]",a and b,2\n', encoding="utf-8")
    task = Task.model_validate(
        {"task": "t", "metrics": [{"metric": "list_overlap", "field": "tags"}], "prompt_version": "1"}
    )
    (sample,) = iter_samples(task, path)
    assert (sample.fields["gt_tags"], sample.fields["pred_tags"], sample.weight) == (
        ["a", "b"],
        "a and b",
        2,
    )


def test_recorded_answers_are_read_from_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text("id;answer;_note\n;;Said so.\n007;Да\n".replace("Да", "Да;"), encoding="utf-8")
    recorded = RecordedAnswers(path)
    assert (recorded.answers["007"].text, recorded.notes) == ("Да", ("Said so.",))


def test_a_workbook_has_numbers_dates_and_results_of_formulas(tmp_path: Path) -> None:
    xlsxwriter = pytest.importorskip("xlsxwriter", reason="the extra xlsx is not installed")
    path = tmp_path / "w.xlsx"
    with xlsxwriter.Workbook(path) as workbook:
        hidden, sheet = workbook.add_worksheet("old"), workbook.add_worksheet("answers")
        hidden.write_row(0, 0, ["question"])
        sheet.activate()
        hidden.hide()
        sheet.write_row(2, 1, ["id", "question", "answer", "tags"])
        sheet.write_row(4, 1, [7, "q", 1978])
        sheet.write_formula(4, 4, '=HYPERLINK("http://x")', None, "cached")
    (answer,) = iter_answers(path)
    assert (answer.id, answer.answer, answer.tags) == ("7", "1978", ("cached",))
    with pytest.raises(InputError, match=r"w2\.xlsx, row 2: the field \"answer\" is missing"):
        list(iter_answers(written(tmp_path / "w2.xlsx", [{"id": 1, "question": "q"}])))


def test_a_text_that_a_cell_has_no_room_for_ends_in_saying_so(tmp_path: Path) -> None:
    path = written(tmp_path / "w.xlsx", [{"id": "1", "answer": "😀" * 20_000}])
    ((_, _, _, fields),) = read_rows(path)
    assert str(fields["answer"]).endswith(" … [cut: 20,000 characters in all]")
    assert len(str(fields["answer"]).encode("utf-16-le")) // 2 <= LONGEST_TEXT


@over(
    "name, content, said",
    [
        ("a.csv", b"question,answer\nq\n", "a.csv, row 2: the row has another number of cells"),
        (
            "a.csv",
            b"question,answer\nq,a,b\n",
            "a.csv, row 2: cell 3 is in a column without a name; put quot",
        ),
        ("a.csv", b"question,,answer\nq,a,b\n", "cell 2 is in a column without a name; name it in row 1"),
        ("a.csv", b'question,answer\n"q"x,a\n', "a.csv, row 2: not valid CSV"),
        ("a.csv", b"question,answer,docs\nq,a,d\n", 'a.csv, row 2: unknown field "docs"'),
        ("a.csv", b"question,Question\nq,a\n", 'a.csv, row 1: two columns are "question"'),
        ("a.csv", b"documents,documents_1\nq,a\n", "give the same list; keep one"),
        (
            "a.csv",
            "question,answer\nq,é\n".encode("latin-1"),
            "a.csv is not UTF-8 text .* save it as “CSV UTF-8”",
        ),
        ("a.csv", b"PK\x03\x04....", r"a.csv is a workbook \(.xlsx\) or another archive, by its contents"),
        ("a.xlsx", b"question,answer\n", "a.xlsx is no workbook that can be read"),
        ("a.xls", b"\xd0\xcf\x11\xe0....", "an Excel workbook of before 2007, or one with a password"),
        ("a.pdf", b"%PDF-1.7", "a.pdf is a PDF, by its contents; read are .jsonl"),
        (
            "a.docx",
            b"PK\x03\x04....",
            "a.docx is a workbook .* or another archive, by its contents; read are .jsonl",
        ),
        (
            "a.csv",
            "question,answer\n".encode("utf-16-le"),
            "a.csv is no text in UTF-8, or in UTF-16 with a mark",
        ),
        ("a.txt", b"What people said\n", "a.txt is no file of rows; read are .jsonl, .json, .csv"),
        ("a.json", b'{"question": "q"\n', "a.json: not valid JSON"),
        ("a.json", b'{"question": "q", "answer": "a"}\n{"question": ', "a.json, line 2: not valid JSON"),
        ("a.json", b"3", "a.json: expected a list of objects"),
        (
            "a.json",
            b'[{"question": "q", "answer": "a"}, 4]',
            "a.json, entry 2: expected an object, found int",
        ),
    ],
)
def test_what_is_no_row_is_named_by_file_row_and_column(
    tmp_path: Path, name: str, content: bytes, said: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=said):
        list(iter_answers(tmp_path / name))


@over(
    "column, cell, said",
    table(__file__, "test_a_cell_of_another_kind_is_named"),
)
def test_a_cell_of_another_kind_is_named(tmp_path: Path, column: str, cell: str, said: str) -> None:
    path = tmp_path / "gold.csv"
    path.write_text(f"id,question,answer,{column}\na,q,x,{cell}\n", encoding="utf-8")
    with pytest.raises(InputError, match=said):
        read_gold(path)


@over("text", ['[\n{"question": "q", "answer": "a"}\n]', '{"rows": [{"question": "q", "answer": "a"}]}'])
def test_a_json_file_has_a_list_or_one_list_in_an_object(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, encoding="utf-8")
    (answer,) = iter_answers(tmp_path / "a.json")
    assert (answer.id, answer.question) == ("1", "q")


@over("lines", [1, 2])
def test_a_json_file_may_have_an_object_a_line(tmp_path: Path, lines: int) -> None:
    text = '{"question": "q", "answer": "a", "documents": [{"text": "t"}]}\n'
    (tmp_path / "a.json").write_text(text * lines, encoding="utf-8")
    assert [each.question for each in iter_answers(tmp_path / "a.json")] == ["q"] * lines


def changed(path: Path, sheet: bytes | None = None, **entries: bytes) -> Path:
    """A workbook with another sheet or more entries."""
    with zipfile.ZipFile(written(path.with_name("whole.xlsx"), [{"question": "q", "answer": "a"}])) as whole:
        parts = {name: whole.read(name) for name in whole.namelist()}
    if sheet is not None:
        parts["xl/worksheets/sheet1.xml"] = sheet
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**parts, **entries}.items():
            archive.writestr(name, content)
    return path


def sheet(rows: str) -> bytes:
    head = '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    return f"{head}{rows}</sheetData></worksheet>".encode()


def test_a_workbook_that_unpacks_to_too_much_is_not_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> str:
        with pytest.raises(InputError) as caught:
            list(read_rows(path))
        return str(caught.value)

    assert "more than 200 times its size" in refused(
        changed(tmp_path / "ratio.xlsx", **{"xl/media/x.bin": bytes(10_000_000)})
    )
    far = '<row r="1"><c r="A1"><v>1</v></c></row><row r="1000000"><c r="XFD1000000"><v>1</v></c></row>'
    assert "rectangle" in refused(changed(tmp_path / "far.xlsx", sheet(far)))
    deep = '<row r="1048576"><c r="A1048576"><v>1</v></c></row>'
    assert "1,000,000 rows" in refused(changed(tmp_path / "deep.xlsx", sheet(deep)))
    unnumbered = "<row>" + "<c/>" * 20_000 + "</row>" + "<row><c><v>1</v></c></row>" * 600
    assert "rectangle" in refused(changed(tmp_path / "unnumbered.xlsx", sheet(unnumbered)))
    entity = b'<!DOCTYPE w [<!ENTITY a "aaaa">]>' + sheet("")
    assert "document type" in refused(changed(tmp_path / "entity.xlsx", entity))
    assert "no workbook" in refused(changed(tmp_path / "broken.xlsx", b"<worksheet>"))
    monkeypatch.setattr(workbook_check, "MOST_ENTRIES", 5)
    assert "more than 5" in refused(changed(tmp_path / "entries.xlsx"))
    monkeypatch.undo()
    monkeypatch.setattr(workbook_check, "MOST_UNPACKED", 1_000)
    assert "more than 1,000" in refused(changed(tmp_path / "size.xlsx"))


@settings(max_examples=60)
@given(st.lists(st.tuples(st.integers(0, 10**6), st.binary(min_size=1, max_size=8)), min_size=1, max_size=5))
def test_a_broken_workbook_is_refused_in_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, changes: list[tuple[int, bytes]]
) -> None:
    folder = tmp_path_factory.mktemp("broken")
    broken = bytearray(written(folder / "whole.xlsx", [{"question": "q", "answer": "a"}]).read_bytes())
    for place, content in changes:
        start = place % len(broken)
        broken[start : start + len(content)] = content
    (folder / "broken.xlsx").write_bytes(broken)
    with contextlib.suppress(InputError):
        list(read_rows(folder / "broken.xlsx"))


def piped(tmp_path: Path, content: bytes) -> Path:
    """A pipe that gives something once."""
    path = tmp_path / "pipe"
    os.mkfifo(path)
    threading.Thread(target=path.write_bytes, args=(content,), daemon=True).start()
    return path


@over(
    "text",
    ['{"question": "q", "answer": "a"}\n', '[{"question": "q", "answer": "a"}]', "question;answer\nq;a\n"],
)
def test_a_pipe_is_read_as_often_as_is_needed(tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    path = piped(tmp_path_factory.mktemp("pipe"), text.encode())
    for _ in range(3):
        assert [(each.question, each.answer) for each in iter_answers(path)] == [("q", "a")]


def test_columns_of_a_use_are_all_that_it_reads() -> None:
    columns = columns_of(ColumnUse.EVALUATE)
    assert columns.kinds["documents"] is CellKind.PASSAGES
    assert columns_of(ColumnUse.QUESTIONS).kinds["documents"] is CellKind.LINES
    assert "reference" in columns.kinds
