"""What a gate asks of a candidate's claim tables, whatever the baseline's say."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING

from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.score_card import ROUNDING
from eval.compare.result import GateCheck

if TYPE_CHECKING:
    from data_base.schemas.claim_table import ClaimShares
    from eval.compare.settings import GateSettings
    from eval.compare.sides import Entry, Side


def claim_checks(cand: Side, settings: GateSettings) -> Iterator[GateCheck]:
    """A check of each system's citation precision, and one of dead sources, as far as they are gated.

    Raises:
        InputError: what is gated is not known: answers have no claim tables, or no source was opened.
    """
    if settings.min_citation_precision is not None:
        for system in cand.systems:
            yield _precision_check(settings.min_citation_precision, cand, system)
    if settings.max_dead_sources is not None:
        yield _dead_check(settings.max_dead_sources, cand)


def _precision_check(least: float, cand: Side, system: str | None) -> GateCheck:
    of = f" of {system or '(unnamed)'}" if len(cand.systems) > 1 else ""
    entries = [entry for entry in cand.entries.values() if entry.place[1] == system]
    tables = _with_tables(entries, of)
    means = [(mean, entry.weight) for entry in tables if (mean := _precision(entry.claims)) is not None]
    weight = math.fsum(each for _, each in means)
    if not weight:
        raise InputError(
            f"No source that an answer{of} in the candidate cites was read, so that its citations cannot be "
            "gated; judge it with --claims and its documents, or --sources FOLDER."
        )
    mean = math.fsum(share * each for share, each in means) / weight
    detail = f"{mean:.4g} over {counted(len(means), 'answer')}; at least {least:.4g} is asked"
    if others := len(tables) - len(means):
        detail += f"; {counted(others, 'answer cites', 'answers cite')} no source that was read"
    return GateCheck(
        name=f"citation_precision{of}",
        passed=mean >= least - ROUNDING,
        detail=detail + _without_tables(entries, tables),
    )


def _dead_check(most: int, cand: Side) -> GateCheck:
    entries = list(cand.entries.values())
    tables = _with_tables(entries, "")
    sources = sum(_sources(entry) for entry in tables)
    unopened = sum(_sources(entry, "never_opened") for entry in tables)
    missing = sum(_sources(entry, "missing") for entry in tables)
    if unopened and unopened + missing == sources:
        raise InputError(
            "No source of the candidate's answers was opened, so that dead ones cannot be gated; judge it "
            "with --claims and --sources FOLDER."
        )
    dead = sum(_sources(entry, "dead") for entry in tables)
    detail = f"{dead} of {counted(sources, 'source')} dead (allowed: {most})"
    detail += f"; {unopened} never opened" if unopened else ""
    several = len(cand.systems) > 1
    return GateCheck(
        name="dead_sources",
        passed=dead <= most,
        detail=detail + _without_tables(entries, tables),
        failing=tuple(_failed(entry, several=several) for entry in tables if _sources(entry, "dead")),
    )


def _with_tables(entries: Sequence[Entry], of: str) -> list[Entry]:
    tables = [entry for entry in entries if entry.claims]
    if not tables:
        raise InputError(
            f"No answer{of} in the candidate has a claim table, so that its claims and sources cannot be "
            "gated; judge it with --claims."
        )
    return tables


def _without_tables(entries: Sequence[Entry], tables: Sequence[Entry]) -> str:
    without = len(entries) - len(tables)
    return f"; {counted(without, 'answer has', 'answers have')} no claim table" if without else ""


def _precision(tables: Sequence[ClaimShares]) -> float | None:
    """The mean over repeats that have one."""
    known = [each.citation_precision for each in tables if each.citation_precision is not None]
    return fmean(known) if known else None


def _sources(entry: Entry, *states: str) -> int:
    """Sources in these states, or all, in the repeat that has the most."""
    return max(
        sum(count for state, count in each.sources.items() if not states or state in states)
        for each in entry.claims
    )


def _failed(entry: Entry, *, several: bool) -> str:
    case, system = entry.place
    named = f"{case}{f' ({system})' if several and system else ''}"
    return f"{named}: {_sources(entry, 'dead')} of {counted(_sources(entry), 'source')}"
