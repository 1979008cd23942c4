"""One mean has one interval, wherever it is shown."""

import random
from pathlib import Path

import pytest

from data_base.schemas.run import RunItem
from data_base.schemas.score_card import ScoreCard
from data_base.store.run_store import RunStore
from eval.standings.from_scores import standings_from_scores
from eval.stats.measure import ClusterSettings
from eval.stats.paired import MOST_RESAMPLED, BootstrapSettings, estimate
from service.web.mean_interval import interval_of
from tests.support.arena import manifest

SEED = 7


@pytest.mark.parametrize("count", [2, 38, MOST_RESAMPLED, MOST_RESAMPLED + 1])
def test_report_standings_and_viewer_show_the_same(tmp_path: Path, count: int) -> None:
    """A report had three: 5.08 to 6.62, 5.00 to 6.60 in its standings, 5.06 to 6.62 in the viewer."""
    rng = random.Random(count)  # noqa: S311  (a sample, no secret)
    scores = {
        system: {str(n): rng.choice([1.0, 2.4, 5.0, 9.93, 10.0]) for n in range(count)} for system in "AB"
    }
    with RunStore(tmp_path / "runs.sqlite") as store:
        terms = manifest("r", seeds={"bootstrap": SEED})
        store.create(terms)
        places = [(system, case) for system, own in scores.items() for case in own]
        rng.shuffle(places)
        store.extend("r", [_item(system, case, scores[system][case]) for system, case in places])
        viewed = {each.system: interval_of(each.score, terms) for each in store.spreads(store.run("r"))}
    standings = standings_from_scores(scores, ClusterSettings(seed=SEED))
    for place in standings:
        shown = estimate([*scores[place.system].values()], BootstrapSettings(seed=SEED))
        assert (place.low, place.high) == (shown.low, shown.high)
        interval = viewed[place.system]
        assert interval is not None
        assert [1 + 9 * end for end in interval] == pytest.approx([shown.low, shown.high], abs=1e-9)


def test_the_order_in_which_answers_came_changes_nothing() -> None:
    values = [1.0, 9.5, 3.0, 7.0, 8.0, 2.5]
    assert estimate(values) == estimate(sorted(values))


def _item(system: str, case: str, score: float) -> RunItem:
    card = ScoreCard(primary_score=(score - 1) / 9, passed=True)
    return RunItem(case_id=case, system=system, score_card=card)
