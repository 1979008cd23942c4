"""How good answers are next to a reference's: ``own / (own + reference)``, as RACE of DeepResearch Bench."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from data_base.cancellation import go_on
from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.key_point_coverage import covered_share
from data_base.schemas.run import RunItem
from eval.arena.figures.values import AgainstReference, ReferenceFigures
from eval.stats.paired import BootstrapSettings, Estimate, estimates

_WEIGHTED = "weighted_score"
_AS_GOOD = 0.5
Scores = Mapping[str, Sequence[float | None]]
"""Dimension to a contestant's score for each question, None where it does not count."""


def reference_figures(
    columns: Sequence[Sequence[RunItem]],
    scores: Sequence[Scores],
    reference: str | None,
    bootstrap: BootstrapSettings,
) -> ReferenceFigures | None:
    """Every contestant against the reference; None where there is none.

    Args:
        columns: for each contestant its items, question by question.
        scores: of each of these.
        reference: who is the reference.
        bootstrap: how intervals are drawn.
    """
    names = [column[0].system for column in columns if column]
    if reference not in names:
        return None
    place = names.index(reference)
    points = [_counting(item) for item in columns[place]]
    sides = [
        _Side.of(column, own, points, scores[place])
        for number, (column, own) in enumerate(zip(columns, scores, strict=True))
        if number != place
    ]
    found = iter(estimates([values for side in sides for values in side.columns], bootstrap))
    return ReferenceFigures(
        reference=names[place],
        sides=tuple(side.figures([next(found) for _ in side.columns]) for side in sides),
    )


def share_of(own: float | None, reference: float | None) -> float | None:
    """The part of the sum of two scores that is one's own, 0 to 1.

    Args:
        own: a score of 0 or more.
        reference: the reference's.

    Returns:
        None where either is missing; .5 where both are 0, since one is as good as the other.
    """
    if own is None or reference is None:
        return None
    both = own + reference
    return own / both if both else _AS_GOOD


def item_shares(
    own: RunItem, reference: RunItem, score: Callable[[RunItem, str], float | None], names: Iterable[str]
) -> dict[str, float]:
    """An answer's shares next to the reference's, by dimension; those that are not known are left out.

    Args:
        own: the answer.
        reference: the reference's to the same question.
        score: an item's score in a dimension, None where it does not count.
        names: the dimensions.
    """
    found = ((name, share_of(score(own, name), score(reference, name))) for name in names)
    return {name: share for name, share in found if share is not None}


def key_point_share(own: RunItem, reference: RunItem) -> float | None:
    """The same of what two answers to a question cover of its key points.

    Only points count that both have a verdict on and that apply to both.

    Returns:
        None where the verdicts on either answer are too few, or no such point is left.
    """
    return _Points.of(_counting(own), _counting(reference)).share()


Findings = Sequence[KeyPointFinding]


@dataclass(frozen=True, slots=True)
class _Points:
    """What was found of the same key points in two answers."""

    pairs: Sequence[tuple[KeyPointFinding, KeyPointFinding]] = ()
    """Of each point that counts, in the answer and in the reference's."""
    left_out: int = 0
    """The other points."""

    @classmethod
    def of(cls, own: Findings, reference: Findings) -> "_Points":
        # Judgements of earlier terms may be on other points.
        if not own or not reference or [each.text for each in own] != [each.text for each in reference]:
            return cls()
        pairs = [pair for pair in zip(own, reference, strict=True) if all(map(_is_decided, pair))]
        return cls(pairs, len(own) - len(pairs))

    def share(self) -> float | None:
        """Of all points."""
        own, reference = zip(*self.pairs, strict=True) if self.pairs else ((), ())
        return share_of(covered_share(own), covered_share(reference))

    def by_group(self) -> dict[str, float]:
        """Of each group; those without a share are left out."""
        groups: dict[str, list[tuple[KeyPointFinding, KeyPointFinding]]] = {}
        for pair in self.pairs:
            if (name := pair[0].group) is not None:
                groups.setdefault(name, []).append(pair)
        found = ((name, _Points(pairs).share()) for name, pairs in groups.items())
        return {name: share for name, share in found if share is not None}


def _counting(item: RunItem) -> Findings:
    """What was found of an answer's key points; nothing where verdicts are too few for a share."""
    points = item.evaluation.key_points if item.evaluation else ()
    return () if covered_share(points) is None else points


def _is_decided(point: KeyPointFinding) -> bool:
    return point.verdict not in {None, "not_applicable"}


@dataclass(frozen=True, slots=True)
class _Side:
    """A contestant's shares, a column of values for each mean."""

    system: str
    questions: int
    compared: int
    scores: Mapping[str, Sequence[float]]
    key_points: Sequence[float]
    groups: Mapping[str, Sequence[float]]
    points_left_out: int

    @classmethod
    def of(
        cls, items: Sequence[RunItem], scores: Scores, reference: Sequence[Findings], its_scores: Scores
    ) -> "_Side":
        go_on()
        shares = {
            name: [share_of(*both) for both in zip(own, its_scores[name], strict=True)]
            for name, own in scores.items()
        }
        points = [
            _Points.of(_counting(own), other)
            for own, other, share in zip(items, reference, shares[_WEIGHTED], strict=True)
            if share is not None
        ]
        groups: dict[str, list[float]] = {}
        for name, share in (pair for each in points for pair in each.by_group().items()):
            groups.setdefault(name, []).append(share)
        return cls(
            system=items[0].system,
            questions=len(items),
            compared=len(points),
            scores={name: _known(values) for name, values in shares.items()},
            key_points=_known(each.share() for each in points),
            groups=groups,
            points_left_out=sum(each.left_out for each in points),
        )

    @property
    def columns(self) -> list[Sequence[float]]:
        return [*self.scores.values(), self.key_points, *self.groups.values()]

    def figures(self, means: Sequence[Estimate]) -> AgainstReference:
        """The side's figures.

        Args:
            means: of its columns.
        """
        count = len(self.scores)
        return AgainstReference(
            system=self.system,
            compared=self.compared,
            left_out=self.questions - self.compared,
            scores=dict(zip(self.scores, means[:count], strict=True)),
            key_points=means[count],
            groups=dict(zip(self.groups, means[count + 1 :], strict=True)),
            points_left_out=self.points_left_out,
        )


def _known(values: Iterable[float | None]) -> list[float]:
    return [value for value in values if value is not None]
