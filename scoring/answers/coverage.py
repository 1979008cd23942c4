"""Which of the things that should be said a text says."""

from collections.abc import Iterable
from functools import cached_property

from data_base.text.language import is_cjk
from data_base.text.normalise import squeeze
from data_base.text.tokens import content_tokens, tokens
from scoring.answers.short_answer_form import respelled


class Wording:
    """A text read once, to be asked many times whether it says something."""

    def __init__(self, text: str) -> None:
        self._spelled = respelled(text)

    def says(self, phrase: str) -> bool:
        """Whether all content words of the phrase are in the text, whatever their form and order.

        Chinese is compared by pairs of characters. Figures count in any writing ("3 万", "30,000").
        """
        wanted, spelled = content_words_of(phrase), squeeze(respelled(phrase))
        if wanted and self._tokens.issuperset(wanted):
            return True
        return bool(spelled) and (not wanted or any(map(is_cjk, spelled))) and spelled in self._squeezed

    def share_of(self, words: Iterable[str]) -> float:
        """The share of these words, as :func:`content_words_of` gives them, that are in the text."""
        here = [word in self._tokens for word in words]
        return sum(here) / len(here) if here else 0.0

    @cached_property
    def _tokens(self) -> frozenset[str]:
        return frozenset((*content_tokens(self._spelled), *tokens(self._spelled)))

    @cached_property
    def _squeezed(self) -> str:
        return squeeze(self._spelled)


def content_words_of(text: str) -> list[str]:
    """What a text says, word by word, each once: its content words, else all its words.

    Figures are written in digits and in their canonical unit.
    """
    spelled = respelled(text)
    return list(dict.fromkeys(content_tokens(spelled) or tokens(spelled)))
