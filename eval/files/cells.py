"""What the cell of a spreadsheet means in its column."""

import ast
import json
import math
import re
import warnings
from collections.abc import Callable, Mapping
from datetime import date, time, timedelta
from decimal import Decimal

from eval.files.columns import CellKind
from eval.files.strict_json import strict_json

Cell = str | float | bool | date | time | timedelta
"""As it is in a workbook or a CSV file; the empty text for nothing."""
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_OBJECT = re.compile(r"\s*\[?\s*\{\s*(?:[\"'}]|$)")
"""How an object begins, or a list of them; what begins so is no text."""
_PARTS = re.compile(r"\s*[,;\n，；、]\s*")
# Excel writes the words of its own language into CSV.
_TRUE = frozenset({"true", "yes", "1", "да", "истина", "是", "wahr", "vrai"})
_FALSE = frozenset({"false", "no", "0", "нет", "ложь", "否", "falsch", "faux"})


def value_of(cell: object, kind: CellKind, *, decimal_comma: bool = False) -> object:
    """The value that a cell has in JSON.

    Args:
        cell: not empty; a list or an object, as a data frame may have it, is its own value.
        kind: of its column.
        decimal_comma: whether 7,5 is seven and a half.

    Raises:
        ValueError: it is nothing of the kind; the message says what is expected.
    """
    if isinstance(cell, list | dict):
        return cell
    if kind is CellKind.NUMBER:
        return _number(cell, decimal_comma=decimal_comma)
    if kind is CellKind.ANY and not isinstance(cell, str):
        return _plain(cell)
    return _FROM_TEXT[kind](text_in(cell))


def entry_of(cell: object, kind: CellKind) -> object:
    """What the cell of a numbered column (``key_points_1``) is in the list of these.

    Raises:
        ValueError: it is nothing of the kind; the message says what is expected.
    """
    return _entry(text_in(cell)) if kind is CellKind.ENTRIES else text_in(cell)


def text_in(cell: object) -> str:
    """A cell as text: 7.0 is ``7``, a date is ISO 8601."""
    plain = _plain(cell)
    if isinstance(plain, bool):
        return "TRUE" if plain else "FALSE"
    return str(plain)


def _plain(cell: object) -> object:
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 1e21:  # noqa: PLR2004  (no 1e+16)
        return int(cell)
    if isinstance(cell, date | time):
        return cell.isoformat()
    if isinstance(cell, Decimal):
        return float(cell)
    return str(cell) if isinstance(cell, timedelta) else cell


def _number(cell: object, *, decimal_comma: bool) -> float:
    if isinstance(cell, float | int | Decimal) and not isinstance(cell, bool):
        return float(cell)
    text = text_in(cell).strip()
    if decimal_comma:
        text = text.replace(",", ".")
    if not _NUMBER.fullmatch(text) or not math.isfinite(number := float(text)):
        raise ValueError(f"{_shown(cell)} is no number; write one, such as 7.5")
    return number


def _truth(text: str) -> bool:
    word = text.strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(f"{_shown(text)} is neither true nor false; write TRUE or FALSE")
    return word in _TRUE


def _lines(text: str) -> list[object]:
    return _listed(text, str.splitlines)


def _entries(text: str) -> list[object]:
    found = written_list(text)
    if found is not None and (not found or any(isinstance(each, str | dict) for each in found)):
        return found
    return [_entry(line) for line in text.splitlines() if line.strip()]


def _entry(text: str) -> object:
    return _json(text) if _OBJECT.match(text) else text


def _labels(text: str) -> list[object]:
    return _listed(text, _PARTS.split)


def _passages(text: str) -> list[object]:
    return _listed(text, lambda whole: [whole])


def _listed(text: str, parted: Callable[[str], list[str]]) -> list[object]:
    """The list that is written in a cell, or the parts of its text."""
    found = written_list(text)
    # A document may well be "[2024]": nothing but texts and objects are entries.
    if found is not None and all(isinstance(each, str | dict) for each in found):
        return found
    return [part for part in parted(text) if part.strip()]


def _json(text: str) -> object:
    try:
        return strict_json(text)
    except ValueError as error:
        found = _as_python(text) if _is_other_than_json(error) else None
        if isinstance(found, dict | list):
            return found
        raise ValueError(f"no valid JSON ({error}); write an object or a list") from error


def _any(text: str) -> object:
    if not text.strip().startswith(("[", "{")):
        return text
    try:
        return strict_json(text)
    except ValueError:
        return text


def written_list(text: str) -> list[object] | None:
    """The list that a text is, as JSON writes it or as Python does (pandas, ragas); None where it is none."""
    text = text.strip()
    if not (text.startswith("[") and text.endswith("]")):
        return None
    try:
        value = strict_json(text)
    except ValueError as error:
        value = _as_python(text) if _is_other_than_json(error) else None
    return value if isinstance(value, list) else None


def _is_other_than_json(error: ValueError) -> bool:
    """Whether a text is no JSON at all; of a field that is there twice, Python would lose one."""
    return isinstance(error.__cause__, json.JSONDecodeError)


def _as_python(text: str) -> object:
    """A value as Python writes it, None where it is not written so."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            value = ast.literal_eval(text.strip())
        # Sets, bytes and half characters are no JSON.
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None
    else:
        return value


def _shown(cell: object, longest: int = 40) -> str:
    text = repr(text_in(cell))
    return text if len(text) <= longest else f"{text[:longest]}…"


_FROM_TEXT: Mapping[CellKind, Callable[[str], object]] = {
    CellKind.TEXT: str,
    CellKind.TRUTH: _truth,
    CellKind.LINES: _lines,
    CellKind.ENTRIES: _entries,
    CellKind.LABELS: _labels,
    CellKind.PASSAGES: _passages,
    CellKind.JSON: _json,
    CellKind.ANY: _any,
}
