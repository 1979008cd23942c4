"""Labels cut to a width, in which a Chinese character counts twice."""

import unicodedata

ELLIPSIS = "…"


def shorten(text: str, cells: int) -> str:
    """Cut a text to a width in half-width characters, an ellipsis at its end where something was cut."""
    if sum(map(_cells, text)) <= cells:
        return text
    kept, room = [], cells - _cells(ELLIPSIS)
    for character in text:
        room -= _cells(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip() + ELLIPSIS


def _cells(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
