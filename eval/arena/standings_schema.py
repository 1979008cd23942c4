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
    """Two answers to a question that cannot both have been judged rightly, and what a second look says.

    Attributes:
        case_id: the case.
        borne_out: the system whose answer the shared passages bear out.
        other: the one whose answer passed beside it.
        kind: ``abstains``: it says that there is no answer. ``contradicts``: it says something else.
        value: what the judges, comparing the two, find the first worth, 1 to 0; None where they were not
            asked or failed.
        in_view: whether all of them had both in view; else some judged each answer by itself once more.
    """

    case_id: str
    borne_out: str
    other: str
    kind: Literal["abstains", "contradicts"]
    value: float | None = Field(default=None, ge=0, le=1)
    in_view: bool = True


class ArenaStandings(Frozen):
    """Standings by all that was judged.

    Attributes:
        scores: by mean weighted score.
        controlled_scores: the same with style taken out; None where there is nothing to take out.
        untold: what style and kinship do that cannot be told from what contestants are worth, by verdicts or
            by scores; it is not taken out.
        key_points: by weighted share of key points covered; empty where no case has any.
        pairs: from pair verdicts; None where no pairs were judged.
        unjudged_pairs: pairs that were to be judged and have no verdict in one order.
        overtaking: how few questions decide who is first, by pairs where there are, else by scores; None
            where the first place is shared, or nobody can overtake.
        slopes: how clearly each judge of a panel tells contestants apart.
        clashes: judgements on one question that do not go together.
        bootstrap: how intervals were drawn.
    """

    scores: tuple[Standing, ...] = ()
    controlled_scores: ControlledScores | None = None
    untold: tuple[UnidentifiableEffect, ...] = ()
    key_points: tuple[Standing, ...] = ()
    pairs: PairStandings | None = None
    unjudged_pairs: int = Field(default=0, ge=0)
    overtaking: Overtaking | None = None
    slopes: Mapping[str, Measure] = Field(default_factory=dict)
    clashes: tuple[ContradictoryVerdicts, ...] = ()
    bootstrap: ClusterSettings = ClusterSettings()

    @property
    def headline(self) -> tuple[Standing, ...]:
        """The standings that the headline goes by."""
        return self.scores if self.pairs is None else self.pairs.raw

    @property
    def leaders(self) -> tuple[str, ...]:
        """Who may be first: one, where it is first beyond doubt; several that cannot be told apart."""
        return tuple(place.system for place in self.headline if place.rank_low == 1)
