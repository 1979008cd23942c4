"""Does an answer say a key point?"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from data_base.marks.citation_marks import strip_citations
from scoring.words.passage_words import PassageWords, read_passage_words
from scoring.words.support_features import Items, items_of, shared_runs
from scoring.words.terms import read_words, scripts, terms
from scoring.words.windows import best_window, items_by_sentence

CoverageVerdict = Literal["covered", "partly", "missing"]

_COVERED, _PARTLY = 0.78, 0.39
# Neighbouring sentences that say the point, words anywhere in the answer, words in runs.
_TOGETHER, _ANYWHERE, _IN_RUNS = 0.6, 0.2, 0.2
_WIDTH = 3
# What words of the topic count compared with others.
_GIVEN = 0.3
# The more a long point says, the more of its missing words are asides: from so many terms on.
_LONG, _BY_LENGTH, _MOST_LENIENT = 13, 0.6, 0.7
# People call a point covered or not where words are covered by degrees: how steep, and about which share.
_STEEP, _HALF = 6.0, 0.4
# What a point is still worth to people whose values are not given.
_WITHOUT_VALUES = 0.75
# In another script than the answer's a point is known by its values: its words may be said or not.
_ABROAD = 0.5


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far an answer covers a key point."""

    score: float
    """0 to 1."""
    verdict: CoverageVerdict
    """Covered, partly or missing."""


def coverage(point: str, answer: str | Sequence[str], *, topic: str | None = None) -> Coverage:
    """How far an answer (a text, or its sentences or bullets) says a key point.

    Args:
        point: what should be said.
        answer: what was said.
        topic: the question or subject, whose words prove little by being repeated.
    """
    said = (answer,) if isinstance(answer, str) else tuple(answer)
    source = read_passage_words(tuple(strip_citations(each) for each in said))
    if not source.sentences or not point.strip():
        return Coverage(0.0, "missing")
    items = items_of(point, source)
    own = scripts(point)
    if own and not own & source.scripts:
        stated = sum(map(bool, items.stated))
        share = _ABROAD * stated / len(items.stated) if items.stated else 0.0
    else:
        share = _as_people_judge(_share(point, items, source, topic or ""))
    verdict: CoverageVerdict = "covered" if share >= _COVERED else "partly" if share >= _PARTLY else "missing"
    return Coverage(share, verdict)


def _share(point: str, items: Items, source: PassageWords, topic: str) -> float:
    """The share of a point's words and values that an answer contains, gathered in one place or scattered."""
    forms = [word.form for word in read_words(point)]
    if not items.weights:
        return float(bool(forms) and all(form in source.vocabulary for form in forms))
    given = frozenset(terms(topic))
    weights = {item: weight * (_GIVEN if item in given else 1) for item, weight in items.weights.items()}
    total = sum(weights.values())
    together = best_window(total, items_by_sentence(weights, items.places), source.passages, _WIDTH).recall
    anywhere = sum(weight for item, weight in weights.items() if items.places[item]) / total
    in_runs = sum(run for run in shared_runs(forms, source) if run > 1) / len(forms)
    if all(items.stated) and items.stated:
        in_runs = max(in_runs, together)  # a value in another form breaks the run
    share = min(1.0, _TOGETHER * together + _ANYWHERE * anywhere + _IN_RUNS * in_runs)
    if items.stated:
        share *= _WITHOUT_VALUES + (1 - _WITHOUT_VALUES) * sum(map(bool, items.stated)) / len(items.stated)
    return math.pow(share, max(_MOST_LENIENT, (_LONG / max(_LONG, len(weights))) ** _BY_LENGTH))


def _as_people_judge(share: float) -> float:
    """A share of words as a degree of coverage: a logistic curve through (0, 0) and (1, 1)."""
    low, at, high = (1 / (1 + math.exp(-_STEEP * (x - _HALF))) for x in (0.0, share, 1.0))
    return min(1.0, max(0.0, (at - low) / (high - low)))
