"""Texts that programs stumble over: of each kind as many characters as are wanted."""

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

_SEED = 7


def _repeated(unit: str) -> Callable[[int], str]:
    return lambda size: (unit * (size // len(unit) + 1))[:size]


def _counted(form: str) -> Callable[[int], str]:
    """What differs from one place to the next, so that no memory of what was read helps."""
    return lambda size: _drawn(size, lambda dice: form.format(dice.randrange(10_000_000)))


def _drawn(size: int, draw: Callable[[random.Random], str]) -> str:
    dice = random.Random(_SEED)  # noqa: S311  (no secret)
    parts, length = list[str](), 0
    while length < size:
        parts.append(draw(dice))
        length += len(parts[-1])
    return "".join(parts)[:size]


def _word(dice: random.Random) -> str:
    return "".join(dice.choices("abcdefghijklmnop", k=dice.randrange(3, 9))) + " "


def _han(dice: random.Random) -> str:
    return chr(dice.randrange(0x4E00, 0x9FA5))


def _nested(opened: str, closed: str) -> Callable[[int], str]:
    def text(size: int) -> str:
        deep = size // (len(opened) + len(closed))
        return opened * deep + closed * deep

    return text


KINDS: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "square brackets": _repeated("["),
        "square brackets nested": _nested("[", "]"),
        "round brackets": _repeated("("),
        "round brackets nested": _nested("(", ")"),
        "braces": _repeated('{"a":'),
        "pictures": _repeated("!["),
        "links": _repeated("[a](b "),
        "straight quotes": _repeated('"'),
        "opening quotes": _repeated("“«「"),
        "backticks": _repeated("`a``"),
        "stars": _repeated("*a **b"),
        "underscores": _repeated("_a __"),
        "tildes": _repeated("~~a~"),
        "quotations nested": _repeated("> "),
        "list nested": lambda size: "".join(f"{' ' * n}- a\n" for n in range(int((2 * size) ** 0.5)))[:size],
        "table pipes": _repeated("|"),
        "table rows": _repeated("| a | 1 | 2 |\n"),
        "table of one row": lambda size: "|a|b|\n|-|-|\n" + "|1" * (size // 2),
        "table head": lambda size: "|a" * (size // 4) + "|\n" + "|-" * (size // 4) + "|\n",
        "digits": _repeated("7"),
        "digits in groups": _repeated("123 "),
        "digits with commas": _repeated("1,"),
        "digits with dots": _repeated("1."),
        "digits with dashes": _repeated("1-"),
        "digits with colons": _repeated("12:"),
        "fractions": _repeated("1/2 "),
        "numbers": _counted("{} "),
        "numbers of things": _counted("It had {} of them. "),
        "decimals": _counted("{}.5 and "),
        "money": _counted("${} million, "),
        "years": lambda size: _drawn(size, lambda dice: f"in {dice.randrange(1800, 2100)}, "),
        "dates": _repeated("3 May 2021, "),
        "dates in Han": _repeated("2021年5月3日"),
        "list numbers": _repeated("1. "),
        "list lines": _repeated("1. a\n"),
        "short words": _repeated("a "),
        "short words, then another": lambda size: "a " * (size // 2) + "b",
        "one letter": _repeated("a"),
        "long words": _repeated("a" * 5_000 + " "),
        "words": lambda size: _drawn(size, _word),
        "sentences": _counted("The mill {} closed. "),
        "capitals": _repeated("A. B. "),
        "names": _counted("Anna Berg{} Ltd, "),
        "dots": _repeated("."),
        "ellipses": _repeated("a … "),
        "commas": _repeated(", "),
        "exclamations": _repeated("!?"),
        "spaces": _repeated(" "),
        "spaces, then a letter": _repeated(" " * 5_000 + "x"),
        "hard spaces": _repeated("\u00a0"),
        "lines": _repeated("\n"),
        "lines of a letter": _repeated("a\n"),
        "carriage returns": _repeated("a\r\n \r\n"),
        "tabs": _repeated("\t1"),
        "Han": lambda size: _drawn(size, _han),
        "Han repeated": _repeated("的"),
        "Han numerals": _repeated("一百零二萬"),
        "Han stops": _repeated("是。"),
        "Russian": _repeated("в 2021 году не было и "),
        "mixed scripts": _repeated("aя的1"),
        "combining marks": _repeated("e\u0301\u0302"),
        "combining marks alone": _repeated("\u0301"),
        "marks out of order": _repeated("\u0345\u0316"),
        "marks on one letter": lambda size: "a" + "\u0345" * (size // 2) + "\u0316" * (size // 2),
        "marks that compose": lambda size: "е" + "\u0308" * size,
        "dotted capital I": _repeated("İ"),
        "ligatures": _repeated("ﬃ"),
        "full width": _repeated("１２，"),
        "joiners": _repeated("a\u200d\u200b\u00ad"),
        "right to left": _repeated("\u202ea\u202c"),
        "entities": _repeated("&amp;&#1;&lt"),
        "ampersands": _repeated("&"),
        "elements": _repeated("<b><i>"),
        "elements nested": _nested("<b>", "</b>"),
        "angles": _repeated("<"),
        "comments": _repeated("<!-- "),
        "backslashes": _repeated("\\"),
        "mathematics": _repeated("$x$ \\frac{1}{"),
        "dollars": _repeated("$"),
        "carets": _repeated("10^"),
        "addresses": _repeated("https://a.b/c "),
        "address without end": lambda size: "https://" + "a.b/" * (size // 4),
        "mail": _repeated("a@b."),
        "citations": _repeated("[a.md#1]"),
        "citations of many": lambda size: "[" + "1, " * (size // 3) + "1]",
        "footnotes": _counted("[^{0}]: a\n[^{0}] "),
        "references": _counted("[{0}]: /a\n[{0}] "),
        "headings": _repeated("# a\n"),
        "hashes": _repeated("#"),
        "rules": _repeated("-"),
        "equal signs": _repeated("a\n===\n"),
        "fences": _repeated("```\n"),
        "denials": _repeated("not no never "),
        "questions": _repeated("Who and what? "),
        "conjunctions": _repeated("and or but "),
        "hyphens": _repeated("a-\n"),
        "hyphenated": _repeated("a-b-"),
        "percent": _repeated("5% "),
        "units": _repeated("5 km/h "),
        "ranges": _repeated("1–2 to "),
        "key and value": _repeated("a: 1; "),
        "JSON": _repeated('{"a": "b", "c": [1, '),
    }
)
"""Kinds by name: a function from a number of characters to a text."""
