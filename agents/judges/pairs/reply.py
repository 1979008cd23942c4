"""What a judge of pairs replies: the evidence that decides, and one of five steps."""

import re
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Annotated, Literal, get_args

from pydantic import AliasChoices, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from agents.judges.json_schema import TEXT_OR_NULL, list_of, object_of
from agents.judges.judge_reply import Prose, readable
from agents.judges.pairs.pair_request import PairRequest
from agents.models.request import OutputSchema
from agents.reply_parser import ParsedReply, parse_reply
from agents.reply_parser.objects import objects
from agents.reply_parser.shape import shape_of
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import Issue
from data_base.schemas.pair_verdict import PairChoice, PairEvidence
from scoring.evidence_check import check_issues

PairStep = Literal["A much better", "A better", "tie", "B better", "B much better"]
"""The scale as the prompt names it; A is the answer that is shown first."""
CHOICES: Mapping[PairStep, PairChoice] = dict(zip(get_args(PairStep), get_args(PairChoice), strict=True))
_NOISE = re.compile(r"\b(?:the|answer|response|is|are|slightly|clearly)\b|[^\w<>=]|_")
_TIES = ("tie", "tied", "draw", "equal", "equallygood", "bothequal", "a=b", "b=a")
_TIES_ELSEWHERE = ("平手", "平局", "相當", "相当", "ничья", "равны")

# Not by its label: an A behind one is read for an article.
_IN_PROSE = (
    r"(?:verdict|判定|結論|结论|вердикт)[\s*_\"'`]{0,9}[:：][\s*_\"'`]{0,9}([AB](?: much)? better|tie)\b"
)


def _spellings() -> Iterator[tuple[str, PairStep]]:
    pairs: tuple[tuple[str, str, PairStep, PairStep], ...] = (
        ("a", "b", "A much better", "A better"),
        ("b", "a", "B much better", "B better"),
    )
    for one, other, much, better in pairs:
        for spelling in (f"{one}muchbetter", f"muchbetter{one}", f"{one}>>{other}", f"{other}<<{one}"):
            yield spelling, much
        for spelling in (f"{one}better", f"better{one}", f"{one}>{other}", f"{other}<{one}", one):
            yield spelling, better
    for spelling in (*_TIES, *_TIES_ELSEWHERE):
        yield spelling, "tie"


_SPELLINGS: Mapping[str, PairStep] = dict(_spellings())


def _step(value: object) -> object:
    """The step that is meant; what names none stays as it is."""
    return _SPELLINGS.get(_NOISE.sub("", value.casefold()), value) if isinstance(value, str) else value


class EvidenceReply(Frozen):
    """A place that the judge points at."""

    answer: Literal["A", "B"]
    """A or B."""
    says: str
    """The answer's words, or what it leaves out."""
    passage_id: str | None = None
    """The passage's id or number, None where there is none."""
    quote: str | None = None
    """The passage's words."""


def _evidence(item: object) -> EvidenceReply | None:
    if isinstance(item, EvidenceReply):
        return item
    if not isinstance(item, Mapping):
        return None
    named = {name: str(item.get(name) or "").strip() or None for name in ("passage_id", "quote")}
    letter = _NOISE.sub("", str(item.get("answer")).casefold()).upper()
    try:
        return EvidenceReply.model_validate({"answer": letter, "says": str(item.get("says") or ""), **named})
    except ValidationError:
        return None


class PairReply(BaseModel):
    """The reply that the prompt asks for; the step is what a verdict needs."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    evidence: Annotated[tuple[EvidenceReply, ...], BeforeValidator(partial(readable, _evidence))] = ()
    """The places that decide."""
    analysis: Prose = Field(default="", json_schema_extra={"labels": ["分析", "анализ"]})
    """What is right and wrong in both answers, written before the verdict."""
    verdict: Annotated[PairStep, BeforeValidator(_step)] = Field(json_schema_extra={"pattern": _IN_PROSE})
    """The step of the scale."""
    reason: Prose = Field(
        default="",
        validation_alias=AliasChoices("reason", "reasoning", "rationale", "explanation"),
        json_schema_extra={"labels": ["理由", "原因", "причина", "обоснование"]},
    )
    """What decided."""


PAIR_SCHEMA = OutputSchema(
    "pair_verdict",
    object_of(
        {
            "evidence": list_of(
                {
                    "answer": {"type": "string", "enum": ["A", "B"]},
                    "says": {"type": "string"},
                    "passage_id": TEXT_OR_NULL,
                    "quote": TEXT_OR_NULL,
                }
            ),
            "analysis": {"type": "string"},
            "verdict": {"type": "string", "enum": list(get_args(PairStep))},
            "reason": {"type": "string"},
        }
    ),
)
"""The shape for models that offer structured output; the verdict follows from the evidence before it."""


def read_pair_reply(reply: str, request: PairRequest) -> ParsedReply[PairReply]:
    """Read a reply, unless its verdict is one that is quoted from the data.

    A judge that repeats a verdict it was shown, with the same words or with none, has not judged: the reply
    counts as unreadable.
    """
    parsed = parse_reply(reply, PairReply)
    given = parsed.value
    if given is None or not any(_repeats(given, shown) for shown in _verdicts_shown(request)):
        return parsed
    return ParsedReply(None, None, "the reply repeats a verdict that is in an answer or in a passage")


def checked_evidence(request: PairRequest, found: tuple[EvidenceReply, ...]) -> tuple[PairEvidence, ...]:
    """The evidence with whether each quote is on the passage that it names."""
    passages = {passage.id: passage.text for passage in request.passages or ()}
    if request.reference_answer is not None:
        # What the judge cannot find in a passage it may quote from the reference answer.
        passages = {"reference": request.reference_answer} | passages
    # Only quotes are looked for; of what is missing nobody asks whether the answers say it.
    issues = [
        Issue(claim=each.says, verdict="missing", passage_id=each.passage_id, quote=each.quote)
        for each in found
    ]
    checked = check_issues(issues, request.answers, passages, request.by_number)
    return tuple(
        PairEvidence(
            answer="first" if each.answer == "A" else "second",
            says=each.says,
            passage_id=issue.passage_id,
            quote=issue.quote,
            quote_found=quote_found(issue),
        )
        for each, issue in zip(found, checked, strict=True)
    )


def quote_found(issue: Issue) -> bool | None:
    """Whether the quote of a checked issue is on its passage; None without a quote or a check."""
    if not issue.quote or issue.doubts is None:
        return None
    return not {"no_such_passage", "quote_not_in_passage"} & set(issue.doubts)


def _repeats(given: PairReply, shown: PairReply) -> bool:
    said = [(getattr(given, name).strip(), getattr(shown, name).strip()) for name in ("analysis", "reason")]
    same = any(one == other != "" for one, other in said) or not any("".join(pair) for pair in said)
    return given.verdict == shown.verdict and same


def _verdicts_shown(request: PairRequest) -> Iterator[PairReply]:
    texts = (request.first_answer, request.second_answer, request.question)
    for text in (*texts, *(passage.text for passage in request.passages or ())):
        # In a string of JSON a verdict has backslashes.
        for spelled in {text, text.replace("\\", "")}:
            if "verdict" in spelled.casefold():
                yield from _verdicts_in(spelled)


def _verdicts_in(text: str) -> Iterator[PairReply]:
    for found in objects(text, shape_of(PairReply)):
        try:
            yield PairReply.model_validate(found.data)
        except ValueError:
            continue
