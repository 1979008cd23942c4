"""What the fitted part of the judge looks at: a few numbers on claims, or on a bare phrase."""

import math
from collections.abc import Iterable, Sequence

from scoring.embedded.answer import AnswerClaim
from scoring.embedded.document import Document
from scoring.embedded.links import ClaimLink, fits
from scoring.embedded.question import VALUED, QuestionPart
from scoring.embedded.values import same
from scoring.embedded.words import names, root, terms

WORDS = (
    "words anywhere",
    "words in three neighbouring lines",
    "a name that occurs nowhere",
    "share of claims with a value that occurs nowhere",
    "share of values that belong elsewhere",
    "number of claims",
)
"""Features of claims, in the order of their weights."""


def words_of(links: Sequence[ClaimLink]) -> tuple[float, ...]:
    """Features of one claim or several, the longer ones counting for more."""
    sizes = [len(link.claim.terms) or 1 for link in links]

    def mean(shares: Iterable[float]) -> float:
        return sum(size * share for size, share in zip(sizes, shares, strict=True)) / sum(sizes)

    values = [value for link in links for value in link.values if not value.asked]
    nowhere = sum(any(not value.how and not value.asked for value in link.values) for link in links)
    return (
        mean(link.everywhere for link in links),
        mean(link.window for link in links),
        float(any(link.strange for link in links)),
        nowhere / len(links),
        sum(bool(value.how) and value.misplaced() for value in values) / len(values) if values else 0.0,
        math.log(len(links)),
    )


SHORT = (
    "place next to the best place",
    "words of the question near the answer",
    "nearest word of the question",
    "repeats the question",
    "form fits",
    "is there in full",
    "length",
)
"""Features of a short answer, in the order of their weights."""
_REACH = 4.0


def short(
    claims: Sequence[AnswerClaim], parts: Sequence[QuestionPart], document: Document
) -> tuple[float, ...]:
    """Features of an answer of a few words."""
    said = [term for claim in claims for term in _as_stated(claim, document)]
    asked = list(dict.fromkeys(term for part in parts for term in part.terms))
    mine = frozenset(map(root, said)) - frozenset(map(root, asked))
    weight = document.weight
    weights = {root(term): weight[term] for term in asked}
    score, _ = fits({key: worth for key, worth in weights.items() if key not in mine}, document)
    texts = document.texts
    best = max((score[i] for i in texts), default=0.0)
    shares = {i: len(mine & document.places[i].own) / len(mine) if mine else 0.0 for i in texts}
    whole = max(shares.values(), default=0.0)
    there = [i for i in texts if whole and shares[i] >= whole]
    place = max(there, key=lambda i: score[i], default=None)
    near = nearest = 0.0
    for i in there:
        one, two = _nearness(document.places[i].terms, mine, weights)
        near, nearest = max(near, one), max(nearest, two)
    total = sum(weights.values()) or 1.0
    repeats = sum(root(term) in weights for term in said) / len(said) if said else 1.0
    return (
        score[place] / best if place is not None and best else 0.0,
        near / total,
        nearest,
        repeats,
        _form(claims, parts),
        whole,
        min(len(said), 20) / 20,
    )


def _as_stated(claim: AnswerClaim, document: Document) -> list[str]:
    """The words of a claim, its values as the passages write them."""
    said = list(claim.terms)
    for stated in claim.values:
        own = terms(stated.value.mention.raw)
        if all(term in document.lines_with for term in own):
            continue
        there = next((value for _, value in document.valued if same(stated.value, value)), None)
        if there is not None:
            said = [term for term in said if term not in own] + list(terms(there.mention.raw))
    return said


def _nearness(words: Sequence[str], mine: frozenset[str], weights: dict[str, float]) -> tuple[float, float]:
    """Weights of the question's words by how near each is to the answer's, and how near the best is."""
    keys = [root(word) for word in words]
    at = [i for i, key in enumerate(keys) if key in mine]
    if not at:
        return 0.0, 0.0
    near: dict[str, float] = {}
    for i, key in enumerate(keys):
        if key in weights and key not in mine:
            distance = min(abs(i - own) for own in at)
            near[key] = max(near.get(key, 0.0), _REACH / (_REACH + distance))
    return sum(weights[key] * share for key, share in near.items()), max(near.values(), default=0.0)


def _form(claims: Sequence[AnswerClaim], parts: Sequence[QuestionPart]) -> float:
    """Whether what is said is of the kind asked for: 1 yes, -1 no, 0 cannot be determined."""
    kinds = {part.kind for part in parts}
    values = [stated.value for claim in claims for stated in claim.values]
    text = " ".join(claim.text for claim in claims)
    if kinds & VALUED:
        if "when" in kinds and len(kinds) == 1:
            return 1.0 if any(value.mention.date for value in values) else -1.0
        return 1.0 if values or any(char.isdigit() for char in text) else -1.0
    if "who" in kinds:
        capital = any(terms(name) for name in names("x " + text)) or not text.isascii()
        return -1.0 if values else 0.5 if capital else -0.5
    return -0.7 if values else 0.2
