"""Which of the passages that were shown bear the answer or its reference, and what no passage bears."""

from pydantic import Field

from data_base.schemas.frozen import Frozen


class ReferenceClaim(Frozen):
    """A statement of the reference answer with the passages that contain it."""

    claim: str = Field(min_length=1)
    """The statement."""
    passage_ids: tuple[str, ...] = ()
    """Passages that bear it, of those that were shown; empty where none does."""


class ContextUse(Frozen):
    """How well the passages shown serve the question; only where a reference answer was given."""

    reference_claims: tuple[ReferenceClaim, ...] = ()
    """The statements of the reference, each with the passages that bear it."""
    useful: tuple[str, ...] = ()
    """Ids of the passages that bear a statement of the reference or a supported claim of the answer."""
    precision: float | None = Field(default=None, ge=0, le=1)
    """Share of the passages shown that are useful, 0 to 1.

    None where none was shown, or the judge named neither statements nor claims.
    """
    recall: float | None = Field(default=None, ge=0, le=1)
    """Share of the reference's statements that a passage bears, 0 to 1; None where the judge listed none."""
