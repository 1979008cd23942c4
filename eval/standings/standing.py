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
"""A lower end; null in files, which know no infinity: one question tells nothing of the others."""
High = Annotated[float, BeforeValidator(lambda given: math.inf if given is None else given), _AS_NULL]
"""An upper end, likewise."""


_WORDS = {
    "kin": "Whether a judge favours its own model family",
    "position": "Whether a judge favours the answer that is shown first",
    "length": "What length does to scores and verdicts",
}


class Standing(Frozen):
    """A system's place among others.

    Attributes:
        system: its name.
        score: from pairs on a scale like Elo's, with 1000 as the field's mean and 400 points for odds of ten
            to one; from scores their mean, adjusted for the questions that the system has no score for.
        low: lower end of the score's interval.
        high: upper end.
        beats_field: from pairs the probability of beating a system of mean strength; from scores the share of
            questions on which it is above the field's mean, a tie being half.
        rank_low: the best rank it may have; 1 is first. Those that may be first cannot be told apart.
        rank_high: the worst; 1 where it is first beyond doubt.
        group: contestants that cannot be told apart share a group; those of different groups are all told
            apart. 1 is the first group.
    """

    system: str
    score: float
    low: Low
    high: High
    beats_field: float = Field(ge=0, le=1)
    rank_low: int = Field(ge=1)
    rank_high: int = Field(ge=1)
    group: int = Field(ge=1)


class TermEffect(Frozen):
    """What something other than the contestants does to verdicts, all else being equal.

    Attributes:
        name: ``position`` (shown first), ``kin`` (of the judge's model family), or the name of a style.
        effect: log odds of winning for the answer shown first, for the judge's kin, or for an answer whose
            style is above the other's by ``unit``.
        low: lower end of the interval.
        high: upper end.
        unit: the difference of style that the effect is stated for, a typical one: the root mean square.
        wins: the probability that such an answer wins against an equally good one.
    """

    name: str
    effect: float
    low: Low
    high: High
    unit: float = 1.0
    wins: float = Field(ge=0, le=1)


class StyleEffect(Frozen):
    """What style does to scores, all else being equal.

    Attributes:
        name: of the style.
        effect: points of the score for an answer whose style is above another's by ``unit``.
        low: lower end of the interval.
        high: upper end.
        unit: the difference that the effect is stated for, a typical one: the root mean square of how
            answers to a question differ from their mean.
    """

    name: str
    effect: float
    low: Low
    high: High
    unit: float


class UnidentifiableEffect(Frozen):
    """Something whose effect the data cannot tell, so that it is not taken out.

    Attributes:
        name: as of a :class:`TermEffect`.
        contestants: whose worth it cannot be told from, such as the only one that writes headings.
        terms: what else it cannot be told from. Where both are empty, too few questions tell of it.
    """

    name: str
    contestants: tuple[str, ...] = ()
    terms: tuple[str, ...] = ()

    @property
    def sentence(self) -> str:
        """What a reader must know of it."""
        verb = "is" if len(self.contestants) == 1 else "are"
        what = _WORDS.get(self.name, f"What {self.name} do to scores and verdicts")
        if self.contestants:
            why = f"cannot be told from what {listed(self.contestants)} {verb} worth"
        elif self.terms:
            why = f"cannot be told from the effect of {listed(self.terms)}"
        else:
            why = "cannot be told from so few questions"
        return f"{what} {why}, and is not taken out."


class ControlledScores(Frozen):
    """Standings by score with style taken out.

    Attributes:
        standings: the best first; ``beats_field`` compares scores from which style is taken out. Empty where
            nothing could be taken out.
        effects: what style does to scores.
        untold: styles that are not taken out.
    """

    standings: tuple[Standing, ...] = ()
    effects: tuple[StyleEffect, ...] = ()
    untold: tuple[UnidentifiableEffect, ...] = ()


class PairStandings(Frozen):
    """Standings from pair verdicts.

    Attributes:
        questions: with a verdict.
        verdicts: on pairs, each with both its orders.
        inconsistent: of these, how many had another winner in each order; they count as ties.
        by_scores: of these, how many compare scores of answers that were judged each by itself.
        raw: as judged.
        controlled: with style, position and kinship taken out; empty where there is nothing to take out.
        terms: what these do to verdicts.
        untold: what could not be taken out.
        bootstrap: how intervals were drawn.
    """

    questions: int = Field(ge=1)
    verdicts: int = Field(ge=1)
    inconsistent: int = Field(ge=0)
    by_scores: int = Field(default=0, ge=0)
    raw: tuple[Standing, ...]
    controlled: tuple[Standing, ...] = ()
    terms: tuple[TermEffect, ...] = ()
    untold: tuple[UnidentifiableEffect, ...] = ()
    bootstrap: ClusterSettings


class Overtaking(Frozen):
    """The smallest set of questions found without which the leader is no longer first.

    Attributes:
        leader: who is first on all questions.
        system: who is ahead of the leader without these.
        questions: their ids, the most influential first.
    """

    leader: str
    system: str
    questions: tuple[str, ...]
