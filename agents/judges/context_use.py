"""Context precision and recall: which of the passages shown serve, from what the judge says of them."""

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence

from data_base.schemas.context_use import ContextUse, ReferenceClaim
from data_base.schemas.judgement import Issue
from data_base.text.normalise import squeeze
from data_base.text.sentences import sentences
from scoring.evidence_check import passage_named
from scoring.words.terms import terms

_LISTED = 0.3
"""The share of a sentence's words that a statement has at least which says it, be it in other words."""


def context_use(
    claims: Iterable[ReferenceClaim],
    issues: Sequence[Issue],
    shown: Sequence[str],
    by_number: Mapping[int, str],
    reference: str,
) -> ContextUse:
    """How well the passages serve.

    A passage is useful if it bears a statement of the reference or a supported claim of the answer. A judge
    that names neither statements nor claims says nothing of the passages; one that leaves a sentence of the
    reference out of its list says nothing of the reference as a whole, so that there is no recall.

    Args:
        claims: the reference's statements with the passages that contain them, by ids or numbers.
        issues: the claims of the answer that the judge looked at.
        shown: ids of the passages that it saw.
        by_number: ids of passages by their numbers.
        reference: the reference answer.
    """
    known = tuple(
        claim.model_copy(update={"passage_ids": _named(claim.passage_ids, shown, by_number)})
        for claim in claims
    )
    supporting = _named((each.passage_id for each in issues if each.verdict == "supported"), shown, by_number)
    named = {*supporting, *(one for claim in known for one in claim.passage_ids)}
    useful = tuple(one for one in shown if one in named)
    listed = known if _lists_all(known, reference) else ()
    return _context(listed, useful, shown, is_said=bool(known or issues))


def _lists_all(claims: Iterable[ReferenceClaim], reference: str) -> bool:
    """Whether the statements have some of the words of every sentence of the reference."""
    said = {term for claim in claims for term in terms(claim.claim)}
    own = [frozenset(terms(sentence)) for sentence in sentences(reference)]
    return all(len(each & said) >= _LISTED * len(each) for each in own)


def context_of_parts(given: Sequence[ContextUse], shown: Sequence[str]) -> ContextUse | None:
    """What several judgements of an answer's parts say together.

    A passage is useful that one part found useful. The statements are those of the part with the best recall;
    each has the passages that any part names for the same words.

    Args:
        given: what was found with each part.
        shown: ids of the passages that any part was shown.
    """
    if not given:
        return None
    used = {name for each in given for name in each.useful}
    best = max(given, key=lambda each: each.recall or 0)
    bearing: dict[str, set[str]] = {}
    for claim in (claim for each in given for claim in each.reference_claims):
        bearing.setdefault(squeeze(claim.claim), set()).update(claim.passage_ids)
    claims = tuple(
        claim.model_copy(update={"passage_ids": _among(bearing[squeeze(claim.claim)], shown)})
        for claim in best.reference_claims
    )
    return _context(
        claims, _among(used, shown), shown, is_said=any(each.precision is not None for each in given)
    )


def context_of_judges(given: Sequence[ContextUse], shown: Sequence[str]) -> ContextUse | None:
    """What several judges say together.

    A passage is useful that more than half of those find useful who have a precision at all. The statements
    and the recall are those of the judge in the middle by recall, of two the lower.

    Args:
        given: what was found by each judge.
        shown: ids of the passages that precision is over.
    """
    if not given:
        return None
    voting = [each for each in given if each.precision is not None]
    votes = Counter(name for each in voting for name in each.useful)
    useful = tuple(name for name in shown if 2 * votes[name] > len(voting))
    by_recall = sorted((each for each in given if each.recall is not None), key=lambda each: each.recall or 0)
    claims = by_recall[(len(by_recall) - 1) // 2].reference_claims if by_recall else ()
    return _context(claims, useful, shown, is_said=bool(voting))


def _context(
    claims: tuple[ReferenceClaim, ...], useful: tuple[str, ...], shown: Sequence[str], *, is_said: bool
) -> ContextUse:
    return ContextUse(
        reference_claims=claims,
        useful=useful,
        precision=len(useful) / len(shown) if is_said and shown else None,
        recall=sum(bool(claim.passage_ids) for claim in claims) / len(claims) if claims else None,
    )


def _among(names: Container[str], shown: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in shown if name in names)


def _named(
    given: Iterable[str | None], shown: Sequence[str], by_number: Mapping[int, str]
) -> tuple[str, ...]:
    found = (passage_named(one, shown, by_number) for one in given if one is not None)
    return tuple(dict.fromkeys(one for one in found if one is not None))
