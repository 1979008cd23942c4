import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from data_base.schemas.score_card import ErrorTag, ScoreCard
from eval.published_schemas import PUBLISHED, SCHEMAS, write_schemas
from tests.support.canonical import card
from tests.support.rows import over, table

BY_NAME = {schema.name: schema for schema in SCHEMAS}


def validator(name: str) -> Any:
    return Draft202012Validator(json.loads((PUBLISHED / BY_NAME[name].file_name).read_text(encoding="utf-8")))


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.name)
def test_the_published_file_is_what_the_code_makes(schema: Any) -> None:
    kept = (PUBLISHED / schema.file_name).read_text(encoding="utf-8")
    assert kept == schema.text(), (
        "raise the version if what is allowed has changed, then: judge schema --write eval/schemas"
    )
    Draft202012Validator.check_schema(json.loads(kept))


def test_nothing_else_is_published() -> None:
    assert {path.name for path in PUBLISHED.iterdir()} == {schema.file_name for schema in SCHEMAS}


def test_writing_gives_the_published_files(tmp_path: Path) -> None:
    assert [path.read_text(encoding="utf-8") for path in write_schemas(tmp_path)] == [
        schema.text() for schema in SCHEMAS
    ]


@over(
    "answer_type, value",
    table(__file__, "test_answers_of_every_type_fit_the_schema_and_others_do_not", lists=True),
)
def test_answers_of_every_type_fit_the_schema_and_others_do_not(answer_type: Any, value: Any) -> None:
    answer = {
        "task_id": "event_eval",
        "sample_id": "S001",
        "answer_type": answer_type,
        "prediction": {},
        "ground_truth": value,
        "meta": {"schema_version": "v1", "prompt_version": "ie_json.v1", "scorer_version": "v1"},
    }
    schema = validator("canonical_answer")
    schema.validate(answer)
    assert not schema.is_valid({**answer, "answer_type": "essay"})
    assert not schema.is_valid({**answer, "ground_truth": {"vaule": 1}})
    assert not schema.is_valid({name: part for name, part in answer.items() if name != "answer_type"})


def test_score_cards_fit_the_schema_under_the_name_pass() -> None:
    schema = validator("score_card")
    for scored in (card("choice", {"value": "A"}, {"value": "B"}), ScoreCard.unscored("no reply")):
        dump = json.loads(scored.model_dump_json())
        schema.validate(dump)
        assert "pass" in dump
    assert not schema.is_valid({"primary_score": 2})
    assert not schema.is_valid({"primary_score": 1, "error_tags": ["made_up"]})
    tags = json.loads(BY_NAME["score_card"].text())["$defs"]["ErrorTag"]["enum"]
    assert tags == [tag.value for tag in ErrorTag]
