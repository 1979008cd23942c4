"""Cyrillic and Latin letters that look alike, as they get into units and words by a wrong keyboard layout."""

import re

# Small and capital forms that look alike; texts are case folded before they come here.
_CYRILLIC, _LATIN = "авекмнорстух", "abekmhopctyx"
_TO_LATIN = str.maketrans(_CYRILLIC, _LATIN)
_TO_CYRILLIC = str.maketrans(_LATIN, _CYRILLIC)
_WORD = re.compile("[a-z]*[\u0400-\u04ff][a-z\u0400-\u04ff]*")
_LATIN_LETTER, _CYRILLIC_LETTER = re.compile("[a-z]"), re.compile("[\u0400-\u04ff]")


def one_script(text: str) -> str:
    """The case-folded text with words of mixed letters (a Latin m in ``мвт``) in one script, if it can be.

    The script is that of the letters that have no look-alike in the other one; Cyrillic where there are none.
    """
    return text if text.isascii() else _WORD.sub(lambda match: _unified(match[0]), text)


def look_alikes_as_latin(word: str) -> str:
    """A case-folded word in Latin letters if all its letters have a Latin look-alike, else as it is."""
    latin = word.translate(_TO_LATIN)
    return word if _CYRILLIC_LETTER.search(latin) else latin


def _unified(word: str) -> str:
    if not _LATIN_LETTER.search(word):
        return word
    cyrillic = word.translate(_TO_CYRILLIC)
    return look_alikes_as_latin(word) if _LATIN_LETTER.search(cyrillic) else cyrillic
