"""A system's place among others, with what is not known about it."""

import math
from typing import Annotated

from pydantic import BeforeValidator, Field, PlainSerializer

from data_base.counted import listed
from data_base.schemas.frozen import Frozen
from eval.stats.measure import ClusterSettings


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


_AS_NULL = PlainSerializer(_finite, return_type=float | None, when_used="json")
Low = Annotated[float, BeforeValidator(lambda given: -math.inf if given is None else given), _AS_NULL]
"""A lower end; null in files, which know no infinity: one question says nothing of the others."""
High = Annotated[float, BeforeValidator(lambda given: math.inf if given is None else given), _AS_NULL]
"""An upper end, likewise."""


_WORDS = {
    "kin": "Whether a judge favours its own model family",
    "position": "Whether a judge favours the answer that is shown first",
}


class Standing(Frozen):
    """A system's place among others."""

    system: str
    """Its name."""
    score: float
    """From pairs on a scale like Elo's, with 1000 as the field's mean and 400 points for odds of ten to one.

    From scores their mean, adjusted for the questions that the system has no score for.
    """
    low: Low
    """Lower end of the score's interval."""
    high: High
    """Upper end."""
    beats_field: float = Field(ge=0, le=1)
    """From pairs the probability of beating a system of mean strength.

    From scores the share of questions on which it is above the field's mean, a tie being half.
    """
    rank_low: int = Field(ge=1)
    """The best rank it may have; 1 is first. Those that may be first cannot be told apart."""
    rank_high: int = Field(ge=1)
    """The worst; 1 where it is first beyond doubt."""
    group: int = Field(ge=1)
    """Contestants that cannot be told apart share a group.

    Those of different groups are all told apart. 1 is the first group.
    """


class TermEffect(Frozen):
    """What something other than the contestants does to verdicts, all else being equal."""

    name: str
    """``position`` (shown first), ``kin`` (of the judge's model family), or the name of a style."""
    effect: float
    """Log odds of winning for the answer shown first, for the judge's kin, or for an answer whose style is
    above the other's by ``unit``.
    """
    low: Low
    """Lower end of the interval."""
    high: High
    """Upper end."""
    unit: float = 1.0
    """The difference of style that the effect is stated for, a typical one: the root mean square."""
    wins: float = Field(ge=0, le=1)
    """The probability that such an answer wins against an equally good one."""


class StyleEffect(Frozen):
    """What style does to scores, all else being equal."""

    name: str
    """The name of the style."""
    effect: float
    """Points of the score for an answer whose style is above another's by ``unit``."""
    low: Low
    """Lower end of the interval."""
    high: High
    """Upper end."""
    unit: float
    """The difference that the effect is stated for, a typical one: the root mean square of how answers to a
    question differ from their mean.
    """


class UnidentifiableEffect(Frozen):
    """Something whose effect the data cannot tell, so that it is not taken out."""

    name: str
    """As of a :class:`TermEffect`."""
    contestants: tuple[str, ...] = ()
    """Whose worth it cannot be told from, such as the only one that writes headings."""
    terms: tuple[str, ...] = ()
    """What else it cannot be told from. Where both are empty, too few questions say anything of it."""

    @property
    def sentence(self) -> str:
        """What a reader must know of it."""
        verb = "is" if len(self.contestants) == 1 else "are"
        what = _WORDS.get(self.name, f"The effect of {self.name} on scores and verdicts")
        if self.contestants:
            why = f"cannot be told apart from how good {listed(self.contestants)} {verb}"
        elif self.terms:
            why = f"cannot be told apart from the effect of {listed(self.terms)}"
        else:
            why = "cannot be told from so few questions"
        return f"{what} {why}, and is not taken out."


class ControlledScores(Frozen):
    """Standings by score with style taken out."""

    standings: tuple[Standing, ...] = ()
    """The best first.

    ``beats_field`` compares scores from which style is taken out. Empty where nothing could be taken out.
    """
    effects: tuple[StyleEffect, ...] = ()
    """What style does to scores."""
    untold: tuple[UnidentifiableEffect, ...] = ()
    """Styles that are not taken out."""


class PairStandings(Frozen):
    """Standings from pair verdicts."""

    questions: int = Field(ge=1)
    """With a verdict."""
    verdicts: int = Field(ge=1)
    """On pairs, each with both its orders."""
    inconsistent: int = Field(ge=0)
    """How many of these had another winner in each order; they count as ties."""
    by_scores: int = Field(default=0, ge=0)
    """How many of these compare scores of answers that were judged each by itself."""
    raw: tuple[Standing, ...]
    """As judged."""
    controlled: tuple[Standing, ...] = ()
    """With style, position and kinship taken out; empty where there is nothing to take out."""
    terms: tuple[TermEffect, ...] = ()
    """What these do to verdicts."""
    untold: tuple[UnidentifiableEffect, ...] = ()
    """What could not be taken out."""
    bootstrap: ClusterSettings
    """How intervals were drawn."""


class Overtaking(Frozen):
    """The smallest set of questions found without which the leader is no longer first."""

    leader: str
    """Who is first on all questions."""
    system: str
    """Who is ahead of the leader without these."""
    questions: tuple[str, ...]
    """Their ids, the most influential first."""
