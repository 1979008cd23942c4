"""A calibration from gold file to report."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from agents.models.required_keys import without_keys
from data_base.errors import InputError
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.store.run_store import RunStore
from data_base.text_cache import text_cache
from eval.calibration.gold_file import GoldFile, GoldItem
from eval.calibration.predicted_ratings import JudgeRating, scoring_rating
from eval.calibration.report import RiskPoint, dimension_reports
from eval.calibration.run import Calibration, CalibrationRequest, calibrate, fitted_map, prepare, report
from eval.judging.judging_request import ChosenJudge
from eval.stats.measure import ClusterSettings
from eval.stats.verdict_agreement import INCORRECT, REFUSAL
from scoring.grounding import ClaimCheck, check_claim

if TYPE_CHECKING:
    from data_base.schemas.run import RunItem

QUICK = ClusterSettings(resamples=100)
PASSAGES = (Passage(id="p#1", doc_id="p", text="The port of Velm handled 4,812 ships in 2023."),)


def item(number: int, accuracy: float, answer: str = "x", **changes: Any) -> GoldItem:
    fields: dict[str, Any] = {
        "id": str(number),
        "question": f"question {number // 2}",
        "answers": (answer,),
        "passages": None,
        "people": {"accuracy": accuracy},
    }
    return GoldItem(**(fields | changes))


def scores(*people: float, answers: tuple[str, ...] = ()) -> GoldFile:
    texts = answers or ("x",) * len(people)
    items = tuple(item(n, p, text) for n, (p, text) in enumerate(zip(people, texts, strict=True)))
    return GoldFile("scores", items, {"accuracy": "accuracy"})


def calibration(folder: Path, gold: GoldFile, judge: str = "embedded") -> Calibration:
    file = folder / "gold.jsonl"
    file.write_text("{}", encoding="utf-8")
    request = CalibrationRequest(answers=file, judge=judge, bootstrap=QUICK)
    with without_keys():
        return Calibration(request, gold, ChosenJudge.of(request))


def rated(value: float | None, undecided: float = 0.0) -> JudgeRating:
    if value is None:
        return JudgeRating(error="no JSON", undecided=1.0, judges=("stub",))
    return JudgeRating(values={"accuracy": value}, undecided=undecided, judges=("stub",))


def test_what_the_judge_failed_on_enters_no_measure() -> None:
    (found,) = dimension_reports(scores(5, 5, 9), [rated(6), rated(None), rated(9)], QUICK)
    assert (found.items, found.scored, found.questions) == (3, 2, 2)
    assert found.measures["mae"].value == 0.5
    assert found.measures["within_one"].value == 1.0


def test_risk_falls_with_coverage_step_by_step() -> None:
    ratings = [rated(5), rated(8, 0.5), rated(None), rated(3, 1.0)]
    (found,) = dimension_reports(scores(5, 5, 5, 5), ratings, QUICK)
    # Errors 0, 3 and 2 on what was scored; then 0 and 3; then 0 alone.
    assert found.risk == (
        RiskPoint(undecided_up_to=1.0, coverage=0.75, risk=5 / 3),
        RiskPoint(undecided_up_to=0.75, coverage=0.5, risk=1.5),
        RiskPoint(undecided_up_to=0.5, coverage=0.5, risk=1.5),
        RiskPoint(undecided_up_to=0.25, coverage=0.25, risk=0.0),
        RiskPoint(undecided_up_to=0.0, coverage=0.25, risk=0.0),
    )


def test_a_judge_that_fails_on_all_has_no_figures_and_no_baselines() -> None:
    (found,) = dimension_reports(scores(5, 7), [rated(None), rated(None)], QUICK)
    assert {measure.value for measure in found.measures.values()} == {None}
    assert found.baselines == {}
    assert {point.coverage for point in found.risk} == {0}


def test_baselines_by_hand() -> None:
    # Lengths that double their logarithm's distance: people's scores lie on a line over log(1 + length).
    gold = scores(2, 4, 6, answers=("x", "xxx", "xxxxxxx"))
    (found,) = dimension_reports(gold, [rated(5)] * 3, QUICK)
    assert found.baselines["constant"]["mae"] == pytest.approx(4 / 3)
    assert found.baselines["constant"]["pearson"] is None
    assert found.baselines["length"]["mae"] == pytest.approx(0, abs=1e-9)
    assert found.baselines["length"]["spearman"] == pytest.approx(1)


def test_thirty_answers_of_one_length_have_no_length_baseline_and_warn_of_nothing() -> None:
    # The standard deviation of thirty equal logarithms is not 0 in floats.
    (found,) = dimension_reports(scores(*[2, 9] * 15), [rated(5)] * 30, QUICK)
    assert set(found.baselines) == {"constant"}


def test_the_constant_of_verdicts_is_the_most_frequent() -> None:
    items = tuple(item(n, 0, people={"verdict": v}) for n, v in enumerate((REFUSAL, REFUSAL, INCORRECT)))
    gold = GoldFile("verdicts", items, {"verdict": "accuracy"})
    (found,) = dimension_reports(gold, [JudgeRating(values={"verdict": REFUSAL})] * 3, QUICK)
    assert found.baselines["constant"]["agreement"] == pytest.approx(2 / 3)
    assert set(found.baselines) == {"constant"}


def test_people_among_themselves() -> None:
    twice = tuple(item(n, p, ratings={"accuracy": {"Ann": p, "Bob": p}}) for n, p in enumerate((3.0, 8.0)))
    (found,) = dimension_reports(GoldFile("scores", twice, {"accuracy": "accuracy"}), [rated(5)] * 2, QUICK)
    assert found.people_alpha == 1
    (alone,) = dimension_reports(scores(3, 8), [rated(5)] * 2, QUICK)
    assert alone.people_alpha is None


def test_a_map_is_measured_on_questions_it_was_not_fitted_on() -> None:
    # The judge says 9 throughout; people differ from question to question, so that no map can help much.
    gold = scores(2, 2, 5, 5, 8, 8)
    (found,) = dimension_reports(gold, [rated(9)] * 6, QUICK, with_map=True)
    assert found.mapped is not None
    # Without question 1 the others' mean is 6.5, without the second 5, without the third 3.5.
    assert found.mapped["mae"].value == pytest.approx((4.5 + 0 + 4.5) / 3)
    (plain,) = dimension_reports(gold, [rated(9)] * 6, QUICK)
    assert plain.mapped is None


def test_the_report_says_how_it_was_made(tmp_path: Path) -> None:
    found = report(calibration(tmp_path, scores(5, 6, 7)), [rated(5), rated(None), rated(7, 1.0)])
    assert (found.items, found.failed, found.failed_items, found.undecided) == (3, 1, ("1",), 1)
    assert found.errors == {"no JSON": 1}
    assert found.bootstrap.seed == 0
    assert found.code_sha256 is not None
    assert json.loads(found.model_dump_json())["dimensions"][0]["measures"]["mae"]["value"] == 0
    assert report(calibration(tmp_path, scores(5), "openai:m"), [rated(5)]).code_sha256 is None


def test_the_share_that_a_cascade_escalated_is_reported(tmp_path: Path) -> None:
    ratings = [
        JudgeRating(values={"accuracy": 5.0}, judges=("embedded",)),
        JudgeRating(values={"accuracy": 5.0}, judges=("openai:m",)),
    ]
    found = report(calibration(tmp_path, scores(5, 6), "embedded+openai:m"), ratings)
    assert len(found.notes) == 1
    assert "1 of 2 answers (50%)" in found.notes[0]
    assert found.judges == {"embedded": 1, "openai:m": 1}


def test_there_is_nothing_to_map_in_verdicts(tmp_path: Path) -> None:
    gold = GoldFile("claims", (item(1, 0, people={"supported": 1.0}),), {"supported": "accuracy"})
    with pytest.raises(InputError, match="has no scores of accuracy, completeness, clarity"):
        fitted_map(calibration(tmp_path, gold), [JudgeRating(values={"supported": 1.0})])


@pytest.mark.parametrize("judge", ["embedded", "scoring"])
def test_a_map_of_mapped_scores_is_refused(tmp_path: Path, judge: str) -> None:
    file = tmp_path / "gold.jsonl"
    line = {"id": "1", "question": "q", "answer": "a", "scores": {"accuracy": 5}}
    file.write_text(json.dumps(line), encoding="utf-8")
    request = CalibrationRequest(answers=file, judge=judge, save_map=Path("a"))
    if judge == "embedded":
        request = replace(request, score_map=Path("b"))
    with pytest.raises(InputError, match=r"--save-map|--judge scoring"):
        prepare(request)


def test_the_functions_of_the_scoring_room_by_themselves() -> None:
    def values(kind: Any, **changes: Any) -> Mapping[str, float]:
        gold = item(1, 0, passages=PASSAGES, reference=PASSAGES[0].text, **changes)
        return scoring_rating(kind, gold).values

    right, wrong = "It handled 4,812 ships in 2023.", "It handled 5,133 ships in 2023."
    supported, unsupported = (
        values("claims", people={"supported": 1.0}, answers=(text,))["supported"] for text in (right, wrong)
    )
    assert supported > 0.5 > unsupported
    lead = values("pairs", people={"correctness": 2.0, "overall": 2.0}, answers=(wrong, right))
    assert set(lead) == {"correctness", "overall"}
    assert min(lead.values()) > 0
    refused = values("verdicts", people={"verdict": REFUSAL}, answers=("The report does not say.",))
    assert refused == {"verdict": REFUSAL}
    points = (KeyPoint(text="4,812 ships in 2023"),)
    covered = values("coverage", people={"coverage": 1.0}, answers=(right,), points=points)
    assert covered["coverage"] > 0.6


PAIR = {
    "instance_id": 3,
    "dataset": "d",
    "query_id": "7",
    "query": "How many ships?",
    "gt_answer": "Four ships.",
    "model1": {"response": "Five."},
    "model2": {"response": "Four ships."},
    "human": [{"correctness_label": 2, "completeness_label": 1, "overall_label": 2}],
}


async def test_the_answers_of_a_pair_are_items_of_a_run(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text(json.dumps(PAIR), encoding="utf-8")
    request = CalibrationRequest(answers=file, format="ragchecker_pairs", bootstrap=QUICK)
    _, found, _ = await calibrate(prepare(request))
    assert (found.judge, found.items, found.failed) == ("embedded", 1, 0)
    with RunStore(tmp_path / "runs.sqlite") as store:
        (manifest,) = store.runs()
        assert store.state(manifest.run_id) == "finished"
        kept = {item.case_id: item.evaluation is not None for item in store.items(manifest.run_id)}
    assert kept == {"3/1": True, "3/2": True}


async def test_a_run_asks_again_only_where_the_judge_failed(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    rows = [
        {"id": str(n), "question": f"q{n}", "answer": "a", "scores": {"accuracy": 5}, "rater": "us"}
        for n in range(4)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    asked: list[str] = []

    class Own:
        """Fails on the second answer the first time; interrupted at the fourth."""

        async def judge(self, request: JudgeRequest) -> Any:
            asked.append(request.id)
            if asked == ["0", "1", "2", "3"]:
                raise InputError("the key was refused")
            if asked == ["0", "1"]:
                raise ValueError("no JSON")
            return {"accuracy": 6, "completeness": 6, "clarity": 6}

    request = CalibrationRequest(answers=file, judge=Own(), bootstrap=QUICK, concurrency=1)
    seen: list[RunItem] = []
    with pytest.raises(InputError, match="refused"):
        await calibrate(prepare(request), seen.append)
    assert len(seen) == 3
    _, found, _ = await calibrate(prepare(request), seen.append)
    assert asked == ["0", "1", "2", "3", "1", "3"]
    assert (found.items, found.failed) == (4, 0)
    with RunStore(tmp_path / "runs.sqlite") as store:
        (manifest,) = store.runs()
        assert (manifest.kind, store.state(manifest.run_id)) == ("calibrate", "finished")


def by_three(count: int, *, left_out: int = 0) -> tuple[GoldFile, list[JudgeRating]]:
    """Answers that three people score nearly alike and the judge as they do; Cyd scores not all of them."""
    items, ratings = [], []
    for n in range(count):
        score = 2.0 + n % 8
        given = {"Ann": score, "Bob": score + n % 2, "Cyd": score - n % 3 / 2}
        if n < left_out:
            del given["Cyd"]
        items.append(item(n, score, ratings={"accuracy": given}))
        ratings.append(rated(score + n % 2 / 2))
    return GoldFile("scores", tuple(items), {"accuracy": "accuracy"}), ratings


def test_a_judge_that_agrees_with_people_as_they_do_is_called_calibrated() -> None:
    (found,) = dimension_reports(*by_three(30), QUICK)
    assert found.among_people is not None
    assert (found.among_people.people, found.among_people.items) == (("Ann", "Bob", "Cyd"), 30)
    assert found.calibrated is True
    assert found.conclusion.startswith("accuracy: the judge is calibrated (correlation with people 1.00")


def test_a_judge_that_stands_out_among_people_is_not() -> None:
    gold, ratings = by_three(40)
    harsh = [rated(max(1, rating.values["accuracy"] - 5)) for rating in ratings]
    (found,) = dimension_reports(gold, harsh, QUICK)
    assert found.calibrated is False
    assert found.conclusion.startswith("accuracy: the judge is not calibrated (correlation with people ")


def test_no_judge_is_called_calibrated_on_fewer_than_thirty_items() -> None:
    gold, ratings = by_three(29)
    (found,) = dimension_reports(gold, ratings, QUICK)
    assert (found.calibrated, found.scored) == (None, 29)
    assert found.measures["pearson"].value is not None
    assert found.among_people is not None
    assert found.among_people.z is not None
    assert found.conclusion == (
        "accuracy: the judge cannot be called calibrated, since only 29 items are scored; have people score "
        "30 answers or more."
    )


def test_only_what_all_people_scored_counts_for_the_test() -> None:
    (found,) = dimension_reports(*by_three(35, left_out=6), QUICK)
    assert found.conclusion.endswith("since only 29 items are scored by all of Ann, Bob, Cyd.")
    (found,) = dimension_reports(*by_three(36, left_out=6), QUICK)
    assert found.calibrated is True
    gold, ratings = by_three(40, left_out=40)
    (found,) = dimension_reports(gold, ratings, QUICK)
    assert found.conclusion.endswith("since fewer than 3 people scored the same answers.")
    (found,) = dimension_reports(scores(*map(float, [2, 9] * 20)), [rated(5)] * 40, QUICK)
    assert (found.among_people, found.calibrated) == (None, None)


def test_scores_without_spread_decide_nothing() -> None:
    items = [item(n, 5, ratings={"accuracy": dict.fromkeys(("Ann", "Bob", "Cyd"), 5.0)}) for n in range(30)]
    gold = GoldFile("scores", tuple(items), {"accuracy": "accuracy"})
    (found,) = dimension_reports(gold, [rated(5)] * 30, QUICK)
    assert found.conclusion.endswith("since the scores differ too little for the test.")


def test_a_long_reference_is_read_once_for_all_claims(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    reads = text_cache(100)(read.append)

    def check(claim: str, passages: list[str], *, question: str) -> ClaimCheck:
        reads("long " * 10_000)
        return check_claim(claim, passages, question=question)

    monkeypatch.setattr("eval.calibration.predicted_ratings.check_claim", check)
    said = "The mill was built in 1911. It has four wheels."
    scoring_rating("pairs", item(1, 5, answers=(said, said), reference=said, people={"overall": 5}))
    assert len(read) == 1
