"""How well an arena ranks recorded reports of real systems, compared with their published scores.

    python tools/with_people/report_ranking.py --data DIR --judge openai:MODEL

``DIR`` has

- ``questions.jsonl``: a question file whose ``key_points`` carry experts' weights;
- ``reports/NAME.jsonl``: a system's reports as an arena takes them, ``{"id": …, "answer": …}`` per line;
- ``published.json``: system to its published score, for those that have one: ``{"NAME": 0.57}``.

All systems meet in one arena, judged without documents by the key points. A system's coverage is the mean
over questions of the weighted share of key points that its report covers; its score is the mean weighted
score. Control for length takes out what longer reports gain on the same question
(:mod:`eval.standings.style_controlled_scores`, with length as the only style).

Printed as JSON: each system's figures; and for coverage and score, as judged and controlled, Kendall's tau-b
with the published scores, over the systems that have one, and with the systems' mean length, over all. The
arena is in ``--out``; the same command goes on from there and asks nothing twice.
"""

import argparse
import asyncio
import json
import math
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from statistics import fmean
from typing import Any

from data_base.errors import InputError
from data_base.schemas.key_point_coverage import covered_share
from data_base.schemas.run import RunItem
from data_base.whole_file import write_whole
from eval.arena.answer_style import LENGTH, style_of
from eval.arena.request import ArenaRequest
from eval.arena.result import ArenaResult
from eval.arena.run import run_arena
from eval.arena.setup import prepare_arena
from eval.arena.standings import weighted_scores
from eval.reports.arena_folder import save_arena
from eval.standings.style_controlled_scores import controlled_scores

BySystem = Mapping[str, Mapping[str, float]]
"""System to question to a figure."""


def arena_file(data: Path, judge: str) -> dict[str, Any]:
    """The arena of all systems whose reports are recorded.

    Raises:
        InputError: there are fewer than two.
    """
    reports = sorted((data / "reports").glob("*.jsonl"))
    if len(reports) < 2:  # noqa: PLR2004  (nothing to rank)
        raise InputError(f"{data / 'reports'} has {len(reports)} files NAME.jsonl; an arena needs two.")
    contestants = [{"name": path.stem, "recorded": str(path.resolve())} for path in reports]
    questions = str((data / "questions.jsonl").resolve())
    return {"questions": questions, "judges": [judge], "contestants": contestants}


def published_scores(path: Path) -> Mapping[str, float]:
    """System to its published score.

    Raises:
        InputError: the file is no such object.
    """
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f'{path} cannot be read ({error}); write {{"NAME": 0.57}}.') from error
    if not isinstance(found, dict) or not all(isinstance(value, int | float) for value in found.values()):
        raise InputError(f'{path} is no object of system to score; write {{"NAME": 0.57}}.')
    return {name: float(value) for name, value in found.items()}


def figures(result: ArenaResult, published: Mapping[str, float]) -> dict[str, Any]:
    """What is printed."""
    lengths = _by_system(result, lambda item: None if item.answer is None else style_of(item.answer)[LENGTH])
    measures = {
        "coverage": _by_system(
            result, lambda item: covered_share(item.evaluation.key_points) if item.evaluation else None
        ),
        "score": weighted_scores(result.items),
    }
    columns: dict[str, Mapping[str, float]] = {}
    for name, own in measures.items():
        columns[name] = {system: fmean(values.values()) for system, values in own.items()}
        columns[f"{name}, controlled for length"] = _controlled(own, lengths)
    long = {system: fmean(map(math.expm1, own.values())) for system, own in lengths.items()}
    return {
        "questions": len(result.items),
        "systems": {
            system: {
                "published": published.get(system),
                "mean length in tokens": round(length),
                **{name: _rounded(own.get(system)) for name, own in columns.items()},
            }
            for system, length in long.items()
        },
        "with published": {
            "systems": len(published.keys() & long.keys()),
            **{name: _rounded(tau(own, published)) for name, own in columns.items()},
        },
        "with length": {name: _rounded(tau(own, long)) for name, own in columns.items()},
    }


def tau(one: Mapping[str, float], other: Mapping[str, float]) -> float | None:
    """Kendall's tau-b over the systems that both have; None where one of them has no order."""
    names = [name for name in one if name in other]
    signs = [(_sign(one[a], one[b]), _sign(other[a], other[b])) for a, b in combinations(names, 2)]
    untied = [sum(pair[side] != 0 for pair in signs) for side in (0, 1)]
    return sum(a * b for a, b in signs) / math.sqrt(untied[0] * untied[1]) if all(untied) else None


def _sign(first: float, second: float) -> int:
    return 0 if math.isclose(first, second, abs_tol=1e-9) else 1 if first > second else -1


def _controlled(scores: BySystem, lengths: BySystem) -> Mapping[str, float]:
    if not scores:
        return {}
    styles = {
        system: {question: {LENGTH: length} for question, length in own.items()}
        for system, own in lengths.items()
    }
    found = controlled_scores(scores, styles)
    if found is None:
        return {system: fmean(own.values()) for system, own in scores.items()}
    return {place.system: place.score for place in found.standings}


def _by_system(result: ArenaResult, figure: Callable[[RunItem], float | None]) -> dict[str, dict[str, float]]:
    found: dict[str, dict[str, float]] = {}
    for question in result.items:
        for item in question.items:
            if (value := figure(item)) is not None:
                found.setdefault(item.system, {})[item.case_id] = value
    return found


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 3)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the arena, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--judge", default="embedded")
    parser.add_argument("--out", type=Path, default=Path("out/report_ranking"))
    chosen = parser.parse_args(arguments)
    try:
        published = published_scores(chosen.data / "published.json")
        config = chosen.out / "arena.yaml"
        # JSON is YAML, and every name is quoted.
        written = json.dumps(arena_file(chosen.data, chosen.judge), ensure_ascii=False, indent=1)
        chosen.out.mkdir(parents=True, exist_ok=True)
        write_whole(config, written.encode())
        store = str(chosen.out / "runs.sqlite")
        arena = prepare_arena(ArenaRequest(config=config, out=chosen.out, store=store))
        result = asyncio.run(run_arena(arena))
        save_arena(arena, result)
    except InputError as error:
        sys.stderr.write(f"error: {error}\n")
        return 2
    print(json.dumps(figures(result, published), ensure_ascii=False, indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main())
