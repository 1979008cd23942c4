from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas.score_card import ScoreCard
from eval.files.gold_field_names import GOLD_NAMES
from eval.judging.answer_file import RecordedAnswer, blinded, iter_answers, scored_item


def written(tmp_path: Path, *lines: str) -> Path:
    path = tmp_path / "answers.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def read(tmp_path: Path, *lines: str) -> list[JudgeRequest]:
    return list(iter_answers(written(tmp_path, *lines)))


def test_documents_are_texts_or_objects_and_none_differs_from_empty(tmp_path: Path) -> None:
    first, second, third = read(
        tmp_path,
        '{"question": "q", "answer": "a", "documents": ["一", {"text": "t", "doc_id": "r.pdf", "page": 3}]}',
        '{"id": "x", "question": "q", "answer": "", "documents": []}',
        '{"question": "q", "answer": "a", "reference_documents": [{"id": "k", "text": "t"}]}',
    )
    assert first.documents == (
        Passage(id="document#1", doc_id="document", text="一"),
        Passage(id="r.pdf#p3.1", doc_id="r.pdf", page=3, text="t"),
    )
    assert (second.id, second.documents) == ("x", ())
    assert third.documents is None
    assert third.reference_documents == (Passage(id="k", doc_id="document", text="t"),)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"answer": "a"}', 'line 1: the field "question"'),
        ('{"question": "q"}', 'line 1: the field "answer"'),
        ('{"question": "q", "answer": "a", "docs": []}', 'line 1: unknown field "docs"'),
        (
            '{"question": "q", "answer": "a", "documents": "t"}',
            "line 1: documents: a single str; pass a list",
        ),
        ('{"question": "q", "answer": "a", "documents": [5]}', "line 1: documents.1: an int; pass a text"),
        (
            '{"question": "q", "answer": "a", "documents": ["a/b.pdf"]}',
            'documents.1: "a/b.pdf" is the name of a file',
        ),
        (
            '{"question": "q", "answer": "a", "documents": [{"page": 1}]}',
            "line 1: documents: 1 of 1 have no text, the first is documents.1 with the fields page; a",
        ),
        ('{"question": "q", "answer": "a", "gold_answer": 5}', 'the field "gold_answer" must be a string'),
        (
            '{"question": "q", "answer": "a", "gold_answer": "x", "reference": "y"}',
            '"gold_answer" and "reference" both give the right answer',
        ),
        ('{"question": "q", "answer": "a", "key_points": "x"}', 'the field "key_points" must be a list'),
        (
            '{"question": "q", "answer": "a", "key_points": ["x", {"text": "y", "weight": 0}]}',
            '"key_points", entry 2, field "weight"',
        ),
        (
            '{"question": "q", "answer": "a", "key_points": [{"text": "y", "weight": true}]}',
            '"key_points", entry 1, field "weight": must be a valid number',
        ),
        (
            '{"question": "q", "answer": "a", "key_points": [{"text": "y", "must": "no"}]}',
            '"key_points", entry 1, field "must": must be true or false',
        ),
        (
            '{"question": "q", "answer": "a", "key_points": [{"text": "y", "group": " "}]}',
            '"key_points", entry 1, field "group": is empty',
        ),
        ('{"question": "q", "answer": "a", "language": "fr"}', 'line 1: the field "language" must be one of'),
        ('{"question": "q", "answer": "a", "answerable": "no"}', '"answerable" must be true or false'),
        (
            '{"question": "q", "answer": "a", "answerable": true, "expected": "The documents do not say."}',
            'line 1: the fields "answerable" and "expected": one says that the documents contain the answer',
        ),
        ('{"question": "q", "answer": "a", "tags": "t"}', 'the field "tags" must be a list of strings'),
    ],
)
def test_bad_lines_are_named(tmp_path: Path, line: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        read(tmp_path, line)


def test_what_is_known_of_a_question_goes_to_the_judge(tmp_path: Path) -> None:
    named = [f'{{"question": "q", "answer": "a", "{name}": "right"}}' for name in GOLD_NAMES]
    blank = '{"question": "q", "answer": "a", "gold_answer": "", "key_points": null}'
    points = '{"question": "q", "answer": "a", "key_points": ["x", {"text": "y", "weight": 2}]}'
    *golds, bare, pointed = read(tmp_path, *named, blank, points)
    assert [each.reference_answer for each in golds] == ["right"] * len(GOLD_NAMES)
    assert (bare.reference_answer, bare.key_points) == (None, ())
    assert [(point.text, point.weight) for point in pointed.key_points] == [("x", 1), ("y", 2)]


def test_a_blind_judge_is_told_nothing_of_it(tmp_path: Path) -> None:
    line = '{"question": "q", "answer": "a", "gold_answer": "x", "key_points": ["y"]}'
    answer = next(iter_answers(written(tmp_path, line)))
    assert (answer.reference_answer, len(answer.key_points)) == ("x", 1)
    assert (blinded(answer).reference_answer, blinded(answer).key_points) == (None, ())


def test_a_line_may_say_that_the_documents_do_not_contain_the_answer(tmp_path: Path) -> None:
    line = '{"question": "Сколько стоил билет?", "answer": "a", "answerable": false}'
    (answer,) = iter_answers(written(tmp_path, line))
    assert answer.reference_answer == "В документах нет ответа на этот вопрос."
    assert scored_item(answer, ScoreCard(primary_score=1)).answerable is False
    assert (blinded(answer).reference_answer, blinded(answer).answerable) == (None, False)


def test_an_item_keeps_what_was_asked_and_what_is_right() -> None:
    answer = RecordedAnswer(id="1", question="How much?", answer="Much.", reference_answer="354.4 GWh")
    card = ScoreCard(primary_score=1)
    assert scored_item(answer, card).metrics == {"question": "How much?", "reference_answer": "354.4 GWh"}
    assert scored_item(blinded(answer), card).metrics == {"question": "How much?"}
