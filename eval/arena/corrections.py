"""What people's ratings make of a judge's figures: the values."""

from data_base.schemas.frozen import Frozen
from eval.stats.corrected import Corrected


class CorrectedSide(Frozen):
    """A contestant's figures, corrected by people's ratings of some of its answers.

    Attributes:
        system: its name.
        rated: answers that people rated.
        mean: of the weighted score (1-10); None with too few ratings.
        pass_rate: the share of answers that pass, 0 to 1.
    """

    system: str
    rated: int
    mean: Corrected | None = None
    pass_rate: Corrected | None = None


class CorrectedPair(Frozen):
    """Two contestants compared on questions, corrected by people's ratings of both.

    Attributes:
        baseline: the one compared against.
        challenger: the other; differences are challenger minus baseline.
        mean: difference of the weighted scores; None with too few questions on which both were rated.
        pass_rate: difference of the pass rates.
    """

    baseline: str
    challenger: str
    mean: Corrected | None = None
    pass_rate: Corrected | None = None


class People(Frozen):
    """What people make of an arena.

    Attributes:
        raters: how many people rated.
        ratings: what they rated in all, an answer by one person each.
        passing_accuracy: accuracy from which people pass an answer.
        sides: one for each contestant.
        pairs: one for each two contestants.
    """

    raters: int
    ratings: int
    passing_accuracy: float
    sides: tuple[CorrectedSide, ...]
    pairs: tuple[CorrectedPair, ...]
