"""Context precision and recall: which of the passages shown serve, from what the judge says of them."""

from collections.abc import Iterable, Sequence

from data_base.schemas.context_use import ContextUse, ReferenceClaim
from data_base.schemas.judgement import Issue
from scoring.evidence_check import passage_named


def context_use(
    claims: Iterable[ReferenceClaim], issues: Sequence[Issue], shown: Sequence[str]
) -> ContextUse:
    """How well the passages serve.

    A passage is useful if it bears a statement of the reference or a supported claim of the answer. A judge
    that names neither statements nor claims says nothing of the passages.

    Args:
        claims: the reference's statements with the passages that contain them, by ids or numbers.
        issues: the claims of the answer that the judge looked at.
        shown: ids of the passages that it saw, in the order of their numbers.
    """
    known = tuple(
        claim.model_copy(update={"passage_ids": _named(claim.passage_ids, shown)}) for claim in claims
    )
    supporting = _named((each.passage_id for each in issues if each.verdict == "supported"), shown)
    named = {*supporting, *(one for claim in known for one in claim.passage_ids)}
    useful = tuple(one for one in shown if one in named)
    is_silent = not known and not issues
    return ContextUse(
        reference_claims=known,
        useful=useful,
        precision=None if is_silent or not shown else len(useful) / len(shown),
        recall=sum(bool(claim.passage_ids) for claim in known) / len(known) if known else None,
    )


def _named(given: Iterable[str | None], shown: Sequence[str]) -> tuple[str, ...]:
    found = (passage_named(one, shown, shown) for one in given if one is not None)
    return tuple(dict.fromkeys(one for one in found if one is not None))
