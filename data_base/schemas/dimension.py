"""A dimension of the user's own that is scored next to accuracy, completeness and clarity."""

from collections.abc import Mapping
from typing import Annotated, Any, Self

from pydantic import BaseModel, Field, field_validator, model_validator

from data_base.schemas.frozen import Frozen

# What a judge's reply contains already.
_TAKEN = frozenset(
    {
        *("accuracy", "completeness", "clarity", "weighted_score", "analysis", "answered", "reason"),
        *("suggestion", "issues", "key_points", "reference_claims", "score", "overall"),
    }
)


class Dimension(Frozen):
    """What else the judge scores, from 1 to 10."""

    name: str = Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")
    """A key of the judge's reply: small letters, digits and underscores."""
    description: str = Field(min_length=1)
    """What it measures, in the judge's words."""
    anchors: Mapping[Annotated[int, Field(ge=1, le=10)], str] = Field(min_length=2)
    """What some scores mean, one near either end at least."""
    weight: float = Field(default=0, ge=0, lt=1)
    """Its share of the weighted score.

    Accuracy, completeness and clarity share the rest in their own proportions. 0: it is reported alone.
    """

    @field_validator("name")
    @classmethod
    def _is_free(cls, name: str) -> str:
        if name in _TAKEN:
            raise ValueError(f"{name!r} is a key of every reply; choose another name")
        if hasattr(BaseModel, name) or name.startswith("model_"):
            raise ValueError(f"{name!r} is a name that the program needs for itself; choose another name")
        return name

    @field_validator("description", "anchors")
    @classmethod
    def _has_words(cls, given: Any) -> Any:  # noqa: ANN401  (either field)
        texts = [given] if isinstance(given, str) else given.values()
        if not all(text.strip() for text in texts):
            raise ValueError("a text is empty")
        return given

    @model_validator(mode="after")
    def _anchors_at_both_ends(self) -> Self:
        if min(self.anchors) > 4 or max(self.anchors) < 7:  # noqa: PLR2004  (thirds of the scale)
            raise ValueError("anchors: give one for a low score (1 to 4) and one for a high score (7 to 10)")
        return self

    def lines(self) -> str:
        """The dimension as it is written into a rubric."""
        anchors = " ".join(f"{score}: {self.anchors[score]}" for score in sorted(self.anchors, reverse=True))
        return f"{self.name}: {self.description}\n- {anchors}"


def check_dimensions(dimensions: tuple[Dimension, ...]) -> tuple[Dimension, ...]:
    """The dimensions, if they go together.

    Raises:
        ValueError: a name comes twice, or the weights leave nothing for accuracy, completeness and clarity.
    """
    names = [each.name for each in dimensions]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise ValueError(f"the dimension {twice!r} comes twice")
    if (total := sum(each.weight for each in dimensions)) >= 1:
        raise ValueError(
            f"the weights sum to {total:g}; leave a share to accuracy, completeness and clarity (below 1)"
        )
    return dimensions
