"""Do passages hold the answer to a question?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from data_base.text.word_lists import words
from scoring.words.features import WIDTH, items_of
from scoring.words.phrases import hits
from scoring.words.source import read_source
from scoring.words.terms import folded, scripts, terms
from scoring.words.weights import likelihood
from scoring.words.windows import Window, best_window, items_held

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scoring.words.source import Source

QuestionKind = Literal["date", "quantity", "who", "open"]

FEATURES = ("window", "sentence", "all", "kind")
"""What is weighed: the rarity-weighted share of a question's words in the best neighbouring sentences, in the
best one, and anywhere; whether what is asked for is of a kind that stands there."""

_KINDS: tuple[QuestionKind, ...] = ("date", "quantity", "who")
_ANSWERED = 0.5
# Where question and passages are in different scripts words cannot tell.
_ABROAD = 0.5
_NAME = re.compile(r"(?<!^)\b[A-ZА-ЯЁ][\w’'-]+")


@dataclass(frozen=True, slots=True)
class Answerability:
    """How likely passages hold an answer.

    Attributes:
        score: how likely, 0 to 1.
        kind: what is asked for.
        evidence: the sentences that speak most of it, empty where none does.
        passage_index: index of their passage, None where there is none.
        missing: words of the question that stand nowhere near, the most telling first.
    """

    score: float
    kind: QuestionKind
    evidence: str
    passage_index: int | None
    missing: tuple[str, ...]

    @property
    def answered(self) -> bool:
        """Whether the passages count as holding an answer."""
        return self.score >= _ANSWERED


@dataclass(frozen=True, slots=True)
class QuestionReading:
    """A question held against passages, with features in the order of :data:`FEATURES`."""

    features: tuple[float, ...]
    kind: QuestionKind
    window: Window
    missing: tuple[str, ...]


def kind_of(question: str) -> QuestionKind:
    """What a question asks for, told by its first word of a kind."""
    first = {kind: min(found) for kind in _KINDS if (found := hits(question, f"question_kinds.{kind}"))}
    return min(first, key=lambda kind: first[kind], default="open")


def answerability(question: str, passages: Sequence[str]) -> Answerability:
    """How likely passages hold the answer to a question, told by its words and what it asks for."""
    source = read_source(tuple(passages))
    if not source.sentences or not question.strip():
        return Answerability(0.0, kind_of(question), "", None, terms(question))
    read = read_question(question, source)
    own = scripts(question)
    abroad = own and not own & source.scripts
    evidence, passage = "", None
    if read.window.recall:
        near = source.sentences[read.window.first : read.window.last + 1]
        evidence, passage = " ".join(sentence.text for sentence in near), near[0].passage
    score = _ABROAD if abroad else likelihood("question", read.features)
    return Answerability(score, read.kind, evidence, passage, read.missing)


def read_question(question: str, source: Source) -> QuestionReading:
    """Hold a question against passages; the words that only ask are not looked for."""
    kind = kind_of(question)
    items = items_of(_without_asking(question), source)
    total = sum(items.weights.values())
    held = items_held(items.weights, items.places)
    window = best_window(total, held, source.sentences, WIDTH)
    near = {item for place in range(window.first, window.last + 1) for item in held.get(place, ())}
    missing = sorted(items.weights.keys() - near, key=lambda item: (-items.weights[item], item))
    figures = {
        "window": window.recall,
        "sentence": best_window(total, held, source.sentences, 1).recall,
        "all": sum(w for item, w in items.weights.items() if items.places[item]) / (total or 1.0),
        "kind": float(_holds_kind(kind, question, window, source)),
    }
    said = tuple(item for item in missing if item[0] != "§")
    return QuestionReading(tuple(figures[name] for name in FEATURES), kind, window, said)


def _without_asking(question: str) -> str:
    text = folded(question)
    for phrase in sorted(words("question_kinds"), key=lambda each: (-len(each), each)):
        text = re.sub(re.escape(phrase) if phrase > "\u2e80" else rf"\b{re.escape(phrase)}\b", " ", text)
    return text


def _holds_kind(kind: QuestionKind, question: str, window: Window, source: Source) -> bool:
    """Whether the sentences that speak of a question hold something of the kind that it asks for."""
    near = range(window.first, window.last + 1)
    if kind == "who":
        known = set(terms(question))
        texts = [sentence.text for sentence in source.sentences[near.start : near.stop]]
        names = (term for text in texts for name in _NAME.findall(text) for term in terms(name))
        return any(text[:1] > "\u2e80" for text in texts) or any(name not in known for name in names)
    if kind == "open":
        return True
    of_kind = (
        value.raw
        for value, places in source.values
        if (value.date is None) == (kind == "quantity") and any(place in near for place in places)
    )
    return any(raw not in question for raw in of_kind)
