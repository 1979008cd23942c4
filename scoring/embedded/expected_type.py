"""What a part of a question wants: a name, a date, a figure of some unit, a cause or words."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from data_base.text.names import chinese_names, names
from data_base.text.word_lists import by_word
from data_base.text.word_lists import words as listed
from scoring.embedded.lexicon import fold, words
from scoring.embedded.question import QuestionPart
from scoring.embedded.values import Value, same
from scoring.embedded.words import names as capitalised
from scoring.embedded.words import root, script, terms
from scoring.values.mentions import mentions
from scoring.values.periods import TIMES
from scoring.words.support_features import without

Sought = Literal["name", "date", "money", "percent", "count", "figure", "cause", "words"]
VALUES: frozenset[Sought] = frozenset({"date", "money", "percent", "count", "figure"})
"""What is a figure or a date."""
_BY_KIND: dict[str, Sought] = {
    "who": "name", "when": "date", "percent": "percent", "money": "money", "why": "cause",
}  # fmt: skip
_FIGURES: dict[Sought, frozenset[str]] = {
    "money": frozenset({"money"}),
    "percent": frozenset({"percent", "points"}),
    "count": frozenset({"number"}),
    "figure": frozenset({"number", "quantity", "money", "percent", "points"}),
}
_LENGTH = frozenset({"m"})
_UNITS = {
    "lasts": TIMES,
    "lasts_or_reaches": TIMES | _LENGTH,
    "reaches": _LENGTH,
    "weighs": frozenset({"kg"}),
}
_MEASURES: tuple[tuple[str, Sought], ...] = (
    ("prices", "money"), ("outlays", "money"), ("costs", "money"), ("measures", "figure"),
)  # fmt: skip
# What these ask for is called by many names.
_BY_ANY_NAME = frozenset({"costs", "outlays"})
# A number may take the place of the word for how many: "how many days" is answered as "5 days" is written.
_HOW_MANY = re.compile(
    r"\bhow many\b|\bсколько\b|多少(?:个|名)?|(?<!哪)几(?!点)(?:个|名)?(?=[\u3400-\u9fff])"
)
_ROLE = re.compile(
    r"([\u3400-\u9fff]{2})[是为](?:谁|何人|哪位)"
    r"|\bwho (?:is|was|are|were) (?:the )?(?:[\w'’-]+ ){0,3}?([a-z]+)(?= (?:of|for|at|in|now)\b|\W*$)"
)
_FORMS = ("ltd", "inc", "plc", "co", "llc", "gmbh", "ag", "ооо", "ао", "оао")
"""Words of a company's name that name none by themselves."""
_CYRILLIC, _WORD = re.compile("[а-я]"), re.compile(r"\w+")
# In Chinese what bears something may be any body: "由碼頭負擔".
_MAY_NAME = re.compile(r"由[\u3400-\u9fff]|·|[a-z]{2}")
_NEAR, _IS = 3, frozenset({"is", "was", "are", "were", "be", "s"})
"""Words between "what" and the measure that it asks for, at most; one of them is."""


@dataclass(frozen=True, slots=True)
class ExpectedType:
    """What a part of a question wants."""

    sought: Sought
    """Of what kind it is."""
    asking: str
    """The text that asks it, with the part of the question that says of what."""
    known: frozenset[str]
    """Roots of the question's words: a name of these alone is no answer."""
    values: tuple[Value, ...]
    """Figures and dates that the question names: no answer either."""
    units: frozenset[str] = frozenset()
    """Of a figure, the units that fit; empty where any does."""
    measure: frozenset[str] = frozenset()
    """The roots of the measure, or the role, that is asked for by its name."""
    or_words: bool = False
    """Whether words may answer as well: of "what part" the part itself."""

    def fits(self, value: Value) -> bool:
        """Whether a value is of the kind, and none that the question names; money has a currency."""
        figure = value.mention.figure
        if (figure is None) != (self.sought == "date") or any(same(value, own) for own in self.values):
            return False
        if figure is None:
            return True
        if value.tabular:
            return not self.units and self.sought != "money"
        # "37.2 million" alone may be a sum, "1.92 million passengers" is none.
        sum_of_money = self.sought == "money" and figure.scale > 1 and not (figure.unit or figure.noun)
        return (
            figure.unit in self.units if self.units else sum_of_money or figure.kind in _FIGURES[self.sought]
        )

    def may_fit(self, value: Value, *, currency: bool) -> bool:
        """Whether a value may fit: "day 118" a date, "12 crowns" a sum if passages have no currency."""
        figure = value.mention.figure
        if figure is None:
            # "1930 people" reads as a year.
            return self.sought == "date" or (
                self.sought in {"count", "figure"} and value.mention.raw.isdigit()
            )
        if self.sought == "money":
            return figure.kind == "money" or (figure.kind == "number" and (not currency or self.fits(value)))
        if self.sought == "percent":
            return figure.kind in {"percent", "points"} or not (figure.noun or figure.unit)
        if self.sought == "date":
            return figure.unit in TIMES or (figure.kind in {"number", "ordinal"} and not figure.unit)
        return figure.kind != "ordinal"


def wanted(part: QuestionPart, question: str, about: str = "") -> ExpectedType:
    """What a part of a question wants; what it does not say itself of what it asks is said ``about`` it."""
    text = fold(part.text)
    plain = ExpectedType("words", f"{about} {part.text}", frozenset(map(root, terms(question))), part.values)
    kind = "what" if part.kind == "when" and _asked_before_when(text) else part.kind
    sought = "name" if words("which_name").find(text) else _BY_KIND.get(kind)
    if sought is not None:
        role = _ROLE.search(text) if sought == "name" else None
        return replace(
            plain,
            sought=sought,
            measure=frozenset(map(root, terms(role[1] or role[2]))) if role else plain.measure,
        )
    if words("part_of").find(text):
        counted = part.kind == "how_many"
        return replace(plain, sought="figure" if counted else "percent", or_words=not counted)
    if units := next((units for name, units in _UNITS.items() if words(name).find(text)), None):
        return replace(plain, sought="figure", units=units)
    return _counted(text, plain) or _measured(part, text, plain)


def _asked_before_when(text: str) -> bool:
    """Whether another word asks before "when": "what does it do when …" asks for no date."""
    when = words("when").find(text)
    others = (words(kind).find(text) for kind in ("who", "how", "what"))
    return when is not None and any(other and other.end() <= when.start() for other in others)


def _counted(text: str, plain: ExpectedType) -> ExpectedType | None:
    """Of what "how many" asks the number; None where nothing is counted."""
    asked = _HOW_MANY.search(text)
    read = mentions(f"5 {text[asked.end() :].lstrip()}") if asked else ()
    figure = read[0].figure if read and read[0].start == 0 else None
    if asked is None or figure is None or not (figure.unit or figure.noun):
        return None
    if figure.unit is None:
        # What follows in Russian may be who does it: "сколько завод выпустил".
        sought: Sought = "figure" if _CYRILLIC.search(asked[0]) else "count"
        return replace(plain, sought=sought)
    if figure.kind in {"percent", "money"}:
        return replace(plain, sought="percent" if figure.kind == "percent" else "money")
    units = TIMES if figure.unit in TIMES else frozenset({figure.unit})
    return replace(plain, sought="figure", units=units)


def _measured(part: QuestionPart, text: str, plain: ExpectedType) -> ExpectedType:
    """Whether a sum or another measure is asked for by its name; else the answer is in words."""
    for name, sought in _MEASURES:
        found = words(name).find(text)
        if found and (part.kind == "how_many" or _asks_for(part, text, found, name)):
            named = frozenset(map(root, terms(found[0]))) if name not in _BY_ANY_NAME else frozenset[str]()
            return replace(plain, sought=sought, measure=named)
    exact = part.kind == "how_many" and (_HOW_MANY.search(text) or words("how_much").find(text))
    return replace(plain, sought="figure") if exact else plain


def _asks_for(part: QuestionPart, text: str, found: re.Match[str], name: str) -> bool:
    """Whether "what" asks for this measure: "what was the price", "what did it cost", no "cost review"."""
    asking = words(part.kind).find(text) if part.kind in {"what", "list", "how"} else None
    if asking is None or asking.end() > found.start():
        return False
    if name == "costs":
        behind = _WORD.match(text[found.end() :].lstrip())
        return behind is None or behind[0].isdigit() or behind[0] in listed("stop_words")
    between = _WORD.findall(text[asking.end() : found.start()])
    if name in {"prices", "outlays"} and not between:
        return True
    return len(between) <= _NEAR and (not text.isascii() or not _IS.isdisjoint(between))


@cache
def no_names() -> frozenset[str]:
    """Roots of words with a capital that name nobody by themselves: forms of companies, months."""
    return frozenset(root(term) for word in (*_FORMS, *by_word("dates.months")) for term in terms(word))


def may_name(text: str, known: frozenset[str]) -> bool:
    """Whether a text may name somebody in addition to the known roots: a capital at its beginning counts."""
    if script(text) == "han":
        return bool(_MAY_NAME.search(fold(text))) or any(
            not known.issuperset(terms(name)) for name in chinese_names(f"是{text}")
        )
    plain = without(text, mentions(text))
    return any(root(name) not in known | no_names() for name in capitalised(f"x {plain}"))


def names_somebody(text: str, around: Sequence[str], want: ExpectedType) -> bool:
    """Whether a sentence names somebody new; the names around show whether its first word is one."""
    plain = without(text, mentions(text))
    found = [*names(plain), *(name for name in around if name in plain), *chinese_names(plain)]
    known = want.known | no_names()
    return any(not known.issuperset(map(root, terms(name))) for name in found)
