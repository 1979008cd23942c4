"""Evaluations that an older release stored read to the values that they had."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from data_base.schemas.evaluation_metrics import EvaluationMetrics
from data_base.schemas_deep_research import FineGrainedEvaluationResult
from data_base.store.run_store import RunStore

# A run with an evaluation in which every field is set, one that failed, one of the embedded judge, one of the
# four fields that suffice, and two attempts of a research.
STORED = Path(__file__).parent / "evaluations_of_version_7.sql"


def within(old: Any, new: Any) -> Any:
    """The new value without the fields that the old one did not have."""
    if isinstance(old, dict) and isinstance(new, dict):
        return {name: within(value, new.get(name, "missing")) for name, value in old.items()}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [within(*pair) for pair in zip(old, new, strict=True)]
    return new


def test_every_stored_item_reads_to_the_same_values(tmp_path: Path) -> None:
    path = tmp_path / "runs.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(STORED.read_text(encoding="utf-8"))
        payloads = [
            json.loads(text) for (text,) in connection.execute("SELECT payload FROM items ORDER BY seq")
        ]
    with RunStore(path) as store:
        items = [item.model_dump(mode="json") for item in store.history("evaluated")]
    assert len(items) == len(payloads) == 5
    for payload, item in zip(payloads, items, strict=True):
        assert within(payload, item) == payload
    whole = FineGrainedEvaluationResult.model_validate_json(json.dumps(items[0]["evaluation"]))
    assert whole.metrics.weighted_score == 0.5 * 6.5 + 0.5 * 9.5
    assert {name for name, value in whole if value in (None, (), "")} == {"claims"}
    assert FineGrainedEvaluationResult.model_validate_json(whole.model_dump_json()) == whole


def test_a_copy_changes_fields_by_their_names() -> None:
    plain = FineGrainedEvaluationResult(
        metrics=EvaluationMetrics.weigh(8, 5, 10), reason="r", suggestion="s", is_passing=True
    )
    changes: dict[str, Any] = {"reason": "other", "model_id": "m", "raw_reply": "{}", "latency_ms": 3.0}
    copy = plain.model_copy(update=changes)
    assert copy == FineGrainedEvaluationResult(**{**dict(plain), **changes})
    with pytest.raises(ValidationError, match="verdict"):
        FineGrainedEvaluationResult.model_validate({**dict(plain), "verdict": "x"})
