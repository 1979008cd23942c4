from eval.standings.compared_pair import ComparedPair
from eval.standings.judge_slopes import judge_slopes
from eval.stats.measure import ClusterSettings
from tests.support.pair_verdicts import pair_verdicts, plain

FIELD = {"a": 0.8, "b": 0.3, "c": -0.2, "d": -0.9}
QUICK = ClusterSettings(resamples=300)


def verdicts(judge: str, times: float, seed: int) -> list[ComparedPair]:
    field = {name: times * strength for name, strength in FIELD.items()}
    return [each.model_copy(update={"judge": judge}) for each in plain(pair_verdicts(field, 80, seed))]


def test_a_judge_who_guesses_and_one_who_contradicts_are_seen() -> None:
    panel = verdicts("sharp", 2.0, 1) + verdicts("usual", 1.0, 2) + verdicts("guesses", 0.0, 3)
    found = judge_slopes(panel + verdicts("contradicts", -0.4, 4), QUICK)
    slopes = {judge: measure.value for judge, measure in found.items()}
    assert sorted(slopes, key=lambda judge: slopes[judge] or 0) == [
        "contradicts",
        "guesses",
        "usual",
        "sharp",
    ]
    guesses, sharp, contradicts = (found[judge] for judge in ("guesses", "sharp", "contradicts"))
    assert None not in (guesses.low, guesses.high, sharp.low, contradicts.high)
    assert guesses.low < 0.2  # type: ignore[operator]  # it is there
    assert sharp.low > 1  # type: ignore[operator]
    assert contradicts.high < 0  # type: ignore[operator]


def test_judges_of_the_same_sharpness_have_a_slope_of_one_and_a_lone_one_none() -> None:
    alike = verdicts("one", 1.0, 5) + verdicts("other", 1.0, 6)
    for measure in judge_slopes(alike, QUICK).values():
        assert measure.low is not None
        assert measure.high is not None
        assert measure.low < 1 < measure.high
    assert judge_slopes(verdicts("one", 1.0, 5), QUICK) == {}
