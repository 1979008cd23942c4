"""What the report shows of each question, worked out beforehand so that the template only places it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from data_base.passage_citations import passage_marks
from data_base.schemas.judgement import JudgeMode
from data_base.schemas.passage import Passage
from data_base.schemas.run import RunItem
from data_base.schemas_deep_research import DeepResearchResult
from data_base.text.language import detect_language
from eval.arena.contest import found_by
from eval.arena.result import CaseResult
from eval.arena.score_aggregation import dimensions_of, score_of
from eval.reports.inline_charts import share_of_scale
from eval.reports.key_points_view import KeyPointsView, key_points_view
from eval.reports.report_locale import ENGLISH, ReportLocale, label_of


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of an answer."""

    text: str
    """The words, or the passage id of a citation."""
    place: str | None = None
    """Where the cited passage is (``file.pdf, p. 3``), None for plain words."""
    anchor: str | None = None
    """The passage's anchor on the page, None where it is not shared."""


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
    item: RunItem
    """What came of it."""
    segments: tuple[Segment, ...]
    """Its answer."""
    language: str
    """The answer's language tag."""
    scores: tuple[ScoreBar, ...]
    """Its scores, empty where none count."""
    weighted: float | None
    """Its weighted score, None where it does not count."""
    drafts: tuple[DraftView, ...]
    """The drafts of the research's attempts, in order."""
    key_points: KeyPointsView | None
    """What was found of key points; None where there are none."""


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


def question_view(
    number: int,
    result: CaseResult,
    shelf: Mapping[Passage, SharedPassage],
    mode: JudgeMode = "comparison",
    locale: ReportLocale = ENGLISH,
) -> QuestionView:
    """Work out what the page shows of a question.

    Args:
        number: its place on the page, from 1.
        result: what came of it.
        shelf: all shared passages of the contest.
        mode: what answers are judged in whose scores count.
        locale: the language of the page.
    """
    anchor = anchor_of(number)
    shared = tuple(shelf[passage] for passage in result.shared_passages)
    anchors = {view.passage.id: view.anchor for view in shared}
    places = {passage.id: passage.place for passage in (*found_by(result.items), *result.shared_passages)}
    return QuestionView(
        anchor=anchor,
        result=result,
        language=result.case.language or detect_language(result.case.question),
        sides=tuple(
            _side(order, item, places, anchors, mode, locale) for order, item in enumerate(result.items)
        ),
        shared=shared,
        places=places,
        anchors=anchors,
    )


def segments(text: str, places: Mapping[str, str], anchors: Mapping[str, str]) -> tuple[Segment, ...]:
    """Cut a text at the citations of known passages; the segments together are the whole text.

    Args:
        text: an answer with passage ids in square brackets.
        places: passage id to where it is.
        anchors: passage id to its anchor on the page.
    """
    return tuple(_cut(text, places, anchors))


def _cut(text: str, places: Mapping[str, str], anchors: Mapping[str, str]) -> Iterable[Segment]:
    done = 0
    for mark in passage_marks(text, places):
        if mark.start > done:
            yield Segment(text[done : mark.start])
        yield Segment(mark.name, places[mark.name], anchors.get(mark.name))
        done = mark.end
    if done < len(text):
        yield Segment(text[done:])


def _side(
    order: int,
    item: RunItem,
    places: Mapping[str, str],
    anchors: Mapping[str, str],
    mode: JudgeMode,
    locale: ReportLocale,
) -> SideView:
    text = item.answer.text if item.answer else ""
    scores = ((label_of(name, locale.texts), score_of(item, name, mode)) for name in dimensions_of([item]))
    return SideView(
        order=order,
        item=item,
        segments=segments(text, places, anchors),
        language=detect_language(text),
        scores=tuple(
            ScoreBar(label, value, share_of_scale(value)) for label, value in scores if value is not None
        ),
        weighted=score_of(item, "weighted_score", mode),
        drafts=tuple(_drafts(item.research, places, anchors)),
        key_points=key_points_view(item.evaluation),
    )


def _drafts(
    research: DeepResearchResult | None, places: Mapping[str, str], anchors: Mapping[str, str]
) -> Iterable[DraftView]:
    for attempt in research.attempts if research else ():
        text = attempt.answer.text
        yield DraftView(segments(text, places, anchors), detect_language(text))
