"""What may be asked of a model and spent on it, by all workers together."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator, Field, model_validator

from agents.models.registry import EMBEDDED
from data_base.schemas.frozen import Frozen

ALL_MODELS = "*"
"""Names all models together."""


class ModelLimit(Frozen):
    """Limits of a model; None is no limit."""

    requests_per_minute: int | None = Field(default=None, ge=1)
    """Requests to its server in any 60 seconds, repeated ones included."""
    usd_per_day: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """US dollars per day (UTC)."""
    usd_per_month: float | None = Field(default=None, gt=0, allow_inf_nan=False)
    """US dollars per calendar month (UTC)."""

    @model_validator(mode="after")
    def _limits_something(self) -> ModelLimit:
        if not self.model_fields_set:
            raise ValueError("set one of " + ", ".join(type(self).model_fields))
        return self

    @property
    def is_of_spending(self) -> bool:
        """Whether it limits what is spent."""
        return self.usd_per_day is not None or self.usd_per_month is not None


def _models(limits: Mapping[str, ModelLimit]) -> Mapping[str, ModelLimit]:
    for name in limits:
        provider, _, model = name.partition(":")
        if name != ALL_MODELS and (not provider or not model or "?" in name or provider == EMBEDDED):
            raise ValueError(
                f"{name!r} is no model that is asked over a network; name it as provider:model, without "
                f"options, or {ALL_MODELS!r} for all together"
            )
    return limits


ModelLimits = Annotated[Mapping[str, ModelLimit], AfterValidator(_models)]
"""Limits by the model's name."""
