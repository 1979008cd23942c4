"""What a judge replies: its evidence, three scores on the rubric's scale, and the reasons."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from typing import Annotated, Any, Self, TypeVar, get_args

from pydantic import (
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ModelWrapValidatorHandler,
    ValidationError,
    create_model,
    model_validator,
)

from agents.judges.json_schema import TEXT_OR_NULL, list_of, object_of
from agents.models.request import OutputSchema
from agents.reply_parser.numbers import read_number
from agents.reply_parser.values import as_list, as_text
from data_base.schemas.context_use import ReferenceClaim
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE, Answered, ClaimVerdict, Issue
from data_base.schemas.key_point import ASKED_VERDICTS, KeyPointVerdict

Item = TypeVar("Item")
_ITEM_KEYS = frozenset({"claim", "verdict", "starts"})
_LISTS = ("reference_claims", "issues", "key_points")

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
    "inconsistent": "inconsistent",
    "undecidable": "undecidable",
    "unclear": "undecidable",
}


def _text_or_nothing(value: object) -> str:
    return "" if value is None else as_text(value)


def readable(read: Callable[[object], Item | None], value: object) -> tuple[Item, ...]:
    """Items that can be read; a malformed one is dropped and never fails the reply."""
    items = as_list(value, _ITEM_KEYS, {*_VERDICTS, *_POINT_VERDICTS}) or []
    return tuple(found for item in items if (found := read(item)) is not None)


def is_nothing(value: object) -> bool:
    """Whether a value says that a list is empty."""
    return as_list(value, _ITEM_KEYS) == [] or _plain_word(value).strip(" .") in {
        "none",
        "no",
        "n/a",
        "null",
        "",
    }


def _issue(item: object) -> Issue | None:
    if isinstance(item, Issue):
        return item
    if not isinstance(item, Mapping):
        return None
    # What a program makes of an issue is not the model's to say.
    known: dict[str, Any] = {name: item.get(name) for name in ("claim", "verdict", "passage_id", "quote")}
    known["verdict"] = _VERDICTS.get(_plain_word(known["verdict"]))
    for name in ("passage_id", "quote"):
        known[name] = str(known[name]).strip() or None if known[name] is not None else None
    try:
        return Issue.model_validate(known)
    except ValidationError:
        return None


class KeyPointReply(Frozen):
    """The judge's verdict on one key point, with what shows which point it means."""

    number: int | None = None
    """The point's number, from 1; None where the reply gives none."""
    starts: str = ""
    """Its first words."""
    verdict: KeyPointVerdict
    """Covered, partial, missing, contradicted or not applicable."""
    words: str | None = None
    """The answer's words that show it."""
    citation: str | None = None
    """The mark or link that the answer gives for them."""


_POINT_VERDICTS: Mapping[str, Any] = {
    **{verdict.replace("_", " "): verdict for verdict in ASKED_VERDICTS},
    "n/a": "not_applicable",
    **dict.fromkeys(("partially covered", "partly covered", "partially", "partly"), "partial"),
    **dict.fromkeys(("not covered", "omitted", "absent"), "missing"),
}
_POINT_IN_WORDS = re.compile(r"[^\d\n]{0,20}(\d{1,4})\W+([\w ]{4,20})\W*")
_WHOLE_NUMBER = re.compile(r"\d{1,4}")


def _key_point(item: object) -> KeyPointReply | None:
    if isinstance(item, KeyPointReply):
        return item
    if isinstance(item, str) and (said := _POINT_IN_WORDS.fullmatch(item.strip())):
        item = {"number": said[1], "verdict": said[2]}
    if not isinstance(item, Mapping):
        return None
    number = _WHOLE_NUMBER.search(str(item.get("number")))
    try:
        return KeyPointReply(
            number=int(number[0]) if number else None,
            starts=_text_or_nothing(item.get("starts")),
            verdict=_POINT_VERDICTS.get(_plain_word(item.get("verdict"))),
            words=_text_or_nothing(item.get("words")).strip() or None,
            citation=_text_or_nothing(item.get("citation")).strip() or None,
        )
    except ValidationError:
        return None


def _reference_claim(item: object) -> ReferenceClaim | None:
    if isinstance(item, ReferenceClaim):
        return item
    if not isinstance(item, Mapping):
        return None
    ids = item.get("passage_ids")
    named = ids if isinstance(ids, (list, tuple)) else [] if ids is None else [ids]
    try:
        return ReferenceClaim(claim=_text_or_nothing(item.get("claim")), passage_ids=tuple(map(str, named)))
    except ValidationError:
        return None


_YES = (
    "yes", "true", "fully", "是", "是的", "完全", "有回答", "已回答", "да", "полностью",
)  # fmt: skip
_NO = (
    "no", "not", "false", "否", "未回答", "没有回答", "沒有回答", "弃答", "棄答", "нет", "не",
)  # fmt: skip
_ANSWERED: Mapping[str, Answered] = {
    **dict.fromkeys(_YES, "yes"),
    **dict.fromkeys(("partly", "partial", "partially", "部分", "部分回答", "отчасти", "частично"), "partly"),
    **dict.fromkeys(_NO, "no"),
}


def _answered(value: object) -> Answered | None:
    """The only thing that the words say; None where they say nothing, or both one thing and another."""
    said = {_ANSWERED[word] for word in re.findall(r"\w+", _plain_word(value)) if word in _ANSWERED}
    return said.pop() if len(said) == 1 else None


def _plain_word(value: object) -> str:
    return str(value).strip().casefold().replace("_", " ")


Prose = Annotated[str, BeforeValidator(_text_or_nothing)]


KeyPointReplies = Annotated[tuple[KeyPointReply, ...], BeforeValidator(partial(readable, _key_point))]


class JudgeReply(BaseModel):
    """The reply that the judge's prompts ask for; the three scores are what a verdict needs."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    reference_claims: Annotated[
        tuple[ReferenceClaim, ...], BeforeValidator(partial(readable, _reference_claim))
    ] = ()
    """The statements of the reference answer with the passages that contain them."""
    issues: Annotated[tuple[Issue, ...], BeforeValidator(partial(readable, _issue))] = ()
    """The claims looked at."""
    key_points: KeyPointReplies = ()
    """Verdicts on the key points."""
    analysis: Prose = Field(default="", json_schema_extra={"labels": ["分析", "анализ"]})
    """Error analysis, written before the scores."""
    answered: Annotated[Answered | None, BeforeValidator(_answered)] = None
    """Whether the answer gives what was asked for; None where the reply does not say."""
    accuracy: RubricScore = Field(
        json_schema_extra={
            "labels": ["準確性", "准确性", "準確度", "准确度", "精確度", "精确度", "точность", "точности"]
        }
    )
    """1-10."""
    completeness: RubricScore = Field(
        json_schema_extra={"labels": ["完整性", "完整度", "полнота", "полноты", "полноту"]}
    )
    """1-10."""
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
    """1-10."""
    reason: Prose = Field(
        default="",
        validation_alias=AliasChoices("reason", "reasoning", "rationale", "explanation"),
        json_schema_extra={"labels": ["理由", "原因", "評語", "评语", "причина", "обоснование"]},
    )
    """The verdict in short."""
    suggestion: Prose = Field(
        default="",
        validation_alias=AliasChoices("suggestion", "suggestions", "advice"),
        json_schema_extra={"labels": ["建議", "建议", "改進建議", "改进建议", "предложение", "рекомендация"]},
    )
    """What to search for or fix."""
    _unread: tuple[str, ...] = ()

    @property
    def unread(self) -> tuple[str, ...]:
        """Lists that the reply fills and of which nothing could be read."""
        return self._unread

    @model_validator(mode="wrap")
    @classmethod
    def _note_unread(cls, data: Any, build: ModelWrapValidatorHandler[Self]) -> Self:  # noqa: ANN401
        reply = build(data)
        given = data if isinstance(data, Mapping) else {}
        filled = (name for name in _LISTS if given.get(name) and not is_nothing(given[name]))
        reply._unread = tuple(name for name in filled if not getattr(reply, name))  # noqa: SLF001  (its own)
        return reply


class KeyPointsReply(BaseModel):
    """A reply that is nothing but verdicts on key points."""

    model_config = ConfigDict(frozen=True)

    key_points: KeyPointReplies


_TEXT, _NUMBER = {"type": "string"}, {"type": "number"}
_ISSUES = list_of(
    {
        "claim": _TEXT,
        "verdict": {"type": "string", "enum": list(get_args(ClaimVerdict))},
        "passage_id": TEXT_OR_NULL,
        "quote": TEXT_OR_NULL,
    }
)
_KEY_POINTS = list_of(
    {
        "number": {"type": "integer"},
        "starts": _TEXT,
        "verdict": {"type": "string", "enum": list(ASKED_VERDICTS)},
        "words": TEXT_OR_NULL,
        "citation": TEXT_OR_NULL,
    }
)
_REFERENCE_CLAIMS = list_of({"claim": _TEXT, "passage_ids": {"type": "array", "items": _TEXT}})


@lru_cache(maxsize=64)
def reply_model(dimensions: tuple[str, ...]) -> type[JudgeReply]:
    """The reply with a score for each of the user's own dimensions."""
    if not dimensions:
        return JudgeReply
    labels = {name: sorted({name.replace("_", " "), name}) for name in dimensions}
    fields: dict[str, Any] = {
        name: (RubricScore, Field(json_schema_extra={"labels": list(labels[name])})) for name in dimensions
    }
    return create_model("JudgeReply", __base__=JudgeReply, **fields)


@lru_cache(maxsize=64)
def reply_schema(
    *, reference_claims: bool = False, key_points: bool = False, dimensions: tuple[str, ...] = ()
) -> OutputSchema:
    """The shape for models that offer structured output; the evidence comes first, the scores follow from it.

    Args:
        reference_claims: whether the statements of a reference answer are asked for.
        key_points: whether verdicts on key points are asked for.
        dimensions: names of the user's own dimensions.
    """
    properties: dict[str, object] = {
        **({"reference_claims": _REFERENCE_CLAIMS} if reference_claims else {}),
        "issues": _ISSUES,
        **({"key_points": _KEY_POINTS} if key_points else {}),
        "analysis": _TEXT,
        "answered": {"type": "string", "enum": list(get_args(Answered))},
        **dict.fromkeys(("accuracy", "completeness", "clarity", *dimensions), _NUMBER),
        "reason": _TEXT,
        "suggestion": _TEXT,
    }
    return OutputSchema("verdict", object_of(properties))


KEY_POINTS_SCHEMA = OutputSchema("key_points", object_of({"key_points": _KEY_POINTS}))
"""The shape of a reply that is nothing but verdicts on key points."""


def shape_in_words(schema: Mapping[str, Any]) -> str:
    """The shape of a reply in short, for a repair call.

    Args:
        schema: of a reply; each of its plain numbers is a score.
    """
    if "properties" in schema:
        fields = (f'"{name}": {shape_in_words(each)}' for name, each in schema["properties"].items())
        return f"{{{', '.join(fields)}}}"
    if "items" in schema:
        return f"[{shape_in_words(schema['items'])}]"
    if "anyOf" in schema:
        return " or ".join(map(shape_in_words, schema["anyOf"]))
    if "enum" in schema:
        return " or ".join(f'"{each}"' for each in schema["enum"])
    return f"number from {LOWEST_SCORE:g} to {HIGHEST_SCORE:g}" if schema == _NUMBER else schema["type"]
