import json
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from eval.harness.questions import read_harness_questions


def file(tmp_path: Path, *lines: Any) -> Path:
    path = tmp_path / "questions.jsonl"
    text = "\n".join(
        line if isinstance(line, str) else json.dumps(line, ensure_ascii=False) for line in lines
    )
    path.write_text(text, encoding="utf-8")
    return path


GOOD = {"id": "q001", "question": "Какая выручка за 2023 год?"}


def test_the_seeds_line_is_read(tmp_path: Path) -> None:
    line = (
        '{"id":"q001","question":"Какая выручка за 2023 год?","must_include":["2023"],'
        '"must_not_include":["XX","??"],"weight":1.0}'
    )
    (question,) = read_harness_questions(file(tmp_path, line))
    assert (question.id, question.must_include, question.weight) == ("q001", ("2023",), 1.0)
    assert question.must_not_include == ("XX", "??")
    assert question.require_citation is False


def test_groups_may_be_lists_or_texts_and_other_fields_are_passed_over(tmp_path: Path) -> None:
    fields = {**GOOD, "must_include_any": [["a", "b"], "c"], "weight": 2, "note": "x", "tags": ["y"]}
    (question,) = read_harness_questions(file(tmp_path, "\ufeff" + json.dumps(fields), ""))
    assert question.must_include_any == (("a", "b"), ("c",))
    assert question.weight == 2


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        ([GOOD, "{"], "line 2: not valid JSON"),
        ([GOOD, "[]"], "line 2: expected a JSON object"),
        (
            [GOOD, '{"id": "b", "question": "q", "must_include": ["a"], "must_include": ["b"]}'],
            'line 2: not valid JSON \\(the field "must_include" appears twice\\)',
        ),
        ([GOOD, {"question": "q"}], 'line 2: field "id"'),
        ([GOOD, {"id": "", "question": "q"}], 'line 2: field "id"'),
        ([GOOD, {"id": 2, "question": "q"}], 'line 2: field "id"'),
        ([GOOD, {"id": "b"}], 'line 2: field "question"'),
        ([GOOD, {"id": "b", "question": " "}], 'line 2: field "question"'),
        ([GOOD, "", GOOD], "line 3: field \"id\": 'q001' is already in line 1"),
        ([{**GOOD, "must_include": "2023"}], 'line 1: field "must_include"'),
        ([{**GOOD, "must_include": ["a", 7]}], r'line 1: field "must_include\.1"'),
        ([{**GOOD, "must_include_any": [[]]}], r'line 1: field "must_include_any\.0"'),
        ([{**GOOD, "must_include_any": [["a", ""]]}], r'line 1: field "must_include_any\.0\.1"'),
        ([{**GOOD, "weight": "1"}], 'line 1: field "weight"'),
        ([{**GOOD, "weight": -0.5}], 'line 1: field "weight"'),
        ([{**GOOD, "require_citation": 1}], 'line 1: field "require_citation"'),
        (
            [{**GOOD, "must_inclued": ["a"]}],
            'unknown field "must_inclued"; did you mean "must_include"',
        ),
        ([{**GOOD, "weight": 0}], 'every "weight" is 0'),
        (
            [{**GOOD, "weight": 1e308}, {"id": "b", "question": "q", "weight": 1e308}],
            '"weight" is infinite',
        ),
        ([{"id": " ", "question": "q"}], 'field "id": must not be empty'),
        ([{"id": "b", "question": " "}], 'field "question": must not be empty'),
        ([{**GOOD, "must_include": "2023"}], "must be a valid list"),
        ([], "has no questions"),
    ],
)
def test_a_bad_line_is_named_with_its_field(tmp_path: Path, lines: list[Any], complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read_harness_questions(file(tmp_path, *lines))


def test_questions_are_read_from_a_sheet(tmp_path: Path) -> None:
    path = tmp_path / "q.csv"
    path.write_text(
        "id;Question;must_include;must_include_any;require_citation;weight\n"
        '7;"Какая выручка?";"2023\nвыручка";"[[""3 402,9"", ""3,4 млрд""]]";ИСТИНА;1,5\n',
        encoding="utf-8",
    )
    (question,) = read_harness_questions(path)
    assert (question.id, question.weight, question.require_citation) == ("7", 1.5, True)
    assert question.must_include == ("2023", "выручка")
    assert question.must_include_any == (("3 402,9", "3,4 млрд"),)
