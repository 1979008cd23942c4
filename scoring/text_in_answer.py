"""Whether an expected piece of text is in an answer, however its case, spaces and numbers are written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from data_base.text.homoglyphs import look_alikes_as_latin, one_script
from data_base.text.language import Language
from data_base.text.numbers.marked_numbers import CLOSE, OPEN, mark_numbers

# Longer wordings come before those they contain: "не более" is at most, and no "more than".
_WORDINGS = (
    ("≤", "не более чем|не более, чем|не больше чем|не больше, чем"),
    ("≤", "не более|не больше|не свыше|no more than|not more than|at most"),
    ("≤", "不超过|不超過|不多于|不多於|不大于|不大於|不高于|不高於"),
    ("≥", "не менее чем|не менее, чем|не меньше чем|не меньше, чем"),
    ("≥", "не менее|не меньше|no less than|no fewer than|not less than|at least"),
    ("≥", "不少于|不少於|不小于|不小於|不低于|不低於|至少"),
    (">", "более чем|более, чем|больше чем|больше, чем|более|больше|свыше|more than|greater than|over|above"),
    (">", "超过|超過|多于|多於|大于|大於|高于|高於"),
    ("<", "менее чем|менее, чем|меньше чем|меньше, чем|менее|меньше|less than|fewer than|under|below"),
    ("<", "少于|少於|小于|小於|低于|低於"),
)
_SIGN_OF = {wording: sign for sign, wordings in _WORDINGS for wording in wordings.split("|")}
_BEFORE_NUMBER = rf" ?(?=[€$£¥₽]? ?{OPEN})"
_WORDED = re.compile(
    rf"(?:(?<!\w)({'|'.join(w for w in _SIGN_OF if w[0] < '一')})(?!\w)"
    rf"|({'|'.join(w for w in _SIGN_OF if w[0] >= '一')})){_BEFORE_NUMBER}"
)
_SIGNED = re.compile(rf"[<>≤≥] ?[€$£¥₽]? ?{OPEN}")
_LETTER = "[a-z\u0400-\u04ff]"
# Each word is entered at its first letter and not given back letter by letter: a text may be one word.
_NEXT_TO_NUMBER = re.compile(rf"(?:(?<={CLOSE})°? ?{_LETTER}++)|(?:(?<!{_LETTER}){_LETTER}++(?={OPEN}))")


@dataclass(frozen=True, slots=True)
class MatchableText:
    """A text in the spellings by which it is matched."""

    plain: str
    """Normalised, with its numbers marked whole."""
    compared: str
    """The same with wordings such as "more than 5" as ``>5``."""
    alike: str
    """The same with the units next to numbers in Latin letters where all of them look alike."""

    @classmethod
    def of(cls, text: str, language: Language) -> MatchableText:
        """Bring a text into its spellings.

        Args:
            text: an answer, or what is expected of it.
            language: of the question.
        """
        plain = one_script(mark_numbers(text, language)).replace(">=", "≥").replace("<=", "≤")
        compared = _WORDED.sub(lambda match: _SIGN_OF[match[1] or match[2]], plain)
        alike = _NEXT_TO_NUMBER.sub(lambda match: look_alikes_as_latin(match.group()), compared)
        return cls(plain, compared, alike)

    def contains(self, expected: MatchableText) -> bool:
        """Whether what is expected is in this text: words as parts of words, numbers whole."""
        if expected.alike in self.alike:
            return True
        if _SIGNED.search(expected.compared):
            # "не более 5" contains the words "более 5" and does not say so.
            return expected.compared in self.compared
        return expected.plain in self.plain
