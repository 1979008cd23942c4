"""All that a report shows besides its questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from eval.reports.report_locale import ENGLISH, ReportLocale
from eval.reports.sections.judge_biases import JudgeBias, judge_biases, unidentifiable
from eval.reports.sections.key_points import GroupTable, group_table
from eval.reports.sections.pair_rows import PairSection, pair_table
from eval.reports.sections.pareto import Pareto, pareto
from eval.reports.sections.reference import ReferenceTable, reference_table
from eval.reports.sections.rubric import Rubric, rubric
from eval.reports.sections.standings import StandingsTable, standings_tables
from eval.reports.sections.verdict import ReportVerdict, verdict
from eval.stats.corrected_estimate import FEW_LABELS

if TYPE_CHECKING:
    from eval.arena.figures.values import QuestionSlice, SliceBy
    from eval.arena.result import ArenaResult, ArenaSummary

_TWO = 2
_MOST_TAGS = 15


@dataclass(frozen=True, slots=True)
class ReportSections:
    """The parts of a report, in their order."""

    verdict: ReportVerdict
    """What it says first."""
    several: bool
    """Whether there are more than two contestants, so that they are placed and not only compared."""
    tables: tuple[StandingsTable, ...]
    """Standings."""
    judge_biases: tuple[JudgeBias, ...]
    """What the judge leans on."""
    unidentifiable: tuple[str, ...]
    """What cannot be told from what contestants are worth, in sentences."""
    pairs: PairSection
    """Every two contestants."""
    rubric: Rubric
    """What scores mean."""
    slices: Mapping[str, Sequence[QuestionSlice]]
    """Heading to slices of one kind, the largest first."""
    pareto: Pareto | None
    """Score against what it takes, None where that is not known."""
    groups: GroupTable | None
    """Shares of groups of key points, None where there are none."""
    reference: ReferenceTable | None
    """Contestants against the reference, None where there is none."""
    interval: str
    """What intervals are called."""
    few_labels: int
    """Ratings below which a contestant's corrected figures carry a warning."""
    places: Mapping[str, str]
    """Question id to its anchor on the page."""
    anchors: Mapping[str, str]
    """Where the parts begin, with their names, in order."""


def sections(
    result: ArenaResult, places: Mapping[str, str], locale: ReportLocale = ENGLISH
) -> ReportSections:
    """The parts of an arena's report.

    Args:
        result: the contest.
        places: question id to its anchor on the page.
        locale: the language of the page.
    """
    summary = result.summary
    several = len(summary.sides) > _TWO
    tables = standings_tables(summary, locale) if len(summary.sides) > 1 else ()
    found = judge_biases(summary.standings, locale) if tables and summary.standings is not None else ()
    not_told = unidentifiable(summary.standings, locale) if tables and summary.standings is not None else ()
    slices = {
        _sliced(by, locale): list(own)[:_MOST_TAGS]
        for by, own in groupby(summary.slices, lambda each: each.by)
    }
    return ReportSections(
        verdict=verdict(result, locale),
        several=several,
        tables=tables,
        judge_biases=found,
        unidentifiable=not_told,
        pairs=pair_table(result),
        rubric=rubric(result),
        slices=slices,
        pareto=pareto(summary.spending, locale),
        groups=group_table(summary.sides),
        reference=reference_table(summary, locale),
        interval=_interval(summary, locale),
        few_labels=FEW_LABELS,
        places=places,
        anchors=dict(_anchors(result, locale, placed=bool(tables), leaning=bool(found or not_told))),
    )


def _interval(summary: ArenaSummary, locale: ReportLocale) -> str:
    gettext = locale.texts.gettext
    alone, corrected = (
        gettext("%(confidence)s %% interval, judge only"),
        gettext("%(confidence)s %% interval of the judge"),
    )
    said = alone if summary.people is None else corrected
    return said % {"confidence": f"{summary.bootstrap.confidence * 100:.0f}"}


def _sliced(by: SliceBy, locale: ReportLocale) -> str:
    headings: Mapping[SliceBy, str] = {
        "language": locale.texts.gettext("By language"),
        "answerable": locale.texts.gettext("By whether the documents contain the answer"),
        "kind": locale.texts.gettext("By kind of question"),
        "tag": locale.texts.gettext("By tag"),
    }
    return headings[by]


def _anchors(
    result: ArenaResult, locale: ReportLocale, *, placed: bool, leaning: bool
) -> Iterator[tuple[str, str]]:
    summary, gettext = result.summary, locale.texts.gettext
    several = len(summary.sides) > _TWO
    placing = [("standings", gettext("Standings"))] * placed
    placing += [("leanings", gettext("Judge bias"))] * leaning
    comparing = [("pairs", gettext("Pairs") if several else gettext("Difference"))] * (len(summary.sides) > 1)
    yield from placing * several
    yield from comparing
    yield "people", gettext("People")
    yield from placing * (not several)
    yield "scores", gettext("Scores")
    if summary.against_reference is not None:
        yield "reference", gettext("Against the reference")
    if group_table(summary.sides) is not None:
        yield "points", gettext("Key points")
    if summary.standings is not None and summary.standings.clashes:
        yield "clashes", gettext("Conflicting judgements")
    if summary.slices:
        yield "slices", gettext("Slices")
    if summary.spending is not None:
        yield "spending", gettext("Cost")
    if any(each.cited for each in summary.citations):
        yield "citations", gettext("Citations")
    if any(each.claims for each in summary.sides):
        yield "claims", gettext("Claims and sources")
    if any(each.optimism for each in summary.sides):
        yield "optimism", gettext("Final judge")
    yield "questions", gettext("Questions")
    if any(question.shared_passages for question in result.items):
        yield "shared", gettext("Shared passages")
    yield "terms", gettext("Terms")
