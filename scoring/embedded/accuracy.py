"""The accuracy: the least that a fault leaves, else what the fitted models say of the words."""

from bisect import bisect_right
from collections.abc import Collection, Container, Sequence
from dataclasses import dataclass

from scoring.embedded.observations import Observations
from scoring.embedded.question import VALUED

CAPS = {
    "empty": 1.0,
    "wrongly_abstains": 1.5,
    "made_up": 2.4,
    "beside": 2.6,
    "invented": 2.4,
    "reversed": 3.0,
    "invented_in_part": 3.9,
    "name": 2.6,
    "former": 4.0,
    "elsewhere": 4.0,
    "another_time": 3.0,
    "another_doer": 4.0,
    "with_abstention": 5.0,
    "denies": 5.0,
    "one_sided": 5.0,
    "vague": 5.5,
    "undecided": 6.0,
    "perhaps_told": 6.9,
    "denies_said": 8.0,
    "hardly_told": 8.4,
}
"""Fault to the accuracy at most."""
_SCALE = ((0.0, 1.0), (0.25, 2.5), (0.33, 4.6), (0.4, 6.4), (0.46, 8.2), (0.6, 9.1), (1.0, 10.0))
"""From a probability to an accuracy."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong."""

    name: str
    """A key of :data:`CAPS`."""
    claim: str
    """The sentence, or the question's part that is missed."""
    said: str = ""
    """The value or words in it that are wrong."""
    place: int | None = None
    """Index of the place that shows it, None where none does."""
    part: int | None = None
    """Index of the question's part that is denied."""


def scaled(likely: float) -> float:
    """A probability as an accuracy."""
    place = min(bisect_right([at for at, _ in _SCALE], likely), len(_SCALE) - 1)
    (low, one), (high, two) = _SCALE[place - 1], _SCALE[place]
    return one + (two - one) * (likely - low) / (high - low)


def accuracy_of(seen: Observations, faults: Sequence[Fault], answering: Container[str] = ()) -> float:
    """From 1 to 10.

    Args:
        seen: the answer.
        faults: what is wrong with it, the gravest first.
        answering: claims that alone give what is asked for, and are wrong.
    """
    base = scaled(likely(seen))
    if len(seen.facts) > _FEW:
        base = min(base, _by_share({fault.claim for fault in faults if fault.name in _WRONG}, seen))
        # Of one among many sentences the fitted model knows already, but not which of them is the answer.
        faults = [fault for fault in faults if fault.name not in _OF_ONE or fault.claim in answering]
    if not faults:
        return base
    # Among answers with one fault the order of the words' evidence is kept.
    return max(1.0, min(CAPS[faults[0].name], base) - (1.0 - base / 10) * 0.5)


def _by_share(wrong: Collection[str], seen: Observations) -> float:
    """What the share of wrong claims leaves at most: 4.8 of a quarter, 3 of half. One is no share."""
    share = len(wrong) / len(seen.facts)
    return max(3.0, 5.2 - 7.3 * (share - _A_FIFTH)) if len(wrong) > 1 and share >= _A_FIFTH else 10.0


_FEW, _A_FIFTH = 3, 0.2
_WRONG = {"invented", "invented_in_part", "another_time"}
_OF_ONE = {"invented_in_part", "name", "elsewhere", "another_time", "invented", "one_sided"}


def likely(seen: Observations) -> float:
    """How probably the answer is right, leaving faults aside."""
    if seen.declines:
        alone = 1.0 - 0.15 * max(seen.answerability)
        return _CONTEXT * alone + (1 - _CONTEXT) * seen.whole if seen.facts else alone
    values = [value for link in seen.facts for value in link.values if not value.asked]
    decided = bool(values) and all(value.grounded for value in values)
    if any(seen.foreign):
        # Words of another script say nothing: only values do.
        return _BY_VALUES if decided else _UNKNOWN
    if seen.short is not None and decided and all(value.placed for value in values):
        return _LIFTED + (1 - _LIFTED) * seen.short
    if seen.short is not None:
        return _RAISED + (1 - _RAISED) * seen.short if decided else seen.short
    asks_value = any(part.kind in VALUED for part in seen.parts)
    if decided and (asks_value or len(seen.facts) <= _BRIEF):
        return _LIFTED + (1 - _LIFTED) * seen.whole
    return seen.whole


_CONTEXT = 0.6
_BRIEF = 2
_BY_VALUES, _UNKNOWN, _LIFTED, _RAISED = 0.75, 0.35, 0.5, 0.1
