"""Figures: the numbers of a text with their units, exact and comparable across languages."""

from functools import lru_cache

from data_base.text.figure_reading import read_figures
from data_base.text.figure_values import Figure, compatible, rounds_to, same_figure
from data_base.text.pages import LONGEST_KEPT, page_of

__all__ = ("Figure", "compatible", "figures", "rounds_to", "same_figure")


def figures(text: str) -> list[Figure]:
    """All figures in reading order, not overlapping.

    Read are digits with grouping in English, Russian, Swiss and full-width writing, Chinese numerals and
    English and Russian number words, with scale words, units, currencies, ordinals and ranges (which give
    two figures). Not read are dates (see ``dates``), the numbering of lists, citation marks, addresses,
    file names, version numbers and other codes.
    """
    return list(_kept(text) if len(text) <= LONGEST_KEPT else read_figures(page_of(text)))


@lru_cache(maxsize=4096)
def _kept(text: str) -> tuple[Figure, ...]:
    return tuple(read_figures(page_of(text)))
