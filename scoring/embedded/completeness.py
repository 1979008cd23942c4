"""How much of what is asked an answer covers, part by part."""

from collections.abc import Sequence

from scoring.embedded.accuracy import CAPS, Fault
from scoring.embedded.denials import own_roots
from scoring.embedded.expected_type import VALUES, ExpectedType, may_name
from scoring.embedded.faults import FALSE_DENIALS
from scoring.embedded.links import ClaimLink, ValueLink
from scoring.embedded.observations import Observations
from scoring.embedded.question import VALUED, QuestionPart
from scoring.embedded.words import root

_WRONG, _WITHOUT_VALUE, _OFF_POINT, _TOUCHED = 0.15, 0.3, 0.15, 0.5
_SHARE, _NEW = 0.3, 3
_GRAVE = 5.0
_ONE_SIDED = 4.0
_DECLINED = 6.0
"""What is covered by an answer that declines, and at fault."""
_VAGUE = 5.0


def completeness_of(seen: Observations, faults: Sequence[Fault]) -> tuple[float, list[QuestionPart]]:
    """From 1 to 10, and the parts that are not covered."""
    names = {fault.name for fault in faults}
    if "wrongly_abstains" in names or (not seen.facts and not seen.declines):
        return 1.0, list(seen.parts)
    if seen.declines:
        return 10.0 if names <= {"hardly_told"} else _DECLINED, []
    if names & {"beside", "made_up"}:
        return 1.0 + 9.0 * _WRONG * ("beside" not in names), list(seen.parts)
    wrong = _wrong(faults)
    given = [_given(part, want, seen) for part, want in zip(seen.parts, seen.wants, strict=True)]
    false = {fault.part for fault in faults if fault.name in FALSE_DENIALS}
    several = len(seen.parts) > 1
    shares = [
        # What the passages do not say is covered by saying so.
        float(i not in false)
        if i in seen.denied and not given[i]
        else _by_values(part, want, given[i], wrong, seen)
        if part.kind in VALUED or given[i] or (several and want.sought in VALUES)
        else _by_words(part, want, wrong, seen)
        for i, (part, want) in enumerate(zip(seen.parts, seen.wants, strict=True))
    ]
    score = 1 + 9 * sum(shares) / len(shares) - (_ONE_SIDED if "one_sided" in names else 0.0)
    if "vague" in names:
        score = min(score, _VAGUE)
    missed = [part for part, share in zip(seen.parts, shares, strict=True) if share < _TOUCHED]
    return max(1.0, min(10.0, score)), missed


def wrong_answers(seen: Observations, faults: Sequence[Fault]) -> frozenset[str]:
    """The claims with the values or names that a part asks for, where every one of these is wrong."""
    wrong = _wrong(faults)
    faulty = {claim for claim, _ in wrong}
    found: set[str] = set()
    for part, want in zip(seen.parts, seen.wants, strict=True):
        if given := _given(part, want, seen):
            right = any(_is_right(link, value, wrong) for link, value in given)
            claims = {link.claim.text for link, _ in given}
        else:
            named = _speakers(part, want, seen) if want.sought == "name" else []
            claims = {link.claim.text for link in named if may_name(link.claim.text, want.known)}
            right = not claims <= faulty
        found |= set() if right else claims
    return frozenset(found)


def _wrong(faults: Sequence[Fault]) -> set[tuple[str, str]]:
    return {(fault.claim, fault.said) for fault in faults if CAPS[fault.name] < _GRAVE}


def _is_right(link: ClaimLink, value: ValueLink, wrong: set[tuple[str, str]]) -> bool:
    return value.grounded and (link.claim.text, value.value.mention.raw) not in wrong


def _given(part: QuestionPart, want: ExpectedType, seen: Observations) -> list[tuple[ClaimLink, ValueLink]]:
    """The values of a part's kind that the answer gives."""
    if part.kind not in VALUED and want.sought not in VALUES:
        return []
    plain = part.kind in VALUED and (len(seen.parts) == 1 or want.sought not in VALUES)
    fits = _of_kind if plain else lambda _, value: want.fits(value.value)
    return [(link, v) for link in seen.facts for v in link.values if not v.asked and fits(part, v)]


def _of_kind(part: QuestionPart, value: ValueLink) -> bool:
    figure = value.value.mention.figure
    # "On which day": "day 233" may be a rank.
    dated = figure is None or any(each.kind == "ordinal" for each in (figure, *figure.alternatives))
    return dated if part.kind == "when" else figure is not None


def _by_values(
    part: QuestionPart,
    want: ExpectedType,
    given: Sequence[tuple[ClaimLink, ValueLink]],
    wrong: set[tuple[str, str]],
    seen: Observations,
) -> float:
    """A part that asks for a value: whether one is given, and whether it is right."""
    if given:
        right = [_is_right(link, value, wrong) for link, value in given]
        return _WRONG + (1 - _WRONG) * sum(right) / len(right)
    return _WITHOUT_VALUE if _speakers(part, want, seen) else 0.0


def _by_words(
    part: QuestionPart, want: ExpectedType, wrong: set[tuple[str, str]], seen: Observations
) -> float:
    """A part that asks for no value: whether a claim that is not wrong speaks of it."""
    faulty = {claim for claim, _ in wrong}
    if any(link.claim.text not in faulty for link in _speakers(part, want, seen)):
        return 1.0
    return _OFF_POINT if len(seen.parts) == 1 else 0.0


def _speakers(part: QuestionPart, want: ExpectedType, seen: Observations) -> list[ClaimLink]:
    """Facts that speak of a part, themselves or by the place they are at."""
    own, asked = own_roots(part, seen.parts), seen.asked
    found = []
    for link in seen.facts:
        said = {root(term) for term in link.claim.terms}
        new = [term for term in link.claim.terms if term not in asked]
        named = want.sought == "name" and may_name(link.claim.text, want.known)
        if len(seen.parts) > 1 and len(new) < _NEW and not link.strange and not named:
            continue
        if link.place is not None:
            place = seen.document.places[link.place]
            # Who did one thing is no answer to who did what the sentences around tell of.
            said |= place.own if named else place.own | place.around
        if len(own & said) >= _SHARE * len(own):
            found.append(link)
    return found
