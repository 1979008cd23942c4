"""What the report shows of each question, worked out beforehand so that the template only places it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import get_args

from data_base.documents.html_answer import read_answer
from data_base.passage_citations import passage_marks
from data_base.schemas.judgement import JudgeMode
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas_deep_research import DeepResearchResult
from data_base.text.language import detect_language
from data_base.text.quotes import Span
from data_base.text_cache import reading
from eval.arena.contest import found_by
from eval.arena.figures.against_reference import item_shares, key_point_share
from eval.arena.result import CaseResult
from eval.arena.score_aggregation import dimensions_of, score_of
from eval.reports.claims_view import ClaimsView, claim_marks, claims_view
from eval.reports.inline_charts import share_of_scale
from eval.reports.key_points_view import KeyPointsView, key_points_view
from eval.reports.point_marks import point_marks
from eval.reports.report_locale import ENGLISH, ReportLocale, label_of
from eval.reports.text_marks import Mark, MarkedSpan, stretches
from eval.runs.ranked_points import Standing

_CITE = "cite"
_MOST_CLAIMS = 200
"""Claims of an answer that the report shows."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of an answer."""

    text: str
    """The words, or the passage id of a citation."""
    place: str | None = None
    """Where the cited passage is (``file.pdf, p. 3``), None for plain words."""
    anchor: str | None = None
    """The passage's anchor on the page, None where it is not shared."""
    marks: tuple[Mark, ...] = ()
    """Key points that were found by these words, the worst first."""
    begins: tuple[Mark, ...] = ()
    """Those of them whose words begin here."""


@dataclass(frozen=True, slots=True)
class ScoreBar:
    """A score as figure and bar."""

    label: str
    """The dimension."""
    value: float
    """The score, 1-10."""
    share: float
    """Length of the bar in per cent."""


@dataclass(frozen=True, slots=True)
class DraftView:
    """An attempt's draft."""

    segments: tuple[Segment, ...]
    """Its text."""
    language: str
    """Its language tag."""


@dataclass(frozen=True, slots=True)
class SideView:
    """One contestant's part in a question."""

    order: int
    """Its place among the contestants, from 0."""
    anchor: str
    """What the anchors of its key points begin with."""
    item: RunItem
    """What came of it."""
    segments: tuple[Segment, ...]
    """Its answer as the judge read it."""
    language: str
    """The answer's language tag."""
    scores: tuple[ScoreBar, ...]
    """Its scores, empty where none count."""
    weighted: float | None
    """Its weighted score, None where it does not count."""
    against: Mapping[str, float]
    """Dimension, by name, to its share next to the reference's score; empty without a reference."""
    drafts: tuple[DraftView, ...]
    """The drafts of the research's attempts, in order."""
    key_points: KeyPointsView | None
    """What was found of key points; None where there are none."""
    point_anchors: Mapping[int, str]
    """Position of a key point, from 1, to the anchor of the words in the answer that show it."""
    claims: ClaimsView | None
    """Its claims and the sources that they cite; None where they were not checked."""
    claimed: Sequence[MarkedSpan]
    """Its answer, with these claims marked."""


@dataclass(frozen=True, slots=True)
class SharedPassage:
    """A shared passage."""

    anchor: str
    """Its anchor on the page."""
    passage: Passage
    """The passage."""
    language: str
    """Its language tag."""


@dataclass(frozen=True, slots=True)
class QuestionView:
    """One question with all that belongs to it."""

    anchor: str
    """Its anchor on the page."""
    result: CaseResult
    """The question's result."""
    language: str
    """The question's language tag."""
    sides: tuple[SideView, ...]
    """The contestants' parts, in order."""
    shared: tuple[SharedPassage, ...]
    """The passages all answers were judged by."""
    places: Mapping[str, str]
    """Passage id to where it is, for every passage known here."""
    anchors: Mapping[str, str]
    """Passage id to its anchor on the page, for the shared ones."""


def anchor_of(number: int) -> str:
    """The anchor of the page's question of that number, from 1."""
    return f"q{number}"


def shared_passages(results: Iterable[CaseResult]) -> Mapping[Passage, SharedPassage]:
    """Every shared passage once, in the order of the questions."""
    passages = dict.fromkeys(passage for result in results for passage in result.shared_passages)
    return {
        passage: SharedPassage(f"p{place}", passage, detect_language(passage.text))
        for place, passage in enumerate(passages, start=1)
    }


@reading()
def question_view(
    number: int,
    result: CaseResult,
    shelf: Mapping[Passage, SharedPassage],
    mode: JudgeMode = "comparison",
    locale: ReportLocale = ENGLISH,
    *,
    reference: str | None = None,
) -> QuestionView:
    """Work out what the page shows of a question.

    Args:
        number: its place on the page, from 1.
        result: what came of it.
        shelf: all shared passages of the contest.
        mode: what answers are judged in whose scores count.
        locale: the language of the page.
        reference: the contestant that is the reference.
    """
    anchor = anchor_of(number)
    shared = tuple(shelf[passage] for passage in result.shared_passages)
    anchors = {view.passage.id: view.anchor for view in shared}
    places = {passage.id: passage.place for passage in (*found_by(result.items), *result.shared_passages)}
    compared = next((item for item in result.items if item.system == reference), None)
    return QuestionView(
        anchor=anchor,
        result=result,
        language=result.case.language or detect_language(result.case.question),
        sides=tuple(
            replace(
                _side(order, f"{anchor}s{order}", item, places, anchors, mode=mode, locale=locale),
                against=_against(item, compared, mode, locale),
            )
            for order, item in enumerate(result.items)
        ),
        shared=shared,
        places=places,
        anchors=anchors,
    )


def segments(
    text: str,
    places: Mapping[str, str],
    anchors: Mapping[str, str],
    marked: Iterable[tuple[Span, Mark]] = (),
) -> tuple[Segment, ...]:
    """Cut a text at the citations of known passages and at marks; together the segments are the whole text.

    Args:
        text: an answer with passage ids in square brackets.
        places: passage id to where it is.
        anchors: passage id to its anchor on the page.
        marked: what else is marked where.
    """
    cited = enumerate(passage_marks(text, places))
    cites = [((each.start, each.end), Mark(n, _CITE, "", each.name)) for n, each in cited]
    return tuple(_cut(stretches(text, [*cites, *marked], (_CITE, *get_args(Standing))), places, anchors))


def _cut(
    parts: Iterable[MarkedSpan], places: Mapping[str, str], anchors: Mapping[str, str]
) -> Iterable[Segment]:
    for part in parts:
        cite = next((mark for mark in part.marks if mark.kind == _CITE), None)
        marks, begins = (
            tuple(mark for mark in among if mark.kind != _CITE) for among in (part.marks, part.begins)
        )
        if cite is None:
            yield Segment(part.text, marks=marks, begins=begins)
        elif cite in part.begins:
            yield Segment(cite.title, places[cite.title], anchors.get(cite.title), marks, begins)


def _side(  # noqa: PLR0913  (each is another part of the page)
    order: int,
    anchor: str,
    item: RunItem,
    places: Mapping[str, str],
    anchors: Mapping[str, str],
    *,
    mode: JudgeMode,
    locale: ReportLocale,
) -> SideView:
    text = read_answer(item.answer.text) if item.answer else ""
    points = key_points_view(item.evaluation)
    table = item.evaluation.claims if item.evaluation else None
    # The texts of passages are shared by questions, so that the words stand with the sources here.
    claims = claims_view(table, {}, anchors, anchor, _MOST_CLAIMS)
    of_points = [*point_marks(points, text, anchor)]
    scores = ((label_of(name, locale.texts), score_of(item, name, mode)) for name in dimensions_of([item]))
    return SideView(
        order=order,
        anchor=anchor,
        item=item,
        segments=segments(text, places, anchors, of_points),
        language=detect_language(text),
        scores=tuple(
            ScoreBar(label, value, share_of_scale(value)) for label, value in scores if value is not None
        ),
        weighted=score_of(item, "weighted_score", mode),
        against={},
        drafts=tuple(_drafts(item.research, places, anchors)),
        key_points=points,
        point_anchors={mark.number: mark.anchor for _, mark in of_points},
        claims=claims,
        claimed=stretches(text, claim_marks(claims, item.answer.text)) if claims and item.answer else (),
    )


def _against(
    item: RunItem, reference: RunItem | None, mode: JudgeMode, locale: ReportLocale
) -> Mapping[str, float]:
    if reference is None or item is reference:
        return {}
    score = partial(score_of, mode=mode)
    shares = item_shares(item, reference, score, dimensions_of([item]))
    found = {label_of(name, locale.texts): share for name, share in shares.items()}
    points = key_point_share(item, reference) if found else None
    return found if points is None else {**found, locale.texts.gettext("Key points"): points}


def _drafts(
    research: DeepResearchResult | None, places: Mapping[str, str], anchors: Mapping[str, str]
) -> Iterable[DraftView]:
    for attempt in research.attempts if research else ():
        text = attempt.answer.text
        yield DraftView(segments(text, places, anchors), detect_language(text))
