"""The JSON Schemas of Eval JSON v2, as they have to be published in ``docs``."""

import json
from pathlib import Path

from pydantic import TypeAdapter

from eval.eval_json_v2.question_set import ModelOutput, ObjectQuestion

DOCS = Path(__file__).resolve().parents[2] / "docs"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_texts() -> dict[str, str]:
    """File name to the text of its schema: the question set's, and that of a model's output."""
    return {
        "question.schema.json": _text("eval_json_v2_question_set", TypeAdapter(list[ObjectQuestion])),
        "eval_json_v2_output.schema.json": _text("eval_json_v2_output", TypeAdapter(ModelOutput)),
    }


def _text(name: str, shape: TypeAdapter[list[ObjectQuestion]] | TypeAdapter[ModelOutput]) -> str:
    head = {"$schema": _DIALECT, "$id": f"urn:deep-research-judge:{name}:v2", "title": name}
    return json.dumps(head | shape.json_schema() | {"title": name}, ensure_ascii=False, indent=2) + "\n"
