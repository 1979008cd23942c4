"""Figures and times as a language writes them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from babel.core import Locale
from babel.dates import format_datetime
from babel.numbers import format_currency, format_decimal, format_percent
from babel.units import format_unit

from data_base.text_cache import text_cache
from eval.runs.score_format import on_scale

if TYPE_CHECKING:
    from data_base.schemas.run import RunScale

NONE = "–"
"""In place of a figure that there is none of."""
_CENT = 0.01
_REMEMBERED = 200_000
"""Characters of the figures of each sort that are remembered in each language."""
_FEW = 10
"""Seconds below which tenths are shown."""
_UNITS = (("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_KILOBYTE, _MEGABYTE = 1_000, 1_000_000


def figures(locale: str) -> dict[str, Callable[..., str]]:
    """The filters of a language's templates; a page has hundreds of figures, so each is worked out once."""
    own = Locale.parse(locale)
    filters: tuple[Callable[..., str], ...] = (
        _count,
        _score,
        _share,
        _written,
        _money,
        _time,
        _duration,
        _size,
    )
    filters += (_on_scale, _change_on_scale, _signed)
    return {each.__name__[1:]: text_cache(_REMEMBERED)(partial(each, locale=own)) for each in filters}


def _count(value: int | None, *, locale: Locale) -> str:
    return NONE if value is None else format_decimal(value, locale=locale)


def _score(value: float | None, scale: RunScale = "1-10", *, locale: Locale) -> str:
    """A score of 1 to 10 with two digits, one of 0 to 1 in per cent."""
    if value is None:
        return NONE
    if scale == "1-10":
        return format_decimal(value, "0.00", locale=locale)
    return format_percent(value, "0.0%", locale=locale)


def _share(value: float | None, *, locale: Locale) -> str:
    return NONE if value is None else format_percent(value, "0%", locale=locale)


def _written(value: str, *, locale: Locale) -> str:
    """A number that is written as in English."""
    signs = locale.number_symbols["latn"]
    return value.translate(str.maketrans({".": signs["decimal"], ",": signs["group"]}))


def _money(value: float | None, *, locale: Locale) -> str:
    """US dollars; below a cent with as many digits as show something."""
    if value is None:
        return NONE
    shown = "¤0.00" if value == 0 or value >= _CENT else "¤0.0000##"
    return format_currency(value, "USD", shown, locale=locale, currency_digits=False)


def _time(value: str | datetime | None, *, locale: Locale) -> str:
    """A moment, in UTC."""
    if value is None:
        return NONE
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    return f"{format_datetime(at, 'yyyy-MM-dd HH:mm', locale=locale)} UTC"


def _duration(seconds: float | None, *, locale: Locale) -> str:
    """In the greatest unit that there is one of, and the one below it."""
    if seconds is None:
        return NONE
    unit = partial(format_unit, length="short", format="0.#", locale=locale)
    if seconds < _FEW:
        return unit(round(seconds, 1), "duration-second")
    for (name, size), (below, part) in pairwise(_UNITS):
        count, rest = divmod(round(seconds), size)
        if count:
            shown = unit(count, f"duration-{name}")
            return f"{shown} {unit(rest // part, f'duration-{below}')}" if rest >= part else shown
    return unit(round(seconds), "duration-second")


def _signed(value: float | None, scale: RunScale = "1-10", *, locale: Locale) -> str:
    if value is None:
        return NONE
    return ("+" if value > 0 else "−" if value < 0 else "") + _score(abs(value), scale, locale=locale)


def _on_scale(kept: float | None, scale: RunScale | None, *, locale: Locale) -> str:
    """A kept score, 0 to 1, on the scale of its run."""
    if kept is None:
        return NONE
    return _score(on_scale(kept, scale) if scale == "1-10" else kept, scale or "percent", locale=locale)


def _change_on_scale(change: float | None, scale: RunScale | None, *, locale: Locale) -> str:
    if change is None:
        return NONE
    stretched = on_scale(change, scale) - on_scale(0, scale) if scale == "1-10" else change
    return _signed(stretched, scale or "percent", locale=locale)


def _size(count: int | None, *, locale: Locale) -> str:
    """Bytes."""
    if count is None:
        return NONE
    if count < _KILOBYTE:
        return format_unit(count, "byte", "long", locale=locale)
    per, unit = (_MEGABYTE, "megabyte") if count >= _MEGABYTE else (_KILOBYTE, "kilobyte")
    return format_unit(count / per, unit, "short", "#,##0.#", locale=locale)
