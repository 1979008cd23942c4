"""Early, mid and late: which third of a month a text speaks of."""

import re

# Days that each third may be said of; the borders are taken loosely, as people do.
THIRDS = {1: range(1, 12), 2: range(10, 22), 3: range(20, 32)}
_LOOK_BACK = 32
_SPACE = "[ \u00a0]"
# "By the end of June" is a deadline: what was done on the 4th is done by then.
_DEADLINE = r"(?:\b(?:by|before|until|till) (?:the )?)?"
_BEFORE = re.compile(
    rf"(?P<deadline>{_DEADLINE})\b(?:"
    r"(?P<one>early(?: in)?|(?:start|beginning) of)"
    r"|(?P<two>mid(?:dle)?(?:[ -]of)?)"
    r"|(?P<three>late(?: in)?|end of)"
    rf"){_SPACE}?-?$|"
    rf"\b(?:(?P<one_ru>начал[еоа])|(?P<two_ru>середин[еуа])|(?P<three_ru>кон(?:ец|ц[еа]))){_SPACE}$"
)
_DEADLINE_RU = re.compile(rf"\b(?:до|к|ко){_SPACE}$")
_AFTER = re.compile(
    rf"{_SPACE}?(?:(?P<one>初|上旬)|(?P<two>中旬)|(?P<three>下旬|底|末|尾))"
    rf"(?P<deadline>[之以]?前)?"
)


def third_of(low: str, start: int, end: int) -> int | None:
    """Which third of a month is meant by a month's name from ``start`` to ``end``: 1, 2 or 3.

    None where nothing is said of it, or only that something is done by then.

    Args:
        low: the folded text.
        start: where the name of the month begins.
        end: where it ends, a year behind it included.
    """
    match = _AFTER.match(low, end)
    if match is None:
        before = low[max(start - _LOOK_BACK, 0) : start]
        match = _BEFORE.search(before)
        if match and match.lastgroup and match.lastgroup.endswith("_ru"):
            return None if _DEADLINE_RU.search(before[: match.start()]) else _third(match)
    if match is None or match["deadline"]:
        return None
    return _third(match)


def _third(match: re.Match[str]) -> int:
    names = (("one", "one_ru"), ("two", "two_ru"), ("three", "three_ru"))
    said = match.groupdict()
    return next(place for place, pair in enumerate(names, 1) if any(said.get(name) for name in pair))
