"""A run in one JSON file: under what terms, how it ended, and what came of each case."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from pydantic import ConfigDict, Field, JsonValue

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.canonical_answer import CanonicalAnswer
from data_base.schemas.frozen import Frozen
from data_base.schemas.pair_verdict import PairVerdict
from data_base.schemas.run import RunItem, RunManifest
from data_base.schemas.score_card import ROUNDING, ScoreCard
from data_base.schemas_deep_research import DeepResearchResult, FineGrainedEvaluationResult
from data_base.whole_file import whole_file
from eval.files.lone_surrogates import without_lone_surrogates
from eval.stats.paired import Bounds

RUN_FILE_SCHEMA_VERSION = "6"
"""Version of the shape of run files."""
READABLE_VERSIONS = ("1", "2", "3", "4", "5", "6")
"""The versions that are read; any other is refused in a file that has a manifest."""
UNNAMED_SYSTEM = "system"
"""The system of a result that names none, where a run store must have one."""


class RunResult(Frozen):
    """What came of one case with one system."""

    id: str = Field(min_length=1)
    """The case's id."""
    system: str | None = Field(default=None, min_length=1)
    """The contestant that answered; None in files from elsewhere that do not say."""
    language: str | None = None
    """The case's language."""
    tags: tuple[str, ...] = ()
    """The case's tags."""
    documents: tuple[str, ...] = ()
    """The case's documents."""
    answerable: bool | None = None
    """Whether the documents contain the answer; None if it is not known."""
    score: float | None = Field(default=None, strict=True, allow_inf_nan=False)
    """The primary score, 0 (worst) to 1 (best) in our own files; None if it is unscored."""
    weight: float = Field(default=1.0, strict=True, ge=0, allow_inf_nan=False)
    """How much the case counts in the run's mean."""
    passed: bool | None = Field(default=None, strict=True)
    """Whether the score reached the threshold; None if it is unknown."""
    score_card: ScoreCard | None = None
    """What the scorer said."""
    answer: Answer | None = None
    """What the system answered."""
    canonical: tuple[CanonicalAnswer, ...] = ()
    """What was compared with the reference."""
    evaluation: FineGrainedEvaluationResult | None = None
    """The judge's evaluation, if a judge scored it."""
    research: DeepResearchResult | None = None
    """The research loop's result, if it made the answer."""
    error: str | None = None
    """Why there is no answer."""
    metrics: Mapping[str, JsonValue] = Field(default_factory=dict)
    """Further figures and facts of the case by name; in files from elsewhere the fields unknown to us."""

    @classmethod
    def from_item(cls, item: RunItem) -> RunResult:
        """A run's item as it is written to a file."""
        card = item.score_card
        return cls(
            id=item.case_id,
            score=None if card is None else card.primary_score,
            passed=card.passed if card is not None and card.scored else None,
            **{name: getattr(item, name) for name in _ITEM_FIELDS},
        )

    def to_item(self) -> RunItem:
        """The run's item again; a score from elsewhere without a card becomes a card.

        Raises:
            InputError: such a score lies outside 0 to 1.
        """
        fields = {name: getattr(self, name) for name in _ITEM_FIELDS}
        fields["system"] = self.system or UNNAMED_SYSTEM
        if self.score_card is None and self.score is not None:
            fields["score_card"] = self._card_of_score(self.score)
        return RunItem(case_id=self.id, **fields)

    def _card_of_score(self, score: float) -> ScoreCard:
        require_share(score, f'result {self.id!r}: "score"')
        return ScoreCard(primary_score=min(max(score, 0.0), 1.0), passed=bool(self.passed))


def require_share(score: float | None, what: str) -> None:
    """Check that a score is on the one scale of score cards, 0 to 1, but for rounding.

    Raises:
        InputError: it lies outside.
    """
    if score is not None and not -ROUNDING <= score <= 1 + ROUNDING:
        raise InputError(f"{what} is {score:g}; a score card has 0 to 1; divide it.")


_ITEM_FIELDS = tuple(name for name in RunItem.model_fields if name != "case_id")


class RunSummary(Frozen):
    """How a run ended; further keys (``pdf_sha256``, ``questions_sha256`` …) are kept as they are."""

    model_config = ConfigDict(extra="allow")

    n_total: int = Field(ge=0)
    """Results in the file."""
    n_scored: int = Field(ge=0)
    """Results with a score."""
    n_unscored: int = Field(ge=0)
    """Results without a score."""
    weighted_score: float | None = Field(strict=True, allow_inf_nan=False)
    """sum(score * weight) / sum(weight) over the scored results; None if none is scored."""
    pass_rate: float | None = Field(default=None, ge=0, le=1, allow_inf_nan=False)
    """Share of the scored results known to pass or fail that pass; None if there are none."""
    worst_case: Bounds | None = None
    """The bounds of ``weighted_score``: every unscored result as 0, and as 1; None if all weights are 0."""

    @property
    def facts(self) -> Mapping[str, JsonValue]:
        """The further keys."""
        return self.model_extra or {}


class RunFile(Frozen):
    """A whole run."""

    schema_version: str = RUN_FILE_SCHEMA_VERSION
    """The version of this shape."""
    manifest: RunManifest | None = None
    """How the run was made; None in files from elsewhere."""
    summary: RunSummary
    """The run's counts and means."""
    results: tuple[RunResult, ...]
    """One result for each case and system."""
    pairs: tuple[PairVerdict, ...] = ()
    """The judges' verdicts on pairs of answers, if there are any."""

    @classmethod
    def of_results(
        cls,
        manifest: RunManifest | None,
        results: Iterable[RunResult],
        *,
        facts: Mapping[str, JsonValue] | None = None,
    ) -> RunFile:
        """Build a file from results, summing them up."""
        tally = SummaryTally()
        kept = tuple(map(tally.add, results))
        return cls(manifest=manifest, summary=tally.summary(facts), results=kept)

    def stream(self) -> RunStream:
        """The run as a stream."""
        return RunStream(self.manifest, self.summary.facts, self.results, lambda: self.summary)

    def items(self) -> list[RunItem]:
        """The items of the run, as they were before they were put into the file.

        Raises:
            InputError: a score from elsewhere lies outside 0 to 1.
        """
        return [result.to_item() for result in self.results]


@dataclass(frozen=True, slots=True)
class RunStream:
    """A run whose results come one by one, so that a long one is never in memory whole."""

    manifest: RunManifest | None
    """How the run was made; None in files from elsewhere."""
    facts: Mapping[str, JsonValue]
    """The further keys of its summary."""
    results: Iterable[RunResult]
    """The results, to be read once."""
    summary: Callable[[], RunSummary]
    """Returns the run's counts and means; call it when all results have been read."""

    @classmethod
    def of_items(cls, manifest: RunManifest, items: Iterable[RunItem]) -> RunStream:
        """The run as a store gives it, no case and system twice."""
        tally = SummaryTally(distinct=True)
        results = (tally.add(RunResult.from_item(item)) for item in items)
        return cls(manifest, manifest.facts, results, lambda: tally.summary(manifest.facts))


class SummaryTally:
    """Sums up results as they come by, holding none of them."""

    def __init__(self, *, distinct: bool = False) -> None:
        """Begin with nothing.

        Args:
            distinct: no case and system will come twice, as from a run store; nothing is remembered of any.
        """
        self._seen: set[tuple[str, str | None]] | None = None if distinct else set()
        self._total = self._scored = self._known = self._passed = 0
        self._score_sum = self._scored_weight = self._weight = 0.0

    def add(self, result: RunResult) -> RunResult:
        """Count a result in and return it.

        Raises:
            InputError: the same case and system came before.
        """
        if self._seen is not None:
            place = (result.id, result.system)
            if place in self._seen:
                raise InputError(f"{name_of(*place)} comes twice; keep one result for a case and system.")
            self._seen.add(place)
        self._total += 1
        self._weight += result.weight
        if result.score is not None:
            self._scored += 1
            self._score_sum += result.score * result.weight
            self._scored_weight += result.weight
            self._known += result.passed is not None
            self._passed += result.passed is True
        return result

    def summary(self, facts: Mapping[str, JsonValue] | None = None) -> RunSummary:
        """How the results ended.

        Args:
            facts: further keys.

        Raises:
            ValueError: one of these is a key that is counted here.
        """
        own = set(RunSummary.model_fields) & set(facts or {})
        if own:
            raise ValueError(f"the summary's {min(own)} is counted, not given")
        unscored = self._weight - self._scored_weight
        return RunSummary.model_validate(
            {
                **(facts or {}),
                "n_total": self._total,
                "n_scored": self._scored,
                "n_unscored": self._total - self._scored,
                "weighted_score": self._score_sum / self._scored_weight if self._scored_weight else None,
                "pass_rate": self._passed / self._known if self._known else None,
                "worst_case": {
                    "low": self._score_sum / self._weight,
                    "high": (self._score_sum + unscored) / self._weight,
                }
                if self._weight
                else None,
            }
        )


def name_of(case_id: str, system: str | None) -> str:
    """A result named in a sentence."""
    return f"result {case_id!r}" + (f" of {system!r}" if system else "")


def write_items(
    path: Path,
    manifest: RunManifest,
    items: Iterable[RunItem],
    *,
    facts: Mapping[str, JsonValue] | None = None,
    distinct: bool = False,
    pairs: Iterable[PairVerdict] = (),
) -> RunSummary:
    """Write a run's items as a run file, an item at a time; see :func:`write_results`.

    The manifest's own ``facts`` are keys of the summary again, as in the file they came from.
    """
    results = (RunResult.from_item(without_lone_surrogates(item)) for item in items)
    merged = {**manifest.facts, **(facts or {})}
    plain = manifest.model_copy(update={"facts": {}})
    return write_results(path, plain, results, facts=merged, distinct=distinct, pairs=pairs)


def write_results(
    path: Path,
    manifest: RunManifest | None,
    results: Iterable[RunResult],
    *,
    facts: Mapping[str, JsonValue] | None = None,
    distinct: bool = False,
    pairs: Iterable[PairVerdict] = (),
) -> RunSummary:
    """Write a run file, whole or not at all, a result at a time, so that only one is in memory.

    Args:
        path: the file; missing folders above it are made.
        manifest: of the run.
        results: of the run; they are read once.
        facts: further keys of the summary.
        distinct: no case and system comes twice; memory then stays flat however many there are.
        pairs: verdicts on pairs, read once; the file says nothing of pairs where there are none.

    Returns:
        The summary that was written.

    Raises:
        InputError: a case and system come twice, or the file cannot be written; an older one is untouched.
    """
    tally = SummaryTally(distinct=distinct)
    with whole_file(path) as file, tempfile.TemporaryFile(dir=path.parent) as spool:
        # The summary comes before the results, where a person looks first, and is known after them.
        for number, result in enumerate(results):
            spool.write(_line(tally.add(result), number))
        summary = tally.summary(facts)
        head = f'{{"schema_version": "{RUN_FILE_SCHEMA_VERSION}",\n"manifest": '
        head += "null" if manifest is None else manifest.model_dump_json()
        file.write(f'{head},\n"summary": {summary.model_dump_json()},\n"results": ['.encode())
        spool.seek(0)
        shutil.copyfileobj(spool, file)
        for number, pair in enumerate(pairs):
            file.write((b"" if number else b'\n],\n"pairs": [') + _line(pair, number))
        file.write(b"\n]}\n")
    return summary


def _line(value: Frozen, number: int) -> bytes:
    """An element of a list in a file, on a line of its own."""
    return (b",\n" if number else b"\n") + value.model_dump_json().encode()


def write_run_file(path: Path, run: RunFile) -> RunSummary:
    """Write a run that is in memory; see :func:`write_results`."""
    return write_results(path, run.manifest, run.results, facts=run.summary.facts, pairs=run.pairs)
