"""``--claims``: tables of what judged answers cite, from the terminal to the gate."""

import json
from pathlib import Path
from typing import Any

import pytest

from data_base.store.run_store import RunStore
from tests.service.conftest import Command
from tests.support.claims import REPORT, pages, table

QUESTION = "What crosses the river at Orle?"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return pages(tmp_path / "pages")


@pytest.fixture
def answers(tmp_path: Path) -> Path:
    rows = [
        {"id": "report", "question": QUESTION, "answer": REPORT, "documents": ["A bridge crosses it."]},
        {"id": "short", "question": "How long?", "answer": "388 metres [1].", "documents": ["388 metres."]},
    ]
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def evaluations(path: Path) -> dict[str, Any]:
    return {row["id"]: row for row in map(json.loads, path.read_text(encoding="utf-8").splitlines())}


def test_every_answer_has_its_table_and_the_run_its_terms(
    judge: Command, answers: Path, folder: Path
) -> None:
    code, told, err = judge("evaluate", answers, "--claims", "--sources", folder)
    assert code == 0, err
    for said in (
        "5 claims, 5 with a source (100%)",
        "contradicted [1]: It is 412 metres long.",
        "sources: 3 read, 1 dead, 1 never opened",
    ):
        assert said in told
    assert judge("evaluate", answers, "--claims", "--sources", folder, "--out", "with.jsonl")[0] == 0
    assert judge("evaluate", answers, "--out", "without.jsonl")[0] == 0
    found, plain = evaluations(Path("with.jsonl")), evaluations(Path("without.jsonl"))
    own = table(folder).model_dump(mode="json", by_alias=True)
    assert found["report"]["claims"]["claims"][:3] == own["claims"][:3]
    assert "claims" not in plain["report"]
    assert found["report"]["metrics"] == plain["report"]["metrics"]
    summary = json.loads(Path("with.manifest.json").read_text(encoding="utf-8"))
    (claims,) = (each["claims"] for each in summary["results"])
    assert (claims["answers"], claims["claims"], claims["sources"]["dead"]) == (2, 6, 1)
    with RunStore(".judge/runs.sqlite") as store:
        runs = {run.settings["judge"].get("claims"): run for run in store.runs()}  # type: ignore[union-attr]
        assert set(runs) == {True, None}
        (item,) = (each for each in store.items(runs[True].run_id) if each.case_id == "report")
    assert item.score_card
    assert item.score_card.claims
    assert item.score_card.claims.dead_sources == 1


def test_an_item_is_shown_with_its_table(judge: Command, answers: Path, folder: Path) -> None:
    assert judge("evaluate", answers, "--claims", "--sources", folder)[0] == 0
    code, told, err = judge("show", "report")
    assert (code, err) == (0, "")
    assert "contradicted [1]: It is 412 metres long." in " ".join(told.replace("│", " ").split())
    (shown,) = json.loads(f"[{','.join(judge('show', 'report', '--json')[1].splitlines())}]")
    assert shown["claim_table"]["shares"]["sources"]["dead"] == 1


def test_sources_without_claims_are_refused(judge: Command, answers: Path, folder: Path) -> None:
    code, _, err = judge("evaluate", answers, "--sources", folder)
    assert (code, err) == (2, "error: --sources requires --claims.\n")


def test_a_page_that_cannot_be_read_ends_it_before_the_answer_is_judged(
    judge: Command, answers: Path, folder: Path
) -> None:
    (folder / "bridge.txt").unlink()
    code, told, err = judge("evaluate", answers, "--claims", "--sources", folder, "--concurrency", "1")
    assert (code, told) == (2, "")
    assert "bridge.txt: cannot be read" in err


def test_a_settings_file_names_claims_and_a_folder_next_to_it(
    judge: Command, answers: Path, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "settings.yaml").write_text(f"version: '1'\nclaims: true\nsources: {folder.name}\n")
    assert judge("evaluate", answers, "--settings", tmp_path / "settings.yaml", "--out", "o.jsonl")[0] == 0
    assert evaluations(Path("o.jsonl"))["report"]["claims"]["shares"]["sources"]["dead"] == 1


def test_a_gate_asks_for_citations_and_sources(judge: Command, answers: Path, folder: Path) -> None:
    for name, options in (("plain", ()), ("cited", ("--claims", "--sources", folder))):
        assert judge("evaluate", answers, *options, "--name", name)[0] == 0
    both = ("compare", "--base", "plain", "--cand", "cited")
    code, told, err = judge(*both, "--min-citation-precision", "0.6", "--max-dead-sources", "1")
    assert (code, err) == (0, ""), told
    assert "citation_precision: 0.6667 over 2 answers; at least 0.6 is asked" in told
    code, told, _ = judge(*both, "--min-citation-precision", "0.7", "--max-dead-sources", "0")
    assert code == 1
    assert "FAIL  dead_sources: 1 of 6 sources dead (allowed: 0); 1 never opened" in told
    assert "report: 1 of 5 sources" in told
    code, _, err = judge("compare", "--base", "cited", "--cand", "plain", "--max-dead-sources", "0")
    assert (code, "--claims" in err) == (2, True)
    assert judge(*both, "--min-citation-precision", "2")[0] == 2
