"""What a gate asks of a candidate's key points, whatever the baseline covers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from data_base.counted import counted
from data_base.errors import InputError
from data_base.schemas.score_card import ROUNDING
from eval.compare.result import GateCheck

if TYPE_CHECKING:
    from eval.compare.settings import GateSettings, GroupGate
    from eval.compare.sides import Entry, Side


def key_point_checks(cand: Side, settings: GateSettings) -> Iterator[GateCheck]:
    """A check of each gated group for each system, and one of the key points that must hold, if any must.

    Raises:
        InputError: no answer of a system has key points of a gated group.
    """
    for gate in settings.min_groups:
        for system in cand.systems:
            yield _group_check(gate, cand, system)
    musts = [entry for entry in cand.entries.values() if entry.must_failed is not None]
    if musts:
        yield _must_check(musts, cand, settings.max_must_failed)


def _group_check(gate: GroupGate, cand: Side, system: str | None) -> GateCheck:
    entries = [entry for entry in cand.entries.values() if entry.place[1] == system]
    shares = [(entry.groups[gate.name], entry.weight) for entry in entries if gate.name in entry.groups]
    weight = math.fsum(each for _, each in shares)
    of = f" of {system or '(unnamed)'}" if len(cand.systems) > 1 else ""
    if not weight:
        known = ", ".join(sorted({name for entry in entries for name in entry.groups})) or "there are none"
        raise InputError(
            f"No answer{of} in the candidate has a share of the group {gate.name!r} (groups: {known}), so "
            "that it cannot be gated; correct its name, or take it out."
        )
    mean = math.fsum(share * each for share, each in shares) / weight
    return GateCheck(
        name=f"group {gate.name}{of}",
        passed=mean >= gate.least - ROUNDING,
        detail=f"{mean:.4g} over {counted(len(shares), 'answer')}; at least {gate.least:.4g} is asked",
    )


def _must_check(musts: Sequence[Entry], cand: Side, most: int) -> GateCheck:
    failed = [entry for entry in musts if entry.must_failed]
    undecided = sum(entry.must_undecided for entry in musts if not entry.must_failed)
    open_ones = f"; without a verdict in {undecided} more" if undecided else ""
    return GateCheck(
        name="must_failed",
        passed=len(failed) <= most,
        detail=f"key points that must hold fail in {len(failed)} of {counted(len(musts), 'answer')} "
        f"(allowed: {most}){open_ones}",
        failing=tuple(_failed(entry, several=len(cand.systems) > 1) for entry in failed),
    )


def _failed(entry: Entry, *, several: bool) -> str:
    case, system = entry.place
    return f"{case}{f' ({system})' if several and system else ''}: {', '.join(entry.must_failed or ())}"
