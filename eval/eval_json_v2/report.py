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
from eval.files.atomic import write_whole
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
    """Under what terms a run was made.

    Attributes:
        eval_set_version: ``name@<sha1>`` of the question set.
        prompt_version: of the prompt the outputs were written by.
        prompt_sha256: hash over that prompt.
        index_version: fingerprint of what the contexts were retrieved from, or of the recorded contexts.
        model_id: the model.
        adapter_id: the adapter on top of it; ``none`` for a base model.
        scorer_version: of the scoring rules.
        allow_fence: whether a code fence around an output is tolerated.
    """

    eval_set_version: str
    prompt_version: str
    prompt_sha256: str
    index_version: str
    model_id: str
    adapter_id: str
    scorer_version: str
    allow_fence: bool = False


class ObjectMetrics(Frozen):
    """The two figures that the gate reads; None where nothing is scored.

    Attributes:
        eval_score_avg: mean score of the scored items, 0 to 100.
        schema_pass_rate: share of them whose output keeps the schema, 0 to 1.
    """

    eval_score_avg: float | None = Field(ge=0, le=FULL)
    schema_pass_rate: float | None = Field(ge=0, le=1)


class ObjectCounts(Frozen):
    """How many items there are.

    Attributes:
        n_total: questions of the set.
        n_scored: those with an output; an invalid one is scored 0.
        n_unscored: those whose model was never reached.
        n_schema_ok: those whose output keeps the schema.
    """

    n_total: int = Field(ge=0)
    n_scored: int = Field(ge=0)
    n_unscored: int = Field(ge=0)
    n_schema_ok: int = Field(ge=0)


class ObjectItem(Frozen):
    """What came of a question.

    Attributes:
        id: the question.
        schema_ok: whether the output keeps the schema; None where there is none.
        score: 0 to 100; None where there is no output.
        sub_scores: the seven parts, 0 to 1 each, two of them under a second name, too (``ALSO_NAMED``);
            empty where there is no output.
        error_tags: what is wrong.
        explain: why, in words.
    """

    id: str
    schema_ok: bool | None
    score: float | None = Field(ge=0, le=FULL)
    sub_scores: Mapping[str, float] = Field(default_factory=dict)
    error_tags: tuple[ErrorTag, ...] = ()
    explain: str = ""


class ObjectReport(ObjectTerms):
    """A run, and the terms it was made under.

    Attributes:
        schema_version: of this shape.
        task: what was run.
        created_at: when; the one field in which two equal runs differ.
        metrics: its two figures.
        counts: of items.
        distribution: scored items by tens of their score; ``100`` counts the perfect ones.
        sub_score_means: mean of each part over the scored items.
        short_of_keywords: questions whose expected evidence has fewer than 8 keywords, so that they cannot
            reach full marks.
        per_item: in the order of the set.
    """

    schema_version: str = REPORT_VERSION
    task: Literal["eval_json_v2"] = "eval_json_v2"
    created_at: datetime
    metrics: ObjectMetrics
    counts: ObjectCounts
    distribution: Mapping[str, int]
    sub_score_means: Mapping[str, float]
    short_of_keywords: tuple[str, ...] = ()
    per_item: tuple[ObjectItem, ...]


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
