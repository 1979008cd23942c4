"""Who held a role and who holds it, by the words for time next to their names."""

from typing import Literal

from data_base.text.names import chinese_names, names
from scoring.embedded.document import Document
from scoring.embedded.lexicon import fold, words

_WHEN: tuple[Literal["past", "present"], ...] = ("past", "present")


def tenures(document: Document, said: str) -> dict[str, set[str]]:
    """The names that passages put into the past, and those that they put into the present.

    Args:
        document: the passages.
        said: the answer, whose names are looked for, too.
    """
    asked = (*names(said), *chinese_names(said))
    found: dict[str, set[str]] = {when: set() for when in _WHEN}
    for i in document.texts:
        text = document.places[i].text
        folded, own = fold(text), {*names(text), *chinese_names(text), *asked}
        at = {name: place for name in own if (place := folded.find(fold(name))) >= 0}
        if not at:
            continue
        for when in _WHEN:
            for start, end in words(when).spans(folded):
                apart = {name: max(place - end, start - place - len(name)) for name, place in at.items()}
                found[when].add(min(sorted(apart), key=apart.__getitem__))
    return found
