"""What an answer says the passages do not say, part of the question by part, and whether they do say it."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from data_base.text.names import names
from scoring.embedded.answer import Claim
from scoring.embedded.asked import gives_cause, names_somebody, wanted
from scoring.embedded.document import STOPS, Document, Place
from scoring.embedded.links import fits
from scoring.embedded.question import Part
from scoring.embedded.words import root

_NEAR, _OWN, _ROWS = 0.7, 0.3, 3
# So much of the best claim's share of a part's words makes another part denied, too.
_ALSO = 0.7


class Told(NamedTuple):
    """Whether the passages tell what a part asks, and where.

    Attributes:
        tells: "yes" where something of the kind is where the part's words are, "no" where nothing is;
            "perhaps" where of no kind can be told whether it is there.
        place: index of the place that tells it, None where none does.
    """

    tells: Literal["yes", "perhaps", "no"]
    place: int | None = None


def denied(claims: Sequence[Claim], parts: Sequence[Part]) -> dict[int, Claim]:
    """Which parts the answer denies; all where it states nothing, or a denial has words of no part."""
    states = any(claim.kind == "fact" for claim in claims)
    own = [own_roots(part, parts) for part in parts]
    found: dict[int, Claim] = {}
    for claim in claims:
        if claim.kind != "abstention":
            continue
        said = set(map(root, claim.terms))
        shares = [len(roots & said) / len(roots) if roots else 0.0 for roots in own]
        most = max(shares)
        for i, share in enumerate(shares):
            if not states or not most or share >= _ALSO * most:
                found.setdefault(i, claim)
    return found


def own_roots(part: Part, parts: Sequence[Part]) -> set[str]:
    """Roots of a part's words that no other part has."""
    others = {root(term) for other in parts if other is not part for term in other.terms}
    return {root(term) for term in part.terms} - others


def _speaks(place: Place, weights: Mapping[str, float]) -> bool:
    own = sum(weight for word, weight in weights.items() if word in place.own)
    both = sum(weight for word, weight in weights.items() if word in place.own or word in place.around)
    return both >= _NEAR * sum(weights.values()) and own >= _OWN * sum(weights.values())


def told(part: Part, question: str, document: Document) -> Told:
    """Whether the passages tell what a part asks."""
    want = wanted(part, question)
    weights = {root(term): document.weight[term] for term in part.terms if not term[0].isdigit()}
    score, _ = fits(weights, document)
    near = [i for i, fit in enumerate(score) if fit and _speaks(document.places[i], weights)]
    if want.sought == "words":
        return Told("perhaps" if any(score) else "no")
    if want.sought == "cause":
        return Told("perhaps" if any(gives_cause(document.places[i].text) for i in near) else "no")

    def tells(place: int) -> bool:
        text = document.places[place].text
        if want.sought == "name":
            return names_somebody(text, names(document.passages[document.sources[place]].text), want)
        # The figures under a table's head are in the lines below it.
        below = _ROWS if text[-1:] not in STOPS and not document.values[place] else 0
        last = min(place + below + 1, len(document.places))
        lines = [i for i in range(place, last) if document.sources[i] == document.sources[place]]
        found = [value for i in lines for value in document.values[i]]
        if want.sought in {"count", "figure"}:
            # Of a count or a measure the units are many.
            return any(want.may_fit(value, currency=True) for value in found)
        return any(map(want.fits, found))

    place = max(filter(tells, near), key=lambda i: score[i], default=None)
    return Told("no" if place is None else "yes", place)
