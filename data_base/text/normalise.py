"""One spelling for texts that read the same: for comparing, never for showing."""

import re
import unicodedata
from typing import Literal

_QUOTES = dict.fromkeys("‘’‚‛′‵`´", "'") | dict.fromkeys("“”„‟″‶«»「」『』〝〞", '"')
_DASHES = dict.fromkeys("‐‑‒–—―−⁃﹘﹣－", "-")
# Soft hyphen, zero-width and direction marks, byte order mark, variation selectors.
_SINGLE, _RANGES = (0xAD, 0x34F, 0x61C, 0x180E, 0xFEFF), (
    (0x200B, 0x2010), (0x202A, 0x202F), (0x2060, 0x2065), (0x2066, 0x2070), (0xFE00, 0xFE10),
)  # fmt: skip
_INVISIBLE = {chr(code): "" for code in (*_SINGLE, *(code for ends in _RANGES for code in range(*ends)))}
_REPLACED = _INVISIBLE | _QUOTES | _DASHES | {"ё": "е"}
_TABLE = str.maketrans(_REPLACED)
_REMOVE = str.maketrans(_INVISIBLE)
# Most texts contain none of these, and looking is much faster than translating.
_TO_REPLACE = re.compile(f"[{re.escape(''.join(_REPLACED))}]")
_TO_REMOVE = re.compile(f"[{''.join(_INVISIBLE)}]")
_MARKS = 30
"""Marks on a letter that are read: no writing has more (Unicode's stream-safe texts, UAX #15)."""
# Found by what marks are not, which is much faster than by what they are.
_HEAP = re.compile(rf"[^\w\s\x00-\x7f][^\w\s\x00-\x7f]{{{_MARKS},}}")
# These two are letters, and marks once they are composed.
_WIDE_MARKS = ("\uff9e", "\u3099"), ("\uff9f", "\u309a")


def normalise(text: str) -> str:
    """The text in one canonical spelling.

    Unicode NFKC, case folded, invisible characters dropped, quotation marks and dashes unified, ё as
    е, runs of white space as one space, none at the ends. ``normalise(normalise(t)) == normalise(t)``.
    """
    folded = _once(text)
    # A replacement may leave a pair that NFKC composes; a few rounds settle every such chain.
    while not folded.isascii() and (again := _once(folded)) != folded:
        folded = again
    return folded


def composed(form: Literal["NFC", "NFKC"], text: str) -> str:
    """The text in a normal form of Unicode; of more than 30 marks on a letter the first 30.

    Python puts marks in order in a time that grows with the square of their number, and blocks all
    threads for as long.
    """
    if text.isascii():
        return text
    for wide, mark in _WIDE_MARKS if form == "NFKC" else ():
        text = text.replace(wide, mark)
    text = _HEAP.sub(_lowered, text)
    return text if unicodedata.is_normalized(form, text) else unicodedata.normalize(form, text)


def squeeze(text: str) -> str:
    """``normalise`` without any white space: equal for texts that differ only in line breaks and spacing."""
    return normalise(text).replace(" ", "")


def _once(text: str) -> str:
    if not text.isascii():
        text = composed("NFKC", text.translate(_REMOVE) if _TO_REMOVE.search(text) else text)
    text = text.casefold()
    if _TO_REPLACE.search(text):
        text = text.translate(_TABLE)
    return " ".join(composed("NFKC", text).split())


def _lowered(heap: re.Match[str]) -> str:
    """Signs without the marks that stand too high."""
    kept, height = list[str](), 0
    for char in heap[0]:
        height = (height + 1) * bool(unicodedata.combining(unicodedata.normalize("NFKD", char)[0]))
        if height <= _MARKS:
            kept.append(char)
    return "".join(kept)
