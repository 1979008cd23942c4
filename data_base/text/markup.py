"""Marks of typesetting in and around figures, blotted out at equal length: LaTeX, HTML entities."""

import html
import re

PAD = "\ue000"
"""Fills up behind a figure what its markup took; a numeral that is read ends behind it."""
_TOKEN = re.compile(
    r"&(?:#[0-9]{2,6}|#x[0-9a-f]{2,6}|[a-z]{2,8}[0-9]{0,2});|(?<=[0-9])\{([,.])\}(?=[0-9])"
    r"|\\(?:([,;:!~ ])|(times|cdot)(?![a-z])|([%$#&])|[()\[\]]|left|right"
    r"|[dtc]?frac(?:\{([0-9]{1,3})\}|([0-9])) ?(?:\{([0-9]{1,3})\}|([0-9]))"
    r"|(?:text(?:rm|bf|it)?|math(?:rm|bf)|mbox)\{([^{}\\]{0,60})\})"
    r"|(?<=[0-9])\^\{(-?[0-9]{1,3})\}"
    r"|(?<=[0-9.,])(?:</?[a-z]{1,8}>|\*{2,3}|[\u200b\u00ad])(?=[0-9.,])",
    re.IGNORECASE,
)
# "$4812$" is mathematics; "$5 to $6" and "US$5" are dollars.
_MATHEMATICS = re.compile(
    r"(?<![\w\\$])\$(?=[^\s$])((?:\\(?:text|math)[a-z]*\{[^{}$]*\}|\\[a-zA-Z]+|\\[^a-zA-Z]|[^a-zA-Z$\\\n]|(?<![a-zA-Z])[a-zA-Z](?![a-zA-Z])){1,120}?)"
    r"(?<=\S)\$(?![\w$])"
)
# "A result of $(3.2) million": the brackets of a loss, inside what it is counted in.
_LOSS = re.compile(
    r"((?:^|[:：=—–|$€£¥₽]|\b(?:was|were|is|of|at|to|составил[аио]?)|[为為是])[ \u00a0]?)"
    r"[(（]([$€£¥₽]?[0-9][0-9.,]*)[)）]"
    r"(?=[ \u00a0]?(?:thousand|million|billion|trillion|[kmb]n?\b|тыс|млн|млрд|трлн|[百千万亿萬億]))",
    re.IGNORECASE | re.MULTILINE,
)
_MARKED = re.compile(r"[\\&{]|[0-9][<*\u200b\u00ad]|[<*>\u200b\u00ad][0-9.,]")
_INSIDE = frozenset("<*\u200b\u00ad")
# From the first of several spaces: each of a long run would be gone through to its end.
_GAP = re.compile(rf"(?<![ \u00a0])[ \u00a0][{PAD} \u00a0]*{PAD}")
_BETWEEN = rf"(?:{PAD}+|{PAD}*(?:[.,']|\u00a0(?=[0-9]{{3}})|[{PAD} \u00a0]*[×·][{PAD} \u00a0]*|\^-?){PAD}*)"
_NUMERAL = re.compile(rf"[0-9]+(?:{_BETWEEN}[0-9]+)*{PAD}*")


def without_markup(text: str) -> str:
    """The text with markup of figures replaced by what it stands for, every other character in its place."""
    if "(" in text or "（" in text:
        text = _LOSS.sub(rf"\1-\2{PAD}", text)
    if not (_MARKED.search(text) or text.count("$") > 1):
        return text
    plain = _MATHEMATICS.sub(lambda match: f" {match[1]}{PAD}", text)
    # What is inside first: "\\mathbf{3.2 \\times 10^{5}}".
    plain = _TOKEN.sub(_stands_for, _TOKEN.sub(_stands_for, plain))
    if PAD not in plain:
        return plain
    plain = _GAP.sub(_gap, plain)
    return _NUMERAL.sub(lambda match: match[0].replace(PAD, "").ljust(len(match[0]), PAD), plain)


def _stands_for(match: re.Match[str]) -> str:
    mark, space, times, sign, above, top, below, bottom, inner, power = match.groups()
    if match[0][0] in _INSIDE or match[0] == "&#8203;":
        return PAD * len(match[0])
    if inner is not None:
        return f"{PAD * (match.start(9) - match.start())}{inner}{PAD}"
    plain = mark or sign or ""
    if match[0][0] == "&":
        plain = html.unescape(match[0].lower())
        plain = "\u00a0" if plain.isspace() else plain if len(plain) == 1 else match[0]
    elif above or top:
        # "1\\frac{1}{2}" is one and a half.
        mixed = match.string[max(match.start() - 1, 0) : match.start()].isdigit()
        return f"{' ' * mixed}{above or top}/{below or bottom}".ljust(len(match[0]), PAD)
    elif space:
        plain = "\u00a0"
    elif times:
        plain = "×"
    elif power:
        plain = f"^{power}"
    elif not plain:
        # What closes is passed over between a figure and its unit.
        return (PAD if match[0][-1] in ")]" else " ") * len(match[0])
    return plain.rjust(len(match[0]), PAD)


def _gap(match: re.Match[str]) -> str:
    """A gap with its space last, where a unit or a scale is looked for behind a figure."""
    spaces = match[0].replace(PAD, "")
    return spaces[-1:].rjust(len(match[0]), PAD)
