"""A page of an arena's questions."""

from eval.arena.result import ArenaResult


class ArenaPage(ArenaResult):
    """Some of an arena's questions, with the figures over all that every contestant is done with."""

    after: str | None = None
    """Where the next page begins; None on the last page."""
