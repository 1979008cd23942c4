"""What the page of a run shows of its scores, worked out beforehand so that the template only places it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.claims.claim_figures import ClaimFigures, claim_figures
from eval.reports.radar import Radar, radar_of
from service.web.mean_interval import Interval, interval_of

if TYPE_CHECKING:
    from data_base.schemas.run import RunManifest
    from data_base.schemas.runs.run_page import StoredRun
    from data_base.schemas.runs.run_statistics import (
        GroupMean,
        MissingScores,
        RunStatistics,
        ScoreHistogram,
        ScoreSpread,
        Slice,
        SystemClaims,
    )
    from service.web.run_row import RunRow

_MOST_GROUPS, _MOST_SHAPES = 15, 8
"""Groups that the page shows, and systems that a radar does; there are as many colours."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A part of a histogram."""

    low: float
    """Where it begins, 0 to 1."""
    high: float
    """Where it ends."""
    count: int
    """Scores in it."""
    share: float
    """Its height, 0 to 1."""


@dataclass(frozen=True, slots=True)
class SliceCell:
    """What a system's items that have something in common scored."""

    score: ScoreSpread
    """Their scores."""
    interval: Interval | None
    """The interval of their mean, None where there is none."""


@dataclass(frozen=True, slots=True)
class SliceRow:
    """Items that have something in common."""

    name: str | None
    """What it is, None for items without any."""
    cells: Sequence[SliceCell | None]
    """For each system, None where it has no such item."""


@dataclass(frozen=True, slots=True)
class SystemClaimFigures:
    """What the claim tables of a system come to."""

    system: str
    """The system."""
    claims: ClaimFigures | None
    """The figures; None where none of its answers has a table."""


@dataclass(frozen=True, slots=True)
class RunPageView:
    """What the page of a run shows."""

    systems: Sequence[str]
    """In the order in which they came."""
    histograms: Mapping[str, Sequence[Bar]]
    """System to the parts of its histogram."""
    languages: Sequence[SliceRow]
    """Slices by language; empty where there is only one."""
    tags: Sequence[SliceRow]
    """Slices by tag."""
    documents: Sequence[SliceRow]
    """Slices by the documents that the answers are in; empty where there is only one."""
    answerable: Sequence[SliceRow]
    """Slices by whether the documents contain the answer; empty where it is the same for all."""
    groups: Mapping[str, Mapping[str, float | None]]
    """System to its mean share of each group of key points; empty where there are none."""
    groups_radar: Radar | None
    """The same as a radar, where there are enough groups and few systems."""
    groups_in: int
    """How many items were looked at for them."""
    groups_left_out: int
    """Groups of fewer answers that are not shown."""
    claims: Sequence[SystemClaimFigures]
    """What the claim tables of each system come to; empty where there are none."""
    missing: Sequence[MissingScores]
    """Why scores are missing."""
    questions: str | None
    """The hash of its question set, None where it has none."""


def questions_hash(hashes: Mapping[str, str]) -> str | None:
    """The hash of the question set among a manifest's; None where there is none."""
    return next((hashes[name] for name in ("questions", "ground_truth", "question") if name in hashes), None)


def run_view(run: StoredRun, row: RunRow, statistics: RunStatistics) -> RunPageView:
    """Work out what the page of a run shows."""
    systems = [each.spread.system for each in row.systems]
    languages, documents, answerable = (
        rows if len(rows) > 1 else []
        for slices in (statistics.languages, statistics.documents, statistics.answerable)
        for rows in [[*_rows(slices, systems, run.manifest)]]
    )
    groups, left_out = _groups(statistics.groups, systems)
    return RunPageView(
        systems=systems,
        histograms={each.system: [*_bars(each)] for each in statistics.histograms if any(each.counts)},
        languages=languages,
        tags=[*_rows(statistics.tags, systems, run.manifest)],
        documents=documents,
        answerable=answerable,
        groups=groups,
        groups_radar=radar_of(dict(enumerate(groups.values()))) if len(groups) <= _MOST_SHAPES else None,
        groups_in=statistics.groups_in,
        groups_left_out=left_out,
        claims=[*_claims(statistics.claims, systems)],
        missing=statistics.missing,
        questions=questions_hash(run.manifest.data_hashes),
    )


def _groups(
    means: Sequence[GroupMean], systems: Sequence[str]
) -> tuple[Mapping[str, Mapping[str, float | None]], int]:
    """Each system's mean share of the groups that most answers have, and how many groups are left out."""
    answers: Counter[str] = Counter()
    for each in means:
        answers[each.name] += each.answers
    most = {name for name, _ in answers.most_common(_MOST_GROUPS)}
    known = {(each.system, each.name): each.mean for each in means}
    shown = [name for name in answers if name in most]
    found = {system: {name: known.get((system, name)) for name in shown} for system in systems}
    return (found if shown else {}), len(answers) - len(shown)


def _claims(found: Sequence[SystemClaims], systems: Sequence[str]) -> Iterator[SystemClaimFigures]:
    tables = {each.system: each.tables for each in found}
    for system in systems if tables else ():
        yield SystemClaimFigures(system, claim_figures(tables.get(system, ())))


def _bars(histogram: ScoreHistogram) -> Iterator[Bar]:
    parts, most = len(histogram.counts), max(histogram.counts)
    for place, count in enumerate(histogram.counts):
        yield Bar(place / parts, (place + 1) / parts, count, count / most)


def _rows(slices: Iterable[Slice], systems: Sequence[str], manifest: RunManifest) -> Iterator[SliceRow]:
    named: dict[str | None, dict[str, ScoreSpread]] = {}
    for each in slices:
        named.setdefault(each.name, {})[each.system] = each.score
    for name, scores in named.items():
        cells = [
            SliceCell(scores[system], interval_of(scores[system], manifest)) if system in scores else None
            for system in systems
        ]
        yield SliceRow(name, cells)
