"""All that a report shows besides its questions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from eval.reports.sections.leanings import Leaning, leanings
from eval.reports.sections.pair_rows import PairTable, pair_table
from eval.reports.sections.pareto import Pareto, pareto
from eval.reports.sections.rubric import Rubric, rubric
from eval.reports.sections.standings import Table, standings_tables
from eval.reports.sections.verdict import Verdict, verdict
from eval.stats.corrected import FEW_LABELS

if TYPE_CHECKING:
    from eval.arena.figures.values import Slice, SliceBy
    from eval.arena.result import ArenaResult

_TWO = 2
_MOST_TAGS = 15
_SLICES: Mapping[SliceBy, str] = {
    "language": "By language",
    "answerable": "By whether the documents contain the answer",
    "kind": "By kind of question",
    "tag": "By tag",
}


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts of a report, in their order.

    Attributes:
        verdict: what it says first.
        several: whether there are more than two contestants, so that they are placed and not only compared.
        tables: standings.
        leanings: what the judge leans on.
        pairs: every two contestants.
        rubric: what scores mean.
        slices: heading to slices of one kind, the largest first.
        pareto: score against what it takes, None where that is not known.
        interval: what intervals are called.
        few_labels: ratings below which a contestant's corrected figures carry a warning.
        places: question id to its anchor on the page.
        anchors: where the parts begin, with their names, in order.
    """

    verdict: Verdict
    several: bool
    tables: tuple[Table, ...]
    leanings: tuple[Leaning, ...]
    pairs: PairTable
    rubric: Rubric
    slices: Mapping[str, Sequence[Slice]]
    pareto: Pareto | None
    interval: str
    few_labels: int
    places: Mapping[str, str]
    anchors: Mapping[str, str]


def sections(result: ArenaResult, places: Mapping[str, str]) -> Sections:
    """The parts of an arena's report.

    Args:
        result: the contest.
        places: question id to its anchor on the page.
    """
    summary = result.summary
    several = len(summary.sides) > _TWO
    tables = standings_tables(summary) if len(summary.sides) > 1 else ()
    found = leanings(summary.standings) if tables and summary.standings is not None else ()
    confidence = f"{summary.bootstrap.confidence * 100:.0f} % interval"
    slices = {
        _SLICES[by]: list(own)[:_MOST_TAGS] for by, own in groupby(summary.slices, lambda each: each.by)
    }
    return Sections(
        verdict=verdict(result),
        several=several,
        tables=tables,
        leanings=found,
        pairs=pair_table(result),
        rubric=rubric(result),
        slices=slices,
        pareto=pareto(summary.spending),
        interval=f"{confidence}, judge only" if summary.people is None else f"{confidence} of the judge",
        few_labels=FEW_LABELS,
        places=places,
        anchors=dict(_anchors(result, placed=bool(tables), leaning=bool(found), several=several)),
    )


def _anchors(result: ArenaResult, *, placed: bool, leaning: bool, several: bool) -> Iterator[tuple[str, str]]:
    summary = result.summary
    placing = [("standings", "Standings")] * placed + [("leanings", "What sways the judge")] * leaning
    comparing = [("pairs", "Pairs" if several else "Difference")] * (len(summary.sides) > 1)
    yield from placing * several
    yield from comparing
    yield "people", "People"
    yield from placing * (not several)
    yield "scores", "Scores"
    if summary.standings is not None and summary.standings.clashes:
        yield "clashes", "Clashes"
    if summary.slices:
        yield "slices", "Slices"
    if summary.spending is not None:
        yield "spending", "Cost"
    if any(each.cited for each in summary.citations):
        yield "citations", "Citations"
    yield "questions", "Questions"
    if any(question.shared_passages for question in result.items):
        yield "shared", "Shared passages"
    yield "terms", "Terms"
