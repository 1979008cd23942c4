"""A page of an arena's questions."""

from eval.arena.result import ArenaResult


class ArenaPage(ArenaResult):
    """Some of an arena's questions, with the figures over all that every contestant is done with.

    Attributes:
        after: where the next page begins; the last page has none.
    """

    after: str | None = None
