"""Word lists as data: YAML files in ``lexicon``, one a subject, read when they are first asked for."""

import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any

import yaml

_FOLDER = Path(__file__).parent / "lexicon"
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@cache
def lexicon(name: str) -> Any:  # noqa: ANN401  (as nested as the file is)
    """What a file of the lexicon contains, or what is in it under the further parts of a dotted name."""
    file, _, key = name.rpartition(".")
    if file:
        return lexicon(file)[key]
    return yaml.load((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), _Loader)  # noqa: S506


@cache
def word_list(name: str) -> tuple[str, ...]:
    """The words of a list in order, of all its languages.

    Args:
        name: ``stop_words`` for the whole of that file, ``abstention.guess`` for a list in it,
            ``stop_words.en`` for one language.
    """
    return tuple(_words(lexicon(name)))


@cache
def words(name: str) -> frozenset[str]:
    """The words of a list as a set, see :func:`word_list`."""
    return frozenset(word_list(name))


@cache
def any_of(*names: str) -> str:
    """A regular expression for any word of lists, the longest first, whole where it is of an alphabet."""
    listed = sorted({word for name in names for word in word_list(name)}, key=lambda word: (-len(word), word))
    # What may be first lets the engine pass over all other characters quickly.
    first = re.escape("".join(sorted({word[0] for word in listed})))
    whole, han = ("|".join(re.escape(w) for w in listed if (w >= "一") is other) for other in (False, True))
    return rf"(?=[{first}])(?:" + "|".join(filter(None, [rf"\b(?:{whole})\b" * bool(whole), han])) + ")"


@cache
def by_word(name: str) -> dict[str, str]:
    """Of lists under headings, perhaps by language, the heading that each word is under."""
    found: dict[str, str] = {}
    for heading, listed in lexicon(name).items():
        inner = isinstance(listed, dict)
        found |= by_word(f"{name}.{heading}") if inner else dict.fromkeys(_words(listed), str(heading))
    return found


@cache
def values(name: str) -> dict[str, Decimal]:
    """As :func:`by_word` where the headings are numbers."""
    return {word: Decimal(heading) for word, heading in by_word(name).items()}


def _words(node: Any) -> list[str]:  # noqa: ANN401
    """What is in a list; words of several parts are set apart by a stroke, others by white space."""
    if isinstance(node, dict):
        return [word for each in node.values() for word in _words(each)]
    text = str(node)
    return [" ".join(word.split()) for word in (text.split("|") if "|" in text else text.split())]
