"""A figure of an answer, and what the passages say of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from scoring.reckoning import NOT_RECKONED, Reckoning

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from scoring.contexts import Context
    from scoring.evidence import Occurrence
    from scoring.mentions import Mention

FigureVerdict = Literal["supported", "rounded", "derived", "misplaced", "unattached", "absent"]


@dataclass(frozen=True, slots=True)
class ClaimFigure:
    """A figure of an answer.

    Attributes:
        claim: index of the claim it stands in.
        mention: the figure.
        context: its surroundings.
        script: the script the claim is written in.
        given: whether the question itself names it.
        in_time: whether it is a date within a time that the question names.
        computed: whether the words next to it say that it is a difference, a change or a sum.
        reckoned: how else the words next to it say that it was computed.
        of_the_past: whether the claim or the question speaks of what was, or of a change.
    """

    claim: int
    mention: Mention
    context: Context
    script: str
    given: bool
    in_time: bool
    computed: bool = False
    reckoned: Reckoning = NOT_RECKONED
    of_the_past: bool = False


@dataclass(frozen=True, slots=True)
class FigureFinding:
    """What the passages say of one figure.

    Attributes:
        figure: the figure of the answer.
        verdict: supported; rounded (fewer digits than the passage's); derived (computed from figures that
            the passages hold); misplaced (something else stands where it should); unattached (it occurs, but
            of nothing that the claim speaks of); absent.
        source: the passages' figure that bears it, None where none does.
        rival: the figure that stands where the claim's should; for a supported one, a source that says
            otherwise with equal right.
        fit: how well the surroundings of ``source`` fit, 0 where there is none.
        reckoned_from: the words of the rows and columns of a table that a derived one was computed from.
    """

    figure: ClaimFigure
    verdict: FigureVerdict
    source: Occurrence | None
    rival: Occurrence | None
    fit: float
    reckoned_from: frozenset[str] = frozenset()

    @property
    def holds(self) -> bool:
        """Whether the passages bear the figure."""
        return self.verdict in {"supported", "rounded", "derived"}


def following_from(
    findings: Sequence[FigureFinding], place_of: Callable[[FigureFinding], Occurrence | None]
) -> list[FigureFinding]:
    """The findings; one for which a place is found follows from what the passages say there.

    Args:
        findings: of every figure of the answer.
        place_of: what a figure follows from, None for nothing.
    """
    return [
        replace(finding, verdict="derived", source=place, rival=None)
        if (place := place_of(finding)) is not None
        else finding
        for finding in findings
    ]
