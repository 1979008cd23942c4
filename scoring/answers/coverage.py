"""Which of the things that should be said a text says."""

import re
from collections.abc import Iterable
from functools import cached_property

from data_base.text.han_variants import fold_variants
from data_base.text.language import CJK_CLASS
from data_base.text.normalise import squeeze
from data_base.text.tokens import content_tokens, every_token, tokens
from scoring.answers.short_answer_form import respelled

_CJK = re.compile(f"[{CJK_CLASS}]")


class Wording:
    """A text read once, to be asked many times whether it says something."""

    def __init__(self, text: str) -> None:
        self.text = text

    def says(self, phrase: str) -> bool:
        """Whether all content words of the phrase are in the text, whatever their form and order.

        Chinese is compared by pairs of characters. Figures count in any writing ("3 万", "30,000").
        """
        wanted = _words(phrase)
        if wanted <= self._tokens:
            return bool(wanted) or self._squeezed_says(phrase)
        if _CJK.search(phrase) and self._squeezed_says(phrase):
            return True
        return _words(respelled(phrase)) <= self._respelled

    def share_of(self, words: Iterable[str]) -> float:
        """The share of these words, as :func:`content_words_of` gives them, that are in the text."""
        wanted = list(words)
        here = [word in self._tokens or word in self._respelled for word in wanted]
        return sum(here) / len(here) if here else 0.0

    def _squeezed_says(self, phrase: str) -> bool:
        squeezed = fold_variants(squeeze(phrase))
        return bool(squeezed) and squeezed in self._squeezed

    @cached_property
    def _tokens(self) -> frozenset[str]:
        return every_token(self._folded)

    @cached_property
    def _respelled(self) -> frozenset[str]:
        return every_token(respelled(self.text))

    @cached_property
    def _squeezed(self) -> str:
        return squeeze(self._folded)

    @cached_property
    def _folded(self) -> str:
        return fold_variants(self.text)


def content_words_of(text: str) -> list[str]:
    """What a text says, word by word, each once: its content words, else all its words.

    Figures are written in digits and in their canonical unit.
    """
    spelled = respelled(text)
    return list(dict.fromkeys(content_tokens(spelled) or tokens(spelled)))


def _words(phrase: str) -> frozenset[str]:
    folded = fold_variants(phrase)
    return frozenset(content_tokens(folded) or tokens(folded))
