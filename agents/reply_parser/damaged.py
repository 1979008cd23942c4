"""Reads an object that is no JSON, led by the keys that the schema knows.

A string ends where its closing mark is followed by the next known key or by the end of the object, so that
line breaks, quotation marks and LaTeX inside it do no harm. A figure that the text breaks off in is not
taken: "1" may have become "10".
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from json.decoder import scanstring  # type: ignore[attr-defined]
from typing import TYPE_CHECKING

from agents.reply_parser.mending import mended, unescape
from agents.reply_parser.shape import shape_of
from agents.reply_parser.values import TwoValues

if TYPE_CHECKING:
    from pydantic import BaseModel

    from agents.reply_parser.shape import Shape

_QUOTE = r"\\?[\"'“”„‘’`＂«»「」]"
_S = r"\s{0,80}"  # bounded, so that no run of white space makes a search quadratic
_LINE_REMARK = r"(?:[,，]?[ \t]{0,80}(?://|#)[^\n]{0,200}(?=\n))?"
_OBJECT_COST = 100_000
_TAIL = 2_000
_LAX = json.JSONDecoder(strict=False)
_CLOSERS = {
    '"': '"”“＂',
    "'": "'’",
    "“": '”“"',
    "”": '”"',
    "„": '“”"',
    "‘": "’'",
    "’": "’'",
    "`": "`",
    "＂": '＂"',
    "「": "」",
    "«": "»",
}
_SPACE = re.compile(r"(?:[\s,，、;；]|\\[nrt](?=[\s\\\"'}｝])|//[^\n]*|#[^\n]*|/\*.{0,500}?\*/)*", re.DOTALL)
_ANY_KEY = re.compile(
    rf"(?:(?P<quote>{_QUOTE})(?P<quoted>[^\"“”＂»」\n:：]{{1,60}}?){_QUOTE}|(?P<bare>\w[\w\-]{{0,59}}))"
    r"\s{0,80}[:：=]\s{0,80}"
)
_AFTER_STRING = re.compile(
    r"\s{0,80}(?:[,，]\s{0,80}(?:[\"'][^\"'\n]{1,60}[\"']\s{0,9}:|[}｝]\s{0,80}(?:\Z|```))|[}｝]\s{0,80}(?:\Z|```|\n))"
)
_WEAK_END = re.compile(r"\s{0,80}(?:[,，]?\s{0,80}[}｝]|\Z)")
_OBJECT_END = re.compile(r"[}｝]\s{0,80}(?:```)?\s{0,80}\Z")
_SINGLE_QUOTED = re.compile(r"'([^'\\\n]*)'")
_BARE = re.compile(r"(?:[^,，;；\n}｝]|[,，](?=\d))*")
_REMARK = re.compile(r"\s*(?://|#|/\*|\\[nrt]).*", re.DOTALL)
# A figure with a key behind it and no comma between.
_BEFORE_KEY = re.compile(
    rf"[+\-]?\d{{1,15}}(?:\.\d{{1,15}})?"
    rf"(?=[ \t]{{1,80}}{_QUOTE}[^\"'“”\n:：]{{1,60}}{_QUOTE}\s{{0,9}}[:：])"
)
_NUMBER_LIKE = re.compile(r"[+\-]?[\d０-９].*|[Tt]rue|[Ff]alse|[Nn]one|null|NaN|[+\-]?Infinity", re.DOTALL)
_CONSTANTS = {"True": True, "true": True, "False": False, "false": False, "None": None, "null": None}


class OverBudgetError(ValueError):
    """The reply would take too long to read."""


@dataclass
class _WorkBudget:
    """Characters that may still be searched."""

    characters: int = 3_000_000

    def spend(self, characters: int) -> None:
        """Take off what a step costs.

        Raises:
            OverBudgetError: nothing is left.
        """
        self.characters -= characters
        if self.characters < 0:
            raise OverBudgetError("the reply is too long and too broken to be read")

    def search(self, pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
        """``pattern.search`` from ``start``, paid for by the distance searched."""
        match = pattern.search(text, start)
        self.spend((match.end() if match else len(text)) - start + 1)
        return match


@dataclass(frozen=True)
class Damaged:
    """What was read: values by key, the index behind it, and whether its end was found."""

    data: dict[str, object]
    end: int
    closed: bool


@dataclass
class _Cursor:
    """Where reading stands."""

    text: str
    position: int
    data: dict[str, object] = field(default_factory=dict)
    two_values: set[str] = field(default_factory=set)


@dataclass(frozen=True)
class _Value:
    """A value, the index behind it, and whether the text goes on behind it as it should."""

    raw: object
    end: int
    ended: bool


class DamagedReader:
    """Reads damaged objects of one schema out of one reply."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._marks = _key_marks(shape.schema)
        self._budget = _WorkBudget()

    def satisfied(self, data: dict[str, object]) -> bool:
        """Whether the data make an instance of the schema."""
        try:
            self._shape.build(data)
        except ValueError:
            return False
        return True

    def read(self, text: str, start: int) -> Damaged:
        """Read the object whose opening brace stands at ``start``, as far as it goes.

        Raises:
            OverBudgetError: the reply has taken too long already.
        """
        self._budget.spend(_OBJECT_COST)
        cursor = _Cursor(text, start + 1)
        closed = self._read_items(cursor)
        for name in cursor.two_values:
            cursor.data[name] = TwoValues(cursor.data[name])
        return Damaged(cursor.data, cursor.position, closed)

    def without_swallowed(self, text: str) -> str | None:
        """The text with its string closed before the items it has swallowed, None where it has not."""
        found = self._budget.search(self._marks.swallowed, text, max(0, len(text) - _TAIL))
        if found is None:
            return None
        items = found["items"].replace('\\"', '"').rstrip(" \t\n,，")
        return f'{text[: found.start()]}",\n{items}\n}}\n{text[found.end() :]}'

    def _read_items(self, cursor: _Cursor) -> bool:
        text = cursor.text
        while True:
            self._budget.spend(200)
            space = _SPACE.match(text, cursor.position)
            cursor.position = space.end() if space else cursor.position
            if cursor.position >= len(text):
                return False
            if text[cursor.position] in "}｝":
                cursor.position += 1
                return True
            key = _ANY_KEY.match(text, cursor.position)
            if key is not None:
                cursor.position = key.end()
                self._take(cursor, (key["quoted"] or key["bare"]).strip())
                continue
            resume = self._budget.search(self._marks.resume, text, cursor.position)
            cursor.position = resume.end() if resume else len(text)
            if resume and resume[0][0] in "{｛":
                cursor.position = resume.start()
                return False

    def _take(self, cursor: _Cursor, key: str) -> None:
        known = self._shape.field(key)
        value = self._value(cursor.text, cursor.position)
        cursor.position = value.end
        if not value.ended and (known is None or known.required or not isinstance(value.raw, str)):
            return
        name = known.name if known else key
        if known and known.required and cursor.data.get(name, value.raw) != value.raw:
            cursor.two_values.add(name)
        cursor.data[name] = value.raw

    def _value(self, text: str, start: int) -> _Value:
        if text.startswith('\\"', start):
            value = self._string(text, start + 1)
            # The closing mark is escaped as well: its backslash is none of the string's.
            return replace(value, raw=str(value.raw).removesuffix("\\"))
        char = text[start : start + 1]
        if char in _CLOSERS:
            return self._string(text, start)
        if char in {"{", "["}:
            return self._composite(text, start)
        return self._bare(text, start)

    def _string(self, text: str, start: int) -> _Value:
        quote = text[start]
        if text.startswith(quote * 3, start) and (end := text.find(quote * 3, start + 3)) > 0:
            return _Value(text[start + 3 : end], end + 3, ended=True)
        if quote in "\"'" and (plain := _plain_string(text, start)):
            self._budget.spend(plain.end - start)
            return plain
        line = self._budget.search(self._marks.next_line, text, start)
        if line and text[start : line.start()].endswith(("{", "｛")):
            line = None  # the first key of an object quoted in the string
        limit = line.start() if line else len(text)
        weak: int | None = None
        for mark in re.compile(f"[{_CLOSERS[quote]}]").finditer(text, start + 1, limit):
            self._budget.spend(100)
            if self._marks.string_ends.match(text, mark.end()):
                return _Value(unescape(text[start + 1 : mark.start()]), mark.end(), ended=True)
            if _WEAK_END.match(text, mark.end()):
                weak = mark.start()
        if line is not None:
            return _Value(unescape(text[start + 1 : limit].strip()), line.end(), ended=True)
        if weak is not None:
            return _Value(unescape(text[start + 1 : weak]), weak + 1, ended=True)
        return self._unclosed_string(text, start)

    def _unclosed_string(self, text: str, start: int) -> _Value:
        """A string without a closing mark ends with the object, or with the text."""
        if end := self._budget.search(_OBJECT_END, text, start):
            return _Value(unescape(text[start + 1 : end.start()].strip()), end.start(), ended=True)
        return _Value(unescape(text[start + 1 :]), len(text), ended=False)

    def _composite(self, text: str, start: int) -> _Value:
        try:
            raw, end = _LAX.raw_decode(text, start)
        except (ValueError, RecursionError):
            self._budget.spend(2_000)
        else:
            return _Value(raw, end, ended=True)
        following = self._budget.search(self._marks.next_after_bracket, text, start)
        end = following.start() + 1 if following else _last_closing(text, start)
        return _Value(mended(text[start:end]), end, ended=following is not None or end < len(text))

    def _bare(self, text: str, start: int) -> _Value:
        match = _BEFORE_KEY.match(text, start) or _BARE.match(text, start)
        end = match.end() if match else start
        token = text[start:end].strip()
        self._budget.spend(end - start)
        if _NUMBER_LIKE.fullmatch(token):
            token = _REMARK.sub("", token).strip()
            return _Value(
                _CONSTANTS[token] if token in _CONSTANTS else _number(token), end, ended=end < len(text)
            )
        following = self._budget.search(self._marks.next_item, text, start)
        end = following.start() if following else len(text)
        return _Value(text[start:end].strip(), end, ended=following is not None)


def _plain_string(text: str, start: int) -> _Value | None:
    """The string as JSON has it (line breaks allowed), if what follows it is what follows a string."""
    if text[start] == "'":
        single = _SINGLE_QUOTED.match(text, start)
        plain = single is not None and _AFTER_STRING.match(text, single.end())
        return _Value(single[1], single.end(), ended=True) if single and plain else None
    try:
        value, end = scanstring(text, start + 1, False)
    except ValueError:
        return None
    return _Value(value, end, ended=True) if _AFTER_STRING.match(text, end) else None


def _number(token: str) -> object:
    try:
        return json.loads(token)
    except ValueError:
        return token


def _last_closing(text: str, start: int) -> int:
    """Behind the last bracket that can close the one at ``start``."""
    closer = "]" if text[start] == "[" else "}"
    return max(text.rfind(closer, start), start) + 1


@dataclass(frozen=True)
class _KeyMarks:
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
def _key_marks(schema: type[BaseModel]) -> _KeyMarks:
    """The marks of a schema's own keys."""
    fields = shape_of(schema).fields
    names = sorted({label for field in fields for label in field.labels}, key=len, reverse=True)
    known = "|".join(re.escape(name) for name in names) or r"(?!)"
    quoted = rf"{_QUOTE}(?:{known}){_QUOTE}{_S}[:：=]"
    mark = rf"(?:{quoted}|(?:{known}){_S}[:：])"
    end = r"[}｝]\s{0,80}(?:\Z|```|[}\]]|\n)"
    return _KeyMarks(
        string_ends=_compiled(rf"{_LINE_REMARK}{_S}(?:[,，;]{_S}{mark}|\n{_S}{mark}|[,，]?{_S}{end})"),
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
