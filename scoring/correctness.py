"""Is an answer right, against one that is known to be?"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from data_base.text.numbers.figures import Figure
from data_base.text.quotes import contains_text
from scoring.abstention import abstains, gives_up
from scoring.values.agreement import agrees
from scoring.values.mentions import Mention, mentions
from scoring.words.support_features import without
from scoring.words.terms import folded, terms
from scoring.words.word_list_matching import hits

GradeVerdict = Literal["correct", "incorrect", "refusal"]

_CORRECT_FROM = 0.5
# A figure within this share of the gold one passes, where units do not forbid it over these scales.
_TOLERANCE = 0.015
_SCALES = (1.0, 1e2, 1e-2, 1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9)
# Each value of the one is compared with each of the other; for speed.
_MOST_VALUES = 300
_AS_WRITTEN = (Decimal(1), Decimal("0.01"))
# The words that only some golds have in addition to the point count less than their figures.
_FIGURES, _WORDS = 0.7, 0.3


@dataclass(frozen=True, slots=True)
class Grade:
    """How an answer compares with a gold answer."""

    verdict: GradeVerdict
    """Correct, incorrect, or refusal (it declines to answer)."""
    score: float
    """0 to 1; how much of the gold answer it says."""


def grade(question: str, answer: str, gold: str | Sequence[str]) -> Grade:
    """Compare an answer with a gold answer.

    Args:
        question: what was asked; its words prove nothing by being repeated.
        answer: what was answered.
        gold: the right answer, or several wordings of it of which one is enough.
    """
    wordings = [gold] if isinstance(gold, str) else list(gold)
    if not answer.strip():
        return Grade("refusal", 0.0)
    score = max((_likeness(question, answer, wording) for wording in wordings), default=0.0)
    # To say all of the gold answer is to answer, whatever else is said to be missing.
    if score < 1 and abstains(answer):
        return Grade("correct", 1.0) if any(map(abstains, wordings)) else Grade("refusal", 0.0)
    if score >= _CORRECT_FROM:
        return Grade("correct", score)
    return Grade("refusal", 0.0) if gives_up(answer) else Grade("incorrect", score)


def _likeness(question: str, answer: str, gold: str) -> float:
    if contains_text(folded(answer), folded(gold)):
        return 1.0
    stances = _stance(gold), _stance(answer)
    if all(stances) and stances[0] != stances[1]:
        return 0.0
    floor = _CORRECT_FROM if all(stances) else 0.0
    rest = without(gold, mentions(gold)[:_MOST_VALUES])
    words, share = _word_share(question, answer, rest), figure_share(answer, gold)
    if share is None:
        return max(floor, words)
    return max(floor, _FIGURES * share + _WORDS * words if terms(rest) else share)


def figure_share(answer: str, gold: str) -> float | None:
    """The share of a gold answer's figures and dates that an answer gives, 0 to 1; None where it has none.

    Bare years count only where there is nothing else.
    """
    read = mentions(gold)[:_MOST_VALUES]
    wanted = [value for value in read if not value.is_year] or list(read)
    said = mentions(answer)[:_MOST_VALUES]
    return sum(any(_same(one, other) for other in said) for one in wanted) / len(wanted) if wanted else None


def _stance(text: str) -> str:
    """Whether a text opens with yes or no, empty for neither."""
    return next((name for name in ("denies", "agrees") if 0.0 in hits(text, f"stance.{name}")), "")


def _word_share(question: str, answer: str, gold: str) -> float:
    given, said = set(terms(question)), set(terms(answer))
    wanted = set(terms(gold)) - given or set(terms(gold))
    return len(wanted & said) / len(wanted) if wanted else 0.0


def _same(gold: Mention, said: Mention) -> bool:
    """Whether two values agree, over units, scales and rounding to the gold answer's digits."""
    if agrees(gold, said) or agrees(said, gold):
        return True
    return bool(gold.figure and said.figure and _near(gold.figure, said.figure))


def _near(gold: Figure, said: Figure) -> bool:
    """Whether values agree within a hundredth, as they are or over a factor of 100 or a power of 1000."""
    if not gold.value or not said.value:
        return gold.value == said.value
    if not gold.unit and 0 < gold.quantum < 1:
        off = (abs(abs(said.value) * scale - abs(gold.value)) for scale in _AS_WRITTEN)
        if min(off) <= gold.quantum / 2:
            return True
    ratio = abs(float(said.value / gold.value))
    scales = _SCALES[:1] if gold.unit and said.unit else _SCALES
    return any(abs(ratio / scale - 1) <= _TOLERANCE for scale in scales)
