"""Key points: what a complete answer says, and what a judge found of each in an answer."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, field_validator, model_validator

from data_base.schemas.frozen import Frozen
from data_base.whole_text import WholeText

KeyPointVerdict = Literal["covered", "partial", "missing", "contradicted"]


class KeyPoint(Frozen):
    """One thing that a complete answer says; a plain string is a point of weight 1."""

    text: Annotated[WholeText, Field(min_length=1)]
    """The point in words."""
    weight: float = Field(default=1, gt=0, le=1_000_000, allow_inf_nan=False)
    """How much it counts next to the others, above 0, a million at most."""

    @field_validator("text")
    @classmethod
    def _has_words(cls, text: str) -> str:
        if not text.strip():
            raise ValueError("is empty")
        return text

    @model_validator(mode="before")
    @classmethod
    def _of_a_string(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        return {"text": given} if isinstance(given, str) else given


class KeyPointFinding(Frozen):
    """What the judge found of a key point in the answer."""

    text: str
    """The point."""
    weight: float = Field(gt=0)
    """Its weight."""
    verdict: KeyPointVerdict | None = None
    """Covered, partial, missing or contradicted.

    None where the judge gave none, even when asked for it once more.
    """
    words: str | None = None
    """The words of the answer that show it, None where there are none."""
    words_found: bool | None = None
    """Whether those words are in the answer; None where there are none."""


CREDIT: Mapping[KeyPointVerdict, float] = {
    "covered": 1.0,
    "partial": 0.5,
    "missing": 0.0,
    "contradicted": 0.0,
}
"""The share of a key point's weight that a verdict earns."""


def covered_share(findings: tuple[KeyPointFinding, ...]) -> float | None:
    """The weighted share of the key points that the answer covers, 0 to 1.

    Points without a verdict do not count; None where no point has one.
    """
    judged = [(each.weight, CREDIT[each.verdict]) for each in findings if each.verdict is not None]
    total = sum(weight for weight, _ in judged)
    return sum(weight * credit for weight, credit in judged) / total if judged else None
