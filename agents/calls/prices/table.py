"""Prices of models in US dollars, from a dated table that a file of one's own overrides."""

from __future__ import annotations

import os
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import Field, ValidationError

from data_base.errors import InputError
from data_base.frozen import Frozen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from data_base.usage import TokenUsage

ENVIRONMENT = "JUDGE_PRICES"
_SHIPPED = Path(__file__).with_name("prices.yaml")
_PER = 1_000_000


class Price(Frozen):
    """What a model costs.

    Attributes:
        input: US dollars a million tokens sent.
        output: US dollars a million tokens received.
    """

    input: float = Field(ge=0, allow_inf_nan=False)
    output: float = Field(ge=0, allow_inf_nan=False)


class PriceTable(Frozen):
    """Prices as they stood on a day.

    Attributes:
        as_of: the day.
        models: by the name that the project knows a model by (``openai:…``, ``google:…``, ``embedded``).
    """

    as_of: date
    models: dict[str, Price]

    def cost_usd(self, model: str, usage: TokenUsage) -> float | None:
        """What calls cost in US dollars, None where the model's price is not known.

        A dated release (``openai:gpt-4.1-2025-04-14``) costs what its name without the date does.
        """
        price = self.models.get(model) or self.models.get(_undated(model))
        if price is None:
            return None
        return (usage.input_tokens * price.input + usage.output_tokens * price.output) / _PER


def total_usd(costs: Iterable[float | None]) -> float | None:
    """The sum of costs in US dollars, None where one of them is not known."""
    total = 0.0
    for cost in costs:
        if cost is None:
            return None
        total += cost
    return total


def price_table(path: Path | None = None) -> PriceTable:
    """The shipped table with the prices of a file on top of it.

    Args:
        path: a YAML file of the same shape; the one that the environment variable ``JUDGE_PRICES`` names if
            None.

    Raises:
        InputError: the file is no price table.
    """
    own = path or (Path(name) if (name := os.environ.get(ENVIRONMENT)) else None)
    return _table(own)


@lru_cache(maxsize=16)
def _table(own: Path | None) -> PriceTable:
    shipped = _read(_SHIPPED)
    if own is None:
        return shipped
    table = _read(own)
    return PriceTable(as_of=table.as_of, models={**shipped.models, **table.models})


def _read(path: Path) -> PriceTable:
    import yaml  # noqa: PLC0415  (only where a price is asked for)

    try:
        return PriceTable.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(f"{path}: not a readable price file ({' '.join(str(error).split())})") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        field = ".".join(map(str, first["loc"])) or "file"
        raise InputError(
            f"{path}: {field}: {first['msg']}; a price file holds as_of (a date) and models "
            "(name: {input, output} in USD a million tokens)"
        ) from None


def _undated(model: str) -> str:
    """The name without a release date (``-2025-04-14``, ``-20250414``) at its end."""
    head, _, tail = model.rpartition("-")
    if len(tail) == len("20250414") and tail.isdigit():
        return head
    parts = model.split("-")
    dated = len(parts) > 3 and [len(part) for part in parts[-3:]] == [4, 2, 2]  # noqa: PLR2004  (year, month, day)
    return "-".join(parts[:-3]) if dated and all(part.isdigit() for part in parts[-3:]) else model
