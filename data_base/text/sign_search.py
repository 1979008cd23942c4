"""Finding what a costly regular expression matches by looking near the strings that a match must contain."""

import re
from collections.abc import Iterable, Iterator

# Where signs are this dense, going through the whole text once is cheaper.
_DENSE = 60
_NONE, _LATIN = frozenset[str](), frozenset({"latin"})


# A sign of a script can only stand in a text with a letter of it.
_SCRIPTS = {
    "latin": re.compile("[a-z]"),
    "cyrillic": re.compile("[а-я]"),
    "cjk": re.compile("[\u2e80-\U000323af]"),
}


def scripts_in(low: str) -> frozenset[str]:
    """The scripts that a text in lower case has letters of: latin, cyrillic, cjk."""
    if low.isascii():
        return _LATIN if _SCRIPTS["latin"].search(low) else _NONE
    return frozenset(name for name, letter in _SCRIPTS.items() if letter.search(low))


def script_of(signs: tuple[str, ...]) -> str | None:
    """The script that each of these signs has a letter of; None where there is no such script."""
    return next((name for name, letter in _SCRIPTS.items() if signs and all(map(letter.search, signs))), None)


def matches_near(
    regex: re.Pattern[str], low: str, signs: tuple[str, ...], reach: int
) -> Iterable[re.Match[str]]:
    """The matches of an expression, left to right, not overlapping.

    Args:
        regex: the expression.
        low: the text.
        signs: strings of which every match contains one; with none of them the whole text is searched.
        reach: how many characters before and behind the beginning of a sign a match may reach at most.
    """
    # Mostly there are none; a plain loop tells so faster than anything that goes through generators.
    if signs:
        for sign in signs:
            if sign in low:
                break
        else:
            return ()
    return _near(regex, low, signs, reach)


def _near(regex: re.Pattern[str], low: str, signs: tuple[str, ...], reach: int) -> Iterator[re.Match[str]]:
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
