"""A text with all that reading its figures and its dates have in common, so that it is done once."""

from functools import lru_cache
from typing import NamedTuple

from data_base.text.date_reading import Found, read_dates
from data_base.text.folding import Folded, fold
from data_base.text.masks import Span, reference_spans

LONGEST_KEPT = 20_000


class Page(NamedTuple):
    """A text as it is read.

    Attributes:
        folded: its position-keeping copies.
        references: where addresses, citation marks and numbering stand, ascending.
        dates: the dates as (start, end, what is said), ascending.
    """

    folded: Folded
    references: tuple[Span, ...]
    dates: tuple[Found, ...]


def page_of(text: str) -> Page:
    """The page of a text; texts of ordinary length are kept for the next one who asks."""
    return _kept(text) if len(text) <= LONGEST_KEPT else _page(text)


@lru_cache(maxsize=64)
def _kept(text: str) -> Page:
    return _page(text)


def _page(text: str) -> Page:
    folded = fold(text)
    references = reference_spans(folded)
    return Page(folded, tuple(references), tuple(read_dates(folded, references)))
