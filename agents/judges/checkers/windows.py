"""Passages as windows: texts of at most so many tokens, for models that read no more at once."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from data_base.text.sentences import sentence_spans


@dataclass(frozen=True, slots=True)
class _Unit:
    text: str
    tokens: int
    passage: int


def windows(passages: Sequence[str], size: int, tokens: Callable[[str], int]) -> list[str]:
    """The passages in as few windows as their order allows.

    Passages that fit together are read together, since a claim may need two of them. One that is too long is
    cut between sentences, and each of its windows begins with the last sentence of the one before where that
    leaves room.

    Args:
        passages: the texts.
        size: tokens of a window at most.
        tokens: counts those of a text.
    """
    found: list[str] = []
    held: list[_Unit] = []
    for unit in _units(passages, size, tokens):
        if held and sum(each.tokens for each in held) + unit.tokens > size:
            found.append(_joined(held))
            last = held[-1]
            again = last.passage == unit.passage and len(held) > 1 and last.tokens + unit.tokens <= size
            held = [last] if again else []
        held.append(unit)
    return [*found, _joined(held)] if held else found


def _units(passages: Sequence[str], size: int, tokens: Callable[[str], int]) -> Iterator[_Unit]:
    """Whole passages where they fit, else their sentences, else pieces of these."""
    for number, passage in enumerate(passages):
        text = passage.strip()
        if not text:
            continue
        if (whole := tokens(text)) <= size:
            yield _Unit(text, whole, number)
            continue
        for start, end in sentence_spans(text):
            for piece in _pieces(text[start:end], size, tokens):
                yield _Unit(piece, tokens(piece), number)


def _pieces(text: str, size: int, tokens: Callable[[str], int]) -> Iterator[str]:
    """A sentence, halved between words until each part fits; one word that is too long is cut in itself."""
    text = text.strip()
    if len(text) <= 1 or tokens(text) <= size:
        if text:
            yield text
        return
    half = len(text) // 2
    spaces = [at for at in (text.rfind(" ", 0, half), text.find(" ", half)) if at > 0]
    cut = min(spaces, key=lambda at: abs(at - half), default=half)
    yield from _pieces(text[:cut], size, tokens)
    yield from _pieces(text[cut:], size, tokens)


def _joined(units: Sequence[_Unit]) -> str:
    text = units[0].text
    for before, unit in pairwise(units):
        text += (" " if unit.passage == before.passage else "\n\n") + unit.text
    return text
