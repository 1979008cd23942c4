"""Finding what a costly regular expression matches by looking near the strings that a match must contain."""

import re
from collections.abc import Iterator

# Where signs are this dense, going through the whole text once is cheaper.
_DENSE = 60


def matches_near(
    regex: re.Pattern[str], low: str, signs: tuple[str, ...], reach: int
) -> Iterator[re.Match[str]]:
    """The matches of an expression, left to right, not overlapping.

    Args:
        regex: the expression.
        low: the text.
        signs: strings of which every match contains one; with none of them the whole text is searched.
        reach: how many characters before and behind the beginning of a sign a match may reach at most.
    """
    places = sorted(_places(low, signs))
    if not signs or len(places) * _DENSE > len(low) > _DENSE:
        if places or not signs:
            yield from regex.finditer(low)
        return
    done = 0
    for place in places:
        end = place + reach
        match = regex.search(low, max(done, place - reach), end)
        # What begins behind this sign contains a later one, from which all of it is in reach.
        while match and match.start() <= place:
            yield match
            done = max(match.end(), done + 1)
            match = regex.search(low, done, end)


def _places(low: str, signs: tuple[str, ...]) -> Iterator[int]:
    for sign in signs:
        place = low.find(sign)
        while place >= 0:
            yield place
            place = low.find(sign, place + 1)
