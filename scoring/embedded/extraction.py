"""Picks from passages what answers a question: sentences, and the cells of rows that are asked for."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from data_base.text.language import detect_language
from data_base.text.sentences import is_table_row
from data_base.text.statements import set_apart, stating
from scoring.embedded.action_match import acts, matching_act
from scoring.embedded.denials import in_time, names_someone
from scoring.embedded.document import Document, read
from scoring.embedded.expected_type import VALUES, ExpectedType, wanted
from scoring.embedded.lexicon import fold
from scoring.embedded.links import fits
from scoring.embedded.question import QuestionPart, parts_of
from scoring.embedded.tables.row_text import row_text
from scoring.embedded.values import alike, same
from scoring.embedded.words import root, terms

_ENOUGH, _ENOUGH_VALUE = 0.4, 0.45
"""The weighted share of a question's words that is where its answer is, at least."""
_ENOUGH_IN = {"zh": 0.5, "ru": 0.65}
"""By which that is less: of pairs of Chinese characters and inflected Russian words fewer are met again."""
_SHORT, _FALLS = 5, 0.7
"""So many words are met together; of a longer question the share falls by this power of its length."""
# From this share of the best place's fit on, another one counts as well.
_AGREEING, _AGREEING_NAME, _NEAR_BEST, _MOST_SENTENCES = 0.75, 0.9, 0.6, 2
_NO_MEASURE, _OVER, _SAME_ACT = 0.4, 0.4, 0.3
_SPACES = re.compile(r"\s+")
_FIRST_FIGURE = re.compile(r"\s[-–−(]?[$€£¥]?\d")


class Extract(NamedTuple):
    """A sentence, or a row's label with the cells that are asked for, and the index of its passage."""

    text: str
    passage: int


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """A part of a question with what answers it, best first.

    ``conflict``: two extracts give different values for the same thing; ``covered``: those of other parts
    have what it wants.
    """

    asked: str
    extracts: tuple[Extract, ...] = ()
    conflict: bool = False
    covered: bool = False


def extract_answer(question: str, passages: Sequence[str]) -> list[PartAnswer]:
    """Answer a question from passages, part by part."""
    reading = _Reading(question, read(set_apart(passages)), frozenset(map(root, terms(question))))
    parts = parts_of(question)
    wants = [wanted(part, question, "" if part is parts[0] else parts[0].text) for part in parts]
    found = [reading.places(*each) for each in zip(parts, wants, strict=True)]
    every = [i for each in found for i in each]
    return [
        PartAnswer(
            part.text,
            tuple(reading.extracts(places, every)),
            conflict=want.sought in VALUES and len(places) > 1,
            covered=not places and reading.covers(part, want, every),
        )
        for part, want, places in zip(parts, wants, found, strict=True)
    ]


@dataclass(frozen=True)
class _Reading:
    """What all parts of a question are answered from, with the roots that are asked."""

    question: str
    document: Document
    asked: frozenset[str]

    @cached_property
    def states(self) -> frozenset[int]:
        """The sentences and rows that state something."""
        document, texts = self.document, self.document.texts
        lines = [
            (document.sources[i], document.places[i].text, document.places[i].kind == "row") for i in texts
        ]
        return frozenset(i for i, does in zip(texts, stating(lines), strict=True) if does)

    @cached_property
    def heads(self) -> list[frozenset[str]]:
        """For each place, the roots of its passage's headings over it."""
        found: list[frozenset[str]] = []
        over, last = frozenset[str](), -1
        for i, (place, source) in enumerate(zip(self.document.places, self.document.sources, strict=True)):
            over, last = over if source == last else frozenset(), source
            over |= place.own if place.kind == "sentence" and i not in self.states else frozenset()
            found.append(over)
        return found

    def places(self, part: QuestionPart, want: ExpectedType) -> list[int]:
        """The places that answer a part, best first; of values two only where they contradict each other."""
        score, least = self._scores(part, want)
        if want.sought in VALUES:
            return self._by_value(part, want, score, least)
        places = self.document.places
        ranked = sorted(
            (-score[i], i) for i in self.states if score[i] >= least and places[i].own - self.asked
        )
        ranked = [each for each in ranked if self._has(want, each[1])]
        agreeing = _AGREEING_NAME if want.sought == "name" else _AGREEING
        return [i for fit, i in ranked[:_MOST_SENTENCES] if fit <= ranked[0][0] * agreeing]

    def _scores(self, part: QuestionPart, want: ExpectedType) -> tuple[list[float], float]:
        """How well each place fits what is asked, and how well one must to answer it."""
        weights = {root(term): self.document.weight[term] for term in part.terms}
        share = _ENOUGH_VALUE if want.sought in VALUES or want.sought == "name" else _ENOUGH
        share *= _ENOUGH_IN.get(detect_language(self.question)[:2], 1.0)
        share *= min(1.0, (_SHORT / max(1, len(part.terms))) ** _FALLS)
        score, whole = fits(weights, self.document)[0], sum(weights.values())
        plain = (term for term in part.terms if not (term[0].isdigit() or acts(term)))
        subject = self.document.roots.intersection(map(root, plain))
        for i, place in enumerate(self.document.places):
            near = place.own | place.around
            if score[i] and place.kind == "sentence" and (act := matching_act(part.text, place.text)):
                score[i] = score[i] + _SAME_ACT * whole if act == "same" else 0.0
            if score[i]:
                score[i] += _OVER * sum(weights.get(key, 0.0) for key in self.heads[i] - near)
            if not want.measure <= near:
                score[i] *= _NO_MEASURE
            if place.kind == "sentence" and want.sought != "words" and self._of_the_next(i, subject):
                score[i] = 0.0
        return score, max(1e-9, whole * share)

    def _of_the_next(self, i: int, subject: frozenset[str]) -> bool:
        """Whether only the next sentence names what is asked about, and another one is before the place."""
        document = self.document
        if not i or document.sources[i - 1] != document.sources[i]:
            return False
        before = self.heads[i] | document.places[i].own | document.places[i - 1].own
        return before.isdisjoint(subject) and not subject.isdisjoint(document.places[i].around)

    def _by_value(
        self, part: QuestionPart, want: ExpectedType, score: Sequence[float], least: float
    ) -> list[int]:
        """The value of the kind that is where the question's words are, and one that contradicts it."""
        least = max(least, _NEAR_BEST * max((score[i] for i in self.states), default=0.0))
        ranked = sorted(
            (
                (-score[i], i, value)
                for i, value in self.document.valued
                if score[i] >= least and in_time(value, part, self.document) is not False
            ),
            key=lambda each: each[:2],
        )
        ranked = [each for each in ranked if self._speaks(want, each[1]) and want.fits(each[2])]
        if not ranked:
            return []
        (best, place, value), sources = ranked[0], self.document.sources
        for fit, i, other in ranked:
            kinds = {self.document.places[i].kind, self.document.places[place].kind}
            apart = fit <= best * _AGREEING and sources[i] != sources[place] and kinds == {"sentence"}
            if apart and alike(value, other) and not same(value, other) and not same(other, value):
                return [place, i]
        return [place]

    def _speaks(self, want: ExpectedType, i: int) -> bool:
        """Whether a place states something; a cell does if its column is asked for or its row is named."""
        place = self.document.places[i]
        if place.kind != "cell":
            return i in self.states
        named = any(not key[0].isdigit() for key in place.own & self.asked)
        return self._names_row(want, i) or (named and bool(place.keys[1] & self.asked))

    def _names_row(self, want: ExpectedType, i: int) -> bool:
        """Whether the question names a table's row; a label of one letter is no word that begins it."""
        text = self.document.places[i].text.strip()
        label = (text.strip("|").split("|") if "|" in text else _FIRST_FIGURE.split(text))[0].strip(" *")
        if len(label) > 1:
            return fold(label) in fold(want.asking)
        return label.isalpha() and re.search(rf"(?<=\w )\b{label}\b", want.asking) is not None

    def _has(self, want: ExpectedType, i: int) -> bool:
        """Whether a line has something of the kind that is wanted."""
        document, line = self.document, self.document.line_of(i)
        if want.sought in VALUES:
            last = document.texts[line + 1] if line + 1 < len(document.texts) else len(document.places)
            inside = range(document.texts[line], last)
            return any(want.fits(value) for at in inside for value in document.values[at])
        return want.sought != "name" or names_someone(i, want, document)

    def covers(self, part: QuestionPart, want: ExpectedType, kept: Sequence[int]) -> bool:
        """Whether what is kept for other parts has what this one wants; of words, some of its own."""
        if want.sought in VALUES or want.sought == "name":
            return any(self._has(want, i) for i in kept)
        own = frozenset(map(root, part.terms))
        return bool(kept) and (not own or any(own & self.document.places[i].own for i in kept))

    def extracts(self, places: Sequence[int], every: Sequence[int]) -> list[Extract]:
        """What is at the places, of a row all that answers any part; what two passages say alike once."""
        found: dict[str, Extract] = {}
        for i in places:
            place, document = self.document.places[i], self.document
            whole = place.kind == "sentence" and not is_table_row(place.text)
            text = place.text if whole else row_text(i, document, self.asked, every)
            text = _SPACES.sub(" ", text).strip()
            found.setdefault(text, Extract(text, document.sources[i]))
        return list(found.values())
