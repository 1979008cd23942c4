"""A table of rows as one test: every row is tried, and all that fail are told together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence


def each_row(
    names: str | Sequence[str], rows: Iterable[Any]
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """In the place of ``pytest.mark.parametrize`` for tables: one test, whose failure lists the rows.

    Args:
        names: the parameters of the test.
        rows: their values; a bare value where there is one parameter.
    """
    parameters = [names] if isinstance(names, str) else list(names)

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def whole() -> None:
            failed = []
            for row in rows:
                values = (row,) if isinstance(names, str) else row
                try:
                    test(**dict(zip(parameters, values, strict=True)))
                except (AssertionError, pytest.fail.Exception) as error:
                    failed.append(f"{row!r}: {error}")
                except Exception as error:
                    error.add_note(f"in the row {row!r}")
                    raise
            assert not failed, "\n".join([f"{len(failed)} rows fail", *failed])

        # ``functools.wraps`` would have pytest read the parameters off the test within.
        for name in ("__module__", "__name__", "__qualname__", "__doc__"):
            setattr(whole, name, getattr(test, name))
        return whole

    return decorate
