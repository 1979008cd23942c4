"""A calibration from gold file to report."""

import json
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from data_base.errors import InputError
from data_base.schemas.passage import Passage
from data_base.store.run_store import RunStore
from eval.calibration.gold import GoldFile, GoldItem
from eval.calibration.raters import Rating, ScoringRater
from eval.calibration.report import RiskPoint, dimension_reports
from eval.calibration.run import CalibrationRequest, calibrate, fitted_map, prepare, report
from eval.stats.agreement_intervals import ClusterSettings
from eval.stats.verdict_agreement import INCORRECT, REFUSAL

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


def rated(value: float | None, undecided: float = 0.0) -> Rating:
    if value is None:
        return Rating(error="no JSON", undecided=1.0, judges=("stub",))
    return Rating(values={"accuracy": value}, undecided=undecided, judges=("stub",))


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


def test_the_constant_of_verdicts_is_the_most_frequent() -> None:
    items = tuple(item(n, 0, people={"verdict": v}) for n, v in enumerate((REFUSAL, REFUSAL, INCORRECT)))
    gold = GoldFile("verdicts", items, {"verdict": "accuracy"})
    (found,) = dimension_reports(gold, [Rating(values={"verdict": REFUSAL})] * 3, QUICK)
    assert found.baselines["constant"]["agreement"] == pytest.approx(2 / 3)
    assert set(found.baselines) == {"constant"}


def test_people_among_themselves() -> None:
    twice = tuple(item(n, p, ratings={"accuracy": (p, p)}) for n, p in enumerate((3.0, 8.0)))
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


def test_the_report_says_under_what_terms_it_was_made(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text("{}", encoding="utf-8")
    request = CalibrationRequest(file=file, judge="embedded", bootstrap=QUICK)
    found = report(request, scores(5, 6, 7), [rated(5), rated(None), rated(7, 1.0)])
    assert (found.items, found.failed, found.undecided) == (3, 1, 1)
    assert found.errors == {"no JSON": 1}
    assert found.bootstrap.seed == 0
    assert found.code_sha256 is not None
    assert json.loads(found.model_dump_json())["dimensions"][0]["measures"]["mae"]["value"] == 0
    assert report(request.model_copy(update={"judge": "openai:m"}), scores(5), [rated(5)]).code_sha256 is None


def test_the_share_that_a_cascade_sent_on_is_reported(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text("{}", encoding="utf-8")
    ratings = [
        Rating(values={"accuracy": 5.0}, judges=("embedded",)),
        Rating(values={"accuracy": 5.0}, judges=("openai:m",)),
    ]
    request = CalibrationRequest(file=file, judge="embedded+openai:m", bootstrap=QUICK)
    found = report(request, scores(5, 6), ratings)
    assert found.notes == ("The judge embedded+openai:m sent 1 of 2 answers (50%) on to openai:m.",)
    assert found.judges == {"embedded": 1, "openai:m": 1}


def test_there_is_nothing_to_map_in_verdicts(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    file.write_text("{}", encoding="utf-8")
    gold = GoldFile("claims", (item(1, 0, people={"supported": 1.0}),), {"supported": "accuracy"})
    with pytest.raises(InputError, match="holds no scores of accuracy, completeness, clarity"):
        fitted_map(CalibrationRequest(file=file, judge="embedded"), gold, [Rating(values={"supported": 1.0})])


@pytest.mark.parametrize("judge", ["embedded", "scoring"])
def test_a_map_of_mapped_scores_is_refused(judge: str) -> None:
    maps = {"save_map": Path("a"), "score_map": Path("b")} if judge == "embedded" else {"save_map": Path("a")}
    with pytest.raises(InputError, match=r"--save-map|--judge scoring"):
        CalibrationRequest(file=Path("gold.jsonl"), judge=judge, **maps).checked()


async def test_the_functions_of_the_scoring_room_by_themselves() -> None:
    def gold(kind: Any, **changes: Any) -> GoldFile:
        return GoldFile(kind, (item(1, 0, passages=PASSAGES, **changes),), {})

    right, wrong = "It handled 4,812 ships in 2023.", "It handled 5,133 ships in 2023."
    claims = [gold("claims", people={"supported": 1.0}, answers=(text,)) for text in (right, wrong)]
    borne, not_borne = [(await ScoringRater(g).rate(g.items[0])).values["supported"] for g in claims]
    assert borne > 0.5 > not_borne
    pair = gold("pairs", people={"correctness": 2.0, "overall": 2.0}, answers=(wrong, right))
    lead = (await ScoringRater(pair).rate(pair.items[0])).values
    assert set(lead) == {"correctness", "overall"}
    assert min(lead.values()) > 0
    refused = gold("verdicts", people={"verdict": REFUSAL}, answers=("The report does not say.",))
    assert (await ScoringRater(refused).rate(refused.items[0])).values == {"verdict": REFUSAL}
    points = gold("coverage", people={"coverage": 1.0}, answers=(right,), points=("4,812 ships in 2023",))
    assert (await ScoringRater(points).rate(points.items[0])).values["coverage"] > 0.6
    with pytest.raises(InputError, match="--judge scoring gives no scores"):
        ScoringRater(scores(5))


async def test_a_run_asks_again_only_where_the_judge_failed(tmp_path: Path) -> None:
    file = tmp_path / "gold.jsonl"
    rows = [
        {"id": str(n), "question": f"q{n}", "answer": "a", "scores": {"accuracy": 5}, "rater": "us"}
        for n in range(4)
    ]
    file.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    calibration = prepare(CalibrationRequest(file=file, judge="embedded", bootstrap=QUICK, concurrency=1))

    @dataclass
    class Once:
        """Fails on the second item the first time; broken off at the fourth."""

        asked: list[str] = field(default_factory=list)

        async def rate(self, item: GoldItem) -> Rating:
            self.asked.append(item.id)
            if self.asked == ["0", "1", "2", "3"]:
                raise InputError("the key was refused")
            return rated(None if self.asked == ["0", "1"] else 6.0)

    judge, seen = Once(), list[Rating]()
    with pytest.raises(InputError, match="refused"):
        await calibrate(replace(calibration, rater=judge), seen.append)
    assert len(seen) == 3
    found = await calibrate(replace(calibration, rater=judge), seen.append)
    assert judge.asked == ["0", "1", "2", "3", "1", "3"]
    assert (found.items, found.failed) == (4, 0)
    with RunStore(tmp_path / "runs.sqlite") as store:
        (manifest,) = store.runs()
        assert (manifest.kind, store.state(manifest.run_id)) == ("calibrate", "finished")
