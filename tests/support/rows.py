"""Tables of rows as one test: every row is tried, and all that fail are reported together."""

from __future__ import annotations

import inspect
from functools import cache, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_FAILURES = (Exception, pytest.fail.Exception)


def over(names: str, rows: Iterable[Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Run a test over all rows, as ``pytest.mark.parametrize`` would, but as one case.

    Fixtures are shared by the rows, so that a test which leaves something behind in one is no table.

    Args:
        names: of the test's parameters, separated by commas.
        rows: their values: tuples, or bare values where there is one name.
    """
    fields = [name.strip() for name in names.split(",")]
    table = [dict(zip(fields, row if len(fields) > 1 else (row,), strict=True)) for row in rows]

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(test):

            @wraps(test)
            async def tried(*instance: object, **fixtures: object) -> None:
                failed = []
                for row in table:
                    try:
                        await test(*instance, **fixtures, **row)
                    except _FAILURES as error:
                        failed.append(_told(row, error))
                _require_none(failed, table)
        else:

            @wraps(test)
            def tried(*instance: object, **fixtures: object) -> None:
                failed = []
                for row in table:
                    try:
                        test(*instance, **fixtures, **row)
                    except _FAILURES as error:
                        failed.append(_told(row, error))
                _require_none(failed, table)

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in fields]
        tried.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return tried

    return decorate


def table(test: str, name: str, *, lists: bool = False) -> Any:
    """A table from the YAML file beside a test: tuples of rows that are tuples, or a dict of such values.

    Args:
        test: the test's ``__file__``.
        name: of the table: that of the test that takes its rows, or of the constant that it is.
        lists: whether sequences inside a row are lists.
    """
    found = _tables(Path(test).with_suffix(".yaml"))[name]
    if not lists:
        return _as_tuples(found)
    return (
        tuple(tuple(row) if isinstance(row, list) else row for row in found)
        if isinstance(found, list)
        else found
    )


@cache
def _tables(path: Path) -> dict[str, Any]:
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # type: ignore[no-any-return]  # noqa: S506


def _as_tuples(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(map(_as_tuples, value))
    return {key: _as_tuples(each) for key, each in value.items()} if isinstance(value, dict) else value


def _told(row: dict[str, object], error: BaseException) -> str:
    return f"{row}: {type(error).__name__}: {error}"


def _require_none(failed: list[str], table: list[dict[str, object]]) -> None:
    assert table, "the table has no rows"
    if failed:
        pytest.fail(f"{len(failed)} of {len(table)} rows:\n" + "\n".join(failed), pytrace=False)
