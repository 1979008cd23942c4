"""Is an answer right, against one that is known to be?"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Literal

from data_base.text.normalise import squeeze
from scoring.abstention import abstains, clauses, is_abstaining
from scoring.contexts import plain_terms
from scoring.mentions import Mention, mentions, stated_or_worded
from scoring.quantities import agrees

if TYPE_CHECKING:
    from collections.abc import Sequence

    from data_base.text.figures import Figure

GradeVerdict = Literal["correct", "incorrect", "refusal"]

_CORRECT_FROM = 0.5
_YES = re.compile(
    r"^\W*(?:yes|yeah|correct|true|是的?|有的?|對|对|会|會|да|верно)\b|^\W*[是有對对](?![^\s，,。.])",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|not|false|incorrect|neither|否|不是?|沒有|没有|未|無|无|нет|не)\b|^\W*(?:否|不|沒有|没有|未)",
    re.IGNORECASE,
)
# A figure within this share of the gold one passes where the gold one is a computed ratio.
_TOLERANCE = 0.015
_AS_WRITTEN = (Decimal(1), Decimal("0.01"))
_LAST_CLAUSES = 3
_CANNOT = re.compile(
    r"\b(?:cannot|can[’']t|can not|could not|couldn[’']t|unable|impossible|not (?:be )?possible|"
    r"(?:do|does)(?:n[’']t| not) (?:know|have))\b|無法|无法|不能|難以|难以|不知道|"
    r"\b(?:невозможно|нельзя|не мог\w*|не удалось|не знаю)\b",
    re.IGNORECASE,
)
# The words that only some golds have beside the point count less than their figures.
_FIGURES, _WORDS = 0.7, 0.3


@dataclass(frozen=True, slots=True)
class Grade:
    """How an answer compares with a gold answer.

    Attributes:
        verdict: correct, incorrect, or refusal (it declines to answer).
        score: 0 to 1; how much of the gold answer it says.
    """

    verdict: GradeVerdict
    score: float


def grade(question: str, answer: str, gold: str | Sequence[str]) -> Grade:
    """Compare an answer with a gold answer.

    Args:
        question: what was asked; its words prove nothing by being repeated.
        answer: what was answered.
        gold: the right answer, or several wordings of it of which one is enough.
    """
    wordings = [gold] if isinstance(gold, str) else list(gold)
    if not answer.strip() or abstains(answer):
        declined = bool(answer.strip()) and any(map(abstains, wordings))
        return Grade("correct", 1.0) if declined else Grade("refusal", 0.0)
    score = max((_likeness(question, answer, wording) for wording in wordings), default=0.0)
    if score >= _CORRECT_FROM:
        return Grade("correct", score)
    return Grade("refusal", 0.0) if _gives_up(answer) else Grade("incorrect", score)


def _gives_up(answer: str) -> bool:
    """Whether an answer, for all that it says, comes to the end that it cannot tell."""
    pieces = clauses(answer)
    ends = [*pieces[:1], *pieces[-max(_LAST_CLAUSES, len(pieces) // 3) :]]
    return any(_CANNOT.search(piece) and is_abstaining(piece) for piece in ends)


def _likeness(question: str, answer: str, gold: str) -> float:
    if _stands_in(squeeze(gold), squeeze(answer)):
        return 1.0
    wanted = [mention for mention in mentions(gold) if not mention.is_year] or list(mentions(gold))
    said = stated_or_worded(answer)
    words = _word_share(question, answer, gold)
    if _stance(gold) and _stance(answer) and _stance(gold) != _stance(answer):
        return 0.0
    alike = bool(_stance(gold)) and _stance(gold) == _stance(answer)
    floor = _CORRECT_FROM if alike else 0.0
    if wanted:
        held = sum(any(_same(one, other) for other in said) for one in wanted) / len(wanted)
        return max(floor, held if not plain_terms(gold) else _FIGURES * held + _WORDS * words)
    return max(floor, words)


def _stands_in(gold: str, answer: str) -> bool:
    """Whether the gold answer stands in the answer word for word, and not as part of another number."""
    if not gold:
        return False
    before = r"(?<![\d.,])" if gold[0].isdigit() else ""
    after = r"(?![\d]|[.,]\d)" if gold[-1].isdigit() else ""
    return re.search(before + re.escape(gold) + after, answer) is not None


def _stance(text: str) -> str:
    """yes, no, or empty where a text opens with neither."""
    return "yes" if _YES.match(text) else "no" if _NO.match(text) else ""


def _word_share(question: str, answer: str, gold: str) -> float:
    given, said = set(plain_terms(question)), set(plain_terms(answer))
    wanted = set(plain_terms(gold)) - given or set(plain_terms(gold))
    return len(wanted & said) / len(wanted) if wanted else 0.0


def _same(gold: Mention, said: Mention) -> bool:
    """Whether two values agree, over units, scales and rounding to the gold answer's digits."""
    if agrees(gold, said) or agrees(said, gold):
        return True
    return bool(gold.figure and said.figure and _near(gold.figure, said.figure))


def _near(gold: Figure, said: Figure) -> bool:
    """Whether values agree within a hundredth, as they stand or over a factor of 100 or a power of 1000."""
    if not gold.value or not said.value:
        return gold.value == said.value
    if not gold.unit and _rounds_to(gold, said):
        return True
    ratio = abs(float(said.value / gold.value))
    scales = (1.0,) if gold.unit and said.unit else (1.0, 100.0, 0.01, 1e3, 1e-3, 1e6, 1e-6, 1e9, 1e-9)
    return any(abs(ratio / scale - 1) <= _TOLERANCE for scale in scales)


def _rounds_to(gold: Figure, said: Figure) -> bool:
    """Whether a more precise value, or percentage, rounds to a bare gold number: 1.42 % to 0.01."""
    if not gold.quantum or gold.quantum >= 1:
        return False
    return any(abs(abs(said.value) * scale - abs(gold.value)) <= gold.quantum / 2 for scale in _AS_WRITTEN)
