"""Reading what was given as a number: a JSON number, or a text that states one."""

import re
from decimal import Decimal
from typing import NamedTuple

from data_base.schemas.canonical_answer import NumberValue
from data_base.text.dates import dates
from data_base.text.numbers.figures import Figure, figures, number_alone, same_figure
from data_base.text.numbers.number_qualifiers import Bound, is_denied, is_extreme
from data_base.text.numbers.units import compatible_units
from data_base.text.word_lists import words
from data_base.text_cache import text_cache
from scoring.answers.option_labels import without_announcement
from scoring.answers.units import PLAIN, ScaledUnit, read_measure

_ANNOUNCED = re.compile(
    r"answer(?:\s+is\b|\s*[:=])|result(?:\s+is\b|\s*[:=])|答案|结果(?:是|为|[:：])|結果(?:是|為|[:：])|共计|共計"
    r"|ответ\s*[:=-]|итого|####|=|≈|\\boxed\{",
    re.IGNORECASE,
)


class Quantity(NamedTuple):
    """A number as it was given, without what its scale and unit, the measure, make of it."""

    value: Decimal
    measure: ScaledUnit
    bound: Bound | None = None
    """Whether it is only said to be at least or at most that: "more than 42", 二十几."""


def read_quantity(given: NumberValue, wanted: ScaledUnit = PLAIN) -> Quantity | None:
    """The number that was given; None where there is none, or several and none of them is the answer.

    Args:
        given: a number, or a text that states it. A unit in the text goes before the field ``unit``.
        wanted: the unit that is asked for; of several numbers in a text, the only one in such a unit is
            meant.
    """
    measure = read_measure(given.unit or "")
    if isinstance(given.value, int | float):
        value = Decimal(str(given.value))
        return Quantity(value, measure) if value.is_finite() else None
    stated = _stated(given.value or "", wanted.unit)
    if stated is None:
        return None
    said = stated.measure
    if measure.unit is None or said.unit is not None:
        # "3" with the unit 万: the scale is in the field.
        return stated._replace(measure=said if said != PLAIN else measure)
    return Quantity(stated.value * said.scale, measure, stated.bound)


@text_cache(500_000)
def _stated(text: str, wanted: str | None) -> Quantity | None:
    alone = number_alone(text)
    if alone is None:
        alone = number_alone(without_announcement(text))
    if alone is not None:
        only = figures(text)
        return Quantity(alone, PLAIN, _bound(text, only[0]) if len(only) == 1 else None)
    found = _meant(text, wanted)
    if found is None:
        year = _only_year(text)
        return None if year is None else Quantity(Decimal(year), PLAIN)
    if found.unit:
        return Quantity(
            found.value / found.factor,
            ScaledUnit(Decimal(1), found.factor, found.unit, found.kind),
            _bound(text, found),
        )
    # "1.2 B": a letter separated from its number is a scale only where nothing else is there.
    letter = read_measure(text[found.end :]) if not text[: found.start].strip() else PLAIN
    return Quantity(found.value, PLAIN if letter.unit is not None else letter, _bound(text, found))


def _bound(text: str, figure: Figure) -> Bound | None:
    """Of what it is a bound, unless it is called the maximum or minimum, which it then is.

    "До 42" is a bound as an answer; elsewhere it may be the end of something.
    """
    if is_extreme(text, figure.start):
        return None
    alone = text[: figure.start].strip().lower() in words("short_answers.up_to")
    return figure.bound or ("at_most" if alone else None)


def _meant(text: str, wanted: str | None) -> Figure | None:
    found = [figure for figure in figures(text) if not is_denied(text, figure.start)]
    if announced := [match.end() for match in _ANNOUNCED.finditer(text)]:
        behind = [figure for figure in found if figure.start >= announced[-1]]
        found = behind[:1] or found
    if _all_same(found):
        return found[0] if found else None
    fitting = [figure for figure in found if figure.unit and wanted and compatible_units(figure.unit, wanted)]
    return fitting[0] if fitting and _all_same(fitting) else None


def _only_year(text: str) -> int | None:
    """The year that is all a text has of figures and dates: "in 2024"."""
    mentions = dates(text)
    if len(mentions) != 1 or figures(text):
        return None
    mention = mentions[0]
    return (
        mention.year if mention.month is None and mention.quarter is None and mention.half is None else None
    )


def _all_same(found: list[Figure]) -> bool:
    return all(same_figure(found[0], other) for other in found[1:])
