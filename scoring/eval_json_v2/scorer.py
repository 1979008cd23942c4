"""The score card of one output."""

import math
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from data_base.errors import InputError
from data_base.schemas.score_card import ErrorTag, ScoreCard
from scoring.eval_json_v2.evidence_recall import evidence_score
from scoring.eval_json_v2.named_sources import Grounding, ground
from scoring.eval_json_v2.reply import Reply, read_fields, read_reply
from scoring.eval_json_v2.text_matching import ListMatch, list_match, matches

SCORER_VERSION = "eval_json_v2/1"
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {
        "target_audience": 0.10,
        "main_topic": 0.10,
        "sub_topic": 0.10,
        "detailed_description": 0.30,
        "original_evidence": 0.20,
        "predicted_questions": 0.10,
        "grounding": 0.10,
    }
)
"""Sub-score to its weight; they sum to 1."""
SUB_SCORES = tuple(WEIGHTS)
PASSING = 0.95
"""The mean that the gate asks for; an item that reaches it passes."""
_MOST_DESCRIPTIONS = 12
_MOST_QUESTIONS = 10
_DIGITS = 12


def score_output(
    expected: Mapping[str, object],
    raw_output: str,
    chunks: Sequence[Mapping[str, object]],
    *,
    allow_fence: bool = False,
) -> ScoreCard:
    """Score what a model wrote for a question.

    Args:
        expected: the target fields, or an item's whole ``expected`` with them under ``answer_example``;
            a ``source_map`` need not be there.
        raw_output: the model's reply to the letter.
        chunks: the question's context, ``source_path`` and ``text`` each.
        allow_fence: whether a code fence around the object is tolerated; record it on the run.

    Returns:
        A card with seven sub-scores, each 0 to 1, and their weighted sum as ``primary_score``; times 100 it
        is the score of the specification. All are 0, with the tag ``schema_invalid``, where the reply is not
        valid JSON, lacks a field or has one of a wrong type.

    Raises:
        InputError: ``expected`` lacks a field or a chunk has no path or text.
    """
    target = _target(expected)
    _check(chunks)
    reply = read_reply(raw_output, allow_fence=allow_fence)
    if isinstance(reply, str):
        return _invalid(reply)
    grounding = ground(reply.source_map, chunks)
    lists = {
        "detailed_description": list_match(
            target.detailed_description, reply.detailed_description, longest=_MOST_DESCRIPTIONS
        ),
        "predicted_questions": list_match(
            target.predicted_questions, reply.predicted_questions, longest=_MOST_QUESTIONS
        ),
    }
    subs = {
        "target_audience": float(matches(target.target_audience, reply.target_audience)),
        "main_topic": float(matches(target.main_topic, reply.main_topic)),
        "sub_topic": float(matches(target.sub_topic, reply.sub_topic)),
        "detailed_description": lists["detailed_description"].f1,
        "original_evidence": evidence_score(target.original_evidence, reply.original_evidence),
        "predicted_questions": lists["predicted_questions"].f1,
        "grounding": grounding.score,
    }
    # fsum: the sum of the weights is then exactly 1. Rounded, since 0.85 is no 0.8500000000000001.
    score = min(1.0, round(math.fsum(WEIGHTS[name] * value for name, value in subs.items()), _DIGITS))
    return ScoreCard(
        primary_score=score,
        passed=score >= PASSING,
        sub_scores=subs,
        error_tags=_tags(subs, lists, grounding),
        explain=_explained(subs),
    )


def _target(expected: Mapping[str, object]) -> Reply:
    example = expected.get("answer_example", expected)
    fields = read_fields({"source_map": [], **example}) if isinstance(example, dict) else "it is no object"
    if isinstance(fields, str):
        raise InputError(f"expected.answer_example: {fields}; fix the question set.")
    return fields


def _check(chunks: Sequence[Mapping[str, object]]) -> None:
    for number, chunk in enumerate(chunks, start=1):
        if not isinstance(chunk.get("source_path"), str) or not isinstance(chunk.get("text"), str):
            raise InputError(f'chunk {number}: "source_path" and "text" must be texts; write them there.')


def _invalid(reason: str) -> ScoreCard:
    return ScoreCard(
        primary_score=0.0,
        sub_scores=dict.fromkeys(SUB_SCORES, 0.0),
        error_tags=(ErrorTag.SCHEMA_INVALID,),
        explain=f"The output counts 0: {reason}.",
    )


def _tags(
    subs: Mapping[str, float], lists: Mapping[str, ListMatch], grounding: Grounding
) -> tuple[ErrorTag, ...]:
    tags = [tag for name, value in subs.items() if value < 1 for tag in _tags_of(name, lists, grounding)]
    return tuple(dict.fromkeys(tags))


def _tags_of(name: str, lists: Mapping[str, ListMatch], grounding: Grounding) -> Iterator[ErrorTag]:
    """What is wrong with a part that is below 1."""
    if name in lists:
        if lists[name].recall < 1:
            yield ErrorTag.MISSING_ITEM
        if lists[name].precision < 1:
            yield ErrorTag.EXTRA_ITEM
    elif name == "grounding":
        yield ErrorTag.WRONG_CITATION if grounding.total else ErrorTag.MISSING_CITATION
    else:
        yield ErrorTag.MISSING_QUOTE if name == "original_evidence" else ErrorTag.WRONG_CHOICE


def _explained(subs: Mapping[str, float]) -> str:
    short = [f"{name} {value:.2f}" for name, value in subs.items() if value < 1]
    return f"Below 1: {', '.join(short)}." if short else "Every sub-score is 1."
