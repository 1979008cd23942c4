"""What the claim tables of several answers come to: counts, and means of their shares."""

from array import array
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import get_args

from pydantic import Field

from data_base.counted import counted
from data_base.schemas.claim_table import CitedVerdict, ClaimShares, SourceState
from data_base.schemas.frozen import Frozen
from eval.runs.answered_counts import in_order
from eval.stats.paired import BootstrapSettings, Estimate, estimates

SHARES = ("cited_share", "citation_precision", "support")
"""The shares of a claim table, each 0 to 1."""
_SUMS = (
    *("claims", "cited", "effective_citations", "judge_failed"),
    *("listed_not_cited", "cited_not_listed", "newer_sources"),
)


class ClaimFigures(Frozen):
    """Counts over the answers that have a claim table, and means over those of them that have the share."""

    answers: int = Field(ge=1)
    """Answers that have a table."""
    claims: int = Field(ge=0)
    """Their claims."""
    cited: int = Field(ge=0)
    """Claims with a mark."""
    cited_share: Estimate
    """Mean share of an answer's claims that have a mark."""
    citation_precision: Estimate
    """Mean share of an answer's claims with a source that was read which such a source supports."""
    support: Estimate
    """Mean share of an answer's claims that anything read supports."""
    effective_citations: int = Field(ge=0)
    """Different pairs of a claim and a source that supports it."""
    judge_failed: int = Field(default=0, ge=0)
    """Claims without a verdict since the judge failed."""
    verdicts: Mapping[CitedVerdict, int] = Field(default_factory=dict)
    """Verdict to the number of claims with a mark."""
    sources: Mapping[SourceState, int] = Field(default_factory=dict)
    """State to the number of sources, those of each answer by themselves."""
    listed_not_cited: int = Field(ge=0)
    """Sources in an answer's list that none of its claims cites."""
    cited_not_listed: int = Field(ge=0)
    """Sources that are cited and not in the answer's list, where it has one."""
    newer_sources: int = Field(default=0, ge=0)
    """Sources that were published after the date that the answers are judged as of."""


class ClaimTally:
    """Takes in the claim tables of answers one by one; of each it keeps three figures."""

    def __init__(self) -> None:
        """Begin without any."""
        self._answers = 0
        self._sums: Counter[str] = Counter()
        self._shares = {name: array("d") for name in SHARES}
        self._verdicts: Counter[CitedVerdict] = Counter()
        self._sources: Counter[SourceState] = Counter()

    def add(self, shares: ClaimShares | None) -> None:
        """Take in what an answer's table comes to; None where it has none."""
        if shares is None:
            return
        self._answers += 1
        for name in _SUMS:
            self._sums[name] += getattr(shares, name)
        for name, known in self._shares.items():
            if (share := getattr(shares, name)) is not None:
                known.append(share)
        self._verdicts.update(shares.verdicts)
        self._sources.update(shares.sources)

    def figures(self, bootstrap: BootstrapSettings | None = None) -> ClaimFigures | None:
        """What they come to; None where no answer has a table.

        Args:
            bootstrap: how the intervals of the means are drawn.
        """
        if not self._answers:
            return None
        means = estimates(list(self._shares.values()), bootstrap)
        return ClaimFigures(
            answers=self._answers,
            **dict(zip(self._shares, means, strict=True)),
            **{name: self._sums[name] for name in _SUMS},
            verdicts=in_order(self._verdicts, get_args(CitedVerdict)),
            sources=in_order(self._sources, get_args(SourceState)),
        )


def claim_figures(
    tables: Iterable[ClaimShares | None], bootstrap: BootstrapSettings | None = None
) -> ClaimFigures | None:
    """What the tables of these answers come to; None where none has one."""
    tally = ClaimTally()
    for each in tables:
        tally.add(each)
    return tally.figures(bootstrap)


def figures_line(figures: ClaimFigures | None) -> str:
    """The figures in words, empty where there are none.

    ``42 claims in 3 answers, 90% with a source, 80% of those read support it, 2 of 30 sources dead``.
    """
    if figures is None:
        return ""
    said = [f"{counted(figures.claims, 'claim')} in {counted(figures.answers, 'answer')}"]
    for name, words in zip(SHARES, ("with a source", "citation precision", "support"), strict=True):
        mean = getattr(figures, name).mean
        said += [] if mean is None else [f"{words} {mean:.0%}"]
    total = sum(figures.sources.values())
    states = (f"{figures.sources[state]} {state.replace('_', ' ')}" for state in figures.sources)
    said += [f"{counted(total, 'source')}: {' · '.join(states)}"] if total else []
    said += [f"{counted(figures.judge_failed, 'claim')} not judged"] if figures.judge_failed else []
    return ", ".join(said)
