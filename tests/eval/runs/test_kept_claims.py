"""Claim tables in everything that keeps a run: files, stores, sheets and columns."""

import json
from pathlib import Path

import pytest

from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.store.run_store import RunStore
from eval.files.rows import read_rows
from eval.judging.answer_file import RecordedAnswer, item_of
from eval.judging.results_writer import results_file
from eval.runs.run_export import write_item_rows
from eval.runs.run_file import write_items
from eval.runs.run_file_reading import read_run_file
from scoring.evaluation_score_card import score_card_of
from tests.support.arena import evaluation, manifest
from tests.support.claims import REPORT, table
from tests.support.stores import postgresql_schema

ANSWER = RecordedAnswer(id="1", question="What crosses the river?", answer=REPORT)
COLUMNS = {
    "claims": 5,
    "cited_share": 1.0,
    "effective_citations": 1,
    "sources_dead": 1,
    "sources_unreadable": 0,
    "sources_never_opened": 1,
    "sources_missing": 0,
}


def judged(folder: Path) -> RunItem:
    found = table(folder)
    item = item_of(ANSWER, evaluation().model_copy(update={"claims": found}))
    assert item.score_card
    assert item.score_card.claims == found.shares
    # They are next to the score, not in it.
    assert item.score_card.model_copy(update={"claims": None}) == score_card_of(evaluation())
    return item


def test_a_table_comes_back_from_run_files_and_stores(tmp_path: Path) -> None:
    item = judged(tmp_path / "pages")
    write_items(tmp_path / "run.json", manifest("r"), [item])
    assert read_run_file(tmp_path / "run.json").items() == [item]
    with postgresql_schema() as url:
        for address in (url, tmp_path / "runs.sqlite"):
            with RunStore(address) as store:
                store.import_run(manifest("r"), [item])
                assert store.items("r") == [item]


def _skip_without(ending: str) -> None:
    """Skip where the extra that writes such files is not installed."""
    for package, extra in (("xlsxwriter", "xlsx"), ("pyarrow", "parquet")):
        if ending == extra:
            pytest.importorskip(package, reason=f"the extra {extra} is not installed")


@pytest.mark.parametrize("ending", ["csv", "xlsx", "jsonl", "parquet"])
def test_the_shares_are_columns_of_every_sheet(tmp_path: Path, ending: str) -> None:
    _skip_without(ending)
    path = tmp_path / f"items.{ending}"
    plain = RunItem(case_id="2", system="A", answer=Answer(text="b"))
    write_item_rows(path, [judged(tmp_path / "pages"), plain])
    first, second = (row.fields for row in read_rows(path))
    assert {name: float(str(first[name])) for name in COLUMNS} == COLUMNS
    assert float(str(first["citation_precision"])) == pytest.approx(1 / 3)
    assert {second.get(name) for name in COLUMNS} <= {None, ""}


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_files_of_evaluations_have_the_whole_table(tmp_path: Path, ending: str) -> None:
    _skip_without(ending)
    path = tmp_path / f"evaluations.{ending}"
    result = judged(tmp_path / "pages").evaluation
    assert result
    assert result.claims
    with results_file(path) as write:
        write(ANSWER, result)
        write(ANSWER, evaluation())
    first, second = (row.fields for row in read_rows(path))
    assert result.claims == type(result.claims).model_validate(first["claims"])
    assert second.get("claims") is None


def test_files_of_the_fifth_version_are_read_as_they_were(tmp_path: Path) -> None:
    items = [item_of(ANSWER, evaluation()), RunItem(case_id="2", system="A", error="gone")]
    write_items(tmp_path / "run.json", manifest("r"), items)
    stored = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert "claims" not in json.dumps(stored["results"])
    stored["schema_version"] = stored["manifest"]["schema_version"] = "5"
    (tmp_path / "old.json").write_text(json.dumps(stored), encoding="utf-8")
    old, new = (read_run_file(tmp_path / name) for name in ("old.json", "run.json"))
    assert old.items() == new.items() == items
    assert old.summary == new.summary
