"""Each value and word of a claim linked to its best-fitting place; found once, never changed."""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from data_base.cancellation import go_on
from data_base.text.dates import DateMention
from scoring.embedded.answer import AnswerClaim, Stated
from scoring.embedded.document import Document
from scoring.embedded.lexicon import fold, words
from scoring.embedded.question import VALUED, QuestionPart, nearest_part, periods_asked
from scoring.embedded.value_attribution import (
    Apart,
    Timed,
    best_in_time,
    in_its_place,
    is_unnamed_cell,
    named_cell,
    of_another_time,
    told_apart,
)
from scoring.embedded.values import Value, alike, same
from scoring.embedded.words import letters, recall, root, script
from scoring.values.arithmetic import is_derived
from scoring.words.rarity import RAREST
from scoring.words.windows import best_window, items_by_sentence

_ASKED, _NEAR, _SENTENCE = 0.6, 1.0, 0.4
CLEAR = 0.13
"""So much better another place must fit for a value to be misplaced."""


@dataclass(frozen=True, slots=True)
class ValueLink:
    """A value of a claim and where it is."""

    value: Value
    """The claim's value."""
    place: int | None
    """The place it is at and fits best; None where it appears nowhere."""
    fit: float
    """0..1, how much of what is said of it is there."""
    best: float
    """0..1, the fit of the place that fits best among those with a value of the kind."""
    rival: int | None
    """That place where it contains another value, else None."""
    keyed: bool
    """Whether that place is the cell whose row or column is named, where the value's own is not."""
    lost: bool
    """Whether nothing of what is said is there, or far less than at the best place."""
    how: str
    """Exact, rounded, or calculated from other values; empty where it appears nowhere."""
    asked: bool
    """Whether the question itself names the value."""
    timed: Timed = ""
    """Whether it is there for the year or day that it is said to be for: agrees, differs, or unclear where
    the place names another one; empty where nothing shows it.
    """
    placed: bool = False
    """Whether it is there for that time, or words name its own part of a sentence of several."""

    def misplaced(self, clear: float = CLEAR) -> bool:
        """Whether another place with another value fits what is said clearly better."""
        return (
            self.keyed
            or self.lost
            or self.timed == "differs"
            or (self.rival is not None and self.best - self.fit > clear)
        )

    @property
    def grounded(self) -> bool:
        """Whether it is found where what is said of it is found, or follows from such values."""
        return self.asked or (bool(self.how) and self.timed != "unclear" and not self.misplaced())


@dataclass(frozen=True, slots=True)
class ClaimLink:
    """A claim and what was found of it."""

    claim: AnswerClaim
    """The claim."""
    values: tuple[ValueLink, ...]
    """A link for each value, in order."""
    everywhere: float
    """The weighted share of its words and values that appear anywhere."""
    window: float
    """The weighted share in the best three neighbouring lines."""
    place: int | None
    """That of these lines which contains most."""
    unknown: tuple[str, ...]
    """Words that appear nowhere in passages or question."""
    strange: tuple[str, ...]
    """Capitalised ones among them."""


@dataclass(frozen=True, slots=True)
class _Context:
    """What every value of an answer is compared with."""

    document: Document
    """The passages."""
    asked: Sequence[str]
    """Content words of the question."""
    parts: Sequence[AbstractSet[str]]
    """Those of each part of it."""
    answered: AbstractSet[int]
    """The parts of which claims say most."""
    conditions: Sequence[Value]
    """Values that the question names."""
    equal_places: Mapping[str, Sequence[tuple[int, Value, str]]]
    """For each value as written, where equal ones are."""
    known: Sequence[Value]
    """Values of the answer that appear anywhere."""
    calculates: bool
    """Whether the question asks for something that may be calculated."""
    periods: Sequence[DateMention]
    """The years and days that the question asks for."""
    question: str
    """Its text, if it asks one thing."""
    most: int | None
    """The cell that is the most of all as is asked, where the answer names its row."""


def link(
    claims: Sequence[AnswerClaim],
    question: Sequence[QuestionPart],
    asked: Sequence[str],
    document: Document,
    most: int | None = None,
) -> tuple[ClaimLink, ...]:
    """Link every claim; what is said twice is looked up once."""
    written = {stated.value.mention.raw: stated.value for claim in claims for stated in claim.values}
    found_at = {raw: equal_places(value, document) for raw, value in written.items()}
    parts = [frozenset(part.terms) for part in question]
    context = _Context(
        document=document,
        asked=asked,
        parts=parts,
        answered={part for claim in claims if (part := nearest_part(claim.terms, parts)) is not None},
        conditions=[value for part in question for value in part.values],
        equal_places=found_at,
        known=[value for raw, value in written.items() if found_at[raw]],
        calculates=any(words("calculates").find(fold(part.text)) for part in question if part.kind in VALUED),
        periods=periods_asked(question),
        question=question[0].text if len(question) == 1 else "",
        most=most,
    )
    found: dict[str, ClaimLink] = {}
    for claim in claims:
        go_on()
        if claim.text not in found:
            found[claim.text] = _linked(claim, context)
    return tuple(found[claim.text] for claim in claims)


def _linked(claim: AnswerClaim, context: _Context) -> ClaimLink:
    sources = (context.equal_places[stated.value.mention.raw] for stated in claim.values)
    mine = {id(source) for each in sources for _, source, _ in each}
    values = tuple(_value_link(stated, claim, mine, context) for stated in claim.values)
    return _claim_link(claim, values, context)


def equal_places(value: Value, document: Document) -> list[tuple[int, Value, str]]:
    """Where a value of the passages is the same, and how: exact or rounded."""
    found = document.by_digits.equal(value, lambda i: document.places[i].text)
    return sorted(found, key=lambda each: each[0])


def fits(weights: Mapping[str, float], document: Document) -> tuple[list[float], float]:
    """How much of the weighted roots each place contains, and the weight of all that appear anywhere."""
    score = [0.0] * len(document.places)
    whole = 0.0
    for word, weight in weights.items():
        if places := document.places_with(word):
            whole += weight
            for i, near in places:
                score[i] += weight * near
    return score, whole


def _weights(
    near: Iterable[str],
    sentence: Iterable[str],
    asked: Iterable[str],
    document: Document,
    without: frozenset[str],
) -> dict[str, float]:
    found: dict[str, float] = {}
    for listed, share in ((near, _NEAR), (asked, _ASKED), (sentence, _SENTENCE)):
        for term in listed:
            key = root(term)
            if term not in without:
                found[key] = max(found.get(key, 0.0), share * document.weight[term])
    return found


def _asked_of(claim: AnswerClaim, context: _Context) -> Sequence[str]:
    """The question's words, without those of a part that other claims answer.

    "It opened in 1978" says nothing of the ships that the first part asks for.
    """
    own = nearest_part(claim.terms, context.parts)
    if own is None:
        return context.asked
    said, kept = {root(term) for term in claim.terms}, context.parts[own]
    others = frozenset[str]().union(*(context.parts[each] for each in context.answered if each != own)) - kept
    return [term for term in context.asked if term not in others or root(term) in said]


def _value_link(stated: Stated, claim: AnswerClaim, mine: set[int], context: _Context) -> ValueLink:
    value, document, asked = stated.value, context.document, _asked_of(claim, context)
    there, known = context.equal_places[value.mention.raw], context.known
    calculates = context.calculates or claim.calculates
    is_asked = any(same(value, other) for other in context.conditions)
    digits = frozenset(part for part in value.mention.raw.replace(",", " ").split() if part[:1].isdigit())
    said = _weights(stated.near, claim.terms, asked, document, digits)
    score, whole = fits(said, document)
    whole = whole or 1.0
    if not there:
        follows = _calculated(value, known) or (
            calculates and _calculated(value, [*known[:_FIRST], *_nearby(value, score, document)])
        )
        how = "calculated" if follows else ""
        best = max(
            (score[i] for i, other in document.valued if score[i] and alike(value, other)), default=0.0
        )
        return ValueLink(value, None, 0.0, best / whole, None, False, False, how, is_asked)
    (place, _, how), timed = best_in_time(stated, there, context.periods, score, mine, document)
    own = {i for i, _, _ in there}
    written, kind = script(document.places[place].text), document.places[place].kind
    rival = max(
        (
            i
            for i, other in document.valued
            if score[i] > score[place]
            and i not in own
            and id(other) not in mine
            and alike(value, other)
            and not of_another_time(stated.period, other, document)
            and document.places[i].kind == kind
            and script(document.places[i].text) == written
        ),
        key=lambda i: score[i],
        default=None,
    )
    best = score[place if rival is None else rival]
    roots = {root(term) for term in (*claim.terms, *asked)} | letters(f"{context.question} {claim.text}")
    named = named_cell(place, roots, document)
    if not timed and script(claim.text) == written and is_unnamed_cell(place, roots, document):
        timed = "unclear"
    keyed = (
        named is not None
        and named not in own
        and not any(
            id(v) in mine or of_another_time(stated.period, v, document)
            for v in document.places[named].values
        )
    )
    times = {each.period.year for each in claim.values if each.period is not None}
    lost = (
        script(claim.text) == written
        and not (value.mention.is_year and value.mention.year in times)
        and (score[place] < _NOTHING_SAID * whole or score[place] < _FAR_LESS * best)
    )
    apart_by: Apart = ""
    speaks = score[place] > _SPEAKS_OF_IT * whole or value.mention.date is not None
    if kind == "sentence" and speaks:
        apart_by = told_apart(stated, claim, context.question, place, mine, document)
    if apart_by:
        rival, lost = (place, True) if apart_by == "other" else (rival, False)
    if timed == "differs":
        rival = in_its_place(stated, score, document)
    apart = keyed or lost or timed == "differs" or (best - score[place]) / whole > CLEAR
    if apart and calculates and _calculated(value, known):
        rival, keyed, lost, how, timed = None, False, False, "calculated", ""
    other = named if keyed else rival
    fit, best = score[place] / whole, best / whole
    placed = timed == "agrees" or apart_by == "own" or place == context.most
    return ValueLink(value, place, fit, best, other, keyed, lost, how, is_asked, timed, placed)


_NOTHING_SAID, _FAR_LESS, _SPEAKS_OF_IT = 0.15, 0.35, 0.3


def _calculated(value: Value, others: Sequence[Value]) -> bool:
    return is_derived(value.mention, [other.mention for other in others])


_READ, _FIRST = 14, 4


def _nearby(value: Value, score: Sequence[float], document: Document) -> list[Value]:
    """Values of the places that fit best: what a claim may have calculated with.

    Of so many shares some two would make almost any share.
    """
    share = value.sort if value.sort[0] == "percent" else None
    ranked = sorted(document.valued, key=lambda each: -score[each[0]])
    return [other for i, other in ranked[:_READ] if score[i] > 0 and other.sort != share]


def _claim_link(claim: AnswerClaim, values: tuple[ValueLink, ...], context: _Context) -> ClaimLink:
    document, known = context.document, set(context.asked)
    said = [term for term in claim.terms if not term[0].isdigit()]
    got, whole = recall(said, document.lines_with, document.roots, document.weight)
    own = [value for value in values if not value.asked]
    got += RAREST * sum(bool(value.how) for value in own)
    whole += RAREST * len(own)
    unknown = tuple(
        term
        for term in dict.fromkeys(said)
        if term not in document.lines_with and root(term) not in document.roots and term not in known
    )
    place, window = _window(claim, said, context)
    return ClaimLink(
        claim=claim,
        values=values,
        everywhere=got / whole if whole else 1.0,
        window=window,
        place=place,
        unknown=unknown,
        strange=tuple(term for term in unknown if term in claim.names),
    )


_WIDTH = 3


def _window(claim: AnswerClaim, said: Sequence[str], context: _Context) -> tuple[int | None, float]:
    """Where most of a claim's words and values are together, and the weighted share of them there."""
    document = context.document
    weights = {term: document.weight[term] for term in said}
    places: dict[str, Sequence[int]] = {term: document.lines_with.get(term, ()) for term in weights}
    for stated in claim.values:
        raw = stated.value.mention.raw
        weights["§" + raw] = RAREST
        places["§" + raw] = [document.line_of(i) for i, _, _ in context.equal_places[raw]]
    if not weights:
        return None, 1.0
    found = items_by_sentence(weights, places)
    window = best_window(sum(weights.values()), found, document.lines, _WIDTH)
    best = max(
        (line for line in range(window.first, window.last + 1) if line in found),
        key=lambda line: sum(found[line].values()),
        default=None,
    )
    return None if best is None else document.texts[best], window.recall
