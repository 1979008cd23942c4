"""The figures of arenas, computed again only when something new was written."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from data_base.recently_used import RecentlyUsed

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from eval.arena.result import ArenaResult

_MOST = 16
"""Arenas whose figures are kept in memory."""


class KeptFigures:
    """The figures of the arenas that were shown last, without their questions; any thread may call."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: RecentlyUsed[str, tuple[Hashable, ArenaResult]] = RecentlyUsed(_MOST)
        self._lock = threading.Lock()

    def of(self, run_id: str, version: Hashable, compute: Callable[[], ArenaResult]) -> ArenaResult:
        """The figures of an arena.

        Args:
            run_id: its run.
            version: of what they are computed from, read before it.
            compute: computes them, if those of that version are not kept.
        """
        with self._lock:
            kept = self._kept.get(run_id)
        if kept is not None and kept[0] == version:
            return kept[1]
        found = compute().model_copy(update={"items": (), "pairs": ()})
        with self._lock:
            self._kept.keep(run_id, (version, found))
        return found
