"""Who stands where in an arena: the values."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from data_base.schemas.frozen import Frozen
from eval.standings.standing import (
    ControlledScores,
    Overtaking,
    PairStandings,
    Standing,
    UnidentifiableEffect,
)
from eval.stats.measure import ClusterSettings, Measure


class ContradictoryVerdicts(Frozen):
    """Two answers to a question that cannot both have been judged rightly, and what a second look says."""

    case_id: str
    """The case."""
    borne_out: str
    """The system whose answer the shared passages support."""
    other: str
    """The system whose answer passed next to it."""
    kind: Literal["abstains", "contradicts"]
    """``abstains``: it says that there is no answer. ``contradicts``: it says something else."""
    value: float | None = Field(default=None, ge=0, le=1)
    """The share of the judges' verdict that goes to the first when they compare the two, 1 to 0.

    None if they did not compare them or failed.
    """
    in_view: bool = True
    """Whether all judges saw both answers; otherwise some judged each answer by itself once more."""


class ArenaStandings(Frozen):
    """Standings by all that was judged."""

    scores: tuple[Standing, ...] = ()
    """The ranking by mean weighted score."""
    controlled_scores: ControlledScores | None = None
    """The same without the effect of style; None if there is no effect to remove."""
    untold: tuple[UnidentifiableEffect, ...] = ()
    """Effects of style and kinship that cannot be separated from the contestants' strength, by verdicts or by
    scores; they are not removed.
    """
    key_points: tuple[Standing, ...] = ()
    """The ranking by weighted share of key points covered; empty if no case has any."""
    pairs: PairStandings | None = None
    """The ranking by pair verdicts; None if no pairs were judged."""
    unjudged_pairs: int = Field(default=0, ge=0)
    """Pairs that should have been judged and have no verdict in one order."""
    overtaking: Overtaking | None = None
    """How few questions decide who is first, by pairs if there are any, else by scores.

    None if the first place is shared, or nobody can overtake.
    """
    slopes: Mapping[str, Measure] = Field(default_factory=dict)
    """How clearly each judge of a panel tells contestants apart."""
    clashes: tuple[ContradictoryVerdicts, ...] = ()
    """Judgements on one question that contradict each other."""
    bootstrap: ClusterSettings = ClusterSettings()
    """How intervals were drawn."""

    @property
    def headline(self) -> tuple[Standing, ...]:
        """The standings that the headline goes by."""
        return self.scores if self.pairs is None else self.pairs.raw

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who may be first: one, where it is first beyond doubt; several that cannot be told apart."""
        return tuple(place.system for place in self.headline if place.rank_low == 1)
