from itertools import combinations

from eval.standings.compared_pair import ComparedPair
from eval.standings.dropped_questions import overtaken_in_pairs, overtaken_in_scores
from eval.standings.from_pairs import standings_from_pairs
from eval.standings.from_scores import standings_from_scores
from eval.stats.measure import ClusterSettings
from tests.support.pair_verdicts import pair_verdicts, plain
from tests.support.rows import over

QUICK = ClusterSettings(resamples=100)


@over("seed", range(4))
def test_without_the_questions_named_another_is_first_and_no_smaller_set_does_it(seed: int) -> None:
    verdicts = plain(pair_verdicts({"a": 0.3, "b": 0.1, "c": -0.4}, 9, seed))
    found = overtaken_in_pairs(verdicts)
    assert found is not None

    def first_without(dropped: tuple[str, ...]) -> str:
        kept = [each for each in verdicts if each.question not in dropped]
        return standings_from_pairs(kept, QUICK).raw[0].system

    assert first_without(()) == found.leader
    assert first_without(found.questions) == found.system
    questions = {each.question for each in verdicts}
    for fewer in combinations(questions, len(found.questions) - 1):
        assert first_without(fewer) == found.leader


def test_who_wins_every_question_stays_first() -> None:
    verdicts = [ComparedPair(question=str(i), first="a", second="b", value=0.75) for i in range(5)]
    assert overtaken_in_pairs(verdicts) is None
    assert overtaken_in_scores({"a": {"1": 5, "2": 5}, "b": {"1": 4, "2": 5}}) is None
    assert overtaken_in_scores({"a": {"1": 5}, "b": {"2": 4}}) is None


def test_scores_lose_the_questions_with_the_largest_lead_first() -> None:
    scores: dict[str, dict[str, float]] = {
        "a": {"1": 9, "2": 6, "3": 5, "4": 5},
        "b": {"1": 5, "2": 5, "3": 6, "4": 5.5},
        "c": {"1": 8, "2": 1, "3": 1, "4": 1},
    }
    found = overtaken_in_scores(scores)
    assert found is not None
    assert (found.leader, found.system, found.questions) == ("a", "b", ("1",))


def test_the_leader_is_the_one_of_the_standings() -> None:
    """It was who leads on the questions that all have, though another was first."""
    scores: dict[str, dict[str, float]] = {
        "A": {str(i): 7.0 for i in range(10)},
        "B": {str(i): 8.0 if i else 2.0 for i in range(10)},
        "C": {"0": 3.0},
    }
    found = overtaken_in_scores(scores)
    assert found is not None
    assert found.leader == standings_from_scores(scores, QUICK)[0].system == "B"
    assert found.system == "A"


def test_an_exact_tie_is_not_overtaken_by_rounding() -> None:
    scores = {"a": {"1": 6.3, "2": 6.1, "3": 6.2}, "b": {"1": 6.2, "2": 6.2, "3": 6.1}}
    found = overtaken_in_scores(scores)
    assert found is not None
    assert len(found.questions) == 2
