"""Names under which documents are handed in: never paths."""

import unicodedata

from data_base.documents.confined.errors import DocumentNameError

_LONGEST = 255
_SEPARATORS = "/\\"
# Control characters, surrogates without their other half, line and paragraph separators.
_UNSEEN = frozenset({"Cc", "Cs", "Zl", "Zp"})
# What turns the reading order makes "fdp.exe" look like "exe.pdf".
_TURNING = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})


def checked_name(name: str) -> str:
    """The name, if a document may have it.

    Raises:
        DocumentNameError: it is empty, longer than 255 characters, "." or "..", or contains a slash, a
            backslash, a control character or one that turns the reading order.
    """
    if not name.strip() or name in {".", ".."}:
        raise DocumentNameError(f"{name!r} is no name of a document; give it one such as report.pdf.")
    if len(name) > _LONGEST:
        raise DocumentNameError(
            f"{name[:40]!r}… is {len(name)} characters long; a document's name has {_LONGEST} at most."
        )
    for character in name:
        if character in _SEPARATORS:
            raise DocumentNameError(
                f"{name!r}: a document's name contains no {character!r}; leave out the folders."
            )
        if is_control(character):
            raise DocumentNameError(
                f"{name!r}: a document's name contains no control character such as {character!r}; rename it."
            )
    return name


def is_control(character: str) -> bool:
    """Whether a character of a name does something to the text around it in place of being seen."""
    return unicodedata.category(character) in _UNSEEN or unicodedata.bidirectional(character) in _TURNING
