"""From an item's number down to the claims, the passages and the pages that support it."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pydantic import Field

from data_base.schemas.canonical_answer import CanonicalAnswer
from data_base.schemas.claim_table import ClaimTable
from data_base.schemas.context_use import ContextUse
from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import Answered
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.key_point_coverage import KeyPointCoverage
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from eval.runs.ranked_points import completeness_line


class EvidenceSource(Frozen):
    """The passage that supports or contradicts a claim."""

    passage_id: str
    """The passage's id, as the judge or the answer gave it."""
    doc_id: str | None = None
    """The passage's document, None if no system of the run found such a passage."""
    page: int | None = None
    """The passage's page from 1, None if it has none or it is not known."""
    quote: str | None = None
    """The words that the judge quoted, None if it quoted none."""
    text: str | None = None
    """The passage's text, None if no system of the run found it."""


class ClaimEvidence(Frozen):
    """A claim and what became of it."""

    text: str
    """The claim in the answer, or what is missing from it; for a citation the citing sentence."""
    verdict: str
    """The judge's verdict; for a citation what code found (``supported`` …)."""
    source: EvidenceSource | None = None
    """The passage behind the verdict, None if there is none."""
    against: str | None = Field(default=None, exclude_if=lambda words: words is None)
    """The words of the answer that contradict it, where the answer contradicts itself."""


class ItemEvidence(Frozen):
    """Everything that an item's number rests on."""

    run_id: str
    """The run."""
    case_id: str
    """The case."""
    system: str
    """The contestant that answered."""
    primary_score: float | None = None
    """The score, 0 to 1; None if unscored."""
    passed: bool | None = None
    """Whether the score reached the threshold; None if unscored."""
    unscored_reason: str | None = None
    """Why there is no score, None if there is one."""
    sub_scores: Mapping[str, float] = Field(default_factory=dict)
    """Named parts of the score, each on its scorer's scale."""
    weighted_score: float | None = None
    """The judge's weighted score, 1 to 10; None if no judge scored the answer."""
    error_tags: tuple[str, ...] = ()
    """What is wrong with the answer."""
    explain: str = ""
    """The scorer's or the judge's reason."""
    answered: Answered | None = None
    """Whether the answer says what was asked; None where the judge does not say."""
    key_points: tuple[KeyPointFinding, ...] = ()
    """The judge's verdict on each key point."""
    coverage: KeyPointCoverage | None = None
    """What these come to; None without key points."""
    completeness: str = ""
    """Completeness by key points, the judge's own, and which counts; empty if there are not both."""
    context: ContextUse | None = None
    """How well the passages that the judge saw serve the question; None without a reference answer."""
    passages_shown: tuple[str, ...] = ()
    """Ids of the passages that the judge saw, in order."""
    claims: tuple[ClaimEvidence, ...] = ()
    """The claims that the judge checked."""
    citations: tuple[ClaimEvidence, ...] = ()
    """The answer's citations, in order."""
    claim_table: ClaimTable | None = Field(default=None, exclude_if=lambda table: table is None)
    """The answer's claims and the sources that they cite; None where they were not checked."""
    compared: tuple[CanonicalAnswer, ...] = ()
    """What was compared with the reference; empty if a judge scored the answer."""
    answer: str | None = None
    """The answer; None if there is none."""
    error: str | None = None
    """Why there is no answer."""


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
        coverage=evaluation.coverage if evaluation else None,
        completeness=completeness_line(evaluation) if evaluation else "",
        context=evaluation.context if evaluation else None,
        passages_shown=evaluation.passages_shown if evaluation else (),
        claims=tuple(_claims(item, known)),
        citations=tuple(_citations(item, known)),
        claim_table=evaluation.claims if evaluation else None,
        compared=item.canonical,
        answer=item.answer.text if item.answer else None,
        error=item.error,
    )


def _claims(item: RunItem, known: Mapping[str, Passage]) -> Iterable[ClaimEvidence]:
    for issue in item.judgement.issues if item.judgement else ():
        source = _source(issue.passage_id, known, quote=issue.quote) if issue.passage_id else None
        against = issue.quote if issue.verdict == "inconsistent" else None
        yield ClaimEvidence(text=issue.claim, verdict=issue.verdict, source=source, against=against)


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
