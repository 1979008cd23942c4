"""The regular expressions that find a schema's keys in damaged text."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from agents.reply_parser.shape import shape_of

if TYPE_CHECKING:
    from pydantic import BaseModel

QUOTE = r"\\?[\"'“”„‘’`＂«»「」]"
_S = r"\s{0,80}"  # bounded, so that no run of white space makes a search quadratic

_REMARK = r"(?:[,，]?[ \t]{0,80}(?://|#)[^\n]{0,200}(?=\n))?"


@dataclass(frozen=True)
class KeyMarks:
    """Where a damaged object goes on.

    Attributes:
        string_ends: behind a closing quotation mark: the next known key, or the end of the object.
        next_line: a known key in quotation marks on a line of its own.
        next_item: a known key behind a comma or a line break, or the end of the object.
        next_after_bracket: a known key behind a closing bracket and a comma.
        resume: a separator before a known key; an opening brace there begins another object.
        swallowed: the last items of a fenced object, escaped as if they belonged to the string before them.
    """

    string_ends: re.Pattern[str]
    next_line: re.Pattern[str]
    next_item: re.Pattern[str]
    next_after_bracket: re.Pattern[str]
    resume: re.Pattern[str]
    swallowed: re.Pattern[str]


@lru_cache(maxsize=256)
def key_marks(schema: type[BaseModel]) -> KeyMarks:
    """The marks of a schema's own keys."""
    fields = shape_of(schema).fields
    names = sorted({label for field in fields for label in field.labels}, key=len, reverse=True)
    known = "|".join(re.escape(name) for name in names) or r"(?!)"
    quoted = rf"{QUOTE}(?:{known}){QUOTE}{_S}[:：=]"
    mark = rf"(?:{quoted}|(?:{known}){_S}[:：])"
    end = r"[}｝]\s{0,80}(?:\Z|```|[}\]]|\n)"
    return KeyMarks(
        string_ends=_compiled(rf"{_REMARK}{_S}(?:[,，;]{_S}{mark}|\n{_S}{mark}|[,，]?{_S}{end})"),
        next_line=_compiled(rf"[,，]?[ \t]{{0,80}}\n{_S}(?={quoted})"),
        next_item=_compiled(rf"[,，\n]{_S}(?={mark})|[}}｝]{_S}(?:```|\Z|\n)"),
        next_after_bracket=_compiled(rf"[\]}}][ \t\n]{{0,80}}[,，]{_S}(?={mark})"),
        swallowed=_compiled(
            rf'(?:\\n)+{_S}(?P<items>\\"(?:{known})\\"{_S}[:：]{_S}'
            rf'(?:\\"[^"\\]{{0,400}}\\"|\d{{1,4}}(?:\.\d{{1,4}})?){_S}[,，]?{_S})[}}｝]?{_S}(?=```\s{{0,80}}\Z)'
        ),
        resume=_compiled(rf"[,，{{｛\n]{_S}(?={mark})"),
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
