"""What a judge replies: three scores on the rubric's scale, and the reasons."""

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, get_args

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agents.models.request import OutputSchema
from agents.reply_parser.numbers import read_number
from agents.reply_parser.values import as_text
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE, ClaimVerdict, Issue

RubricScore = Annotated[
    float,
    Field(ge=LOWEST_SCORE, le=HIGHEST_SCORE, allow_inf_nan=False),
    BeforeValidator(partial(read_number, high=HIGHEST_SCORE)),
]
"""A score on the 1-10 scale; "8/10", "9 分", "８．５" and "8 из 10" are read, other denominators refused."""

_VERDICTS = {
    "supported": "supported",
    "correct": "supported",
    "unsupported": "unsupported",
    "not supported": "unsupported",
    "hallucinated": "unsupported",
    "contradicted": "contradicted",
    "incorrect": "contradicted",
    "wrong": "contradicted",
    "missing": "missing",
    "omitted": "missing",
    "undecidable": "undecidable",
    "unclear": "undecidable",
}


def _text_or_nothing(value: object) -> str:
    return "" if value is None else as_text(value)


def _readable_issues(value: object) -> tuple[Issue, ...]:
    """Issues that can be read; a malformed one is dropped and never fails the reply."""
    items = value if isinstance(value, (list, tuple)) else []
    return tuple(issue for item in items if (issue := _issue(item)) is not None)


def _issue(item: object) -> Issue | None:
    if isinstance(item, Issue):
        return item
    if not isinstance(item, Mapping):
        return None
    # What a program makes of an issue is not the model's to say.
    known: dict[str, Any] = {name: item.get(name) for name in ("claim", "verdict", "passage_id", "quote")}
    known["verdict"] = _VERDICTS.get(str(known["verdict"]).strip().casefold().replace("_", " "))
    for name in ("passage_id", "quote"):
        known[name] = str(known[name]).strip() or None if known[name] is not None else None
    try:
        return Issue.model_validate(known)
    except ValidationError:
        return None


Prose = Annotated[str, BeforeValidator(_text_or_nothing)]


class JudgeReply(BaseModel):
    """The reply that the judge's prompts ask for; the three scores are what a verdict needs.

    Attributes:
        analysis: error analysis, written before the scores.
        accuracy: 1-10.
        completeness: 1-10.
        clarity: 1-10.
        reason: the verdict in short.
        suggestion: what to search for or fix.
        issues: the claims looked at.
    """

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    analysis: Prose = Field(default="", json_schema_extra={"labels": ["分析", "анализ"]})
    accuracy: RubricScore = Field(
        json_schema_extra={
            "labels": ["準確性", "准确性", "準確度", "准确度", "精確度", "精确度", "точность", "точности"]
        }
    )
    completeness: RubricScore = Field(
        json_schema_extra={"labels": ["完整性", "完整度", "полнота", "полноты", "полноту"]}
    )
    clarity: RubricScore = Field(
        json_schema_extra={
            "labels": [
                "清晰度",
                "清晰性",
                "邏輯表達",
                "逻辑表达",
                "表達清晰度",
                "表达清晰度",
                "ясность",
                "ясности",
                "чёткость",
                "четкость",
            ]
        }
    )
    reason: Prose = Field(
        default="",
        validation_alias=AliasChoices("reason", "reasoning", "rationale", "explanation"),
        json_schema_extra={"labels": ["理由", "原因", "評語", "评语", "причина", "обоснование"]},
    )
    suggestion: Prose = Field(
        default="",
        validation_alias=AliasChoices("suggestion", "suggestions", "advice"),
        json_schema_extra={"labels": ["建議", "建议", "改進建議", "改进建议", "предложение", "рекомендация"]},
    )
    issues: Annotated[tuple[Issue, ...], BeforeValidator(_readable_issues)] = ()


REPLY_SHAPE = (
    '{"analysis": string, "accuracy": number from 1 to 10, "completeness": number from 1 to 10, '
    '"clarity": number from 1 to 10, "reason": string, "suggestion": string, '
    '"issues": [{"claim": string, "verdict": string, "passage_id": string or null, "quote": string or null}]}'
)
"""The shape in short, for a repair call."""

# Not as a list of types, which some packages that rewrite schemas for their provider cannot read.
_TEXT_OR_NULL = {"anyOf": [{"type": "string"}, {"type": "null"}]}
_ISSUE_SCHEMA = {
    "type": "object",
    "properties": {
        "claim": {"type": "string"},
        "verdict": {"type": "string", "enum": list(get_args(ClaimVerdict))},
        "passage_id": _TEXT_OR_NULL,
        "quote": _TEXT_OR_NULL,
    },
    "required": ["claim", "verdict", "passage_id", "quote"],
    "additionalProperties": False,
}
_SCORE_SCHEMA = {"type": "number", "description": "from 1 to 10"}
# The analysis comes first: the scores are to follow from it.
_PROPERTIES = {
    "analysis": {"type": "string"},
    "accuracy": _SCORE_SCHEMA,
    "completeness": _SCORE_SCHEMA,
    "clarity": _SCORE_SCHEMA,
    "reason": {"type": "string"},
    "suggestion": {"type": "string"},
    "issues": {"type": "array", "items": _ISSUE_SCHEMA},
}
REPLY_SCHEMA = OutputSchema(
    "verdict",
    {
        "type": "object",
        "properties": _PROPERTIES,
        "required": list(_PROPERTIES),
        "additionalProperties": False,
    },
)
"""The shape for models that offer structured output."""
