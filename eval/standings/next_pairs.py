"""Which pairs to judge next, where not all of them can be paid for.

The pair that is named next is the one that narrows the widest interval most: the information of a verdict is
p (1 - p), so that close pairs say more than clear ones, and a system that few verdicts reach has a wide
interval (one at a time: V. Fedorov, "Theory of Optimal Experiments", 1972). Of the questions of a pair the
one with the fewest verdicts comes first, since verdicts on one question are alike.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations

import numpy as np

from data_base.schemas.frozen import Frozen
from eval.standings.bradley_terry import ELO, RIDGE, BradleyTerry, contests, probability
from eval.standings.compared_pair import ComparedPair
from eval.standings.connected_groups import connected_groups
from eval.standings.from_pairs import standings_from_pairs
from eval.stats.agreement import Numbers
from eval.stats.measure import ClusterSettings

_WIDTH = 2 * 1.96 * ELO
"""Of a 95 % interval, in points, for one unit of standard error in log odds."""


class PlannedPair(Frozen):
    """A pair that is to be judged, by every judge and in both orders."""

    question: str
    """The question's id."""
    first: str
    """The first system."""
    second: str
    """The second system."""


def next_pairs(  # noqa: PLR0913  (each says something else)
    outcomes: Sequence[ComparedPair],
    systems: Sequence[str],
    questions: Sequence[str],
    *,
    precision: float,
    limit: int,
    without: Collection[PlannedPair] = (),
    settings: ClusterSettings | None = None,
) -> tuple[PlannedPair, ...]:
    """The next pairs to judge until every interval of the standings is narrow enough.

    They are as many as are expected to be needed, so that asking again after they are judged, until there are
    none, ends with the precision wanted.

    Args:
        outcomes: what is known of these contestants so far; may be empty.
        systems: all contestants.
        questions: all that may be asked; each pair is judged once on each at most.
        precision: the widest interval allowed, in points of the standings' scale, from ``low`` to ``high``.
        limit: the most pairs to name.
        without: pairs that cannot be judged, since an answer is missing or a judge failed; the systems in the
            order of ``systems``.
        settings: of the standings' intervals; the seed also orders questions.

    Returns:
        None at all where the intervals are narrow enough, or every pair that can be is judged.
    """
    settings = settings or ClusterSettings()
    field = _Field(outcomes, systems)
    covariance, widths = field.covariance(), field.widths(outcomes, settings)
    scale = widths / np.sqrt(covariance.diagonal())
    used = Counter(question for question, _ in field.judged)
    order = np.random.default_rng(settings.seed).permutation(len(questions)).tolist()
    shuffled = [questions[i] for i in order]
    place = {name: i for i, name in enumerate(systems)}
    closed = field.judged | {(each.question, (place[each.first], place[each.second])) for each in without}
    open_to = [{q: None for q in shuffled if (q, pair) not in closed} for pair in field.pairs]
    planned: list[PlannedPair] = []
    while len(planned) < limit and any(open_to):
        expected = scale * np.sqrt(covariance.diagonal())
        if expected.max() <= precision:
            break
        moves = field.design @ covariance
        gains = field.information / (1 + field.information * (moves * field.design).sum(axis=1))
        there = np.asarray([bool(left) for left in open_to])
        best = int(np.where(there, gains * moves[:, expected.argmax()] ** 2, -1.0).argmax())
        covariance = covariance - gains[best] * np.outer(moves[best], moves[best])
        question = min(open_to[best], key=lambda each: used[each])
        del open_to[best][question]
        used[question] += 1
        first, second = field.pairs[best]
        planned.append(PlannedPair(question=question, first=systems[first], second=systems[second]))
    return tuple(planned)


def widest(
    outcomes: Sequence[ComparedPair], systems: Sequence[str], settings: ClusterSettings | None = None
) -> float:
    """The width of the widest interval, in points, as :func:`next_pairs` knows it."""
    return float(_Field(outcomes, systems).widths(outcomes, settings or ClusterSettings()).max())


class _Field:
    """What is known of the contestants.

    Attributes:
        systems: their names.
        pairs: of indices into these, the smaller first.
        design: pairs x systems.
        judged: questions with the pairs that were judged on them.
        information: what one more verdict on each pair says.
    """

    def __init__(self, outcomes: Sequence[ComparedPair], systems: Sequence[str]) -> None:
        self.systems = systems
        self.pairs = list(combinations(range(len(systems)), 2))
        first, second = np.triu_indices(len(systems), 1)
        self.design = contests(first, second, len(systems))
        place, number = (
            {name: i for i, name in enumerate(systems)},
            {pair: i for i, pair in enumerate(self.pairs)},
        )
        self.judged: set[tuple[str, tuple[int, int]]] = set()
        wins, trials = np.zeros((1, len(self.pairs))), np.zeros((1, len(self.pairs)))
        for each in outcomes:
            one, other = place[each.first], place[each.second]
            pair = (min(one, other), max(one, other))
            wins[0, number[pair]] += each.value if one < other else 1 - each.value
            trials[0, number[pair]] += 1
            self.judged.add((each.question, pair))
        chance = probability(self.design @ BradleyTerry(self.design).fit(wins, trials)[0])
        self.information = chance * (1 - chance)

    def covariance(self) -> Numbers:
        """Of the strengths about their mean, but for a factor that depends on how verdicts scatter."""
        times = Counter(pair for _, pair in self.judged)
        known = self.information * np.asarray([times[pair] for pair in self.pairs])
        systems = len(self.systems)
        full = np.linalg.inv((self.design.T * known) @ self.design + RIDGE * np.eye(systems))
        about_mean = np.eye(systems) - 1 / systems
        covariance: Numbers = about_mean @ full @ about_mean
        return covariance

    def widths(self, outcomes: Sequence[ComparedPair], settings: ClusterSettings) -> Numbers:
        """Of each system's interval; where there are no standings yet, what the model makes of it."""
        if len(connected_groups(self.systems, ((each.first, each.second) for each in outcomes))) == 1:
            places = {
                each.system: each.high - each.low for each in standings_from_pairs(outcomes, settings).raw
            }
            widths = np.asarray([places[name] for name in self.systems])
            if np.isfinite(widths).all():
                return widths
        return _WIDTH * np.sqrt(self.covariance().diagonal())
