"""What an answer is based on has the same shapes in a request, in a file and in Python."""

import json
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from agents.judges.passage_conversion import as_passages
from data_base.errors import InputError
from eval.judging.answer_file import iter_answers
from service.http.answers.recorded import recorded_answer
from service.http.bodies.evaluations import EvaluationRequest
from service.http.bodies.parts import TEXT
from tests.support.rows import over

URL = "https://example.org/mill"
ASKED = {"question": "When did the mill open?", "answer": "In 1978."}


@over(
    "document",
    [
        "The mill opened in 1978.",
        {"text": "The mill opened in 1978.", "doc_id": "mill.pdf", "page": 3},
        {"text": "The mill opened in 1978.", "id": "mill[1]"},
        {"url": URL, "content": "It opened.", "raw_content": "It opened in 1978.", "score": 0.7},
        {"title": "Mill", "snippet": "It opened in 1978.", "published_date": "2024-05-01", "text": None},
        {"page_content": "It opened in 1978.", "metadata": {"source": "mill.md", "page": 0}, "id": 7},
        [URL, "It opened in 1978."],
    ],
)
def test_a_document_is_read_alike_in_python_in_a_file_and_in_a_request(tmp_path: Path, document: Any) -> None:
    asked = {**ASKED, "documents": ["It closed in 2004.", document]}
    in_file = tmp_path / "answers.jsonl"
    in_file.write_text(json.dumps(asked), encoding="utf-8")
    sent = EvaluationRequest.model_validate_json(json.dumps(asked))
    sent_on = EvaluationRequest.model_validate_json(sent.model_dump_json(exclude_unset=True))

    passages = as_passages(["It closed in 2004.", document])
    assert [each.documents for each in iter_answers(in_file)] == [passages]
    assert [recorded_answer(each, "a", lambda _: ()).documents for each in (sent, sent_on)] == [passages] * 2


@over("field", ["text", "content", "raw_content"])
def test_a_text_has_its_bound_whatever_field_it_is_in(field: str) -> None:
    """Only that of ``text`` was looked at."""
    asked = {**ASKED, "documents": ["It opened.", {field: "x" * (TEXT + 1)}]}
    with pytest.raises((InputError, ValidationError), match=r"1,?000,?000 characters"):
        recorded_answer(EvaluationRequest.model_validate(asked), "a", lambda _: ())
