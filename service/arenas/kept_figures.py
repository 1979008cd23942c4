"""The figures of arenas, computed again only when something new was written."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from eval.arena.result import ArenaResult

_MOST = 16
"""Arenas whose figures are kept in memory."""


class KeptFigures:
    """The figures of the arenas that were shown last, without their questions; any thread may call."""

    def __init__(self) -> None:
        """Begin with none."""
        self._kept: OrderedDict[str, tuple[Hashable, ArenaResult]] = OrderedDict()
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
        if kept is None or kept[0] != version:
            kept = version, compute().model_copy(update={"items": (), "pairs": ()})
        with self._lock:
            self._kept[run_id] = kept
            self._kept.move_to_end(run_id)
            while len(self._kept) > _MOST:
                self._kept.popitem(last=False)
        return kept[1]
