"""Things asked for in one breath: "How did the output and the scrap rate develop?" (zh, en, ru)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from scoring.contexts import plain_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

_ENGLISH = re.compile(
    r"^(?:and\s)?(?:how (?:many|much)|how (?:did|do|does|has|have|had|will|would)|"
    r"what (?:is|are|was|were|will|would|did|do|does)|what|which)\s"
    r"(?P<one>(?:(?:the|its|their|a|an)\s)?(?:[\w-]+\s)(?:of\s[\w-]+\s|[\w-]+\s)?)and\s(?:(?:the|its|their|a|an)\s)?"
    r"(?P<two>[\w-]+(?:\sof)?(?:\s[\w-]+)?)",
    re.IGNORECASE,
)
_RUSSIAN = re.compile(
    r"^(?:и\s)?(?:как\w*|скольк\w+)\s(?:(?:был[аои]?|стал[аои]?|\w+(?:лись|лось|лась|лся|ется|ются|ится|ятся))\s)?"
    r"(?P<one>\w+\s(?:\w+\s){0,2}?)и\s(?P<two>\w+(?:\s(?!(?:в|во|на|у|с|со|по|за|из|к|от|до|для|при)\s)\w+){0,2})",
    re.IGNORECASE,
)
_CHINESE = re.compile(
    r"(?P<one>[\u4e00-\u9fff]{2,6})(?:以及|和|與|与|及|、)(?P<two>[\u4e00-\u9fff]{2,6}?)"
    r"(?:分別|分别|各自?)?(?:[從从自由在於于][^，。？?]{1,24}?)?"
    r"(?:(?:如何|怎[麼么樣样])(?:的)?(?:變|变|發展|发展|改)|(?:有|發生|发生)(?:了)?(?:什麼|什么|何|哪些)(?:變|变)|"
    r"(?:是|為|为|有|達|达)多少)"
)
# What joins two names of one thing, or asks how they stand to each other or what they make together.
_AS_ONE = re.compile(
    r"\b(?:together|altogether|in total|combined|between|differ\w*|compar\w*|relat\w*)\b|"
    r"合計|合计|總|总|共|相差|差|關係|关系|相比|比較|比较|之間|之间|不同|"
    r"\b(?:вместе|всего|между|отлич\w*|различ\w*|сравн\w*|соотн\w*|вкупе)\b",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(
    r"\d|^(?:how|what|when|who|why|where|which|как\w*|скольк\w+|когда|кто|почему|где)$", re.IGNORECASE
)


@lru_cache(maxsize=512)
def asked_together(part: str) -> tuple[frozenset[str], ...]:
    """The terms of each of two things that a part of a question asks for at once; none if it asks for one."""
    if _AS_ONE.search(part):
        return ()
    match = _ENGLISH.search(part) or _RUSSIAN.search(part) or _CHINESE.search(part)
    if match is None:
        return ()
    words = [match[name].split() for name in ("one", "two")]
    if any(_NO_NOUN.search(word) for word in (*words[0], *words[1])):
        return ()
    # "the handling of coal and containers": of as many words as what is joined to it.
    first = " ".join(words[0][-len(words[1]) :])
    things = [frozenset(plain_terms(text)) for text in (first, match["two"])]
    return _apart(things)


def _apart(things: Sequence[frozenset[str]]) -> tuple[frozenset[str], ...]:
    one, two = things
    apart = (one - two, two - one)
    return apart if all(apart) else ()
