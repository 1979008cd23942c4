"""The evidence a question requires."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from data_base.errors import InputError


class Required(NamedTuple):
    """A piece of required evidence.

    Attributes:
        page: where it is.
        must_include: what evidence must contain to be it.
        is_critical: whether it is marked as such.
    """

    page: int
    must_include: str
    is_critical: bool = False


def required_evidence(question: Mapping[str, object]) -> tuple[Required, ...]:
    """All required evidence of a question, each place and text once; empty where it names none.

    Raises:
        InputError: an entry lacks its page or its text.
    """
    found = question.get("required_evidence") or ()
    if not isinstance(found, Sequence) or isinstance(found, str):
        raise InputError(f"{name_of(question)}: required_evidence must be a list.")
    read = [_read(entry, question) for entry in found]
    marked = {(one.page, one.must_include) for one in read if one.is_critical}
    places = dict.fromkeys((one.page, one.must_include) for one in read)
    return tuple(Required(page, text, (page, text) in marked) for page, text in places)


def key_evidence(required: Sequence[Required]) -> tuple[Required, ...]:
    """The critical evidence, or all of it where none is marked."""
    return tuple(one for one in required if one.is_critical) or tuple(required)


def part_of(question: Mapping[str, object], name: str) -> Mapping[str, object]:
    """An object within a question (``expected``, ``scoring``), empty where there is none.

    Raises:
        InputError: it is no object.
    """
    value = question.get(name)
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise InputError(f"{name_of(question)}: {name} must be an object.")
    return value


def is_required(scoring: Mapping[str, object], name: str) -> bool:
    """Whether a term of the score has to be earned; a switch that is false grants it."""
    return scoring.get(name, True) is not False


def name_of(question: Mapping[str, object]) -> str:
    """A question named in a sentence."""
    return f"question {question.get('id', '?')!r}"


def _read(entry: object, question: Mapping[str, object]) -> Required:
    page = entry.get("page") if isinstance(entry, Mapping) else None
    text = entry.get("must_include") if isinstance(entry, Mapping) else None
    if not isinstance(page, int) or isinstance(page, bool) or not isinstance(text, str) or not text.strip():
        raise InputError(
            f'{name_of(question)}: required_evidence needs a "page" and a "must_include" in every entry.'
        )
    critical = isinstance(entry, Mapping) and entry.get("is_critical") is True
    return Required(page, text, critical)
