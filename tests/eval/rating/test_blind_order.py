"""The order in which a person rates answers, and their names meanwhile."""

from collections import Counter

from eval.rating.blind_order import blind_name, blind_order, place_named

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
    names = {blind_name("r", "Anna", place) for place in PLACES}
    assert len(names) == len(PLACES)
    assert not any("first" in name or "case" in name for name in names)
    assert blind_name("r", "Anna", ("a", "bc")) != blind_name("r", "Anna", ("ab", "c"))


def test_an_answer_is_found_by_its_name() -> None:
    order = blind_order("r", "Anna", PLACES)
    named = {place: place_named(blind_name("r", "Anna", place), "r", "Anna", order) for place in PLACES}
    assert all(place == found for place, found in named.items())
    assert [place_named(name, "r", "Anna", order) for name in ("", "0", "g")] == [None] * 3
    assert place_named(blind_name("r", "Ben", PLACES[0]), "r", "Anna", order) is None
