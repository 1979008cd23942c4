"""What the scores of a run look like: spread, distribution, slices, and why some are missing."""

from pydantic import Field

from data_base.schemas.frozen import Frozen


class ScoreSpread(Frozen):
    """Primary scores of some items, 0 to 1.

    Attributes:
        items: how many items there are.
        scored: how many of them have a score.
        mean: mean score of those, None where there are none.
        deviation: standard deviation of their scores in a sample, None for fewer than two.
        values: the scores themselves, where they were asked for and are few.
    """

    items: int = Field(ge=0)
    scored: int = Field(ge=0)
    mean: float | None = None
    deviation: float | None = Field(default=None, ge=0)
    values: tuple[float, ...] = ()


class SystemSpread(Frozen):
    """How a system did in a run.

    Attributes:
        system: the contestant.
        score: its primary scores.
        accuracy: the judge's mean score, 1 to 10; None where no judge scored it.
        completeness: likewise.
        clarity: likewise.
    """

    system: str
    score: ScoreSpread
    accuracy: float | None = None
    completeness: float | None = None
    clarity: float | None = None


class ScoreHistogram(Frozen):
    """How a system's primary scores are distributed.

    Attributes:
        system: the contestant.
        counts: scores in each of as many equal parts of 0 to 1; one on an edge counts in the upper part.
    """

    system: str
    counts: tuple[int, ...]


class Slice(Frozen):
    """The items of a run that have something in common.

    Attributes:
        name: what it is, a language or a tag; None for items without any.
        system: the contestant.
        score: their primary scores.
    """

    name: str | None
    system: str
    score: ScoreSpread


class MissingScores(Frozen):
    """Why scores are missing.

    Attributes:
        reason: as it was kept, its beginning.
        items: how many of the items that were looked at say so.
    """

    reason: str
    items: int


class RunStatistics(Frozen):
    """What the scores of a run look like.

    Attributes:
        histograms: of every system.
        languages: slices by the cases' languages.
        tags: slices by the cases' tags, those with most items first.
        documents: slices by the documents that the answers are in, likewise.
        answerable: slices by whether the documents contain the answer, named ``true`` and ``false``.
        missing: why scores are missing, the commonest first; of the first some hundred that are.
    """

    histograms: tuple[ScoreHistogram, ...] = ()
    languages: tuple[Slice, ...] = ()
    tags: tuple[Slice, ...] = ()
    documents: tuple[Slice, ...] = ()
    answerable: tuple[Slice, ...] = ()
    missing: tuple[MissingScores, ...] = ()
