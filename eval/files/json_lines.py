"""JSON read strictly: a file whole, or a line at a time, with errors that name file and line.

Rows of Parquet files are read by the same function.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from data_base.errors import InputError, first_fault
from eval.files.parquet_rows import is_parquet, parquet_rows
from eval.files.pipes import readable_again
from eval.files.remote_paths import READ_AHEAD, reading
from eval.files.strict_json import HalfCharacterError, strict_json
from eval.files.text_encoding import as_text


def json_lines(path: Path) -> Iterator[tuple[int, dict[str, object]]]:
    """The objects of a JSONL or Parquet file with their line or row numbers, from 1.

    Empty lines are passed over; a byte order mark at the start names the encoding, UTF-8 without one. What is
    null in a Parquet file is not given. The file is never in memory whole.

    Raises:
        InputError: the file is missing or not text, or a line is not a JSON object, or has a field twice;
            or as of :func:`.parquet_rows`.
    """
    if is_parquet(path):
        yield from parquet_rows(path)
        return
    source = readable_again(path)
    with reading(path), source.open("rb", buffering=READ_AHEAD) as file, as_text(file, "\n") as lines:
        for number, line in enumerate(lines, start=1):
            if line.strip():
                yield number, _object(line, f"{path}, line {number}")


def place_of(path: Path, number: int) -> str:
    """File and line, or row, of an object that :func:`json_lines` gave."""
    return f"{path}, {'row' if is_parquet(path) else 'line'} {number}"


def json_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file, read as :func:`json_value` does.

    Raises:
        InputError: it contains something else, or as of :func:`json_value`.
    """
    value = json_value(path)
    if not isinstance(value, dict):
        raise InputError(f"{path}: expected a JSON object, found {type(value).__name__}.")
    return value


def json_value(path: Path) -> Any:  # noqa: ANN401  (checked by the callers)
    """What a JSON file contains; a byte order mark at the start names the encoding, UTF-8 without one.

    Raises:
        InputError: the file cannot be read or is not text, or is not JSON whose fields are distinct and
            whose numbers are finite (NaN is not JSON).
    """
    with reading(path), readable_again(path).open("rb") as file, as_text(file) as lines:
        text = lines.read()
    try:
        return strict_json(text)
    except HalfCharacterError as error:
        raise InputError(f"{path}: {error}.") from error
    except ValueError as error:
        raise InputError(f"{path}: not valid JSON ({error}); write it again.") from error


def field_and_reason(error: ValidationError, *above: str) -> str:
    """The first field that does not fit its shape, and why: ``field "a.b": …``.

    Args:
        error: what a model of pydantic raised.
        above: the fields that lead to what it validated.
    """
    fault = first_fault(error)
    field = ".".join(str(step) for step in (*above, *fault.place))
    return f'field "{field}": {fault.reason}' if field else fault.reason


def _object(line: str, place: str) -> dict[str, object]:
    try:
        value = strict_json(line, finite=False)
    except HalfCharacterError as error:
        raise InputError(f"{place}: {error}.") from error
    except ValueError as error:
        raise InputError(f"{place}: not valid JSON ({error}); write one JSON object per line.") from error
    if not isinstance(value, dict):
        raise InputError(
            f"{place}: expected a JSON object, found {type(value).__name__}; write one JSON object per line."
        )
    return value
