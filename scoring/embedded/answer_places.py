"""Where in the passages a part of a question is answered: the places that fit and have what it wants."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from data_base.text.language import detect_language
from data_base.text.names import names
from data_base.text.sentences import is_table_row
from data_base.text.statements import states
from scoring.embedded.answerable import answerable
from scoring.embedded.asked import VALUES, Sought, Wanted, gives_cause, names_somebody
from scoring.embedded.document import Document, Place
from scoring.embedded.lexicon import fold
from scoring.embedded.links import fits
from scoring.embedded.observations import FITTED
from scoring.embedded.question import Part
from scoring.embedded.values import Value, alike, same
from scoring.embedded.words import root, terms
from scoring.words.weights import likelihood

# To say that the documents do not say beats saying something else.
_LIKELY = 0.2
_ENOUGH: dict[Sought, float] = {"words": 0.4, "cause": 0.4}
_ENOUGH_VALUE = 0.45
"""The weighted share of a question's words that is where its answer is, at least."""
_ENOUGH_IN: dict[str, float] = {"zh": 0.5, "ru": 0.65}
"""By which that is less: of pairs of Chinese characters and inflected Russian words fewer are met again."""
_SHORT, _FALLS = 5, 0.7
"""So many words are met together; of a longer question the share falls by this power of its length."""
# From this share of the best place's fit on, another one counts as well.
AGREEING, _AGREEING_NAME = 0.75, 0.9
_NEAR_BEST, _SAME_THING = 0.6, 0.6
_MOST_SENTENCES = 2
_ADVICE = 0.2
_TOPIC = 0.6
"""What a word of the topic is worth beside one of the part's own."""
_OVER = 0.4
"""What a word is worth that is in a heading over a place."""
_OTHER_YEAR, _CAUSAL, _COUNTED, _UNCOUNTED, _UNMEASURED, _NOWHERE = 0.3, 1.4, 1.2, 0.7, 0.6, 0.25
_LABELLED, _ROW_ALONE = 0.35, 0.15
_YEAR_DIGITS = 4
_SENTENCES = re.compile(r".*[.!?。！？]\s", re.DOTALL)
_FIRST_FIGURE = re.compile(r"\s[-–−(]?[$€£¥]?\d")


@dataclass(frozen=True)
class Reading:
    """What all parts of a question are answered from.

    Attributes:
        question: as it was asked.
        document: the passages.
        welcome: roots of words that an earlier draft lacked.
    """

    question: str
    document: Document
    welcome: frozenset[str] = frozenset()

    @cached_property
    def states(self) -> frozenset[int]:
        """The sentences and rows that state something."""
        document, texts = self.document, self.document.texts

        def near(line: int, i: int) -> Place | None:
            same_passage = 0 <= line < len(texts) and document.sources[texts[line]] == document.sources[i]
            return document.places[texts[line]] if same_passage else None

        found = set()
        for line, i in enumerate(texts):
            place, before, after = document.places[i], near(line - 1, i), near(line + 1, i)
            around = before.text if before else "", after.text if after else ""
            if place.kind == "row" or states(
                place.text, *around, over_row=after is not None and after.kind == "row"
            ):
                found.add(i)
        return frozenset(found)

    @cached_property
    def asked(self) -> frozenset[str]:
        """The roots of the question's words."""
        return frozenset(map(root, terms(self.question)))

    @cached_property
    def heads(self) -> tuple[frozenset[str], ...]:
        """For each place, the roots of its passage's headings over it."""
        found: list[frozenset[str]] = []
        over, source = frozenset[str](), -1
        for i, place in enumerate(self.document.places):
            if self.document.sources[i] != source:
                over, source = frozenset(), self.document.sources[i]
            if place.kind == "sentence" and i not in self.states:
                over |= place.own
            found.append(over)
        return tuple(found)

    @cached_property
    def names(self) -> tuple[list[str], ...]:
        """The names in each passage."""
        return tuple(names(passage.text) for passage in self.document.passages)

    def label(self, place: int) -> str:
        """What a table's row begins with; empty for what is no row."""
        text = self.document.places[place].text.strip()
        if self.document.places[place].kind == "sentence" and not is_table_row(text):
            return ""
        parts = text.strip("|").split("|") if "|" in text else _FIRST_FIGURE.split(text)
        return parts[0].strip(" *")

    def names_row(self, want: Wanted, place: int) -> bool:
        """Whether the question names a table's row; a label of one letter is no word that begins it."""
        label = self.label(place)
        if len(label) > 1:
            return fold(label) in fold(want.asking)
        return label.isalpha() and re.search(rf"(?<=\w )\b{label}\b", want.asking) is not None

    def alone(self, want: Wanted, cell: int) -> bool:
        """Whether a cell is the only one in its row with what is wanted."""
        if want.sought not in VALUES:
            return False
        places, row = self.document.places, self.document.texts[self.document.line_of(cell)]
        last = next((i for i in self.document.texts if i > row), len(places))
        fit = [any(self._value_fits(want, i, v) for v in places[i].values) for i in range(row + 1, last)]
        return sum(fit) == 1 and fit[cell - row - 1]

    def has(self, want: Wanted, place: int) -> bool:
        """Whether a sentence or row has something of the kind that is wanted."""
        document = self.document
        if want.sought in VALUES:
            last = next((i for i in document.texts if i > place), len(document.places))
            return any(self._value_fits(want, i, v) for i in range(place, last) for v in document.values[i])
        text = document.places[place].text
        return want.sought != "name" or names_somebody(text, self.names[document.sources[place]], want)

    def answering(self, want: Wanted) -> list[tuple[int, Value]]:
        """Values of the kind that is wanted, with their places: sentences, cells that are asked for."""
        found = self.document.valued
        return [(i, v) for i, v in found if self._speaks(want, i) and self._value_fits(want, i, v)]

    def _speaks(self, want: Wanted, i: int) -> bool:
        place = self.document.places[i]
        if place.kind != "cell":
            return i in self.states
        named = any(not key[0].isdigit() for key in place.own & self.asked)
        return self.names_row(want, i) or (named and bool(place.keys[1] & self.asked))

    def _value_fits(self, want: Wanted, i: int, value: Value) -> bool:
        place = self.document.places[i]
        return want.fits(value, f"{_SENTENCES.sub('', place.table)} {place.text}" if value.tabular else "")


def answering_places(
    part: Part, want: Wanted, topic: Sequence[str], reading: Reading
) -> tuple[list[int], bool]:
    """The places that answer a part of a question, best first, and whether they contradict each other.

    Args:
        part: the part.
        want: what it wants.
        topic: words of what it is about, where it may name little itself.
        reading: the passages.
    """
    if likelihood(answerable(part, reading.document), "answerable", FITTED) < _LIKELY:
        return [], False
    score, least = _scores(part, topic, want, reading)
    if want.sought in VALUES:
        return _by_value(want, score, least, reading)
    places = reading.document.places
    ranked = sorted(
        (-score[i], i)
        for i in reading.states
        if score[i] >= least and places[i].own - reading.asked and reading.has(want, i)
    )
    agreeing = _AGREEING_NAME if want.sought == "name" else AGREEING
    return [i for fit, i in ranked[:_MOST_SENTENCES] if fit <= ranked[0][0] * agreeing], False


def _scores(part: Part, topic: Sequence[str], want: Wanted, reading: Reading) -> tuple[list[float], float]:
    """How well each place fits what is asked, and how well one must to answer it."""
    document, weight = reading.document, reading.document.weight
    weights = {root(term): _TOPIC * weight[term] for term in topic}
    weights |= {root(term): weight[term] for term in part.terms}
    score, _ = fits(weights, document)
    whole = sum(weights.values())
    years = frozenset(v.mention.year for v in part.values if v.mention.year and want.sought != "date")
    for i, place in enumerate(document.places):
        if score[i]:
            over = reading.heads[i] - place.own - place.around
            score[i] += _OVER * sum(worth for key, worth in weights.items() if key in over)
            score[i] *= _factor(i, want, years, reading)
            if reading.names_row(want, i):
                score[i] += whole * (_LABELLED if _is_measured(i, want, reading) else _ROW_ALONE)
    length = min(1.0, (_SHORT / max(1, len(part.terms))) ** _FALLS)
    share = _ENOUGH.get(want.sought, _ENOUGH_VALUE) * _ENOUGH_IN.get(
        detect_language(reading.question)[:2], 1.0
    )
    return score, max(whole * share * length, 1e-9)


def _is_measured(i: int, want: Wanted, reading: Reading) -> bool:
    """Whether a table is about what is asked of its row, by its caption, its heads or its only such cell."""
    place = reading.document.places[i]
    if place.kind == "cell" and reading.alone(want, i):
        return True
    heads = reading.heads[i] if place.kind == "sentence" else frozenset(map(root, terms(place.table)))
    return any(
        not key[0].isdigit()
        for key in (heads & reading.asked) - frozenset(map(root, terms(reading.label(i))))
    )


def _factor(i: int, want: Wanted, years: frozenset[int | None], reading: Reading) -> float:
    """By how much a place fits better, or less, than its words say."""
    place, factor = reading.document.places[i], 1.0
    if reading.welcome:
        factor += _ADVICE * len(reading.welcome & (place.own | place.around)) / len(reading.welcome)
    if years and (named := _years(i, reading.document)) and not years & named:
        near = any(str(year) in place.around for year in years) and place.kind == "sentence"
        factor *= 1.0 if near else _OTHER_YEAR
    if want.sought == "cause" and gives_cause(place.text):
        factor *= _CAUSAL
    if want.noun:
        factor *= _COUNTED if want.noun in place.own else _UNCOUNTED if place.kind == "cell" else 1.0
    if not want.measure <= place.own | place.around:
        factor *= _UNMEASURED if want.measure <= reading.document.roots else _NOWHERE
    return factor


def _years(i: int, document: Document) -> frozenset[int | None]:
    """The years that a sentence names, or the heads of a cell."""
    place = document.places[i]
    if place.kind == "cell":
        keys = (key for heads in place.keys for key in heads)
        return frozenset(int(key) for key in keys if key.isdigit() and len(key) == _YEAR_DIGITS)
    return frozenset(value.mention.year for value in document.values[i] if value.mention.year)


def _by_value(want: Wanted, score: Sequence[float], least: float, reading: Reading) -> tuple[list[int], bool]:
    """The value of the kind that is where the question's words are, and one that contradicts it."""
    ranked = sorted(
        ((-score[i], i, value) for i, value in reading.answering(want) if score[i] >= least),
        key=lambda each: each[:2],
    )
    best = max((score[i] for i in reading.states), default=0.0)
    if not ranked or -ranked[0][0] < _NEAR_BEST * best:
        return [], False
    fit, place, value = ranked[0]
    near = [(i, other) for other_fit, i, other in ranked if other_fit <= fit * AGREEING]
    rival = next((i for i, other in near if _contradicts(i, other, place, value, reading)), None)
    return ([place] if rival is None else [place, rival]), rival is not None


def _contradicts(i: int, other: Value, place: int, value: Value, reading: Reading) -> bool:
    """Whether another passage gives another value for the same thing: most of what is asked is there, too."""
    document = reading.document
    one, two = document.places[place], document.places[i]
    said = {key for key in reading.asked & one.own if not key[0].isdigit()}
    return (
        document.sources[i] != document.sources[place]
        and one.kind == two.kind == "sentence"
        and len(said & (two.own | two.around)) >= _SAME_THING * len(said)
        and alike(value, other)
        and _noun(value) == _noun(other)
        and not same(value, other)
        and not same(other, value)
    )


def _noun(value: Value) -> str:
    """The root of what a bare number counts."""
    figure = value.mention.figure
    said = terms(figure.noun) if figure is not None and figure.noun else ()
    return root(said[0]) if said else ""
