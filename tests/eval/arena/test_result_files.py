import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.case import Case
from data_base.schemas.run import RunItem
from eval.arena.result import ArenaResult, CaseResult
from eval.arena.result_files import ARENA_JSON, write_csv, write_json
from eval.arena.score_aggregation import summarise
from eval.files.formula_guard import defuse
from eval.files.output_checks import check_writable
from eval.runs.overwrite_check import refuse_other_run
from eval.stats.paired import BootstrapSettings
from tests.support.arena import PORT, WIND, evaluation, failed_evaluation, item, manifest, research_result

NASTY = '=HYPERLINK("http://x")\r\n"quoted", 二行目; —'


@pytest.fixture
def result() -> ArenaResult:
    research = research_result("多少？", "88 艘 [port.md#1]")
    items = (
        CaseResult(
            case=Case(id="1", question="多少？", language="zh-Hant", gold_answer="-5", answerable=True),
            shared_passages=(WIND, PORT),
            items=(
                item("Pure LLM", "1", evaluation(2.5, 3, 8, shown=(WIND, PORT)), NASTY),
                RunItem(
                    case_id="1",
                    system="Deep Research",
                    answer=research.answer,
                    evaluation=failed_evaluation(),
                    research=research,
                ),
            ),
        ),
        CaseResult(
            case=Case(id="2", question="@risk"),
            items=(RunItem(case_id="2", system="Pure LLM", error="gone"), item("Deep Research", "2", None)),
        ),
    )
    summary = summarise(items, BootstrapSettings(resamples=200), questions_in_file=2, warnings=["careful"])
    return ArenaResult(manifest=manifest(notes=("a note",)), summary=summary, items=items)


def undone(cell: str) -> str:
    """What :func:`defuse` was given, by what its docstring says."""
    dangerous = cell.lstrip("'").startswith(tuple("=+-@\t\r＝＋－＠"))
    return cell[1:] if dangerous and cell.startswith("'") else cell


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_json_reads_back_as_it_was(result: ArenaResult, tmp_path: Path) -> None:
    path = write_json(result, tmp_path)
    assert ArenaResult.model_validate_json(path.read_bytes()) == result
    assert '"metrics": null' in path.read_text(encoding="utf-8")


def test_csv_has_a_row_for_each_question_and_side(result: ArenaResult, tmp_path: Path) -> None:
    path = write_csv(result, tmp_path)
    assert path.read_bytes().startswith(b"\xef\xbb\xbf")
    pure, research, gone, unjudged = rows(path)
    assert (pure["case_id"], pure["system"], pure["accuracy"], pure["status"]) == (
        "1",
        "Pure LLM",
        "2.5",
        "scored",
    )
    assert undone(pure["answer"]) == NASTY
    assert pure["question"] == "多少？"
    assert undone(pure["gold_answer"]) == "-5"
    assert (research["attempts"], research["best_attempt"], research["stop_reason"]) == ("2", "2", "passed")
    assert research["citations_not_supported"] == "1"
    assert (gone["status"], gone["error"], gone["answer"]) == ("unanswered", "gone", "")
    assert unjudged["status"] == "unscored"


def test_an_unscored_answer_has_empty_cells_and_no_ones(result: ArenaResult, tmp_path: Path) -> None:
    research = rows(write_csv(result, tmp_path))[1]
    assert research["status"] == "failed"
    assert [research[name] for name in ("accuracy", "completeness", "clarity", "weighted_score")] == [""] * 4
    assert research["is_passing"] == ""


def test_no_cell_begins_like_a_formula(result: ArenaResult, tmp_path: Path) -> None:
    for row in rows(write_csv(result, tmp_path)):
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


@given(text=st.one_of(st.text(), st.from_regex(r"'*[=+\-@\t＝].*", fullmatch=True)))
def test_defusing_can_be_undone_and_leaves_nothing_to_run(text: str) -> None:
    cell = str(defuse(text))
    assert undone(cell) == text
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"))


def test_numbers_and_truth_values_stay_what_they_are() -> None:
    assert [defuse(value) for value in (-1.5, 0, False, None)] == [-1.5, 0, False, ""]


def test_an_output_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    check_writable(tmp_path / "new" / "folder")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"output folder .*file.* cannot be written"):
        check_writable(tmp_path / "file" / "below")


def test_answers_of_any_script_survive(tmp_path: Path, result: ArenaResult) -> None:
    texts = ["«да»—ё", "繁體與简体", "a\u2028b", "\U0001f30a"]
    case = result.items[0]
    many = [
        case.model_copy(update={"items": (RunItem(case_id="1", system="S", answer=Answer(text=text)),)})
        for text in texts
    ]
    path = write_csv(result.model_copy(update={"items": tuple(many)}), tmp_path)
    assert [row["answer"] for row in rows(path)] == texts


def test_another_arenas_report_is_not_overwritten(result: ArenaResult, tmp_path: Path) -> None:
    ours = result.manifest
    refuse_other_run(tmp_path / ARENA_JSON, ours)
    write_json(result, tmp_path)
    refuse_other_run(
        tmp_path / ARENA_JSON, ours.model_copy(update={"run_id": "arena-1-2", "scorer_version": "2"})
    )
    other = ours.model_copy(update={"models": {**ours.models, "judge": "openai:x"}, "seeds": {"a": 1}})
    with pytest.raises(InputError, match=r"run arena-1, which differs in models and seeds; .*--out"):
        refuse_other_run(tmp_path / ARENA_JSON, other)


def test_a_result_that_cannot_be_read_is_not_overwritten(result: ArenaResult, tmp_path: Path) -> None:
    (tmp_path / "arena.json").write_text('{"manifest": 1}', encoding="utf-8")
    with pytest.raises(InputError, match=r"arena\.json is there and contains no results of a run"):
        refuse_other_run(tmp_path / ARENA_JSON, result.manifest)


def test_a_result_of_an_older_version_is_read(result: ArenaResult, tmp_path: Path) -> None:
    text = write_json(result, tmp_path).read_text(encoding="utf-8").replace('"shared_passages"', '"lent"')
    assert ArenaResult.model_validate_json(text) == result
