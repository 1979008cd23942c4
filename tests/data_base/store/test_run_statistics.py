"""Statistics and neighbours that the store finds without reading items, against what reading them gives."""

from collections.abc import Iterator
from statistics import fmean, stdev
from typing import get_args

import pytest

from data_base.schemas.key_point import KeyPointFinding
from data_base.schemas.run import RunItem
from data_base.schemas.runs.item_page import ItemFilter, ItemKey, ItemPlace
from data_base.schemas.score_card import ScoreCard
from data_base.store.database import NotStoredError
from data_base.store.run_statistics import PARTS
from data_base.store.run_store import RunStore
from tests.support.arena import evaluation, manifest

SCORES = [0.0, 1.0, 0.5, 0.5, 1 / PARTS, 0.93, None, 0.2, 0.99, None]

POINTS = {
    0: (KeyPointFinding(text="a", group="facts", verdict="covered"),),
    2: (
        KeyPointFinding(text="a", group="facts", verdict="missing"),
        KeyPointFinding(text='"groups":{"', group="style", verdict="partial"),
        KeyPointFinding(text="c", weight=-1, group="faults", verdict="missing"),
    ),
}


def items() -> Iterator[RunItem]:
    for number, score in enumerate(SCORES):
        card = ScoreCard.unscored("no JSON") if score is None else ScoreCard(primary_score=score)
        yield RunItem(
            case_id=f"c{number // 2}",
            system="AB"[number % 2],
            language="ru" if number < 4 else None,
            tags=("hard", "law") if number < 2 else ("law",),
            score_card=card,
            evaluation=evaluation(number + 1, 5, 6, key_points=POINTS[number]) if number in {0, 2} else None,
        )
    yield RunItem(case_id="gone", system="A", error="no reply")


@pytest.fixture
def store(address: str) -> Iterator[RunStore]:
    with RunStore(address) as store:
        store.import_run(manifest("other"), items())
        store.create(manifest("r"))
        # What was written again counts once.
        store.append("r", RunItem(case_id="c0", system="A", score_card=ScoreCard(primary_score=0.7)))
        store.extend("r", [*items()])
        yield store


def test_spreads_are_those_of_the_scores(store: RunStore) -> None:
    first, second = store.spreads(store.run("r"))
    scores = [score for score in SCORES[::2] if score is not None]
    assert (first.system, first.score.items, first.score.scored) == ("A", 6, len(scores))
    assert first.score.mean == pytest.approx(fmean(scores))
    assert first.score.deviation == pytest.approx(stdev(scores))
    assert (first.accuracy, first.completeness, first.clarity) == (2, 5, 6)
    assert (second.system, second.accuracy) == ("B", None)


def test_statistics_are_those_of_the_items(store: RunStore) -> None:
    found = store.statistics(store.run("r"))
    for histogram, own in zip(found.histograms, (SCORES[::2], SCORES[1::2]), strict=True):
        expected = [0] * PARTS
        for score in own:
            if score is not None:
                expected[min(PARTS - 1, int(score * PARTS))] += 1
        assert list(histogram.counts) == expected
    languages = {(each.name, each.system): each.score.items for each in found.languages}
    assert languages == {("ru", "A"): 2, ("ru", "B"): 2, (None, "A"): 4, (None, "B"): 3}
    tags = {(each.name, each.system): each.score.items for each in found.tags}
    assert tags == {("law", "A"): 5, ("law", "B"): 5, ("hard", "A"): 1, ("hard", "B"): 1}
    assert [(each.reason, each.items) for each in found.missing] == [("no JSON", 2), ("no reply", 1)]
    groups = [(each.name, each.system, each.mean, each.answers) for each in found.groups]
    assert groups == [("facts", "A", 0.5, 2), ("style", "A", 0.5, 1)]
    assert found.groups_in == sum(score is not None for score in SCORES)


def test_an_empty_run_has_statistics(store: RunStore) -> None:
    store.create(manifest("empty"))
    run = store.run("empty")
    assert store.spreads(run) == ()
    assert store.statistics(run).histograms == ()


def test_what_was_found_of_a_finished_run_is_kept(store: RunStore) -> None:
    unfinished = store.run("r")
    assert store.statistics(unfinished) is not store.statistics(unfinished)
    store.finish("r")
    finished = store.run("r")
    assert store.statistics(finished) is store.statistics(finished)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("key", get_args(ItemKey))
def test_neighbours_are_those_of_the_list(store: RunStore, key: ItemKey, descending: bool) -> None:
    where = ItemFilter(system="A") if descending else ItemFilter()
    listed = store.page("r", where=where, sort=key, descending=descending, limit=100).items
    places = [ItemPlace(case_id=each.item.case_id, system=each.item.system) for each in listed]
    for place, paged in enumerate(listed):
        found = store.neighbours("r", paged.number, where=where, sort=key, descending=descending)
        assert found.previous == (places[place - 1] if place else None)
        assert found.following == (places[place + 1] if place + 1 < len(places) else None)


def test_a_baseline_is_marked_within_its_project(store: RunStore) -> None:
    store.create(manifest("theirs"), project="theirs")
    store.mark_baseline("r", "default")
    store.mark_baseline("r", "default")
    assert store.baselines("default") == {"r"}
    assert store.baselines("theirs") == frozenset()
    with pytest.raises(NotStoredError):
        store.mark_baseline("theirs", "default")
    store.mark_baseline("r", "default", marked=False)
    assert store.baselines("default") == frozenset()
    store.mark_baseline("r", "default")
    store.delete("r")
    assert store.baselines("default") == frozenset()
