"""The head of a report: the verdict, and what a reader must know of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.counted import counted
from eval.arena.headline import headline

if TYPE_CHECKING:
    from eval.arena.result import ArenaResult

_SENTENCE_END = re.compile(r"(?<=[.。])\s+(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a report says first.

    Attributes:
        first: the verdict's first sentence.
        rest: what follows it, empty where nothing does.
        nothing_scored: whether no answer has a score, so that there is no verdict.
        notices: warnings and notes, each with its heading, the warnings first.
        folded: what is folded away, in words: ``2 warnings and 1 note``.
    """

    first: str
    rest: str
    nothing_scored: bool
    notices: tuple[tuple[str, str], ...]
    folded: str


def verdict(result: ArenaResult) -> Verdict:
    """The verdict on an arena, as it heads the report."""
    summary = result.summary
    first, *rest = _SENTENCE_END.split(headline(summary), maxsplit=1)
    warnings, notes = summary.warnings, result.manifest.notes
    counts = [counted(len(texts), noun) for texts, noun in ((warnings, "warning"), (notes, "note")) if texts]
    return Verdict(
        first=first,
        rest="".join(rest),
        nothing_scored=not any(side.scored for side in summary.sides),
        notices=(*(("Warning.", each) for each in warnings), *(("Please note.", each) for each in notes)),
        folded=" and ".join(counts),
    )
