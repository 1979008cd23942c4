"""From an item's number down to the claims, the passages and the pages that support it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from data_base.schemas.canonical_answer import CanonicalAnswer
from data_base.schemas.context_use import ContextUse
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import Answered
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem


class EvidenceSource(Frozen):
    """The passage that supports or contradicts a claim.

    Attributes:
        passage_id: as the judge or the answer named it.
        doc_id: its document, None where no system of the run found such a passage.
        page: its page from 1, None where it has none or is not known.
        quote: the words that the judge pointed at, None where it pointed at none.
        text: the passage, None where no system of the run found it.
    """

    passage_id: str
    doc_id: str | None = None
    page: int | None = None
    quote: str | None = None
    text: str | None = None


class ClaimEvidence(Frozen):
    """A claim and what became of it.

    Attributes:
        text: the claim in the answer, or what is missing from it; for a citation the citing sentence.
        verdict: what the judge said of it, or for a citation what code found (``supported`` …).
        source: its passage, None where nothing was named.
    """

    text: str
    verdict: str
    source: EvidenceSource | None = None


class ItemEvidence(Frozen):
    """Everything that an item's number rests on.

    Attributes:
        run_id: the run.
        case_id: the case.
        system: the contestant that answered.
        primary_score: 0 to 1, None where unscored.
        passed: whether it reached the threshold; None where unscored.
        unscored_reason: why there is no score, None where there is one.
        sub_scores: named parts of the score, each on its scorer's scale.
        weighted_score: the judge's, 1 to 10; None where no judge scored it.
        error_tags: what is wrong with the answer.
        explain: the scorer's or the judge's reason.
        answered: whether the answer says what was asked; None where the judge does not say.
        key_points: what the judge found of each key point.
        context: how well the passages serve that the judge saw; None without a reference answer.
        passages_shown: ids of those passages, in order.
        claims: those the judge looked at.
        citations: those of the answer, in order.
        compared: what was compared with what is right; empty where a judge scored it.
        answer: None where there is none.
        error: why there is no answer.
    """

    run_id: str
    case_id: str
    system: str
    primary_score: float | None = None
    passed: bool | None = None
    unscored_reason: str | None = None
    sub_scores: Mapping[str, float] = Field(default_factory=dict)
    weighted_score: float | None = None
    error_tags: tuple[str, ...] = ()
    explain: str = ""
    answered: Answered | None = None
    key_points: tuple[KeyPointFinding, ...] = ()
    context: ContextUse | None = None
    passages_shown: tuple[str, ...] = ()
    claims: tuple[ClaimEvidence, ...] = ()
    citations: tuple[ClaimEvidence, ...] = ()
    compared: tuple[CanonicalAnswer, ...] = ()
    answer: str | None = None
    error: str | None = None


def item_evidence(run_id: str, items: Sequence[RunItem]) -> list[ItemEvidence]:
    """What the numbers of one case's items rest on.

    Args:
        run_id: the run.
        items: all systems' items of the case: what one was judged by may have been found by another.
    """
    known = {passage.id: passage for item in items for passage in _found_by(item)}
    return [_item_evidence(run_id, item, known) for item in items]


def _found_by(item: RunItem) -> Iterator[Passage]:
    if item.answer:
        yield from item.answer.passages
    if item.research:
        yield from item.research.passages


def _item_evidence(run_id: str, item: RunItem, known: Mapping[str, Passage]) -> ItemEvidence:
    card, evaluation = item.score_card, item.judgement
    scored = card is not None and card.scored
    return ItemEvidence(
        run_id=run_id,
        case_id=item.case_id,
        system=item.system,
        primary_score=card.primary_score if card else None,
        passed=card.passed if card and scored else None,
        unscored_reason=card.unscored_reason if card else "it was not scored",
        sub_scores=card.sub_scores if card else {},
        weighted_score=evaluation.metrics.weighted_score if evaluation and evaluation.scored else None,
        error_tags=tuple(card.error_tags) if card else (),
        explain=(card.explain if card else "") or (evaluation.reason if evaluation else ""),
        answered=evaluation.answered if evaluation else None,
        key_points=evaluation.key_points if evaluation else (),
        context=evaluation.context if evaluation else None,
        passages_shown=evaluation.passages_shown if evaluation else (),
        claims=tuple(_claims(item, known)),
        citations=tuple(_citations(item, known)),
        compared=item.canonical,
        answer=item.answer.text if item.answer else None,
        error=item.error,
    )


def _claims(item: RunItem, known: Mapping[str, Passage]) -> Iterable[ClaimEvidence]:
    for issue in item.judgement.issues if item.judgement else ():
        source = _source(issue.passage_id, known, quote=issue.quote) if issue.passage_id else None
        yield ClaimEvidence(text=issue.claim, verdict=issue.verdict, source=source)


def _citations(item: RunItem, known: Mapping[str, Passage]) -> Iterable[ClaimEvidence]:
    for citation in item.answer.citations if item.answer else ():
        found = _source(citation.passage_id, known)
        place = {"doc_id": citation.doc_id, "page": citation.page}
        source = found.model_copy(update=place) if found.doc_id is None else found
        yield ClaimEvidence(text=citation.sentence, verdict=citation.verdict, source=source)


def _source(passage_id: str, known: Mapping[str, Passage], *, quote: str | None = None) -> EvidenceSource:
    passage = known.get(passage_id)
    if passage is None:
        return EvidenceSource(passage_id=passage_id, quote=quote)
    return EvidenceSource(
        passage_id=passage_id, doc_id=passage.doc_id, page=passage.page, quote=quote, text=passage.text
    )
