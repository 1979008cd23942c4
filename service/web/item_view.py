"""What the page of an item shows, worked out beforehand so that the template only places it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.documents.html_answer import read_answer
from data_base.passage_citations import passage_marks
from data_base.schemas.judgement import HIGHEST_SCORE, LOWEST_SCORE
from data_base.text.language import detect_language
from data_base.text.quotes import quote_spans
from data_base.text_cache import reading
from eval.reports.claims_view import ClaimsView, claim_marks, claims_view
from eval.reports.key_points_view import KeyPointsView, key_points_view
from eval.reports.point_marks import places_in, point_marks
from eval.reports.text_marks import Mark, MarkedSpan, stretches
from prompts.registry import rubric_used
from prompts.rubric import Band, bands, bands_of_score

if TYPE_CHECKING:
    from data_base.schemas.answer import Citation
    from data_base.schemas.judgement import Issue
    from data_base.schemas.passage import Passage
    from data_base.schemas.run import RunItem
    from data_base.schemas_deep_research import FineGrainedEvaluationResult
    from data_base.text.quotes import Span

_ORDER = (
    *("cite", "inconsistent", "contradicted", "unsupported", "missing", "undecidable"),
    *("must_failed", "missed", "partial", "supported", "met", "no_verdict", "not_applicable"),
)
"""Which of the marks on the same words is shown."""
_MOST_CLAIMS = 200
"""Claims that a page shows; a model may list any number, and each is looked for in the texts."""


@dataclass(frozen=True, slots=True)
class ClaimView:
    """A claim that the judge looked at."""

    number: int
    """Its place among them, from 1."""
    issue: Issue
    """What the judge said of it."""
    language: str
    """The language of its words."""
    anchor: str | None
    """The anchor of its quote, of its passage, or None where neither is known."""
    passage: Passage | None
    """The passage that shows it, None where none does or it is not kept."""
    said: Sequence[Span]
    """Where the answer contains its words."""
    against: Sequence[Span]
    """Where it contains the words that contradict them, if it contradicts itself."""
    quotes: Sequence[tuple[str, Span]]
    """Where the passages contain the quote: passage id, and place in it."""

    @property
    def quoted(self) -> bool:
        """Whether the passages contain the quote."""
        return bool(self.quotes)


@dataclass(frozen=True, slots=True)
class PassageView:
    """A passage that the judge saw or a system found."""

    anchor: str
    """The anchor of it on the page."""
    passage: Passage
    """The passage."""
    language: str
    """The language of its words."""
    stretches: Sequence[MarkedSpan]
    """Its text, with the judge's quotes marked."""
    shown: bool | None
    """Whether the judge saw it; None where it does not say what it saw."""
    useful: bool | None
    """Whether it bears the answer or the reference; None where that was not judged."""
    attempt: int | None
    """Number of the research's attempt that found it first, None where no research did."""

    @property
    def quoted(self) -> bool:
        """Whether the judge quotes it."""
        return any(each.marks for each in self.stretches)


@dataclass(frozen=True, slots=True)
class ScoreView:
    """A score of 1 to 10."""

    name: str
    """The dimension's."""
    value: float
    """The score."""
    share: float
    """Length of its bar in per cent."""
    bands: Sequence[Band]
    """What the rubric says of such a score; empty where the rubric is not known."""


@dataclass(frozen=True, slots=True)
class ItemPageView:
    """What the page of an item shows."""

    question: str | None
    """None where no item of the case keeps it."""
    question_language: str
    """Its language."""
    answer: Sequence[MarkedSpan]
    """Its text as the judge read it, with claims and citations marked."""
    text: str
    """The same without marks."""
    answer_language: str
    """Its language."""
    as_it_came: str | None
    """The answer before it was read as text, where it is HTML or has pictures in it; else None."""
    claims: Sequence[ClaimView]
    """In the judge's order, 200 at most."""
    claims_left_out: int
    """How many more the judge listed."""
    passages: Sequence[PassageView]
    """Those that the judge saw, in its order, then the others that were found."""
    scores: Sequence[ScoreView]
    """The judge's, the weighted one last; empty where it gave none."""
    anchors: Mapping[str, str]
    """Passage id to its anchor."""
    key_points: KeyPointsView | None
    """What was found of key points; None where there are none."""
    point_anchors: Mapping[int, str]
    """Position of a key point, from 1, to the anchor of the words in the answer that show it."""
    claim_table: ClaimsView | None
    """The answer's claims and the sources that they cite; None where they were not checked."""
    claimed: Sequence[MarkedSpan]
    """The answer's text, with these claims marked."""


@reading()
def item_view(item: RunItem, of_case: Sequence[RunItem]) -> ItemPageView:
    """Work out what the page of an item shows.

    Args:
        item: the item.
        of_case: all systems' items of its case: what one was judged by may have been found by another, and
            one may keep the question that another does not.
    """
    came = item.answer.text if item.answer else ""
    evaluation, text = item.judgement, read_answer(came)
    question = next((said for each in (item, *of_case) if (said := each.question)), None)
    found = _passages([item, *of_case], evaluation)
    anchors = {passage.id: f"p{number}" for number, passage in enumerate(found, start=1)}
    claims = [*_claims(evaluation, text, {passage.id: passage for passage in found}, anchors)]
    citations = item.answer.citations if item.answer else ()
    points = key_points_view(evaluation)
    texts = {passage.id: passage.text for passage in found}
    table = claims_view(evaluation.claims if evaluation else None, texts, anchors)
    of_points = [*point_marks(points, text)]
    return ItemPageView(
        question=question,
        question_language=item.language or detect_language(question or ""),
        answer=stretches(text, [*_marked(claims), *of_points, *_cited(citations, text, anchors)], _ORDER),
        text=text,
        answer_language=detect_language(text),
        as_it_came=None if text == came else came,
        claims=claims,
        claims_left_out=max(0, len(evaluation.issues) - _MOST_CLAIMS) if evaluation else 0,
        passages=[*_passage_views(found, claims, item, anchors, table.quoted if table else {})],
        scores=[*_scores(evaluation)],
        anchors=anchors,
        key_points=points,
        point_anchors={mark.number: mark.anchor for _, mark in of_points},
        claim_table=table,
        claimed=stretches(text, claim_marks(table, came)),
    )


def _passages(items: Sequence[RunItem], evaluation: FineGrainedEvaluationResult | None) -> list[Passage]:
    known: dict[str, Passage] = {}
    for item in items:
        for passage in (
            *(item.answer.passages if item.answer else ()),
            *(item.research.passages if item.research else ()),
        ):
            known.setdefault(passage.id, passage)
    shown = dict.fromkeys(evaluation.passages_shown if evaluation else ())
    first = [known[name] for name in shown if name in known]
    return first + [passage for name, passage in known.items() if name not in shown]


def _claims(
    evaluation: FineGrainedEvaluationResult | None,
    answer: str,
    passages: Mapping[str, Passage],
    anchors: Mapping[str, str],
) -> Iterator[ClaimView]:
    for number, issue in enumerate(evaluation.issues[:_MOST_CLAIMS] if evaluation else (), start=1):
        quotes = _quotes(issue, passages)
        passage = passages.get(quotes[0][0] if quotes else issue.passage_id or "")
        against = places_in(answer, issue.quote or "") if issue.verdict == "inconsistent" else []
        yield ClaimView(
            number=number,
            issue=issue,
            language=detect_language(issue.claim),
            anchor=f"q{number}" if quotes else anchors[passage.id] if passage else None,
            passage=passage,
            said=[] if issue.verdict == "missing" else places_in(answer, issue.claim),
            against=against,
            quotes=quotes,
        )


def _quotes(issue: Issue, passages: Mapping[str, Passage]) -> list[tuple[str, Span]]:
    """Where the quote is: looked for where the check of the evidence does, in the passage named or in any."""
    doubts = issue.doubts or ()
    if not issue.quote or issue.verdict == "inconsistent" or "quote_not_in_passage" in doubts:
        return []
    anywhere = issue.passage_id is None or "no_such_passage" in doubts
    names = [name for name in passages if anywhere or name == issue.passage_id]
    found = quote_spans(issue.quote, [passages[name].text for name in names])
    return [(names[at], span) for at, span in found]


def _marked(claims: Iterable[ClaimView]) -> Iterator[tuple[Span, Mark]]:
    for claim in claims:
        target = claim.anchor or f"c{claim.number}"
        for place, spans in (("a", claim.said), ("b", claim.against)):
            anchor = f"i{claim.number}{place}" if claim.issue.verdict == "inconsistent" else ""
            mark = Mark(claim.number, claim.issue.verdict, target, anchor=anchor)
            yield from ((span, mark) for span in spans)


def _cited(
    citations: Iterable[Citation], answer: str, anchors: Mapping[str, str]
) -> Iterator[tuple[Span, Mark]]:
    names = dict.fromkeys(citation.passage_id for citation in citations)
    numbers = {name: number for number, name in enumerate(names, start=1) if name in anchors}
    for start, end, name in passage_marks(answer, numbers):
        yield (start, end), Mark(numbers[name], "cite", anchors[name], name)


def _passage_views(
    passages: Sequence[Passage],
    claims: Sequence[ClaimView],
    item: RunItem,
    anchors: Mapping[str, str],
    of_sources: Mapping[str, Sequence[tuple[Span, Mark]]],
) -> Iterator[PassageView]:
    evaluation = item.judgement
    shown = evaluation.passages_shown if evaluation else ()
    useful = evaluation.context.useful if evaluation and evaluation.context else None
    attempts = {each.id: each.attempt for each in (item.research.passages if item.research else ())}
    quotes = {name: [*marks] for name, marks in of_sources.items()}
    for claim in claims:
        for name, span in claim.quotes:
            # A link leads to the first passage of those that contain a part each.
            anchor = f"q{claim.number}" if name == claim.quotes[0][0] else ""
            mark = Mark(claim.number, claim.issue.verdict, f"c{claim.number}", anchor=anchor)
            quotes.setdefault(name, []).append((span, mark))
    for passage in passages:
        yield PassageView(
            anchor=anchors[passage.id],
            passage=passage,
            language=detect_language(passage.text),
            stretches=stretches(passage.text, quotes.get(passage.id, ()), _ORDER),
            shown=passage.id in shown if shown else None,
            useful=None if useful is None else passage.id in useful,
            attempt=attempts.get(passage.id),
        )


def _scores(evaluation: FineGrainedEvaluationResult | None) -> Iterator[ScoreView]:
    if evaluation is None or evaluation.evaluation_failed:
        return
    rubric = rubric_used(evaluation.prompt) if evaluation.prompt else None
    meanings = bands(rubric) if rubric else {}
    for name, value in evaluation.metrics.scores().items():
        share = 100 * (value - LOWEST_SCORE) / (HIGHEST_SCORE - LOWEST_SCORE)
        yield ScoreView(name, value, share, bands_of_score(meanings.get(name, ()), value))
