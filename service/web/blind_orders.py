"""The orders in which people rate the answers of finished runs, kept while they rate."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

from eval.rating.blind_order import blind_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.schemas.runs.run_page import StoredRun
    from data_base.store.run_reader import RunReader
    from eval.rating.blind_order import Place

_MOST_ANSWERS = 100_000
"""In all orders that are kept together: some 20 MB."""


class BlindOrders:
    """Orders that were asked for last: to make one takes as long as its run has answers."""

    def __init__(self) -> None:
        """Keep none yet."""
        self._kept: dict[tuple[str, str, str], Sequence[Place]] = {}
        self._lock = Lock()

    def order(self, runs: RunReader, run: StoredRun, rater: str) -> Sequence[Place]:
        """The answers of a run in a person's order; of a run that is not finished as they are now."""
        run_id = run.manifest.run_id
        key = (run_id, rater, run.finished_at or "")
        with self._lock:
            found = self._kept.pop(key, None)
        if found is None:
            found = blind_order(run_id, rater, runs.answered(run_id))
        if run.finished_at is not None:
            with self._lock:
                self._kept[key] = found
                while sum(map(len, self._kept.values())) > _MOST_ANSWERS:
                    del self._kept[next(iter(self._kept))]
        return found
