"""Run files: lossless, written whole or not at all, read from elsewhere, refused with one sentence."""

import json
import re
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data_base.errors import InputError
from data_base.schemas.answer import Answer
from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ErrorTag, ScoreCard
from eval.runs.run_file import RunFile, RunResult, write_items, write_results, write_run_file
from eval.runs.run_file_reading import read_run_file
from tests.support.arena import evaluation, failed_evaluation, manifest, pair_verdict, research_result
from tests.support.rows import over


def scored(case_id: str, score: float, system: str = "A") -> RunItem:
    return RunItem(
        case_id=case_id,
        system=system,
        answer=Answer(text="共 88 艘 — «да»"),
        score_card=ScoreCard(primary_score=score, passed=score >= 0.5, error_tags=(ErrorTag.MISSING_ITEM,)),
    )


ITEMS = [
    scored("問1", 1.0),
    scored("q2", 0.25),
    RunItem(case_id="q3", system="A", error="the model is gone"),
    RunItem(case_id="q4", system="A", answer=Answer(text="?"), score_card=ScoreCard.unscored("no JSON")),
    RunItem(case_id="q2", system="B", answer=Answer(text="b"), evaluation=failed_evaluation()),
    RunItem(case_id="q5", system="B", evaluation=evaluation(), research=research_result("q", "88 艘")),
]


def write(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_manifest_and_items_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "run.json"
    pairs = (pair_verdict(reason="港"), pair_verdict(None, case_id="q2"))
    written = write_items(path, manifest("r"), ITEMS, facts={"pdf_sha256": "ab"}, pairs=pairs)
    run = read_run_file(path)
    assert (run.manifest, run.items(), run.pairs) == (manifest("r"), ITEMS, pairs)
    assert run.summary == written
    assert run.summary.facts == {"pdf_sha256": "ab"}
    made = RunFile.of_results(manifest("r"), map(RunResult.from_item, ITEMS), facts={"pdf_sha256": "ab"})
    assert run == made.model_copy(update={"pairs": pairs})
    assert list(path.parent.iterdir()) == [path]
    again = tmp_path / "again.json"
    write_run_file(again, run)
    assert again.read_bytes() == path.read_bytes()


def test_the_summary_leaves_the_unscored_out_and_bounds_them() -> None:
    # 1.0 * 2 and 0.25 * 1 are scored: 2.25 / 3; q3 and q4 weigh 1 each and are 0 or 1 at worst.
    heavy = ITEMS[0].model_copy(update={"weight": 2.0})
    run = RunFile.of_results(manifest(), map(RunResult.from_item, [heavy, *ITEMS[1:4]]))
    summary = run.summary
    assert (summary.n_total, summary.n_scored, summary.n_unscored) == (4, 2, 2)
    assert summary.weighted_score == 0.75
    assert summary.pass_rate == 0.5
    assert summary.worst_case is not None
    assert (summary.worst_case.low, summary.worst_case.high) == (2.25 / 5, 4.25 / 5)


def test_nothing_scored_has_no_mean_and_nothing_at_all_no_bounds() -> None:
    unscored = RunFile.of_results(manifest(), map(RunResult.from_item, ITEMS[2:4])).summary
    assert (unscored.weighted_score, unscored.pass_rate) == (None, None)
    empty = RunFile.of_results(manifest(), []).summary
    assert (empty.n_total, empty.weighted_score, empty.worst_case) == (0, None, None)


def test_a_file_from_elsewhere_needs_scores_only(tmp_path: Path) -> None:
    entry = {"id": "a", "score": 1, "answer": "да", "include_rate": 0.5, "error": {"code": 3}}
    value = {"summary": {"weighted_score": 0.9, "n_total": 77}, "results": [entry, {"id": 2, "score": None}]}
    path = write(tmp_path / "r.json", value)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    run = read_run_file(path)
    first, second = run.results
    assert first.answer == Answer(text="да")
    assert first.metrics == {"include_rate": 0.5, "error": {"code": 3}}
    assert (second.id, second.score) == ("2", None)
    assert (run.summary.weighted_score, run.summary.n_total, run.summary.n_unscored) == (0.9, 2, 1)
    assert run.items()[0].score_card == ScoreCard(primary_score=1.0)


@over(
    "mean, score, said",
    [
        (8.0, 8, "results[0] (result 'a'): \"score\" is 8;"),
        (0.8, 80, "results[0] (result 'a'): \"score\" is 80;"),
        (-1.0, -1, "results[0] (result 'a'): \"score\" is -1;"),
        (1.01, 1.01, "results[0] (result 'a'): \"score\" is 1.01;"),
        (8.0, None, '"summary.weighted_score" is 8;'),
        (-0.5, 0.5, '"summary.weighted_score" is -0.5;'),
        (1 + 1e-12, 1 + 1e-12, None),
        (0, -1e-12, None),
    ],
)
def test_a_file_of_another_scale_is_refused(tmp_path: Path, mean: float, score: float, said: str) -> None:
    """A gate compared 0.8 of 1 with 8 of 10, and passed."""
    value = {"summary": {"weighted_score": mean}, "results": [{"id": "a", "score": score}]}
    path = write(tmp_path / "r.json", value)
    if said is None:
        assert read_run_file(path).items()[0].score_card is not None
        return
    with pytest.raises(InputError, match=re.escape(said) + " a score card has 0 to 1; divide it"):
        read_run_file(path)


GOOD = {"summary": {"weighted_score": 1.0}, "results": [{"id": "a", "score": 1.0}]}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"results": None}, '"results" must be a list'),
        ({"summary": None}, '"summary" must be an object'),
        ({"summary": {}}, '"summary.weighted_score" is missing'),
        ({"summary": {"weighted_score": None}}, "is null"),
        ({"summary": {"weighted_score": "1"}}, '"summary.weighted_score"'),
        ({"results": [3]}, r"results\[0\]: expected an object"),
        ({"results": [{"id": "a"}]}, r'results\[0\]: the field "score" is missing'),
        ({"results": [{"score": 1}]}, r'results\[0\]: field "id"'),
        ({"results": [{"id": True, "score": 1}]}, r'results\[0\]: field "id"'),
        ({"results": [{"id": "", "score": 1}]}, r'results\[0\]: field "id"'),
        ({"results": [{"id": "a", "score": True}]}, r"results\[0\] \(result 'a'\): field \"score\""),
        ({"results": [{"id": "a", "score": "1"}]}, 'field "score"'),
        ({"results": [{"id": "a", "score": 1, "weight": -1}]}, 'field "weight"'),
        ({"results": [{"id": "a", "score": 1}, {"id": "a", "score": 1}]}, "result 'a' comes twice"),
        ({"results": [{"id": x, "score": 1, "weight": 1e308} for x in "ab"]}, "too large to be summed up"),
        ({"manifest": {"run_id": "r"}, "schema_version": "1"}, 'field "manifest.task"'),
        (
            {"manifest": manifest().model_dump(mode="json"), "schema_version": "4", "pairs": [{}]},
            'field "pairs.0.case_id"',
        ),
        ({"manifest": {}, "schema_version": "99"}, "\"schema_version\" is '99'"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, changes: dict[str, object], said: str) -> None:
    path = write(tmp_path / "broken.json", GOOD | changes)
    with pytest.raises(InputError, match=said) as error:
        read_run_file(path)
    assert "broken.json" in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        '{"summary": {"weighted_score": NaN}, "results": []}',
        '{"summary": {"weighted_score": 1e999}, "results": []}',
        '{"summary": {"weighted_score": 1}, "results": [{"id": "a", "score": Infinity}]}',
        '{"summary": {"weighted_score": 1}, "results": [{"id": "a", "score": -1e999}]}',
        "[" * 100_000,
        "[]",
        "",
        "не JSON",
        '{"summary"',
    ],
    ids=range(9),
)
def test_no_file_that_is_not_json_of_finite_numbers(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(InputError, match=r"broken\.json"):
        read_run_file(path)


def test_a_missing_file_and_a_file_in_another_encoding_are_input_errors(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.json cannot be read"):
        read_run_file(tmp_path / "none.json")
    other = tmp_path / "other.json"
    other.write_bytes(json.dumps(GOOD | {"note": "да"}, ensure_ascii=False).encode("cp1251"))
    with pytest.raises(InputError, match=r"other\.json is not UTF-8 text"):
        read_run_file(other)


def test_a_run_that_fails_while_it_is_written_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_items(path, manifest("old"), ITEMS)
    before = path.read_bytes()
    with pytest.raises(InputError, match="comes twice"):
        write_items(path, manifest("new"), [ITEMS[0], ITEMS[0]])
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_a_file_is_an_input_error_while_cleaning_up_too(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match=r"run\.json cannot be written"):
        write_items(tmp_path / "taken" / "run.json", manifest(), ITEMS)


def test_half_a_character_is_written_as_the_sign_for_one_that_is_unknown(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    write_items(path, manifest(), [RunItem(case_id="a", system="A", answer=Answer(text="\ud83d"))])
    assert read_run_file(path).results[0].answer == Answer(text="\ufffd")


def test_writing_holds_no_results_in_memory(tmp_path: Path) -> None:
    def results(count: int) -> Iterator[RunResult]:
        for number in range(count):
            yield RunResult(id=str(number), score=0.5, answer=Answer(text="x" * 2_000))

    tracemalloc.start()
    summary = write_results(tmp_path / "long.json", None, results(5_000))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert summary.n_total == 5_000
    assert (tmp_path / "long.json").stat().st_size > 10_000_000
    assert peak < 5_000_000


def test_a_counted_key_is_not_given() -> None:
    with pytest.raises(ValueError, match="n_total"):
        RunFile.of_results(None, [], facts={"n_total": 3})


CARDS = st.one_of(
    st.none(),
    st.builds(
        ScoreCard,
        primary_score=st.floats(0, 1),
        sub_scores=st.dictionaries(st.text(st.characters(codec="utf-8")), st.floats(-9, 9), max_size=2),
    ),
)


@settings(deadline=None)
@given(st.lists(CARDS, max_size=6))
def test_any_cards_come_back(cards: list[ScoreCard | None]) -> None:
    items = [RunItem(case_id=str(n), system="s", score_card=card) for n, card in enumerate(cards)]
    run = RunFile.of_results(manifest(), map(RunResult.from_item, items))
    assert RunFile.model_validate_json(run.model_dump_json()).items() == items


def test_words_of_the_third_version_are_read_as_those_of_today(tmp_path: Path) -> None:
    figure = {"figure": "57", "claim": "It made 57 GWh."}
    judged = evaluation().model_dump(mode="json")
    judged["issues"] = [{"claim": figure["claim"], "verdict": "contradicted", "doubts": ["borne_out"]}]
    judged["evidence"] = {"issues": 1, "unverified": 1, "unheld_figures": [figure]}
    citations = [
        {"sentence": "A.", "passage_id": "a", "verdict": "holds", "judged": "does_not_hold"},
        {"sentence": "B.", "passage_id": "b", "verdict": "cannot_tell"},
    ]
    stored = {
        "schema_version": "3",
        "manifest": manifest("r").model_dump(mode="json") | {"schema_version": "3"},
        "summary": {"weighted_score": 0.5},
        "results": [
            {
                "id": "1",
                "score": 0.5,
                "answer": {"text": "A. B.", "citations": citations},
                "evaluation": judged,
            }
        ],
    }
    (result,) = read_run_file(write(tmp_path / "run.json", stored)).results
    assert result.answer
    assert result.evaluation
    assert result.evaluation.evidence
    assert [(each.verdict, each.judged) for each in result.answer.citations] == [
        ("supported", "unsupported"),
        ("undecidable", None),
    ]
    assert result.evaluation.issues[0].doubts == ("supported_by_passages",)
    assert [each.figure for each in result.evaluation.evidence.figures_not_in_passages] == ["57"]
    assert "unheld" not in result.model_dump_json()
