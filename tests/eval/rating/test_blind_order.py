"""The order in which a person rates answers, and their names meanwhile."""

from collections import Counter

from eval.rating.blind_order import blind_name, blind_order

PLACES = [(f"case {n}", system) for n in range(60) for system in ("first", "second")]


def test_the_order_is_the_persons_own_and_stays() -> None:
    anna = blind_order("r", "Anna", PLACES)
    assert sorted(anna) == sorted(PLACES)
    assert blind_order("r", "Anna", reversed(PLACES)) == anna
    assert blind_order("r", "Ben", PLACES) != anna
    assert blind_order("another", "Anna", PLACES) != anna


def test_no_system_comes_first_as_a_rule() -> None:
    first = Counter(
        next(system for case, system in blind_order("r", f"rater {n}", PLACES) if case == "case 7")
        for n in range(400)
    )
    assert 150 < first["first"] < 250


def test_the_name_of_an_answer_is_its_own_and_says_nothing() -> None:
    names = {blind_name("r", place) for place in PLACES}
    assert len(names) == len(PLACES)
    assert not any("first" in name or "case" in name for name in names)
    assert blind_name("r", ("a", "bc")) != blind_name("r", ("ab", "c"))
