"""The right answer of a request, under any of the names that data files give it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import AliasChoices, model_validator

from data_base.schemas.frozen import Frozen
from eval.files.gold_field_names import GOLD_NAMES


def gold_names(field: str) -> AliasChoices:
    """The names that a field for the right answer is read under, its own first."""
    return AliasChoices(field, *(name for name in GOLD_NAMES if name != field))


class GoldNamed(Frozen):
    """A request with a right answer under one of its names."""

    @model_validator(mode="before")
    @classmethod
    def _one_right_answer(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(data, Mapping):
            return data
        named = [name for name in GOLD_NAMES if name in data]
        given = [name for name in named if data[name] not in (None, "")]
        if len(given) > 1:
            raise ValueError(f"{given[0]} and {given[1]} both give the right answer; keep one")
        # Of several fields of which one is filled in, the others say nothing.
        unsaid = set(named) - set(given or named[:1])
        return {name: value for name, value in data.items() if name not in unsaid} if unsaid else data
