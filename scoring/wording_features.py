"""How a claim's wording relates to passages, as figures that a fitted model weighs."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from data_base.text.sentences import sentences
from scoring.stated_values import Values, check_values
from scoring.word_rarity import RAREST, RARITY
from scoring.wording_text import distinct_terms, family, is_han, read_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from scoring.wording_text import Source, Word

ClaimKind = Literal["short", "sentence", "summary"]

FEATURES = (
    "recall_1", "recall_2", "recall_3", "recall_all", "recall_local", "recall_news", "plain_recall", "tail",
    "weakest", "overlap_back", "coverage", "density", "trigrams", "exact", "verbatim", "stated",
    "values_missing", "names_missing", "names_absent", "novel", "inversions", "negation", "person",
    "question",
)  # fmt: skip
AGAINST = frozenset(FEATURES[FEATURES.index("values_missing") :])
"""Features that speak against a claim; all others speak for it."""

_WIDEST = 3
_CANDIDATES = 8
# What a word of the same family ("measure", "measurement") counts for one that is looked for.
_RELATED = 0.6
# An answer of so few words that is no sentence; a claim of so many that it sums up rather than states.
_SHORT, _SUMMARY = 6.0, 30.0
_STOP = (".", "。", "!", "！", "?", "？", "…")
_NAME = re.compile(r"(?<![.!?。！？\"“]\s)(?<!^)\b[A-ZА-ЯЁ][\w’'-]+")
_WHOLE_NAME = re.compile(r"\b[A-ZА-ЯЁ][\w’'-]*(?:\s+(?:(?:of|the|de|von|van|and|for)\s+)?[A-ZА-ЯЁ][\w’'-]*)*")
_MANY_NAMES = 3
# A value that stands in another form may be said of something else, such as the day of printing.
_IN_OTHER_FORM = 0.85
_OTHERWISE = re.compile(r"\s*(?:[;；、/|]|[,，](?!\s?\d)|\bor\b|或)\s*")
# A foreign name in Chinese, its parts set apart by dots.
_DOT = re.compile("[·・•‧∙]")
_DOTTED = re.compile(r"(?:[\u4e00-\u9fff]+[·・•‧∙]\s?)+(?P<last>[\u4e00-\u9fff]{2,})")
# So often said, an answer gains nothing by being said once more.
_OFTEN = 4
_PERSON_WORDS = "i my me we our us you your mine im i'm i'v i'd i'll myself я мне мой мы наш 我 咱"
_PERSON = frozenset(_PERSON_WORDS.split())
NEGATION = re.compile(
    r"\b(?:not|never|no|none|nor|neither|without|cannot|nothing|nobody|hardly)\b|n[’']t\b|"
    r"沒|没|並未|并未|未(?!來|来)|不(?!過|过|同|少|斷|断|僅|仅|但|久|足)|無(?!人機|线|線)|无(?!人机|线|線)|"
    r"\b(?:не|нет|ни|без|никогда)\b",
    re.IGNORECASE,
)
_FEW = 2


@dataclass(frozen=True, slots=True)
class Stretch:
    """A run of 1-3 neighbouring sentences of one passage.

    Attributes:
        first: index of the first.
        last: index of the last.
        recall: weighted share of the claim's terms that stand there, in [0, 1].
    """

    first: int
    last: int
    recall: float


@dataclass(frozen=True, slots=True)
class Wording:
    """How a claim's wording relates to passages.

    Attributes:
        kind: a short answer, a sentence, or a summary.
        features: the figures in the order of ``FEATURES``.
        best: the stretch that covers the claim best.
        missing: content terms that stand nowhere in it, rarest first.
        values: how its figures and dates fare.
    """

    kind: ClaimKind
    features: tuple[float, ...]
    best: Stretch
    missing: tuple[str, ...]
    values: Values


def read_wording(claim: str, source: Source, question: str = "") -> Wording:
    """Compare a claim with passages.

    Args:
        claim: a word or a few sentences, without citation marks.
        source: the passages, at least one sentence of them.
        question: what the claim answers, empty if unknown.
    """
    values = check_values(claim, source)
    stated = _without_reworded(claim, values, source)
    read, terms = read_words(stated), distinct_terms(_by_last_names(stated, source))
    weights = {term: rarity(term, source) for term in terms}
    local = {term: source.idf.get(term, source.unknown) for term in terms}
    here = {term: share for term in terms if (share := presence(term, source))}
    ranked = _ranked(weights, here, source)
    best = [_best(ranked, source, width, sum(weights.values())) for width in range(1, _WIDEST + 1)]
    held = _held(best[-1], here, source)
    given = frozenset(distinct_terms(question))
    news = [term for term in terms if term not in given] or terms
    runs = shared_runs([word.form for word in read], source)
    size = len(read) or 1
    kind = kind_of(claim, read_words(claim))
    own = source.sentences[best[0].first].terms
    density = math.sqrt(sum(run * run for run in runs)) / size
    found = {
        "recall_1": best[0].recall,
        "recall_2": best[1].recall,
        "recall_3": best[2].recall,
        "recall_all": _share(terms, weights, here),
        "recall_local": _share(terms, local, held),
        "recall_news": _share(news, weights, held),
        "plain_recall": _share(terms, dict.fromkeys(terms, 1.0), held),
        "tail": _share(terms[len(terms) // 2 :], weights, held),
        "weakest": _weakest(claim, source, best[2].recall),
        "overlap_back": len(own & held.keys()) / (len(own) or 1),
        "coverage": sum(run for run in runs if run > 1) / size,
        "density": density,
        "trigrams": sum(max(0, run - 2) for run in runs) / max(1, size - 2),
        "exact": float(runs == [size]),
        "verbatim": _verbatim(claim, source, values, density),
        "stated": _stated(read, source, values) if kind == "short" else 0.0,
        "values_missing": values.missing_share,
        "names_missing": _names_missing(claim, source),
        "names_absent": _names_absent(claim, source),
        "novel": math.log1p(len(terms) - len(here)),
        "inversions": _inversions(held, best[-1], source),
        "negation": _denies_alone(claim, best[0], source),
        "person": float(any(word.form in _PERSON and word.form not in source.vocabulary for word in read)),
        "question": float("?" in claim or "？" in claim),
    }
    return Wording(
        kind=kind,
        features=tuple(found[name] for name in FEATURES),
        best=best[-1],
        missing=tuple(
            sorted((term for term in terms if term not in held), key=lambda term: (-weights[term], term))
        ),
        values=values,
    )


def _without_reworded(claim: str, values: Values, source: Source) -> str:
    """The claim without the values that the passages state in another form, as 120 million for 1.2 億."""
    for raw in values.held:
        if any(word.form not in source.vocabulary for word in read_words(raw)):
            claim = claim.replace(raw, " ")
    return claim


def _by_last_names(claim: str, source: Source) -> str:
    """The claim with those foreign names in Chinese that the passages give by the last name alone, so."""
    return _DOTTED.sub(lambda name: _last_name(name, source), claim) if _DOT.search(claim) else claim


def _last_name(name: re.Match[str], source: Source) -> str:
    whole, last = ([word.form for word in read_words(text)] for text in (name[0], name["last"]))
    alone = shared_runs(whole, source) != [len(whole)] and shared_runs(last, source) == [len(last)]
    return name["last"] if alone else name[0]


def kind_of(claim: str, read: Sequence[Word]) -> ClaimKind:
    """Whether a claim is a short answer, a sentence, or a summary; two Chinese characters count as a word."""
    words = sum(0.5 if is_han(word.form) else 1.0 for word in read)
    if words <= _SHORT and not claim.endswith(_STOP):
        return "short"
    return "summary" if words >= _SUMMARY else "sentence"


def rarity(term: str, source: Source) -> float:
    """How much a term tells: how rare English words are in general, others among these sentences."""
    if term.isascii():
        return RARITY.get(term, RAREST)
    return source.idf.get(term, source.unknown) / source.unknown * RAREST


def presence(term: str, source: Source) -> float:
    """1 where the passages hold a term, less where they hold one of its family, else 0."""
    if term in source.idf:
        return 1.0
    return _RELATED if family(term) in source.families else 0.0


def _places(term: str, source: Source) -> Sequence[int]:
    return source.holders[term] if term in source.idf else source.holders[source.families[family(term)]]


def _share(terms: Sequence[str], weights: Mapping[str, float], held: Mapping[str, float]) -> float:
    """Weighted share of terms that are held; 0 where there are none."""
    total = sum(weights[term] for term in terms)
    return sum(weights[term] * held[term] for term in terms if term in held) / total if total else 0.0


def best_stretch(weights: Mapping[str, float], source: Source, width: int) -> Stretch:
    """The run of up to so many sentences that holds most of the weighted terms."""
    here = {term: share for term in weights if (share := presence(term, source))}
    return _best(_ranked(weights, here, source), source, width, sum(weights.values()))


def held_in(stretch: Stretch, terms: Sequence[str], source: Source) -> dict[str, float]:
    """Those of some terms that stand in a stretch, with their presence."""
    return _held(stretch, {term: share for term in terms if (share := presence(term, source))}, source)


def _ranked(
    weights: Mapping[str, float], here: Mapping[str, float], source: Source
) -> list[tuple[int, dict[str, float]]]:
    """The sentences that hold most, with what they hold; all others count for nothing."""
    by_sentence: dict[int, dict[str, float]] = {}
    for term, share in here.items():
        for place in _places(term, source):
            by_sentence.setdefault(place, {})[term] = weights[term] * share
    return sorted(by_sentence.items(), key=lambda item: (-sum(item[1].values()), item[0]))


def _best(
    ranked: Sequence[tuple[int, dict[str, float]]], source: Source, width: int, total: float
) -> Stretch:
    """The run of up to so many sentences that holds most; the narrower and earlier one of equals."""
    if not ranked or not total:
        return Stretch(0, 0, 0.0)
    holds = dict(ranked)
    found = (0.0, 0, 0)
    for middle, _ in ranked[:_CANDIDATES]:
        for first in range(max(0, middle - width + 1), middle + 1):
            places = [
                place
                for place in range(first, min(first + width, len(source.sentences)))
                if source.sentences[place].passage == source.sentences[middle].passage
            ]
            union: dict[str, float] = {}
            for place in places:
                union |= holds.get(place, {})
            mass = sum(union.values())
            if mass > found[0] + 1e-9:
                found = (mass, places[0], places[-1])
    mass, first, last = found
    while first < last and first not in holds:
        first += 1
    while last > first and last not in holds:
        last -= 1
    return Stretch(first, last, mass / total)


def _held(stretch: Stretch, here: Mapping[str, float], source: Source) -> dict[str, float]:
    """The claim's terms that stand in a stretch."""
    first, last = stretch.first, stretch.last
    return {
        term: share
        for term, share in here.items()
        if any(first <= place <= last for place in _places(term, source))
    }


def _weakest(claim: str, source: Source, whole: float) -> float:
    """The recall of the sentence of the claim that fares worst."""
    parts = sentences(claim)
    if len(parts) < _FEW:
        return whole
    worst = 1.0
    for part in parts:
        terms = distinct_terms(part)
        if len(terms) >= _FEW:
            weights = {term: rarity(term, source) for term in terms}
            worst = min(worst, best_stretch(weights, source, _WIDEST).recall)
    return worst


def shared_runs(forms: Sequence[str], source: Source) -> list[int]:
    """Lengths of the runs of words that the claim shares with the passages, the longest at each place."""
    runs, place = [], 0
    while place < len(forms):
        longest = int(forms[place] in source.vocabulary)
        if place + 1 < len(forms):
            for start in source.pairs.get((forms[place], forms[place + 1]), ()):
                length = 2
                while place + length < len(forms) and source.words[start + length] == forms[place + length]:
                    length += 1
                longest = max(longest, length)
        if longest:
            runs.append(longest)
        place += max(1, longest)
    return runs


def _verbatim(claim: str, source: Source, values: Values, density: float) -> float:
    """How literally a short answer stands in the passages: values by value, people by their last name."""
    if values.all_there_is:
        return max(density if density == 1.0 else density / 2, values.firm_share * _IN_OTHER_FORM)
    best = density
    for option in _OTHERWISE.split(claim):
        forms = [word.form for word in read_words(option)]
        if forms and shared_runs(forms, source) == [len(forms)]:
            best = max(best, 1.0)
    return best * (1.0 - values.missing_share)


def _stated(read: Sequence[Word], source: Source, values: Values) -> float:
    """How often a short answer stands in the passages as a whole, on a logarithmic scale in [0, 1]."""
    times = values.times if values.all_there_is else _occurrences([word.form for word in read], source)
    return min(1.0, math.log1p(times) / math.log1p(_OFTEN))


def _occurrences(forms: Sequence[str], source: Source) -> int:
    """At how many places the words stand one after the other."""
    if len(forms) < _FEW:
        return source.words.count(forms[0]) if forms else 0
    size = len(forms)
    starts = source.pairs.get((forms[0], forms[1]), ())
    return sum(source.words[start : start + size] == tuple(forms) for start in starts)


def _names_missing(claim: str, source: Source) -> float:
    """Share of the words written with a capital inside the claim that stand nowhere."""
    forms = [word.form for name in _NAME.findall(claim) for word in read_words(name) if word.is_content]
    return sum(form not in source.vocabulary for form in forms) / len(forms) if forms else 0.0


def _names_absent(claim: str, source: Source) -> float:
    """How many names, of one word or several, have no word in common with the passages; three at most."""
    absent = 0
    for name in _WHOLE_NAME.finditer(claim):
        forms = [word.form for word in read_words(name[0]) if word.is_content]
        # Any word that opens a claim has a capital.
        if forms and (len(forms) > 1 or name.start()):
            absent += not any(presence(form, source) for form in forms)
    return float(min(_MANY_NAMES, absent))


def _inversions(held: Mapping[str, float], stretch: Stretch, source: Source) -> float:
    """Share of the claim's neighbouring terms that stand the other way round in the stretch."""
    end = source.starts[stretch.last + 1] if stretch.last + 1 < len(source.starts) else len(source.words)
    places: dict[str, int] = {}
    for place in range(source.starts[stretch.first], end):
        places.setdefault(source.words[place], place)
    forms = (term[:1] if is_han(term) else term for term in held)
    order = [places[form] for form in forms if form in places]
    if len(order) <= _FEW:
        return 0.0
    return sum(two < one for one, two in pairwise(order)) / (len(order) - 1)


def _denies_alone(claim: str, stretch: Stretch, source: Source) -> float:
    if not NEGATION.search(claim):
        return 0.0
    return float(not NEGATION.search(source.sentences[stretch.first].text))
