"""A table of rows as one test: every row is tried, and all that fail are told together."""

from __future__ import annotations

import inspect
from functools import wraps
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_FAILURES = (Exception, pytest.fail.Exception)


def each_row(
    names: str | Sequence[str], rows: Iterable[Any]
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """In the place of ``pytest.mark.parametrize`` for tables: one test, whose failure lists the rows.

    Several stand one above the other as those do. Fixtures are shared by the rows, so that a test that leaves
    something behind in one is no table.

    Args:
        names: the parameters of the test that a row fills.
        rows: their values; a bare value where there is one parameter.
    """
    parameters = [names] if isinstance(names, str) else list(names)
    table = [dict(zip(parameters, (row,) if isinstance(names, str) else row, strict=True)) for row in rows]

    def decorate(test: Callable[..., Any]) -> Callable[..., Any]:
        if inspect.iscoroutinefunction(test):

            @wraps(test)
            async def whole(**others: object) -> None:
                failed = []
                for row in table:
                    try:
                        await test(**others, **row)
                    except _FAILURES as error:
                        failed.append(_told(row, error))
                _require_none(failed)
        else:

            @wraps(test)
            def whole(**others: object) -> None:
                failed = []
                for row in table:
                    try:
                        test(**others, **row)
                    except _FAILURES as error:
                        failed.append(_told(row, error))
                _require_none(failed)

        # Without it pytest would read the parameters off the test within.
        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in parameters]
        whole.__signature__ = signature.replace(parameters=left)  # type: ignore[attr-defined]
        return whole

    return decorate


def _told(row: dict[str, object], error: BaseException) -> str:
    values = ", ".join(f"{name}={value!r}" for name, value in row.items())
    return f"{values}: {type(error).__name__}: {error}"


def _require_none(failed: list[str]) -> None:
    if failed:
        pytest.fail("\n".join([f"{len(failed)} rows fail", *failed]), pytrace=False)
