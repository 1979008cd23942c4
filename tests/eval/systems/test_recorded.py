import json
from pathlib import Path

import pytest

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from eval.systems.recorded import RecordedAnswers
from tests.support.rows import over, table


def recorded(tmp_path: Path, *lines: str) -> RecordedAnswers:
    path = tmp_path / "recorded.jsonl"
    path.write_text("\n".join(lines), encoding="utf-8")
    return RecordedAnswers(path)


async def test_answers_are_found_by_id_and_the_note_is_kept(tmp_path: Path) -> None:
    system = recorded(
        tmp_path, '{"_note": "by hand"}', '{"id": "b", "answer": "二"}', '{"id": "a", "answer": "1"}'
    )
    assert system.notes == ("by hand",)
    assert await system.answer(Case(id="b", question="q")) == Answer(text="二")


async def test_an_answer_may_have_citations_and_passages(tmp_path: Path) -> None:
    line = {"id": "a", "answer": {"text": "1", "citations": [{"page": 2, "quote": "one"}]}}
    answer = await recorded(tmp_path, json.dumps(line)).answer(Case(id="a", question="q"))
    assert (answer.text, [(cited.page, cited.sentence) for cited in answer.citations]) == ("1", [(2, "one")])


@over("answer", ["", " \n", None, {"answer": ""}, {"text": "\u3000"}])
async def test_an_empty_answer_is_read_and_says_nothing(tmp_path: Path, answer: object) -> None:
    """One blank in a file of thousands ended the command."""
    system = recorded(tmp_path, json.dumps({"id": "a", "answer": answer}), '{"id": "b", "answer": "1"}')
    assert not (await system.answer(Case(id="a", question="q"))).text.strip()
    sheet = tmp_path / "r.csv"
    sheet.write_text("id,answer\na,\nb,1\n", encoding="utf-8")
    assert not (await RecordedAnswers(sheet).answer(Case(id="a", question="q"))).text.strip()


async def test_a_question_without_an_answer_is_named(tmp_path: Path) -> None:
    system = recorded(tmp_path, '{"id": "a", "answer": "1"}')
    system.require([Case(id="a", question="q")])
    with pytest.raises(InputError, match="no answer for the question 'z'"):
        system.require([Case(id="a", question="q"), Case(id="z", question="q")])
    with pytest.raises(LookupError, match="no answer for the question 'z'"):
        await system.answer(Case(id="z", question="q"))


@pytest.mark.parametrize(
    ("line", "complaint"),
    table(__file__, "test_bad_lines_are_named"),
)
def test_bad_lines_are_named(tmp_path: Path, line: str, complaint: str) -> None:
    with pytest.raises(InputError, match=complaint):
        recorded(tmp_path, '{"id": "a", "answer": "1"}', line)
