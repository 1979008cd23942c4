"""Reads an object that is not valid JSON, guided by the keys that the schema knows.

A string ends where its closing mark is followed by the next known key or by the end of the object, so that
line breaks, quotation marks and LaTeX inside it do no harm. A figure at which the text breaks off is not
taken: "1" may have become "10".
"""

import json
import re
from dataclasses import dataclass, field
from functools import lru_cache

from pydantic import BaseModel

from agents.reply_parser.shape import Shape, shape_of
from agents.reply_parser.values import TwoValues
from data_base.whole_text import whole_text

_DOUBLE, _SINGLE = '"“”„＂«»「」', "'‘’`"
_QUOTE = rf"[{_DOUBLE}{_SINGLE}]"
_S = r"\s{0,80}"  # bounded, so that no run of white space makes a search quadratic
_OBJECT_COST = 100_000
_LAX = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"(?:[\s,，、;；]|//[^\n]*|#[^\n]*|/\*.{0,500}?\*/)*", re.DOTALL)
_ANY_KEY = re.compile(
    rf"(?:(?P<quote>{_QUOTE})(?P<quoted>[^\"“”＂»」\n:：]{{1,60}}?){_QUOTE}|(?P<bare>\w[\w\-]{{0,59}}))"
    rf"{_S}[:：=]{_S}"
)
_AFTER_STRING = re.compile(
    rf"{_S}(?:[,，]{_S}(?:[\"'][^\"'\n]{{1,60}}[\"']\s{{0,9}}:|[}}｝]{_S}(?:\Z|```))|[}}｝]{_S}(?:\Z|```|\n))"
)
_AFTER_VALUE = re.compile(rf"{_S}(?:[,，](?!\d)|[;；}}｝\n]|//|#|/\*|{_QUOTE}|\Z)|{_S}\n")
_OBJECT_END = re.compile(rf"[}}｝]{_S}(?:```)?{_S}\Z")
_FIGURE = re.compile(r"[+\-]?[\d０-９](?:[^,，;；\n}｝]|[,，](?=\d))*|(?:True|False|None)\b")
_REMARK = re.compile(r"\s*(?://|#|/\*).*", re.DOTALL)
_CONSTANTS = {"True": True, "False": False, "None": None}
_MAX_LITERAL_CHARS, _MAX_DEPTH, _MAX_OPENINGS = 20_000, 40, 1_000
_ESCAPE = re.compile(r"\\(?:u(?P<hex>[0-9a-fA-F]{4})|(?P<char>[\"'/\\ntr\n]))")
_CHARACTERS = {"n": "\n", "t": "\t", "r": "\r"}


class OverBudgetError(ValueError):
    """The reply would take too long to read."""


@dataclass
class Damaged:
    """An object as far as it was read."""

    data: dict[str, object] = field(default_factory=dict)
    """Values by key."""
    end: int = 0
    """The index behind it."""
    closed: bool = False
    """Whether its end was found."""


@dataclass(frozen=True)
class _Value:
    """A value, the index behind it, and whether the text goes on behind it as it should."""

    raw: object
    end: int
    ended: bool = True


class DamagedReader:
    """Reads damaged objects of one schema out of one reply, with a budget for all of them together."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._marks = _key_marks(shape.schema)
        self._characters_left = 3_000_000

    def satisfied(self, data: dict[str, object]) -> bool:
        """Whether the data make an instance of the schema."""
        try:
            self._shape.build(data)
        except ValueError:
            return False
        return True

    def read(self, text: str, start: int) -> Damaged:
        """Read the object that opens at ``start``, as far as it goes.

        Raises:
            OverBudgetError: the reply has taken too long already.
        """
        self._spend(_OBJECT_COST)
        found = Damaged(end=start + 1)
        while True:
            self._spend(200)
            space = _SPACE.match(text, found.end)
            found.end = space.end() if space else found.end
            if text[found.end : found.end + 1] in {"}", "｝"}:
                found.end, found.closed = found.end + 1, True
                return found
            if key := _ANY_KEY.match(text, found.end):
                self._take(found, (key["quoted"] or key["bare"]).strip(), self._value(text, key.end()))
                continue
            following = self._search(self._marks.next_key, text, found.end)
            if following is None or following[0][0] in "{｛":
                found.end = following.start() if following else len(text)
                return found
            found.end = following.end()

    def _take(self, found: Damaged, key: str, value: _Value) -> None:
        found.end = value.end
        known = self._shape.field(key)
        if not value.ended and (known is None or known.required or not isinstance(value.raw, str)):
            return
        name = known.name if known else key
        # NaN is not equal to itself, and no second value.
        old = found.data.get(name)
        differs = name in found.data and known is not None and known.required and old != value.raw
        found.data[name] = TwoValues.of(old, value.raw) if differs else value.raw

    def _value(self, text: str, start: int) -> _Value:
        try:
            raw, end = _LAX.raw_decode(text, start)
        except (ValueError, RecursionError):
            self._spend(2_000)
        else:
            self._spend(end - start)
            if (_AFTER_STRING if isinstance(raw, str) else _AFTER_VALUE).match(text, end):
                return _Value(raw, end, ended=end < len(text))
        first = text[start : start + 1]
        if first and first in _DOUBLE + _SINGLE:
            return self._string(text, start)
        if first in {"{", "["}:
            return self._composite(text, start)
        if figure := _FIGURE.match(text, start):
            token = _REMARK.sub("", figure[0]).strip()
            return _Value(_CONSTANTS.get(token, token), figure.end(), ended=figure.end() < len(text))
        following = self._search(self._marks.after_value, text, start)
        end = following.start() if following else len(text)
        return _Value(text[start:end].strip(), end, ended=following is not None)

    def _string(self, text: str, start: int) -> _Value:
        quote = text[start]
        line = self._search(self._marks.next_line, text, start)
        limit = line.start() if line else len(text)
        for mark in re.compile(f"[{_DOUBLE if quote in _DOUBLE else _SINGLE}]").finditer(
            text, start + 1, limit
        ):
            self._spend(100)
            if self._marks.after_value.match(text, mark.end()):
                return _Value(unescape(text[start + 1 : mark.start()]), mark.end())
        if line is not None:
            return _Value(unescape(text[start + 1 : limit].strip()), line.end())
        end_mark = self._search(_OBJECT_END, text, start)
        end = end_mark.start() if end_mark else len(text)
        return _Value(unescape(text[start + 1 : end].strip()), end, ended=end_mark is not None)

    def _composite(self, text: str, start: int) -> _Value:
        """A damaged list or object: up to the next known key, or to its last closing bracket."""
        following = self._search(self._marks.after_bracket, text, start)
        closer = "]" if text[start] == "[" else "}"
        end = following.start() + 1 if following else max(text.rfind(closer, start), start) + 1
        return _Value(_repaired(text[start:end]), end, ended=following is not None or end < len(text))

    def _search(self, pattern: re.Pattern[str], text: str, start: int) -> re.Match[str] | None:
        match = pattern.search(text, start)
        self._spend((match.end() if match else len(text)) - start + 1)
        return match

    def _spend(self, characters: int) -> None:
        self._characters_left -= characters
        if self._characters_left < 0:
            raise OverBudgetError("the reply is too long and too broken to be read")


def unescape(text: str) -> str:
    r"""Decode ``\n``, ``\"``, ``\u4e00`` and the like; unknown escapes keep their backslash."""
    decoded = _ESCAPE.sub(
        lambda match: (
            chr(int(match["hex"], 16)) if match["hex"] else _CHARACTERS.get(match["char"], match["char"])
        ),
        text,
    )
    return whole_text(decoded)


def _repaired(text: str) -> object:
    """A list or an object as json-repair reads it; its text where it cannot."""
    if len(text) > _MAX_LITERAL_CHARS or not _is_shallow(text):
        return text
    import json_repair  # noqa: PLC0415  (whole replies need it rarely, and it takes long to load)

    try:
        return json_repair.loads(text, skip_json_loads=True)
    except (ValueError, RecursionError, IndexError, TypeError, AttributeError):
        return text


def _is_shallow(text: str) -> bool:
    """Whether nesting is bounded: json-repair recurses, and takes seconds on a run of opening brackets."""
    level = openings = 0
    for bracket in re.findall(r"[\[\]{}]", text):
        opens = bracket in "[{"
        level = level + 1 if opens else max(0, level - 1)
        openings += opens
        if level > _MAX_DEPTH or openings > _MAX_OPENINGS:
            return False
    return True


@dataclass(frozen=True)
class _KeyMarks:
    """Where a damaged object goes on."""

    after_value: re.Pattern[str]
    """Behind a value: the next known key, or the end of the object."""
    after_bracket: re.Pattern[str]
    """A known key behind a closing bracket and a comma."""
    next_line: re.Pattern[str]
    """A known key in quotation marks on a line of its own."""
    next_key: re.Pattern[str]
    """A separator before a known key; an opening brace there begins another object."""


@lru_cache(maxsize=256)
def _key_marks(schema: type[BaseModel]) -> _KeyMarks:
    names = sorted(
        {label for item in shape_of(schema).fields for label in item.labels}, key=len, reverse=True
    )
    known = "|".join(re.escape(name) for name in names) or r"(?!)"
    quoted = rf"{_QUOTE}(?:{known}){_QUOTE}{_S}[:：=]"
    mark = rf"(?:{quoted}|(?:{known}){_S}[:：])"
    remark = r"(?:[,，]?[ \t]{0,80}(?://|#)[^\n]{0,200}(?=\n))?"
    end = rf"[}}｝]{_S}(?:\Z|```|[}}\]]|\n)"
    return _KeyMarks(
        *(
            re.compile(pattern, re.IGNORECASE)
            for pattern in (
                rf"{remark}{_S}(?:[,，;\n]{_S}{mark}|[,，]?{_S}{end})",
                rf"[\]}}][ \t\n]{{0,80}}[,，]{_S}(?={mark})",
                rf"[,，]?[ \t]{{0,80}}\n{_S}(?={quoted})",
                rf"[,，{{｛\n]{_S}(?={mark})",
            )
        )
    )
