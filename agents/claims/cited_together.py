"""What each of several sources says of a claim that cites them together: none need say all of it."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import TypeVar

Verdict = TypeVar("Verdict", bound=str | None)


def cited_together(
    count: int,
    verdict_of: Callable[[Sequence[int]], Verdict],
    *,
    supported: Verdict,
    undecidable: Verdict,
    superfluous: Verdict | None = None,
) -> list[Verdict]:
    """The verdict on each of some sources that are cited together.

    One supports the claim where it does so alone, or where all do together and the others do not without it.
    Where it is open whether all of them support the claim, it is also open for one that does not support the
    whole of it.

    Args:
        count: how many sources there are.
        verdict_of: what some of them together say, by their indices.
        supported: the word for a claim that is supported.
        undecidable: the word for one that is not decided.
        superfluous: the verdict on a source that does not support the claim alone where the others do; if
            None, what it says alone.
    """
    say = cache(verdict_of)
    every = tuple(range(count))
    alone = [say((n,)) for n in every]
    if count == 1 or all(verdict == supported for verdict in alone):
        return alone
    together = say(every)
    if together not in {supported, undecidable}:
        return alone
    found = []
    for n, own in enumerate(alone):
        if own == supported:
            found.append(own)
        elif together == undecidable:
            found.append(undecidable)
        elif say(tuple(other for other in every if other != n)) == supported:
            found.append(superfluous or own)
        else:
            found.append(supported)
    return found
