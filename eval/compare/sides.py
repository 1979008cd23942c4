"""One side of a comparison: a run, or repeats of it brought together."""

import math
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import get_args

from data_base.errors import InputError
from data_base.schemas.claim_table import ClaimShares
from data_base.schemas.judgement import Answered
from data_base.schemas.run import RunManifest
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from eval.compare.named_run import named_run
from eval.compare.result import GroupKey, RunRef
from eval.runs.run_file import RunResult, RunStream
from eval.runs.served_models import changes, summed_served

_AS_PRINTED = 1e-3
"""A file from elsewhere may round what it says."""
Place = tuple[str, str | None]
"""Case id and system."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What a side has for one case and system; figures are means over repeats."""

    place: Place
    """The case and the system."""
    score: float | None
    """The mean score; None if unscored."""
    weight: float
    """How much the case counts."""
    unanswered: bool
    """Whether the system returned no answer."""
    reason: str
    """Why there is no score."""
    figures: Mapping[str, float]
    """Sub-scores and further figures by name."""
    error_tags: tuple[str, ...]
    """What is wrong with the answer."""
    explain: str
    """The scorer's or the judge's reason."""
    groups: Mapping[str, float] = field(default_factory=dict)
    """The share of each group of key points that the answer covers."""
    must_failed: tuple[str, ...] | None = None
    """Key points that must hold and fail, by id; None where none must."""
    must_undecided: bool = False
    """Whether one that must hold has no verdict."""
    claims: tuple[ClaimShares, ...] = ()
    """The counts of its claim table, one for each repeat that has one."""


@dataclass(frozen=True, slots=True)
class Side:
    """A run, or several repeats of it."""

    ref: RunRef
    """By what names, with what scores."""
    manifest: RunManifest | None
    """The manifest of the first repeat; None in files from elsewhere."""
    facts: Mapping[str, object]
    """The further keys of its summary."""
    entries: Mapping[Place, Entry]
    """In the file's order."""
    manifests: tuple[RunManifest, ...]
    """The manifests of every repeat that has one."""
    notes: tuple[str, ...] = ()
    """What a reader must know of it."""

    @property
    def systems(self) -> tuple[str | None, ...]:
        """The systems, in the order in which they come."""
        return tuple(dict.fromkeys(system for _, system in self.entries))

    def key(self, system: str | None) -> GroupKey:
        """The terms of one system's results."""
        manifest = self.manifest
        if manifest is None:
            return GroupKey(model=_text(self.facts.get("model")))
        models = manifest.models
        every = ", ".join(f"{role}: {models[role]}" for role in sorted(models))
        versions = sorted({f"{prompt.id} {prompt.version} {prompt.language}" for prompt in manifest.prompts})
        return GroupKey(
            task=manifest.task,
            model=models.get(system, every) if system else every,
            prompt_version=", ".join(versions),
            scorer_version=manifest.scorer_version,
        )


def named_side(names: Sequence[str], store: str | None, *, system: str | None = None) -> Side:
    """A run and its repeats by their names; see :func:`eval.compare.named_run.named_run`.

    Raises:
        InputError: there is no such run, or as of :func:`read_side`.
    """
    return read_side([(name, named_run(name, store)) for name in names], system=system)


def read_side(named: Sequence[tuple[str, RunStream]], *, system: str | None = None) -> Side:
    """Bring a run and its repeats together.

    Args:
        named: each run with the name it was asked for by; the first gives the terms.
        system: only the results of this one.

    Raises:
        InputError: the repeats were made under different terms, a run has no score, or not this system.
    """
    gathered: dict[Place, list[Entry]] = {}
    scores: list[float] = []
    ids, notes = [], []
    first_name, first = named[0]
    for name, run in named:
        if terms(run.manifest, run.facts) != terms(first.manifest, first.facts):
            raise InputError(
                f"{name} is not a repeat of {first_name}: the two were made under different terms; "
                "compare them as baseline and candidate instead."
            )
        entries, known = _entries(run.results, system)
        summary = run.summary()
        if system is not None and not entries:
            raise InputError(
                f"{name} has no results of {system!r}; its systems are {', '.join(sorted(known))}."
            )
        counted = weighted_mean(entries)
        score = summary.weighted_score if system is None else counted
        if score is None or not any(entry.score is not None for entry in entries):
            raise InputError(f"{name} has no scored result, so there is nothing to compare; score it.")
        if counted is None or abs(counted - score) > _AS_PRINTED:
            mean = "none" if counted is None else f"{counted:.6g}"
            notes.append(
                f"{name}: summary.weighted_score is {score:.6g}, and the mean of its results is {mean}."
            )
        scores.append(score)
        ids += [run.manifest.run_id] if run.manifest is not None else []
        for entry in entries:
            gathered.setdefault(entry.place, []).append(entry)
    partly = [place[0] for place, entries in gathered.items() if len(entries) < len(named)]
    if partly:
        notes.append(f"{first_name}: {len(partly)} items are not in every repeat, {partly[0]!r} first.")
    ref = RunRef(
        names=tuple(name for name, _ in named),
        run_ids=tuple(ids),
        weighted_score=fmean(scores),
        repeat_scores=tuple(scores),
    )
    merged = {place: _merged(entries) for place, entries in gathered.items()}
    manifests = tuple(run.manifest for _, run in named if run.manifest is not None)
    notes += changes(summed_served(manifests))
    return Side(ref, first.manifest, first.facts, merged, manifests, tuple(notes))


def _entries(results: Iterable[RunResult], system: str | None) -> tuple[list[Entry], set[str]]:
    """What a comparison needs of a run's results, and its systems; everything else is dropped."""
    entries, known = [], set()
    for result in results:
        known.add(result.system or "(unnamed)")
        if system is None or result.system == system:
            entries.append(_entry(result))
    return entries, known


def terms(manifest: RunManifest | None, facts: Mapping[str, object]) -> tuple[object, ...]:
    """What repeats of a run have in common."""
    hashes = tuple(facts.get(name) for name in ("pdf_sha256", "questions_sha256"))
    if manifest is None:
        return hashes
    return (
        *hashes,
        manifest.task,
        manifest.scorer_version,
        dict(manifest.models),
        manifest.prompts,
        dict(manifest.data_hashes),
    )


def weighted_mean(entries: Iterable[Entry]) -> float | None:
    """sum(score * weight) / sum(weight) over the scored; None where that is nothing."""
    scored = [(entry.score, entry.weight) for entry in entries if entry.score is not None]
    weight = math.fsum(w for _, w in scored)
    return math.fsum(score * w for score, w in scored) / weight if weight else None


def _entry(result: RunResult) -> Entry:
    card = result.score_card
    reason = (card.unscored_reason if card else None) or result.error or "not scored yet"
    evaluation = result.evaluation if result.evaluation and result.evaluation.scored else None
    coverage = evaluation.coverage if evaluation else None
    musts = evaluation is not None and any(point.must for point in evaluation.key_points)
    return Entry(
        place=(result.id, result.system),
        score=result.score,
        weight=result.weight,
        unanswered=result.score is None and result.answer is None and result.error is not None,
        reason=reason,
        figures=_figures(result),
        error_tags=tuple(tag.value for tag in card.error_tags) if card else (),
        explain=(card.explain if card else "") or (reason if result.score is None else ""),
        groups={name: share for name, share in coverage.groups.items() if share is not None}
        if coverage
        else {},
        must_failed=coverage.must_failed if coverage and musts else None,
        must_undecided=coverage is not None and bool(coverage.must_undecided),
        claims=(card.claims,) if card and card.claims else (),
    )


def _figures(result: RunResult) -> dict[str, float]:
    """Finite numbers among the metrics, what the judge said in shares, and the card's sub-scores.

    The last come first where names are alike.
    """
    figures = {
        name: float(value)
        for name, value in result.metrics.items()
        if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max
    }
    said = dict(_shares(result.evaluation)) if result.evaluation and result.evaluation.scored else {}
    card = result.score_card
    claims = dict(_claim_figures(card.claims)) if card and card.claims else {}
    return figures | said | claims | dict(card.sub_scores if card else {})


def _shares(evaluation: FineGrainedEvaluationResult) -> Iterator[tuple[str, float]]:
    """Whether it was answered, so that means are shares of items, its key points, how well passages serve."""
    if evaluation.answered is not None:
        yield from ((f"answered_{name}", float(name == evaluation.answered)) for name in get_args(Answered))
    if evaluation.coverage is not None and evaluation.coverage.share is not None:
        yield "coverage", evaluation.coverage.share
    if evaluation.context is not None:
        found = {"precision": evaluation.context.precision, "recall": evaluation.context.recall}
        yield from ((f"context_{name}", share) for name, share in found.items() if share is not None)


def _claim_figures(shares: ClaimShares) -> Iterator[tuple[str, float]]:
    for name in ("cited_share", "citation_precision", "support"):
        if (share := getattr(shares, name)) is not None:
            yield name, share
    yield "dead_sources", float(shares.dead_sources)


def _merged(entries: Sequence[Entry]) -> Entry:
    if len(entries) == 1:
        return entries[0]
    scores = [entry.score for entry in entries if entry.score is not None]
    worst = min(entries, key=lambda entry: math.inf if entry.score is None else entry.score)
    return Entry(
        place=entries[0].place,
        score=fmean(scores) if scores else None,
        weight=entries[0].weight,
        unanswered=all(entry.unanswered for entry in entries),
        reason=entries[0].reason,
        figures=_means([entry.figures for entry in entries]),
        error_tags=tuple(dict.fromkeys(tag for entry in entries for tag in entry.error_tags)),
        explain=worst.explain,
        groups=_means([entry.groups for entry in entries]),
        must_failed=_all_failed([entry.must_failed for entry in entries]),
        must_undecided=any(entry.must_undecided for entry in entries),
        claims=tuple(table for entry in entries for table in entry.claims),
    )


def _means(figures: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = dict.fromkeys(name for each in figures for name in each)
    return {name: fmean(each[name] for each in figures if name in each) for name in names}


def _all_failed(failed: Sequence[tuple[str, ...] | None]) -> tuple[str, ...] | None:
    """What failed in any repeat."""
    known = [each for each in failed if each is not None]
    return tuple(dict.fromkeys(name for each in known for name in each)) if known else None


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
