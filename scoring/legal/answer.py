"""An answer about a legal document: text, citations with quotes, retrieved evidence."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from data_base.errors import InputError
from data_base.marks.bare_answer import bare_answer


class CitedPlace(NamedTuple):
    """Words on a page."""

    page: int | None
    """From 1; None where the answer names no page, which is never a right one."""
    text: str
    """The quote, or the retrieved text."""


class LegalAnswer(NamedTuple):
    """An answer as the scorers read it."""

    text: str
    """What is said."""
    citations: tuple[CitedPlace, ...] = ()
    """What it leans on, a page and a quote each."""
    evidence: tuple[CitedPlace, ...] = ()
    """What was retrieved, a page and its text each."""


def read_answer(answer: object) -> LegalAnswer:
    """An answer from what a system gave.

    Args:
        answer: a plain text, or an object or mapping with ``text`` or ``answer`` and, where it has them,
            ``citations`` (``page``, ``quote``) and ``evidence`` (``page``, ``text``).

    Raises:
        InputError: it is neither. A citation that is malformed is kept as one that names no page.
    """
    if isinstance(answer, str):
        return LegalAnswer(bare_answer(answer))
    text = next((said for name in ("text", "answer") if (said := _field(answer, name)) is not None), None)
    if not isinstance(text, str):
        raise InputError(
            'An answer must be a string, or contain one as "text"; '
            f"this is {type(answer).__name__} {'without' if text is None else 'with another type of'} text."
        )
    citations = tuple(_places(_field(answer, "citations"), ("quote", "text", "sentence")))
    evidence = tuple(_places(_field(answer, "evidence"), ("text", "quote")))
    return LegalAnswer(bare_answer(text), citations, evidence)


def _places(found: object, names: Sequence[str]) -> Iterator[CitedPlace]:
    if not isinstance(found, Sequence) or isinstance(found, str):
        return
    for place in found:
        texts = (_field(place, name) for name in names)
        words = next((text for text in texts if isinstance(text, str)), "")
        yield CitedPlace(_page(_field(place, "page")), words)


def _page(value: object) -> int | None:
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _field(value: object, name: str) -> object:
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)
