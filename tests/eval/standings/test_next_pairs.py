from collections import Counter

from eval.standings.compared_pair import ComparedPair
from eval.standings.from_pairs import standings_from_pairs
from eval.standings.next_pairs import next_pairs
from eval.stats.measure import ClusterSettings
from tests.support.pair_verdicts import pair_verdicts, plain
from tests.support.rows import over

QUICK = ClusterSettings(resamples=200)
FIELD = {"a": 0.9, "b": 0.6, "c": 0.5, "d": -0.3, "e": -1.7}
QUESTIONS = [f"q{i}" for i in range(60)]
ALL = {
    (each.question, each.first, each.second): each
    for each in plain(pair_verdicts(FIELD, len(QUESTIONS), seed=4))
}


def judged_until(precision: float, settings: ClusterSettings = QUICK) -> list[ComparedPair]:
    outcomes: list[ComparedPair] = []
    while planned := next_pairs(
        outcomes, list(FIELD), QUESTIONS, precision=precision, limit=60, settings=settings
    ):
        assert len(planned) <= 60
        outcomes += [ALL[each.question, each.first, each.second] for each in planned]
    return outcomes


def test_judging_ends_with_every_interval_narrow_enough_and_pairs_left_over() -> None:
    outcomes = judged_until(120)
    widths = [each.high - each.low for each in standings_from_pairs(outcomes, QUICK).raw]
    assert max(widths) <= 120
    assert len(outcomes) < 0.6 * len(ALL)
    asked = Counter((each.question, each.first, each.second) for each in outcomes)
    assert max(asked.values()) == 1
    # Questions have equal parts; the weakest, of whom each verdict tells least, has the most verdicts.
    per_question = Counter(each.question for each in outcomes).values()
    assert max(per_question) - min(per_question) <= 1
    verdicts = Counter(name for each in outcomes for name in (each.first, each.second))
    assert verdicts.most_common(1)[0][0] == "e"


def test_the_first_plan_joins_everybody_and_the_seed_decides_on_which_questions() -> None:
    def plan(seed: int) -> tuple[object, ...]:
        settings = ClusterSettings(resamples=200, seed=seed)
        return next_pairs([], list(FIELD), QUESTIONS, precision=100, limit=8, settings=settings)

    planned = next_pairs([], list(FIELD), QUESTIONS, precision=100, limit=8, settings=QUICK)
    assert {name for each in planned for name in (each.first, each.second)} == set(FIELD)
    assert plan(0) == planned != plan(1)
    told = [ALL[each.question, each.first, each.second] for each in planned]
    assert standings_from_pairs(told, QUICK).questions == 8


def test_where_the_precision_is_out_of_reach_all_pairs_are_judged_and_then_no_more() -> None:
    assert len(judged_until(1)) == len(ALL)
    few = ["q1", "q2"]
    first = next_pairs([], ["a", "b"], few, precision=1, limit=9, settings=QUICK)
    assert {each.question for each in first} == set(few)
    one = [ComparedPair(question="q1", first="b", second="a", value=0.5)]
    (left,) = next_pairs(one, ["a", "b"], few, precision=1, limit=9, settings=QUICK)
    assert left.question == "q2"


@over("limit", [0, 7])
def test_no_more_pairs_are_named_than_allowed(limit: int) -> None:
    assert len(next_pairs([], list(FIELD), QUESTIONS, precision=1, limit=limit)) == limit
