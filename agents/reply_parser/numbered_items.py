"""Which of the numbered texts that a model was shown each item of its reply is about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from data_base.text.normalise import squeeze

# Characters of a text's beginning that an echo of it must share.
_ECHOED = 12
_ENDING = " .…"


class NumberedItem(Protocol):
    """An item of a reply that says which text it is about."""

    @property
    def number(self) -> int | None:
        """The text's number; None where the reply gives none."""
        ...

    @property
    def starts(self) -> str:
        """Its first words as the reply repeats them."""
        ...


def meant_numbers(replies: Sequence[NumberedItem], asked: Mapping[int, str]) -> Iterator[int | None]:
    """The number of the text that each item is about, None where that is not clear.

    An item is about the only text that its first words name, or that of several which its number names.
    Numbers are not trusted in replies that give one of them to a text that begins otherwise: they were
    counted again, after texts were left out or put in another order.

    Args:
        replies: the items of one reply.
        asked: the texts by their numbers.
    """
    texts = {number: squeeze(text) for number, text in asked.items()}
    echoes = [_Echo.of(reply, texts) for reply in replies]
    numbered = [(reply.number, echo) for reply, echo in zip(replies, echoes, strict=True)]
    trusted = all(number in echo.whole for number, echo in numbered if len(echo.whole) == 1)
    for number, echo in numbered:
        yield echo.meant(number, trusted=trusted)


@dataclass(frozen=True, slots=True)
class _Echo:
    """The beginning of a text as a reply repeats it, and whose it is."""

    whole: frozenset[int]
    """Numbers of the texts that begin with all of it."""
    alike: frozenset[int]
    """Of those that share its first characters."""
    says_something: bool
    """Whether there is any."""

    @classmethod
    def of(cls, reply: NumberedItem, texts: Mapping[int, str]) -> "_Echo":
        starts = squeeze(reply.starts.strip().removeprefix(f"{reply.number}.").rstrip(_ENDING))
        whole = (
            n for n, text in texts.items() if text.startswith(starts) or (text and starts.startswith(text))
        )
        alike = (n for n, text in texts.items() if text.startswith(starts[:_ECHOED]))
        return cls(frozenset(whole if starts else ()), frozenset(alike), bool(starts))

    def meant(self, number: int | None, *, trusted: bool) -> int | None:
        """The text that is meant; a number that can be trusted decides between those that begin alike."""
        named = self.whole or self.alike
        if len(named) == 1 and self.says_something:
            return next(iter(named))
        return number if trusted and number in named else None
