"""What style does to scores is told from what systems do, and taken out."""

import numpy as np
import pytest

from eval.standings.from_scores import standings_from_scores
from eval.standings.standing import UnidentifiableEffect
from eval.standings.style_controlled_scores import controlled_scores

Scores = dict[str, dict[str, float]]
Styles = dict[str, dict[str, dict[str, float]]]
QUALITY = {"brief": 6.0, "usual": 5.5, "long": 5.0}


def invented(questions: int, effect: float, seed: int = 3) -> tuple[Scores, Styles]:
    """Better systems write less; a judge sees quality, and gives points for each unit of length."""
    rng = np.random.default_rng(seed)
    scores: Scores = {name: {} for name in QUALITY}
    styles: Styles = {name: {} for name in QUALITY}
    for number in range(questions):
        hard = rng.normal()
        for place, (name, quality) in enumerate(QUALITY.items()):
            length = place + rng.normal()
            styles[name][f"q{number}"] = {"length": length, "headings": 0.0}
            scores[name][f"q{number}"] = quality - hard + effect * length + 0.3 * rng.normal()
    return scores, styles


def test_a_planted_effect_of_length_is_recovered_and_the_standings_turn() -> None:
    scores, styles = invented(200, 1.0)
    assert [place.system for place in standings_from_scores(scores)] == ["long", "usual", "brief"]
    found = controlled_scores(scores, styles)
    assert found is not None
    assert [place.system for place in found.standings] == ["brief", "usual", "long"]
    (length,) = found.effects
    assert length.name == "length"
    assert length.low / length.unit < 1 < length.high / length.unit
    gaps = {place.system: place.score - found.standings[-1].score for place in found.standings}
    assert gaps == pytest.approx({"brief": 1.0, "usual": 0.5, "long": 0.0}, abs=0.2)


def test_the_interval_of_an_effect_that_is_not_there_contains_0() -> None:
    apart = 0
    for seed in range(20):
        found = controlled_scores(*invented(60, 0.0, seed))
        assert found is not None
        apart += not found.effects[0].low <= 0 <= found.effects[0].high
    assert apart <= 4


def test_missing_scores_are_left_out() -> None:
    scores, styles = invented(60, 1.0)
    gone = {
        name: {q: v for i, (q, v) in enumerate(own.items()) if (i + place) % 4}
        for place, (name, own) in enumerate(scores.items())
    }
    found = controlled_scores(gone, styles)
    assert found is not None
    assert [place.system for place in found.standings] == ["brief", "usual", "long"]


def test_answers_of_one_style_leave_nothing_to_take_out() -> None:
    scores, _ = invented(10, 0.0)
    alike = {name: {q: {"length": 3.0} for q in own} for name, own in scores.items()}
    assert controlled_scores(scores, alike) is None


def test_headings_that_one_system_alone_writes_are_not_told_from_it() -> None:
    """The prior shared a system's lead out between it and its headings, and turned the standings around."""
    rng = np.random.default_rng(0)
    scores: Scores = {name: {} for name in "abc"}
    styles: Styles = {name: {} for name in "abc"}
    for question in map(str, range(60)):
        hard = rng.normal()
        for name, mean in zip("abc", (7, 6, 5), strict=True):
            scores[name][question] = mean + hard + rng.normal() * 0.5
            styles[name][question] = {"headings": np.log(4) if name == "a" else 0.0, "length": rng.normal()}
    found = controlled_scores(scores, styles)
    assert found is not None
    assert [effect.name for effect in found.effects] == ["length"]
    assert found.untold == (UnidentifiableEffect(name="headings", contestants=("a",)),)
    raw = {place.system: place for place in standings_from_scores(scores)}
    for place in found.standings:
        assert place.score == pytest.approx(raw[place.system].score, abs=0.1)
        assert place.rank_low == place.rank_high == "abc".index(place.system) + 1


def test_one_question_tells_nothing_of_style() -> None:
    """It gave a mean of 10.71 on a scale that ends at 10."""
    rng = np.random.default_rng(1)
    scores: Scores = {name: {"1": float(score)} for name, score in zip("abcd", (9, 8, 5, 4), strict=True)}
    styles: Styles = {
        name: {"1": {"length": rng.normal(), "headings": rng.normal(), "lists": rng.normal()}}
        for name in "abcd"
    }
    found = controlled_scores(scores, styles)
    assert found is not None
    assert (found.standings, found.effects) == ((), ())
    assert {(each.name, each.contestants, each.terms) for each in found.untold} == {
        (name, tuple("abcd"), ()) for name in ("length", "headings", "lists")
    }


def test_of_two_styles_that_are_one_the_first_is_taken_out() -> None:
    scores, styles = invented(60, 1.0)
    for own in styles.values():
        for each in own.values():
            each["twice"] = 2 * each["length"]
    found = controlled_scores(scores, styles)
    assert found is not None
    assert [each.name for each in found.effects] == ["length"]
    assert found.untold == (UnidentifiableEffect(name="twice", terms=("length",)),)
