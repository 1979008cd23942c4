"""What people's ratings make of a judge's figures: the values."""

from collections.abc import Iterator

from data_base.counted import counted, listed
from data_base.schemas.frozen import Frozen
from eval.stats.corrected import FEW_LABELS, FEWEST_LABELS, Corrected


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


class RatingCorrections(Frozen):
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

    @property
    def warnings(self) -> tuple[str, ...]:
        """What a reader of the corrected figures must see: for whom they rest on few ratings, or on none."""
        return tuple(self._warnings())

    def _warnings(self) -> Iterator[str]:
        few = [side for side in self.sides if FEWEST_LABELS <= side.rated < FEW_LABELS]
        none = [side.system for side in self.sides if side.rated < FEWEST_LABELS]
        if few:
            rated = listed([f"{side.system} ({side.rated})" for side in few])
            yield (
                f"Fewer than {FEW_LABELS} answers each of {rated} are rated: how the judge errs on the "
                "others can hardly be checked, so take the corrected figures as provisional. Ratings count "
                "for each contestant by itself."
            )
        if none:
            fewest = counted(FEWEST_LABELS, "answer")
            yield f"Judge only, since fewer than {fewest} are rated: {listed(none)}."
