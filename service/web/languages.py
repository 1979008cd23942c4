"""The languages of the pages, and which of them a visitor reads."""

from __future__ import annotations

import io
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LOCALES = ("en", "zh_Hant", "zh_Hans", "ru")
"""The languages that there are texts in; the first is the one that they are written in."""
NAMES = {"en": "English", "zh_Hant": "繁體中文", "zh_Hans": "简体中文", "ru": "Русский"}
CATALOGUES = Path(__file__).parent / "locales"
_HANT_PLACES = frozenset({"TW", "HK", "MO"})
_SCRIPT = 4
"""Letters of a script in a language tag."""


def chosen_locale(cookie: str | None, accept_language: str) -> str:
    """The language that a page is shown in.

    Args:
        cookie: what the visitor chose, None where nothing was.
        accept_language: what the browser asks for, the header ``Accept-Language``.
    """
    if cookie in LOCALES:
        return str(cookie)
    for tag in _by_preference(accept_language):
        if (found := _locale_of(tag)) is not None:
            return found
    return LOCALES[0]


@cache
def translations(locale: str) -> NullTranslations:
    """The texts of a language, read from its catalogue."""
    if locale == LOCALES[0]:
        return NullTranslations()
    with (CATALOGUES / f"{locale}.po").open("rb") as file:
        catalogue = read_po(file, locale)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def html_language(locale: str) -> str:
    """The language as HTML names it, ``zh-Hant``."""
    return locale.replace("_", "-")


def _by_preference(accept_language: str) -> list[str]:
    weighed = []
    for place, part in enumerate(accept_language.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            weighed.append((-float(weight or 1), place, tag.strip()))
        except ValueError:
            continue
    return [tag for weight, _, tag in sorted(weighed) if weight < 0]


def _locale_of(tag: str) -> str | None:
    language, *parts = tag.replace("_", "-").split("-")
    if language.lower() == "zh":
        named = {part.title() if len(part) == _SCRIPT else part.upper() for part in parts}
        return "zh_Hant" if "Hant" in named or ("Hans" not in named and named & _HANT_PLACES) else "zh_Hans"
    return language.lower() if language.lower() in LOCALES else None
