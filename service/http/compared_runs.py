"""The two sides of a comparison, of runs of one project."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from data_base.store.run_store import RunStore
    from eval.compare.sides import Side


def side_of(runs: RunStore, project: str, names: Sequence[str], system: str | None) -> Side:
    """A side of a comparison.

    Args:
        runs: where they are kept.
        project: whose they must be.
        names: the runs; several are repeats.
        system: only its items; None for all.

    Raises:
        InputError: the project has no such run, or a run cannot be compared.
    """
    from eval.compare.named_run import stored_run  # noqa: PLC0415  (the same)
    from eval.compare.sides import read_side  # noqa: PLC0415  (loads what a starting server does not need)

    for name in names:
        runs.require(name, project)
    return read_side([(name, stored_run(name, runs)) for name in names], system=system)
