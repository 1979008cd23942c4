"""What the arena's charts show, the same for those in the page and for the still ones."""

from collections.abc import Iterator
from dataclasses import dataclass

from data_base.schemas.judgement import JudgeMode
from eval.arena.result import ArenaResult, CaseResult, SideSummary
from eval.arena.score_aggregation import WEIGHTED, score_of
from eval.reports.question_view import anchor_of
from eval.reports.report_locale import ENGLISH, ReportLocale, label_of

RADAR, QUESTIONS = "radar", "questions"
"""The charts' names, and so those of their files."""


@dataclass(frozen=True, slots=True)
class Profile:
    """A contestant's mean scores."""

    order: int
    """Its place among the contestants, from 0; colour and symbol follow it."""
    name: str
    """The contestant."""
    means: tuple[float, ...]
    """Its mean scores (1-10), one for each axis."""


@dataclass(frozen=True, slots=True)
class QuestionScores:
    """The weighted scores of a question."""

    anchor: str
    """The question's anchor on the page."""
    id: str
    """The question's id as its file names it."""
    question: str
    """The question."""
    scores: tuple[float | None, ...]
    """The weighted score (1-10) of each contestant, None where none counts."""


@dataclass(frozen=True, slots=True)
class ChartData:
    """A contest as its charts show it."""

    axes: tuple[str, ...]
    """The dimensions of the profiles."""
    contestants: tuple[str, ...]
    """All names, in order."""
    profiles: tuple[Profile, ...]
    """One for each contestant with at least one scored answer."""
    questions: tuple[QuestionScores, ...]
    """One for each question, in order."""
    no_score: str = "no score"
    """What is shown where there is none."""


def chart_data(result: ArenaResult, locale: ReportLocale = ENGLISH) -> ChartData:
    """Take from a contest what its charts show, in a language."""
    sides = result.summary.sides
    axes = tuple(name for name in sides[0].means if name != WEIGHTED)
    return ChartData(
        axes=tuple(label_of(name, locale.texts) for name in axes),
        contestants=tuple(side.system for side in sides),
        profiles=tuple(_profiles(sides, axes)),
        questions=tuple(
            _question(number, case, result.summary.mode) for number, case in enumerate(result.items, start=1)
        ),
        no_score=locale.texts.gettext("no score"),
    )


def _profiles(sides: tuple[SideSummary, ...], axes: tuple[str, ...]) -> Iterator[Profile]:
    for order, side in enumerate(sides):
        means = [side.means[name].mean for name in axes if name in side.means]
        known = tuple(mean for mean in means if mean is not None)
        if len(known) == len(axes):
            yield Profile(order, side.system, known)


def _question(number: int, result: CaseResult, mode: JudgeMode) -> QuestionScores:
    case = result.case
    scores = tuple(score_of(item, WEIGHTED, mode) for item in result.items)
    return QuestionScores(anchor_of(number), case.id, case.question, scores)
