"""What people's ratings make of a judge's figures: the values."""

from collections.abc import Iterator

from data_base.counted import counted, listed
from data_base.schemas.frozen import Frozen
from eval.stats.corrected_estimate import FEW_LABELS, FEWEST_LABELS, Corrected


class CorrectedSide(Frozen):
    """A contestant's figures, corrected by people's ratings of some of its answers."""

    system: str
    """The contestant's name."""
    rated: int
    """Answers that people rated."""
    mean: Corrected | None = None
    """Mean weighted score (1-10); None with too few ratings."""
    pass_rate: Corrected | None = None
    """The share of answers that pass, 0 to 1."""


class CorrectedPair(Frozen):
    """Two contestants compared on questions, corrected by people's ratings of both."""

    baseline: str
    """The contestant compared against."""
    challenger: str
    """The other contestant; differences are challenger minus baseline."""
    mean: Corrected | None = None
    """Difference of the weighted scores; None with too few questions on which both were rated."""
    pass_rate: Corrected | None = None
    """Difference of the pass rates."""


class RatingCorrections(Frozen):
    """What people make of an arena."""

    raters: int
    """How many people rated."""
    ratings: int
    """How many ratings there are: an answer rated by one person is one."""
    passing_accuracy: float
    """The accuracy from which people pass an answer."""
    sides: tuple[CorrectedSide, ...]
    """One for each contestant."""
    pairs: tuple[CorrectedPair, ...]
    """One for every two contestants."""

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
