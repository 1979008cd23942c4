"""ROUGE for any script."""

import re
from collections.abc import Callable
from functools import cache

from rapidrouge import RougeScorer, Score

from data_base.text.han_variants import fold_variants
from data_base.text.language import CJK_CLASS
from data_base.text.normalise import normalise

# A CJK character is a word of its own; ROUGE's own tokeniser keeps nothing but a-z and 0-9.
_WORD = re.compile(rf"[{CJK_CLASS}]|[^\W_{CJK_CLASS}]+(?:[.,'][^\W_{CJK_CLASS}]+)*")


def rouge(gold: str, text: str, *, as_written: bool = False) -> dict[str, float]:
    """``rouge1`` and ``rougeL``: F-measure of shared words and of the longest common subsequence.

    Lin, "ROUGE: A Package for Automatic Evaluation of Summaries", 2004, with beta 1; a CJK character
    counts as a word.

    Args:
        gold: the reference.
        text: what is scored.
        as_written: compare the words letter by letter instead of in one spelling.
    """
    scores: dict[str, Score] = _scorer(as_written=as_written).score(gold, text)  # type: ignore[no-untyped-call]
    return {name: float(score.fmeasure) for name, score in scores.items()}


class _Words:
    """A tokeniser as the library wants it."""

    def __init__(self, spell: Callable[[str], str]) -> None:
        self._spell = spell

    def tokenize(self, text: str) -> list[str]:
        """The words of a text."""
        return _WORD.findall(self._spell(text))


@cache
def _scorer(*, as_written: bool) -> RougeScorer:
    spell = str if as_written else _one_spelling
    return RougeScorer(["rouge1", "rougeL"], tokenizer=_Words(spell))  # type: ignore[no-untyped-call]


def _one_spelling(text: str) -> str:
    return fold_variants(normalise(text))
