"""Key points, or rubric items: what an answer is to say or not to say, and what a judge found of each."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator, model_validator

from data_base.schemas.frozen import Frozen
from data_base.whole_text import WholeText

KeyPointVerdict = Literal["covered", "partial", "missing", "contradicted", "blocked", "not_applicable"]
"""``blocked`` is shown by nothing but a source that may not be used; it counts as missing."""
ASKED_VERDICTS: tuple[KeyPointVerdict, ...] = (
    "covered",
    "partial",
    "missing",
    "contradicted",
    "not_applicable",
)
"""What a judge may say of a point; what is blocked the program finds."""

_NAME = Field(default=None, min_length=1, max_length=200, exclude_if=lambda name: name is None)
_FLAG = Field(default=False, strict=True, exclude_if=lambda flag: not flag)


class Point(Frozen):
    """What a key point and a finding on it have in common."""

    text: Annotated[WholeText, Field(min_length=1)]
    """The point in words: what is asked for, or what must not be there."""
    weight: float = Field(default=1, ge=-1_000_000, le=1_000_000, allow_inf_nan=False, strict=True)
    """How much it counts next to the others, not 0, a million at most; below 0 it is a penalty, and covered
    means that the fault is there."""
    must: bool = _FLAG
    """Whether the answer fails without it, or, of a penalty, with it."""
    group: str | None = _NAME
    """The group that it has a share in; None for none."""
    parent: str | None = _NAME
    """The id of another point; where that one has ``must`` and is not covered, this one counts as missing."""
    may_not_apply: bool = _FLAG
    """Whether a judge may say that it does not apply; it then counts for nothing."""
    id: str | None = _NAME
    """Its name in its list; its position, from 1, where it is None."""

    @field_validator("weight")
    @classmethod
    def _counts(cls, weight: float) -> float:
        if not weight:
            raise ValueError("is 0; a point that counts for nothing is left out")
        return weight

    @property
    def is_penalty(self) -> bool:
        """Whether it names a fault."""
        return self.weight < 0


class KeyPoint(Point):
    """One thing that a complete answer says, or must not say; a plain string is a point of weight 1."""

    @field_validator("text", "group", "parent", "id")
    @classmethod
    def _has_words(cls, text: str | None) -> str | None:
        if text is not None and not text.strip():
            raise ValueError("is empty")
        return text

    @model_validator(mode="before")
    @classmethod
    def _of_a_string(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        return {"text": given} if isinstance(given, str) else given


class KeyPointFinding(Point):
    """What the judge found of a key point in the answer."""

    verdict: KeyPointVerdict | None = None
    """Covered, partial, missing, contradicted, blocked or not applicable.

    None where the judge gave none, even when asked for it once more.
    """
    weight: float = Field(default=1, allow_inf_nan=False)
    """Its weight; older files know no upper bound."""
    closed: bool = Field(default=False, exclude_if=lambda closed: not closed)
    """Whether it counts as missing since the point above it, which must be there, is not."""
    judged: KeyPointVerdict | None = Field(default=None, exclude_if=lambda verdict: verdict is None)
    """What the judge said where a rule counts it otherwise: its parent is missing, or its source blocked."""
    words: str | None = None
    """The words of the answer that show it, None where there are none."""
    words_found: bool | None = None
    """Whether those words are in the answer; None where there are none."""
    citation: str | None = Field(default=None, exclude_if=lambda citation: citation is None)
    """The mark or link that the answer gives for those words, as the judge names it."""

    @property
    def is_unmet(self) -> bool:
        """Whether the answer lacks it or contradicts it; of a penalty, whether the fault is there."""
        if self.is_penalty:
            return self.verdict == "covered"
        return self.verdict in {"missing", "contradicted", "blocked"}

    @property
    def before_parents(self) -> "KeyPointFinding":
        """The finding as it was before its parent made it missing."""
        if not self.closed:
            return self
        return self.model_copy(update={"verdict": self.judged, "judged": None, "closed": False})

    @property
    def closed_by_parent(self) -> "KeyPointFinding":
        """The finding as it counts where its parent is not there."""
        if self.closed or self.verdict == "missing":
            return self
        return self.model_copy(update={"verdict": "missing", "judged": self.verdict, "closed": True})

    def counted_as(self, verdict: KeyPointVerdict) -> "KeyPointFinding":
        """The finding with a verdict that a rule gives it."""
        if self.verdict == verdict:
            return self
        return self.model_copy(update={"verdict": verdict, "judged": self.judged or self.verdict})


def ids_of(points: Sequence[Point]) -> list[str]:
    """The id of each point: the given one, or its position from 1."""
    return [point.id or str(position) for position, point in enumerate(points, start=1)]


def parents_of(points: Sequence[Point]) -> list[int | None]:
    """The index of each point's parent.

    Raises:
        ValueError: two points have one id, a parent is the id of none, or points are above each other.
    """
    ids = ids_of(points)
    indexes = {name: index for index, name in enumerate(ids)}
    if len(indexes) < len(ids):
        twice = next(name for name in ids if ids.count(name) > 1)
        raise ValueError(f"two key points have the id {twice!r}; a point without an id has its position")
    for number, point in enumerate(points, start=1):
        if point.parent is not None and point.parent not in indexes:
            raise ValueError(f"key point {number}: parent {point.parent!r} is the id of no key point")
    parents = [None if point.parent is None else indexes[point.parent] for point in points]
    _require_tree(parents, ids)
    return parents


def _require_tree(parents: Sequence[int | None], ids: Sequence[str]) -> None:
    rooted: set[int] = set()
    for start in range(len(parents)):
        way: dict[int, None] = {}
        at: int | None = start
        while at is not None and at not in rooted:
            if at in way:
                circle = list(way)[list(way).index(at) :]
                named = ", ".join(repr(ids[each]) for each in circle)
                raise ValueError(f"key point {at + 1}: parents lead back to itself ({named})")
            way[at] = None
            at = parents[at]
        rooted |= way.keys()


def _checked(points: tuple[KeyPoint, ...]) -> tuple[KeyPoint, ...]:
    parents_of(points)
    return points


KeyPoints = Annotated[tuple[KeyPoint, ...], AfterValidator(_checked)]
"""Key points of one question; ids and parents are checked."""
