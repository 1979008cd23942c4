"""A bound on the work that one reply may cause."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import re


class OverBudgetError(ValueError):
    """The reply would take too long to read."""


@dataclass
class WorkBudget:
    """Characters that may still be searched."""

    characters: int = 3_000_000

    def spend(self, characters: int) -> None:
        """Take off what a step costs.

        Raises:
            OverBudgetError: nothing is left.
        """
        self.characters -= characters
        if self.characters < 0:
            raise OverBudgetError("the reply is too long and too broken to be read")

    def search(self, pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
        """``pattern.search`` from ``start``, paid for by the distance searched."""
        match = pattern.search(text, start)
        self.spend((match.end() if match else len(text)) - start + 1)
        return match
