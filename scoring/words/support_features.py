"""How a claim relates to passages: six figures in [0, 1] that fitted weights turn into a likelihood."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.values.agreement import agrees
from scoring.values.digit_index import leads_of
from scoring.values.mentions import Mention, mentions
from scoring.words.passage_words import PassageWords, sense
from scoring.words.rarity import RAREST, rarity
from scoring.words.terms import is_han, read_words, terms
from scoring.words.windows import Window, best_window, items_by_sentence

FEATURES = ("window", "all", "runs", "often", "values_absent", "names_absent")
"""What is weighed: the rarity-weighted share of a claim's words and values in the best three neighbouring
sentences, and anywhere; how long the runs of words are that it shares with the passages; how often the whole
of it is there; whether a value appears nowhere; how many names appear nowhere."""

WIDTH = 3
# So often said, an answer gains nothing by being said once more; more unknown names say no more.
_OFTEN, _MANY_NAMES = 4, 3
# A run of words that begins at more places is no wording; for speed.
_MOST_STARTS = 50
# A text with more different values is no claim; the rest is passed over, for speed.
_MOST_VALUES = 100
# What a word of the question counts for that the claim does not repeat: enough to choose between equals.
_ASIDE = 1e-4
# Written with a capital inside a sentence, or in quotation marks.
_NAME = re.compile(
    r"(?<![.!?。！？\"“:]\s)(?<!^)\b[A-ZА-ЯЁ][\w’'-]*|[《「『“](?P<quoted>[^》」』”]{2,30})[》」』”]"
)


@dataclass(frozen=True, slots=True)
class Items:
    """What a text says, as items to be looked for."""

    weights: dict[str, float]
    """How much each term is worth, and each value under a name of its own, at most ``RAREST``."""
    places: dict[str, tuple[int, ...]]
    """The sentences in which each is."""
    values: tuple[Mention, ...]
    """Its figures and dates."""
    stated: list[tuple[int, ...]]
    """The sentences that state each of these."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim compared with passages."""

    features: tuple[float, ...]
    """In the order of :data:`FEATURES`."""
    window: Window
    """The neighbouring sentences that contain most of it."""
    missing: tuple[str, ...]
    """Its terms that are not there, the most significant first."""
    values: tuple[Mention, ...]
    """Its figures and dates."""
    absent: tuple[Mention, ...]
    """Those of them that appear nowhere."""


def items_of(text: str, source: PassageWords) -> Items:
    """The terms and values of a text and where they are.

    A value counts as one word, the rarest; it is found where an equal value is, however that is written.
    """
    read = mentions(text)
    values = tuple({sense(value): value for value in read}.values())[:_MOST_VALUES]
    stated = [places_of(value, source) for value in values]
    # A single character next to a value counts it (6.2级).
    own = [term for term in _terms_between(text, read) if not (values and len(term) == 1 and is_han(term))]
    weights = {term: rarity(term, source.idf) for term in own}
    places = {term: source.holders.get(term, ()) for term in own}
    for number, found in enumerate(stated):
        weights[f"§{number}"], places[f"§{number}"] = RAREST, found
    return Items(weights, places, values, stated)


def read_claim(claim: str, source: PassageWords, question: str = "") -> Reading:
    """Compare a claim with passages; the question's words choose between places with as much of it."""
    items = items_of(claim, source)
    values, weights, places = items.values, items.weights, items.places
    by_sentence = items_by_sentence(weights, places)
    asked = {term: _ASIDE for term in terms(question) if term not in weights and term in source.holders}
    combined = items_by_sentence(weights | asked, places | {term: source.holders[term] for term in asked})
    window = best_window(sum(weights.values()), combined, source.passages, WIDTH)
    near = {item for place in range(window.first, window.last + 1) for item in by_sentence.get(place, ())}
    absent = tuple(value for value, found in zip(values, items.stated, strict=True) if not found)
    reworded = [value for value in values if value not in absent and not _is_written(value.raw, source)]
    forms = [word.form for word in read_words(without(claim, reworded))]
    lengths = shared_runs(forms, source)
    names = {term for match in _NAME.finditer(claim) for term in terms(match["quoted"] or match[0])}
    figures = {
        "window": window.recall,
        "all": sum(weights[item] for item in weights if places[item]) / (sum(weights.values()) or 1.0),
        "runs": math.sqrt(sum(length * length for length in lengths)) / (len(forms) or 1) if forms else 1.0,
        "often": min(1.0, math.log1p(_times(forms, source)) / math.log1p(_OFTEN)),
        "values_absent": float(bool(absent)),
        "names_absent": min(1.0, sum(name in places and not places[name] for name in names) / _MANY_NAMES),
    }
    missing = [item for item in weights if item not in near and item[0] != "§"]
    missing.sort(key=lambda item: (-weights[item], item))
    return Reading(tuple(figures[name] for name in FEATURES), window, tuple(missing), values, absent)


def without(text: str, values: Sequence[Mention]) -> str:
    """A text with values of it left out."""
    for value in reversed(values):
        text = f"{text[: value.start]} {text[value.end :]}"
    return text


def _terms_between(text: str, values: Sequence[Mention]) -> dict[str, None]:
    """The terms of a text without its values, in order; characters on both sides of a value are no pair."""
    found: dict[str, None] = {}
    begin = 0
    for start, end in [*((value.start, value.end) for value in values), (len(text), len(text))]:
        found |= dict.fromkeys(terms(text[begin:start]))
        begin = end
    return found


def places_of(value: Mention, source: PassageWords) -> tuple[int, ...]:
    """The sentences that state an equal value; for a year, those that date something by it."""
    found = (
        places
        for other, places in source.by_digits.alike(value, leads_of(value))
        if agrees(value, other) or (value.is_year and other.year == value.year)
    )
    return tuple(sorted({place for places in found for place in places}))


def shared_runs(forms: Sequence[str], source: PassageWords) -> list[int]:
    """Lengths of the runs of words that a text shares with the passages, the longest at each place."""
    runs, place = [], 0
    while place < len(forms):
        longest = int(forms[place] in source.vocabulary)
        pair = (forms[place], forms[place + 1]) if place + 1 < len(forms) else None
        for start in source.pairs.get(pair, ())[:_MOST_STARTS] if pair else ():
            if longest == len(forms) - place:
                break
            length = 2
            while place + length < len(forms) and source.words[start + length] == forms[place + length]:
                length += 1
            longest = max(longest, length)
        if longest:
            runs.append(longest)
        place += max(1, longest)
    return runs


def _is_written(raw: str, source: PassageWords) -> bool:
    return all(word.form in source.vocabulary for word in read_words(raw))


def _times(forms: Sequence[str], source: PassageWords) -> int:
    """At how many places the words are one after the other."""
    if len(forms) < 2:  # noqa: PLR2004  (a pair)
        return source.words.count(forms[0]) if forms else 0
    whole = tuple(forms)
    starts = source.pairs.get((forms[0], forms[1]), ())
    found = (start for start in starts if source.words[start : start + len(whole)] == whole)
    return len(list(islice(found, _OFTEN)))
