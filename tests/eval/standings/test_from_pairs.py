import pytest
from pydantic import ValidationError

from data_base.errors import InputError
from eval.standings.bradley_terry import ELO
from eval.standings.compared_pair import ComparedPair
from eval.standings.from_pairs import standings_from_pairs
from eval.standings.standing import UnidentifiableEffect as Effect
from eval.stats.measure import ClusterSettings
from tests.support.pair_verdicts import pair_verdicts, plain
from tests.support.rows import over

QUICK = ClusterSettings(resamples=300)
FIELD = {"a": 1.0, "b": 0.4, "c": 0.3, "d": -1.7}


def won(question: int, first: str, second: str, value: float = 1.0) -> ComparedPair:
    return ComparedPair(question=str(question), first=first, second=second, value=value)


def test_a_field_is_put_in_order_with_its_strengths_inside_the_intervals() -> None:
    found = standings_from_pairs(plain(pair_verdicts(FIELD, 120, seed=2)), QUICK)
    assert (found.questions, found.verdicts) == (120, 720)
    assert (found.controlled, found.terms) == ((), ())
    assert {each.system for each in found.raw} == set(FIELD)
    for each in found.raw:
        assert each.low < each.score < each.high
        # One in twenty intervals misses the truth; none misses it by as much as its width.
        assert abs(each.score - 1000 - ELO * FIELD[each.system]) < each.high - each.low
    assert sum(each.score for each in found.raw) / 4 == pytest.approx(1000)
    first, *_, last = found.raw
    assert (first.system, last.system) == ("a", "d")
    # Two that are 17 points apart share the second rank; the others are told apart.
    assert [(each.rank_low, each.rank_high, each.group) for each in found.raw] == [
        (1, 1, 1),
        (2, 3, 2),
        (2, 3, 2),
        (4, 4, 3),
    ]
    assert first.beats_field == pytest.approx(0.73, abs=0.05)
    assert last.beats_field == pytest.approx(0.15, abs=0.05)


def test_resampling_whole_questions_is_honest_about_verdicts_that_agree_within_a_question() -> None:
    # Ten judges who say the same of a question know no more than one.
    one = [won(i, "a", "b", float(i % 3 > 0)) for i in range(30)]
    ten = [each.model_copy(update={"judge": str(judge)}) for each in one for judge in range(10)]
    alone, together = (standings_from_pairs(each, QUICK).raw[0] for each in (one, ten))
    assert together.high - together.low == pytest.approx(alone.high - alone.low, rel=0.05)


def test_the_same_seed_gives_the_same_standings_in_whatever_order_systems_are_named() -> None:
    verdicts = plain(pair_verdicts(FIELD, 12, seed=3))
    turned = [
        each.model_copy(update={"first": each.second, "second": each.first, "value": 1 - each.value})
        for each in verdicts
    ]
    assert standings_from_pairs(verdicts, QUICK) == standings_from_pairs(turned, QUICK)
    other = standings_from_pairs(verdicts, ClusterSettings(resamples=300, seed=1))
    assert other.bootstrap.seed == 1
    assert other.raw[0].low != standings_from_pairs(verdicts, QUICK).raw[0].low


def test_a_sweep_over_few_questions_tells_nobody_apart_and_over_more_it_does() -> None:
    for questions, groups in ((5, [1, 1]), (6, [1, 2])):
        found = standings_from_pairs([won(i, "a", "b") for i in range(questions)], QUICK)
        assert [each.group for each in found.raw] == groups
        assert [each.system for each in found.raw] == ["a", "b"]


def test_planted_biases_are_recovered_and_taken_out() -> None:
    biased = pair_verdicts(FIELD, 150, seed=7, position=0.6, length=0.5, kin=("c", 0.0))
    found = standings_from_pairs(biased, QUICK)
    assert found.inconsistent == sum(each.shown_first != each.shown_second for each in biased) > 0
    effects = {each.name: each for each in found.terms}
    length, position = effects["log length"], effects["position"]
    assert length.low / length.unit < 0.5 < length.high / length.unit
    assert position.low < 0.6 < position.high
    assert position.wins == pytest.approx(0.65, abs=0.03)
    # Stronger systems write longer answers: as judged they are too strong.
    raw, controlled = ({each.system: each for each in rows} for rows in (found.raw, found.controlled))
    assert raw["d"].high < 1000 + ELO * FIELD["d"]
    for name, strength in FIELD.items():
        assert controlled[name].low < 1000 + ELO * strength < controlled[name].high


def test_kinship_is_recovered_where_another_judge_is_no_kin() -> None:
    kind = pair_verdicts(FIELD, 100, seed=8, kin=("b", 0.9))
    strict = [
        each.model_copy(update={"judge": "other", "kin": 0}) for each in pair_verdicts(FIELD, 100, seed=9)
    ]
    found = standings_from_pairs(kind + strict, QUICK)
    kin = next(each for each in found.terms if each.name == "kin")
    assert kin.low < 0.9 < kin.high
    assert kin.low > 0
    raw, controlled = (
        next(each for each in rows if each.system == "b") for rows in (found.raw, found.controlled)
    )
    assert controlled.low < 1000 + ELO * FIELD["b"] < controlled.high < raw.high


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(InputError, match="no pair verdicts"):
        standings_from_pairs([])
    with pytest.raises(InputError, match="a and c have no common standings"):
        standings_from_pairs([won(1, "a", "b"), won(1, "c", "d")])
    with pytest.raises(ValidationError, match="compared with itself"):
        won(1, "a", "a")


def of_a(each: ComparedPair) -> int:
    return int(each.first == "a") - int(each.second == "a")


@over("name", ["kin", "headings"])
def test_what_goes_with_a_contestant_is_not_told_from_it(name: str) -> None:
    """With one judge, a's kin, a self-preference was "proven" that was never there, and a lost its place."""
    verdicts = [
        each.model_copy(
            update={"kin": of_a(each) if name == "kin" else 0, "style": {"headings": of_a(each) * 1.386}}
            if name == "headings"
            else {"kin": of_a(each), "style": {}}
        )
        for each in pair_verdicts(FIELD, 100, seed=2)
    ]
    found = standings_from_pairs(verdicts, QUICK)
    assert found.untold == (Effect(name=name, contestants=("a",)),)
    assert [each.name for each in found.terms] == ["position"]
    for raw, controlled in zip(found.raw, found.controlled, strict=True):
        assert raw.system == controlled.system
        # The position has no effect here, and is in both orders of every pair.
        assert controlled.score == pytest.approx(raw.score, abs=2)
        assert controlled.high - controlled.low == pytest.approx(raw.high - raw.low, rel=0.05)


def test_where_nothing_can_be_told_only_the_standings_as_judged_are_there() -> None:
    verdicts = [
        each.model_copy(update={"kin": of_a(each)}) for each in plain(pair_verdicts(FIELD, 40, seed=2))
    ]
    found = standings_from_pairs(verdicts, QUICK)
    assert (found.controlled, found.terms) == ((), ())
    assert [each.name for each in found.untold] == ["kin"]
    few = standings_from_pairs(pair_verdicts(FIELD, 5, seed=2), QUICK)
    assert {each.name: each.contestants for each in few.untold} == {"log length": (), "position": ()}


@over(
    "term, said",
    [
        (
            Effect(name="kin", contestants=("a",)),
            "model family cannot be told apart from how good a is",
        ),
        (
            Effect(name="lists", contestants=("a", "b")),
            "The effect of lists on scores and verdicts cannot be",
        ),
        (
            Effect(name="lists", contestants=("a", "b")),
            "cannot be told apart from how good a and b are, and is",
        ),
        (
            Effect(name="lists", terms=("headings", "length")),
            "from the effect of headings and length",
        ),
        (Effect(name="position"), "shown first cannot be told from so few questions"),
    ],
)
def test_a_reader_is_told_what_is_not_taken_out(term: Effect, said: str) -> None:
    assert said in term.sentence
    assert term.sentence.endswith(", and is not taken out.")
