"""What an answer says the passages do not say, part of the question by part, and whether they do say it."""

from collections.abc import Collection, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from data_base.text.dates import excludes
from scoring.embedded.answer import AnswerClaim
from scoring.embedded.document import Document, DocumentPlace
from scoring.embedded.expected_type import VALUES, ExpectedType, names_somebody
from scoring.embedded.lexicon import fold, words
from scoring.embedded.links import fits
from scoring.embedded.question import QuestionPart
from scoring.embedded.values import Value
from scoring.embedded.words import root, terms

_NEAR, _OWN = 0.7, 0.3
# So much of the best claim's share of a part's words makes another part denied, too.
_ALSO = 0.7
_FEW, _PEOPLE = 3, frozenset({"people", "persons", "人", "человек"})


class Statement(NamedTuple):
    """Whether something of the kind that a part asks is where its words are, and the place.

    "perhaps" where it cannot be decided whether it is there.
    """

    stated: Literal["yes", "perhaps", "no"]
    place: int | None = None


def denied(claims: Sequence[AnswerClaim], parts: Sequence[QuestionPart]) -> dict[int, AnswerClaim]:
    """Which parts the answer denies; all where it states nothing, or a denial has words of no part."""
    states = any(claim.kind == "fact" for claim in claims)
    own = [own_roots(part, parts) for part in parts]
    found: dict[int, AnswerClaim] = {}
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


def own_roots(part: QuestionPart, parts: Sequence[QuestionPart]) -> set[str]:
    """Roots of a part's words that no other part has."""
    others = {root(term) for other in parts if other is not part for term in other.terms}
    return {root(term) for term in part.terms} - others


def _speaks(place: DocumentPlace, weights: Mapping[str, float]) -> bool:
    own = sum(weight for word, weight in weights.items() if word in place.own)
    both = sum(weight for word, weight in weights.items() if word in place.own or word in place.around)
    return both >= _NEAR * sum(weights.values()) and own >= _OWN * sum(weights.values())


def near_it(part: QuestionPart, want: ExpectedType, document: Document) -> Literal["one", "many"] | None:
    """What is near a part's words and of the kind asked: "one" of few, or one of "many"; None for nothing."""
    asked = {root(term) for term in part.terms if not term[0].isdigit()}
    known = asked & document.roots
    half = 2 * len(known) >= len(asked) > 0
    if want.sought == "name":
        kind = [i for i in document.texts if names_someone(i, want, document)]
        is_near = half and any(_is_near(i, known, want, document) for i in kind)
    else:
        found = [each for each in document.valued if want.sought in VALUES and want.fits(each[1])]
        kind = [i for i, _ in found]
        is_near = any(
            _counts(value, asked)
            and (agrees := in_time(value, part, document)) is not False
            and ((agrees and not known) or ((agrees or half) and _is_near(i, known, want, document)))
            for i, value in found
        )
    return None if not is_near else "one" if len(kind) <= _FEW else "many"


def names_someone(i: int, want: ExpectedType, document: Document) -> bool:
    """Whether a place names a person or an organisation that the question does not."""
    return names_somebody(document.places[i].text, document.names[document.sources[i]], want)


def _is_near(i: int, known: Collection[str], want: ExpectedType, document: Document) -> bool:
    """Whether what of the question the passages know is at a place or around it."""
    around = document.places[i].own | document.places[i].around
    return around.issuperset(known) and want.measure <= around


def in_time(value: Value, part: QuestionPart, document: Document) -> bool | None:
    """Whether a value is for the time that is asked for; None where nothing shows it."""
    period = document.periods.get(id(value))
    if not part.periods or period is None:
        return None
    return any(not excludes(each, period) for each in part.periods)


def _counts(value: Value, asked: AbstractSet[str]) -> bool:
    """Whether a figure counts nothing, people, or what is asked for."""
    figure = value.mention.figure
    noun = None if figure is None else figure.noun
    return not noun or noun in _PEOPLE or not asked.isdisjoint(map(root, terms(noun)))


def statement_of(part: QuestionPart, want: ExpectedType, document: Document) -> Statement:
    """Whether the passages say what a part asks."""
    weights = {root(term): document.weight[term] for term in part.terms if not term[0].isdigit()}
    score, _ = fits(weights, document)
    near = [i for i, fit in enumerate(score) if fit and _speaks(document.places[i], weights)]
    if want.sought == "words" or want.or_words:
        return Statement("perhaps" if any(score) else "no")
    if want.sought == "cause":
        reasons = any(words("because").find(fold(document.places[i].text)) for i in near)
        return Statement("perhaps" if reasons else "no")

    def states(place: int) -> bool:
        if want.sought == "name":
            return names_someone(place, want, document)
        # Of a count or a measure the units are many.
        units = want.sought in {"count", "figure"}
        return any(
            want.may_fit(value, currency=True) if units else want.fits(value)
            for value in document.values[place]
        )

    place = max(filter(states, near), key=lambda i: score[i], default=None)
    return Statement("no" if place is None else "yes", place)
