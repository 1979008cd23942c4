"""How often the intervals of an arena contain the truth: simulated arenas, cell by cell.

    uv run python tools/arena_statistics/coverage.py [--arenas 2000] [--resamples 1000]
        [--people-only]

An interval is nominal at 95 %. Those of people's corrections concern the first contestant, whom the judge
favours where there is a bias, and its difference to the second; those of standings all four. `ranks` is the
share of arenas in which all ranges of ranks hold together.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import product

import numpy as np

from eval.standings.from_pairs import standings_from_pairs
from eval.standings.from_scores import standings_from_scores
from eval.standings.standing import Standing
from eval.stats.agreement import Numbers
from eval.stats.corrected_estimate import Corrected
from eval.stats.measure import ClusterSettings
from eval.stats.prediction_powered import corrected_mean, corrected_mean_difference
from eval.stats.rogan_gladen import corrected_pass_rate, corrected_pass_rate_difference
from tools.arena_statistics.simulated_arenas import (
    PASSES_FROM,
    SYSTEMS,
    Arena,
    Cell,
    Truth,
    simulated,
    truth,
)

CELLS = [Cell(*each) for each in product((12, 38, 200), (30, 100), (0.0, 1.0), (False, True))]
_ROUNDING = 1e-9


def coverage(
    cell: Cell, arenas: int, seed: int = 0, resamples: int = 1_000, *, people_only: bool = False
) -> dict[str, float]:
    """The share of intervals of each kind that contain the truth; of people's corrections alone if wanted."""
    rng = np.random.default_rng(seed)
    right = truth(cell, rng)
    held: dict[str, list[float]] = defaultdict(list)
    for number in range(arenas):
        arena = simulated(cell, rng)
        settings = ClusterSettings(seed=number, resamples=resamples)
        standings = () if people_only else _standings(arena, right, settings)
        for name, share in (*_corrected(arena, cell, right), *standings):
            held[name].append(share)
    return {name: float(np.mean(shares)) for name, shares in held.items()}


def _corrected(arena: Arena, cell: Cell, right: Truth) -> Iterator[tuple[str, float]]:
    judge, people = _columns(arena.judge), _columns(arena.people[: cell.rated_questions])
    yield "mean", _holds(corrected_mean(judge[0], people[0]), right.people[0])
    gap = right.people[1] - right.people[0]
    yield "mean gap", _holds(corrected_mean_difference((judge[0], judge[1]), (people[0], people[1])), gap)
    passes, passed = _passes(judge), _passes(people)
    rates = right.people_pass
    yield "passes", _holds(corrected_pass_rate(passes[0], passed[0]), rates[0])
    both = (passes[0], passes[1]), (passed[0], passed[1])
    yield "passes gap", _holds(corrected_pass_rate_difference(*both), rates[1] - rates[0])


def _standings(arena: Arena, right: Truth, settings: ClusterSettings) -> Iterator[tuple[str, float]]:
    scores = dict(zip(SYSTEMS, _columns(arena.judge), strict=True))
    pointwise = standings_from_scores(scores, settings)
    pairwise = standings_from_pairs(arena.outcomes(), settings).raw
    for name, places, values in (
        ("scores", pointwise, right.judge),
        ("pairs", pairwise, right.pair_scores),
    ):
        known = {
            system: (value, int((values > value).sum()) + 1)
            for system, value in zip(SYSTEMS, values, strict=True)
        }
        yield name, float(np.mean([each.low <= known[each.system][0] <= each.high for each in places]))
        yield f"{name} ranks", float(all(_rank_held(each, known[each.system][1]) for each in places))


def _rank_held(place: Standing, rank: int) -> bool:
    return place.rank_low <= rank <= place.rank_high


def _columns(grades: Numbers) -> list[dict[str, float]]:
    return [{str(question): grade for question, grade in enumerate(column)} for column in grades.T.tolist()]


def _passes(columns: list[dict[str, float]]) -> list[dict[str, bool]]:
    return [{question: grade >= PASSES_FROM for question, grade in column.items()} for column in columns]


def _holds(found: Corrected | None, value: float) -> float:
    return float(found is not None and found.low - _ROUNDING <= value <= found.high + _ROUNDING)


def main() -> None:
    """Print the coverage of every cell, and the worst."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--arenas", type=int, default=2_000)
    parser.add_argument("--resamples", type=int, default=1_000)
    parser.add_argument(
        "--people-only", action="store_true", help="no standings, which take most of the time"
    )
    asked = parser.parse_args()
    each = len(CELLS)
    columns = (CELLS, [asked.arenas] * each, range(each), [asked.resamples] * each)
    tables: list[dict[str, float]] = []
    with ProcessPoolExecutor() as pool:
        for cell, table in zip(
            CELLS, pool.map(partial(coverage, people_only=asked.people_only), *columns), strict=True
        ):
            if not tables:
                print("questions labels rated bias ties " + " ".join(f"{name:>12}" for name in table))
            tables.append(table)
            print(_kind(cell), " ".join(f"{share:12.1%}" for share in table.values()), flush=True)
    for name in tables[0]:
        shares = [table[name] for table in tables]
        low, high = (end(range(len(CELLS)), key=shares.__getitem__) for end in (min, max))
        print(
            f"{name}: least {shares[low]:.1%} ({' '.join(_kind(CELLS[low]).split())}), "
            f"most {shares[high]:.1%} ({' '.join(_kind(CELLS[high]).split())})"
        )


def _kind(cell: Cell) -> str:
    return f"{cell.questions:9} {cell.labels:6} {cell.rated_questions:5} {cell.bias:4.0f} {cell.ties!s:>5}"


if __name__ == "__main__":
    main()
