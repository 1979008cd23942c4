"""The report of a run: its figures, each item, and its terms."""

import math
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from pydantic import Field, ValidationError

from data_base.errors import InputError
from data_base.schemas.frozen import Frozen
from data_base.schemas.score_card import ErrorTag, ScoreCard
from data_base.whole_file import write_whole
from eval.files.json_lines import field_and_reason, json_object

REPORT_VERSION = "1"
FULL = 100.0
ALSO_NAMED: Mapping[str, str] = MappingProxyType(
    {
        "detailed_description": "detailed_description_f1",
        "predicted_questions": "predicted_questions_f1",
    }
)
"""Sub-scores that a report also contains under the names of the specification."""
_BAND = 10
_DIGITS = 10


class ObjectTerms(Frozen):
    """Under what terms a run was made."""

    eval_set_version: str
    """``name@<sha1>`` of the question set."""
    prompt_version: str
    """The version of the prompt that the outputs were written with."""
    prompt_sha256: str
    """The SHA-256 of that prompt."""
    index_version: str
    """The fingerprint of what the contexts were retrieved from, or of the recorded contexts."""
    model_id: str
    """The model that wrote the outputs."""
    adapter_id: str
    """The adapter on top of it; ``none`` for a base model."""
    scorer_version: str
    """The version of the scoring rules."""
    allow_fence: bool = False
    """Whether a code fence around an output is tolerated."""


class ObjectMetrics(Frozen):
    """The two figures that the gate reads; None where nothing is scored."""

    eval_score_avg: float | None = Field(ge=0, le=FULL)
    """Mean score of the scored items, 0 to 100."""
    schema_pass_rate: float | None = Field(ge=0, le=1)
    """Share of the scored items whose output matches the schema, 0 to 1."""


class ObjectCounts(Frozen):
    """How many items there are."""

    n_total: int = Field(ge=0)
    """Questions in the set."""
    n_scored: int = Field(ge=0)
    """Questions with an output; an invalid one is scored 0."""
    n_unscored: int = Field(ge=0)
    """Questions whose model was never reached."""
    n_schema_ok: int = Field(ge=0)
    """Questions whose output matches the schema."""


class ObjectItem(Frozen):
    """What came of a question."""

    id: str
    """The question's id."""
    schema_ok: bool | None
    """Whether the output matches the schema; None if there is none."""
    score: float | None = Field(ge=0, le=FULL)
    """The score, 0 to 100; None if there is no output."""
    sub_scores: Mapping[str, float] = Field(default_factory=dict)
    """The seven parts, 0 to 1 each, two of them under a second name, too (``ALSO_NAMED``).

    Empty where there is no output.
    """
    error_tags: tuple[ErrorTag, ...] = ()
    """What is wrong."""
    explain: str = ""
    """The reason, in words."""


class ObjectReport(ObjectTerms):
    """A run, and the terms it was made under."""

    schema_version: str = REPORT_VERSION
    """The version of this shape."""
    task: Literal["eval_json_v2"] = "eval_json_v2"
    """What was run."""
    created_at: datetime
    """When it was made; the one field in which two equal runs differ."""
    metrics: ObjectMetrics
    """The run's two figures."""
    counts: ObjectCounts
    """Counts of questions."""
    distribution: Mapping[str, int]
    """Scored items by tens of their score; ``100`` counts the perfect ones."""
    sub_score_means: Mapping[str, float]
    """Mean of each part over the scored items."""
    short_of_keywords: tuple[str, ...] = ()
    """Questions whose expected evidence has fewer than 8 keywords, so that they cannot reach full marks."""
    per_item: tuple[ObjectItem, ...]
    """The items, in the order of the set."""


def item_of(item_id: str, card: ScoreCard) -> ObjectItem:
    """A card as an item of a report."""
    if card.primary_score is None:
        return ObjectItem(id=item_id, schema_ok=None, score=None, explain=card.unscored_reason or "")
    return ObjectItem(
        id=item_id,
        schema_ok=ErrorTag.SCHEMA_INVALID not in card.error_tags,
        score=_percent(card.primary_score),
        sub_scores=dict(_also_named(card.sub_scores)),
        error_tags=card.error_tags,
        explain=card.explain,
    )


def _also_named(sub_scores: Mapping[str, float]) -> Iterator[tuple[str, float]]:
    for name, value in sub_scores.items():
        yield name, value
        if name in ALSO_NAMED:
            yield ALSO_NAMED[name], value


def _percent(share: float) -> float:
    """Times 100, without what a float adds behind the digits that count: 85, not 85.00000000000001."""
    return round(FULL * share, _DIGITS)


def report_of(
    terms: ObjectTerms,
    items: Sequence[ObjectItem],
    *,
    created_at: datetime,
    short_of_keywords: Sequence[str] = (),
) -> ObjectReport:
    """Sum up a run."""
    scored = [item for item in items if item.score is not None]
    names = dict.fromkeys(name for item in scored for name in item.sub_scores)
    return ObjectReport(
        created_at=created_at,
        **terms.model_dump(),
        metrics=metrics_of(items),
        counts=counts_of(items),
        distribution=_distribution(scored),
        sub_score_means={
            name: sum(item.sub_scores.get(name, 0.0) for item in scored) / len(scored) for name in names
        },
        short_of_keywords=tuple(short_of_keywords),
        per_item=tuple(items),
    )


def metrics_of(items: Sequence[ObjectItem]) -> ObjectMetrics:
    """The two figures, from the items alone."""
    scores = [item.score for item in items if item.score is not None]
    if not scores:
        return ObjectMetrics(eval_score_avg=None, schema_pass_rate=None)
    good = sum(item.schema_ok is True for item in items)
    mean = math.fsum(scores) / len(scores)
    return ObjectMetrics(eval_score_avg=round(mean, _DIGITS), schema_pass_rate=good / len(scores))


def counts_of(items: Sequence[ObjectItem]) -> ObjectCounts:
    """How many items there are of each kind."""
    scored = sum(item.score is not None for item in items)
    return ObjectCounts(
        n_total=len(items),
        n_scored=scored,
        n_unscored=len(items) - scored,
        n_schema_ok=sum(item.schema_ok is True for item in items),
    )


def write_report(path: Path, report: ObjectReport) -> None:
    """Write a report, whole or not at all.

    Raises:
        InputError: it cannot be written.
    """
    write_whole(path, report.model_dump_json(indent=2) + "\n")


def read_report(path: Path) -> ObjectReport:
    """Read a report.

    Raises:
        InputError: it is none, or its figures are not those of its items.
    """
    try:
        report = ObjectReport.model_validate(json_object(path))
    except ValidationError as error:
        raise InputError(f"{path}: {field_and_reason(error)}; make the report anew.") from error
    if not _same(report.metrics, metrics_of(report.per_item)) or report.counts != counts_of(report.per_item):
        raise InputError(f"{path}: its metrics are not those of its items; make the report anew.")
    return report


def _same(one: ObjectMetrics, other: ObjectMetrics) -> bool:
    """Whether two pairs of figures are the same, but for how a float rounds."""
    if one.eval_score_avg is None or other.eval_score_avg is None:
        return one == other
    alike = math.isclose(one.eval_score_avg, other.eval_score_avg, abs_tol=10**-_DIGITS, rel_tol=1e-12)
    return alike and one.schema_pass_rate == other.schema_pass_rate


def _distribution(scored: Sequence[ObjectItem]) -> dict[str, int]:
    """Items by tens; in the order of the scale, empty tens included."""
    bands = {f"{low}-{low + _BAND}": 0 for low in range(0, int(FULL), _BAND)} | {"100": 0}
    names = list(bands)
    for item in scored:
        bands[names[int((item.score or 0.0) // _BAND)]] += 1
    return bands
