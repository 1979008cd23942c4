"""One spelling for texts that read the same: for comparing, never for showing."""

import re
import unicodedata

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


def squeeze(text: str) -> str:
    """``normalise`` without any white space: equal for texts that differ only in line breaks and spacing."""
    return normalise(text).replace(" ", "")


def _once(text: str) -> str:
    if not text.isascii():
        text = _composed(text.translate(_REMOVE) if _TO_REMOVE.search(text) else text)
    text = text.casefold()
    if _TO_REPLACE.search(text):
        text = text.translate(_TABLE)
    return " ".join(_composed(text).split())


def _composed(text: str) -> str:
    return text if unicodedata.is_normalized("NFKC", text) else unicodedata.normalize("NFKC", text)
