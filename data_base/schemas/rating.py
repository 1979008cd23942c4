"""What a person says of an answer."""

from collections.abc import Iterable, Mapping

from pydantic import Field

from data_base.schemas.frozen import Frozen

DIMENSIONS = ("accuracy", "completeness", "clarity")
"""What people rate, each from 1 to 10."""
MODEL_RATER = "model"
"""The rater of ratings that a language model gave, as those of the worked example; no person may use it."""


class Rating(Frozen):
    """One person's scores of one answer; whoever rates again changes their mind, and the last word counts."""

    case_id: str
    """The case."""
    system: str
    """What answered."""
    rater: str
    """Who rated."""
    scores: Mapping[str, float] = Field(min_length=1)
    """Dimension to score, 1 to 10."""
    note: str = ""
    """What else they want to say; empty for nothing."""
    created_at: str
    """When, RFC 3339 in UTC."""


def by_people(ratings: Iterable[Rating]) -> list[Rating]:
    """The ratings that people gave: a language model's enter no figure that says what people think."""
    return [rating for rating in ratings if rating.rater != MODEL_RATER]
