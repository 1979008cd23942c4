"""A JSON object in a file of any length, read a member at a time, and one of its lists an entry at a time."""

from __future__ import annotations

import json
import math
import re
from typing import IO, TYPE_CHECKING, NamedTuple

from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pydantic import JsonValue

_CHUNK = 1 << 16
_BLANK = re.compile(r"[ \t\r\n]*")
_IN_NUMBER = re.compile(r"[0-9.eE+-]*")
_HALF = re.compile(r"\\u[dD][89a-fA-F]")


class Member(NamedTuple):
    """A member of an object, or an entry of the list that is read entry by entry.

    Attributes:
        name: of the member.
        value: of the member or the entry; None at the beginning of the list.
        number: of the entry, from 0; -1 at the beginning of the list, None for a member.
    """

    name: str
    value: JsonValue
    number: int | None = None


def json_members(path: Path, listed: str) -> Iterator[Member]:
    """The members of the object that a file holds.

    Args:
        path: the file; a byte order mark at its start is tolerated.
        listed: the member that comes entry by entry where it is a list.

    Raises:
        InputError: the file cannot be read, holds no JSON object, has a member twice, or a number that is
            not finite (NaN is no JSON).
    """
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield from _Scanner(path, file).members(listed)
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: not valid JSON ({error.reason}); save it as UTF-8.") from error
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check the path.") from error


class _Scanner:
    """A file's text with a window on what is being read."""

    def __init__(self, path: Path, file: IO[str]) -> None:
        self._path, self._file = path, file
        self._text, self._at, self._ended = "", 0, False
        self._decoder = json.JSONDecoder(parse_float=self._finite, parse_constant=self._constant)

    def members(self, listed: str) -> Iterator[Member]:
        opening = self._next()
        if opening == "[" or (opening and opening in '"-0123456789tfn'):
            self._value()
            raise InputError(f"{self._path}: expected a JSON object; this is something else.")
        self._take("{")
        seen: set[str] = set()
        for _ in self._separated("}"):
            name = self._value() if self._next() == '"' else self._refuse("a name in quotes is missing")
            self._take(":")
            if str(name) in seen:
                raise InputError(f'{self._path}: the field "{name}" stands twice; keep one.')
            seen.add(str(name))
            if name == listed and self._next() == "[":
                self._take("[")
                yield Member(listed, None, -1)
                for number in self._separated("]"):
                    yield Member(listed, self._value(), number)
            else:
                yield Member(str(name), self._value())
        if self._next():
            self._refuse("something follows the object")

    def _separated(self, closing: str) -> Iterator[int]:
        """Once for each thing up to the closing bracket, which is taken."""
        number = 0
        while self._next() != closing or number:
            yield number
            number += 1
            if self._next() == closing:
                break
            self._take(",")
        self._take(closing)

    def _value(self) -> JsonValue:
        self._next()
        while True:
            try:
                value, end = self._decoder.raw_decode(self._text, self._at)
            except RecursionError:
                self._refuse("it is nested too deeply")
            except InputError:
                raise
            except ValueError as error:
                # What looks broken may only be cut off; twice as much is read, so that this ends soon.
                if not self._more(len(self._text) - self._at):
                    self._refuse(error.msg if isinstance(error, json.JSONDecodeError) else str(error), error)
                continue
            # A number may go on behind the window, as 0.5 that is cut off behind its point.
            if not _IN_NUMBER.fullmatch(self._text, end) or not self._more(_CHUNK):
                break
        self._require_whole_characters(value, end)
        self._at = end
        return value  # type: ignore[no-any-return]

    def _require_whole_characters(self, value: object, end: int) -> None:
        if _HALF.search(self._text, self._at, end):
            try:
                json.dumps(value, ensure_ascii=False).encode()
            except UnicodeEncodeError as error:
                self._refuse("an escape like \\ud800 is half of a character", error)

    def _next(self) -> str:
        """The next character that is not blank, where the window then begins; empty at the end."""
        while True:
            self._at = _BLANK.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more(_CHUNK):
                return ""

    def _take(self, character: str) -> None:
        found = self._next()
        if found != character:
            self._refuse(f"{character!r} is missing" + (f" before {found!r}" if found else " at the end"))
        self._at += 1

    def _more(self, count: int) -> bool:
        more = "" if self._ended else self._file.read(max(count, _CHUNK))
        self._ended = not more
        self._text, self._at = self._text[self._at :] + more, 0
        return bool(more)

    def _finite(self, digits: str) -> float:
        value = float(digits)
        return value if math.isfinite(value) else self._constant(digits)

    def _constant(self, name: str) -> float:
        raise InputError(f"{self._path}: not valid JSON ({name} is no finite number); write the run again.")

    def _refuse(self, reason: str, cause: Exception | None = None) -> JsonValue:
        raise InputError(f"{self._path}: not valid JSON ({reason}); write the run again.") from cause
