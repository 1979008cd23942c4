"""How clearly an answer is written: structure, repetition, padding, being beside the question."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from data_base.text.language import detect_language
from data_base.text.normalise import squeeze
from data_base.text.sentences import sentences
from data_base.text.tokens import estimate_tokens
from scoring.abstention import abstains, guesses_all_the_same
from scoring.rubric import HIGHEST, LOWEST, clamp
from scoring.terms import terms
from scoring.words.marks import strip_citations

Fault = Literal[
    "empty",
    "repetition",
    "beside_the_question",
    "other_language",
    "takes_back",
    "long_sentences",
    "no_structure",
    "fragments",
    "gibberish",
]

_COST: dict[Fault, float] = {
    "empty": 9.0,
    "gibberish": 6.0,
    "beside_the_question": 4.0,
    "repetition": 3.0,
    "fragments": 2.0,
    "other_language": 1.5,
    "takes_back": 1.5,
    "long_sentences": 1.0,
    "no_structure": 1.0,
}
_LONG_SENTENCE = 110  # estimated tokens
_LONG_ANSWER = 600
_LIST_OR_BREAK = re.compile(r"\n\s*(?:[-*•]|\d+[.)、]|#|\n|\|)|\n")
_FEW_TERMS, _FEW_PIECES = 6, 3
# Of a question of fewer terms it cannot be told that an answer is beside it.
_FEW_ASKED = 3
# A sentence so short may well be said twice; of a text so short nothing can be told.
_MAY_RECUR, _TOO_SHORT_TO_TELL = 8, 20
# A translation is in another language than the question, and its sentences are as long as they were.
_RENDERS = re.compile(r"翻譯|翻译|[譯译][成為为]|訳し|\btranslate\b|\bпереведи(?:те)?\b", re.IGNORECASE)
_WORD = re.compile(r"\w")
_FIGURE = re.compile(r"\d[\d.,]*")
# The share of a sentence's terms that should be new; the share of idle sentences that makes an answer repeat.
_NEW, _OFTEN = 0.2, 0.25
# What repetition costs beyond its least, by the share of idle sentences.
_EACH_REPEATED, _MOST_REPEATED = 8.0, 3.0


@dataclass(frozen=True, slots=True)
class Clarity:
    """How clear an answer is.

    Attributes:
        score: 1 to 10.
        findings: what lowers it, gravest first.
        idle: what sentences that bring nothing new, but are not word for word the same, took from the score.
    """

    score: float
    findings: tuple[Fault, ...]
    idle: float = 0.0


def clarity(answer: str, question: str) -> Clarity:
    """Score an answer's writing; whether it is true does not matter here."""
    text = strip_citations(answer).strip()
    if not _WORD.search(text):
        return Clarity(LOWEST, ("empty",))
    found = [fault for fault, present in _faults(text, question).items() if present]
    found.sort(key=lambda fault: -_COST[fault])
    cost = sum(_COST[fault] for fault in found)
    idle = 0.0
    if "repetition" in found:
        parts = sentences(text)
        more = min(_MOST_REPEATED, _EACH_REPEATED * _idle_share(parts, question))
        cost += more
        idle = 0.0 if _says_again(parts) else _COST["repetition"] + more
    return Clarity(clamp(HIGHEST - cost), tuple(found), idle)


def _faults(text: str, question: str) -> dict[Fault, bool]:
    parts = sentences(text)
    rendered = bool(_RENDERS.search(question))
    return {
        "gibberish": _is_gibberish(text),
        "beside_the_question": _is_beside(text, question),
        "repetition": _repeats(parts, question),
        "other_language": not rendered and _has_words(text) and _script(text) != _script(question),
        "takes_back": guesses_all_the_same(text),
        "long_sentences": not rendered and any(estimate_tokens(part) > _LONG_SENTENCE for part in parts),
        "no_structure": estimate_tokens(text) > _LONG_ANSWER and not _LIST_OR_BREAK.search(text),
        "fragments": _is_fragmented(parts),
    }


def _has_words(text: str) -> bool:
    """Whether a text has any letter; a bare number is in every language."""
    return any(map(str.isalpha, text))


@lru_cache(maxsize=256)
def _script(text: str) -> str:
    return detect_language(text)[:2]


def _repeats(parts: list[str], question: str) -> bool:
    """Whether a fifth of the sentences say again what another said, or next to nothing."""
    return _says_again(parts) or _idle_share(parts, question) >= _OFTEN


def _says_again(parts: list[str]) -> bool:
    """Whether a fifth of the sentences are word for word what another said."""
    keys = [squeeze(part) for part in parts if len(part) > _MAY_RECUR]
    return len(keys) > 1 and len(keys) - len(set(keys)) >= max(1, len(keys) // 5)


def _idle_share(parts: list[str], question: str) -> float:
    """Share of the sentences that bring no figure and hardly a term that is new after those before them.

    Words of the question are new to nobody; a first sentence may take them up.
    """
    met, idle, long = set(terms(question)), 0, 0
    seen: set[str] = set()
    for part in parts:
        said = set(terms(part))
        values = set(_FIGURE.findall(part))
        if len(part) <= _MAY_RECUR or not said:
            continue
        long += 1
        idle += bool(seen) and len(said - met) < max(2, len(said) * _NEW) and values <= seen
        met |= said
        seen |= values | {""}
    return idle / long if long > _FEW_PIECES else 0.0


def _is_beside(text: str, question: str) -> bool:
    """Whether a longer answer shares no term with the question and has no figure to offer."""
    if re.search(r"\d", text) or abstains(text) or _script(text) != _script(question):
        return False
    asked, said = set(terms(question)), set(terms(text))
    return len(asked) >= _FEW_ASKED and len(said) >= _FEW_TERMS and not asked & said


def _is_gibberish(text: str) -> bool:
    letters = sum(map(str.isalnum, text))
    return len(text) > _TOO_SHORT_TO_TELL and letters < len(text) * 0.4


def _is_fragmented(parts: list[str]) -> bool:
    """Whether an answer of several pieces is mostly stumps of a word or two."""
    return (
        len(parts) > _FEW_PIECES
        and sum(len(terms(part)) <= 1 and not re.search(r"\d", part) for part in parts) > len(parts) / 2
    )
