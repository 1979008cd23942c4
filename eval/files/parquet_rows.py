"""Parquet files read and written as rows of plain values, as they are in a line of JSON."""

from __future__ import annotations

import importlib
import json
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from itertools import islice
from pathlib import Path
from types import MappingProxyType, ModuleType
from typing import IO, TYPE_CHECKING, Any

from data_base.errors import InputError, reason
from data_base.extras import how_to_install
from eval.files.parquet_schema import columns_of
from eval.files.remote_paths import READ_AHEAD, reading

if TYPE_CHECKING:
    import pyarrow as pa

SUFFIX = ".parquet"
_BATCH = 1_000
"""Rows that are plain values at once."""
_BUFFER = 1 << 20
"""Bytes of a column that are read ahead; the whole column of a row group would be without."""


def is_parquet(path: Path) -> bool:
    """Whether a file is Parquet by its name."""
    return path.suffix.lower() == SUFFIX


def parquet_rows(path: Path, *, nulls: bool = False) -> Iterator[tuple[int, dict[str, object]]]:
    """The rows of a Parquet file with their numbers, from 1; the file is never in memory whole.

    Structs and maps become objects, lists become lists, dates and times ISO 8601 texts, decimals numbers.

    Args:
        path: the file.
        nulls: keep what is null. It is left out otherwise, as a field is that a line of JSON does not give.

    Raises:
        InputError: pyarrow is missing, the file cannot be read or is no Parquet, a column is there twice or
            has a type that JSON has nothing for.
    """
    arrow = require_pyarrow(path)
    import pyarrow.parquet as pq  # noqa: PLC0415  (only where there is a Parquet file)

    with reading(path):
        try:
            opened = path.open("rb", buffering=READ_AHEAD)
            with opened as file, pq.ParquetFile(file, buffer_size=_BUFFER, pre_buffer=False) as table:
                _check_columns(path, table.schema_arrow)
                number = 0
                for batch in table.iter_batches(batch_size=_BATCH):
                    for row in _rows(batch, nulls=nulls):
                        number += 1
                        yield number, row
        except arrow.ArrowException as error:
            raise InputError(
                f"{path} is no Parquet file that can be read ({reason(error)}); write it again."
            ) from error


@contextmanager
def parquet_writer(
    path: Path, file: IO[bytes], schema: pa.Schema
) -> Iterator[Callable[[Mapping[str, object]], None]]:
    """Write rows of a schema, a row group each few thousand of them.

    Args:
        path: the file's name for messages.
        file: what is written to; it is complete when the block ends.
        schema: of the columns.

    Raises:
        InputError: pyarrow is missing, or a row does not fit the schema.
    """
    arrow = require_pyarrow(path)
    import pyarrow.parquet as pq  # noqa: PLC0415  (only where there is a Parquet file)

    waiting: list[Mapping[str, object]] = []
    with pq.ParquetWriter(file, schema, compression="zstd") as writer:

        def flush() -> None:
            try:
                writer.write_table(arrow.Table.from_pylist(waiting, schema=schema))
            except (arrow.ArrowException, TypeError) as error:
                raise _unlike(path, error) from error
            waiting.clear()

        def write(row: Mapping[str, object]) -> None:
            waiting.append(row)
            if len(waiting) == _BATCH:
                flush()

        yield write
        if waiting:
            flush()


def write_parquet(
    path: Path,
    file: IO[bytes],
    rows: Iterable[Mapping[str, object]],
    kinds: Mapping[str, Any] = MappingProxyType({}),
) -> int:
    """Write rows whose columns are not known beforehand: they are spooled to a temporary file first.

    Args:
        path: the file's name for messages.
        file: what is written to.
        rows: read once.
        kinds: column to annotation, for those that may have nothing in any row; else these are texts.

    Returns:
        How many rows there were.

    Raises:
        InputError: pyarrow is missing, or a field is of different kinds in different rows.
    """
    arrow = require_pyarrow(path)
    schema, count = arrow.schema([]), 0
    with tempfile.TemporaryFile() as spooled:
        lines = (json.dumps(row, ensure_ascii=False).encode(errors="replace") + b"\n" for row in rows)
        while batch := list(islice(lines, _BATCH)):
            count += len(batch)
            spooled.writelines(batch)
            try:
                found = arrow.Table.from_pylist(_with_all_fields(map(json.loads, batch)))
                schema = arrow.unify_schemas([schema, found.schema], promote_options="permissive")
            except (arrow.ArrowException, TypeError) as error:
                raise _unlike(path, error) from error
        spooled.seek(0)
        known = columns_of({name: kind for name, kind in kinds.items() if name in schema.names})
        typed = [_typed(field, known) for field in schema]
        with parquet_writer(path, file, arrow.schema(typed)) as write:
            for line in spooled:
                write(json.loads(line))
    return count


def _with_all_fields(rows: Iterable[Mapping[str, object]]) -> list[dict[str, object]]:
    """The rows with the fields of all of them: a table has the columns of its first row alone."""
    given = list(rows)
    names = dict.fromkeys(name for row in given for name in row)
    return [{name: row.get(name) for name in names} for row in given]


def require_pyarrow(path: Path) -> ModuleType:
    """The library.

    Args:
        path: a Parquet file that is to be read or written.

    Raises:
        InputError: it is not installed.
    """
    try:
        pyarrow: ModuleType = importlib.import_module("pyarrow")
    except ModuleNotFoundError as error:
        raise InputError(
            f"{path} is Parquet, which needs pyarrow: {how_to_install('parquet')}, or use .jsonl."
        ) from error
    return pyarrow


def _check_columns(path: Path, schema: pa.Schema) -> None:
    twice = next((name for name in schema.names if schema.names.count(name) > 1), None)
    if twice is not None:
        raise InputError(f'{path}, row 1: the field "{twice}" appears twice; keep one.')
    for field in schema:
        if (wrong := _unreadable(field.type)) is not None:
            raise InputError(
                f'{path}, row 1, field "{field.name}": {wrong} has no form in JSON; store a text or a number.'
            )


def _unreadable(kind: Any) -> object:  # noqa: ANN401  (a type of pyarrow's)
    """The first type within a type that no JSON value can stand for, None where all is well."""
    from pyarrow import types  # noqa: PLC0415  (only where there is a Parquet file)

    if types.is_dictionary(kind):
        return _unreadable(kind.value_type)
    if types.is_map(kind):
        return kind.key_type if not _is_text(kind.key_type) else _unreadable(kind.item_type)
    if types.is_nested(kind):
        inner = (_unreadable(kind.field(number).type) for number in range(kind.num_fields))
        return next((each for each in inner if each is not None), None)
    plain = (types.is_null, types.is_boolean, types.is_integer, types.is_floating, types.is_decimal)
    dated = (types.is_date, types.is_time, types.is_timestamp)
    return None if _is_text(kind) or any(is_of(kind) for is_of in (*plain, *dated)) else kind


def _is_text(kind: Any) -> bool:  # noqa: ANN401  (a type of pyarrow's)
    from pyarrow import types  # noqa: PLC0415  (only where there is a Parquet file)

    tests = (types.is_string, types.is_large_string, types.is_string_view)
    return any(is_of(kind) for is_of in tests)


def _rows(batch: pa.RecordBatch, *, nulls: bool) -> Iterator[dict[str, object]]:
    names = batch.schema.names
    columns = [column.to_pylist(maps_as_pydicts="strict") for column in batch.columns]
    if not columns:
        yield from ({} for _ in range(batch.num_rows))
    for values in zip(*columns, strict=True):
        yield {
            name: value if isinstance(value, str) else _plain(value, nulls=nulls)
            for name, value in zip(names, values, strict=True)
            if nulls or value is not None
        }


def _plain(value: object, *, nulls: bool) -> object:
    if isinstance(value, dict):
        inner = value.items()
        return {name: _plain(part, nulls=nulls) for name, part in inner if nulls or part is not None}
    if isinstance(value, list):
        return [_plain(part, nulls=nulls) for part in value]
    if isinstance(value, date | time):
        return value.isoformat()
    return float(value) if isinstance(value, Decimal) else value


def _typed(field: pa.Field, known: pa.Schema) -> pa.Field:
    """The field as it is known, or with texts where only nulls were seen: other readers trip over these."""
    import pyarrow as pa  # noqa: PLC0415  (only where there is a Parquet file)

    if field.name in known.names:
        return known.field(field.name)
    return field.with_type(pa.string()) if pa.types.is_null(field.type) else field


def _unlike(path: Path, error: Exception) -> InputError:
    return InputError(
        f"{path}: a field is not of one kind in all rows, as a column must be ({reason(error)}); "
        "write .jsonl."
    )
