"""One yardstick for the embedded judge and the public functions of ``scoring``.

What ships, without further data, in a checkout (some of it is in ``tests/``)::

    python tools/yardstick.py [--quick]

Human-labelled data, which does not ship (files of ``yardstick_people.CHECKS``; a missing one leaves its lines
out)::

    python tools/yardstick.py --data DIR [--workers 2]

The set of ``tests/independent`` that rules may be tuned on, with the answers out of their bands::

    python tools/yardstick.py --folder tests/independent/tuned

Each figure has a 95 % interval from a bootstrap over clusters (documents, questions), and many have a floor:
exit code 1 where one falls below. Milliseconds are processor time of one judgement.
"""

import argparse
import sys
from pathlib import Path

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from eval.stats.measure import ClusterSettings
from tools.yardstick_figures import Figure
from tools.yardstick_people import CHECKS, people_figures
from tools.yardstick_shipped import set_figures, shipped_figures


def as_text(tables: Mapping[str, Sequence[Figure]]) -> str:
    """The tables as they are printed; a figure below its floor is marked."""
    lines = []
    for title, figures in tables.items():
        lines += [
            "",
            f"{title:<48} {'value':>6} {'95 % interval':>15} {'rows':>6} {'floor':>6} {'goal':>6} {'ms':>6}",
        ]
        lines += [_line(figure) for figure in figures]
    return "\n".join(lines[1:])


def _line(figure: Figure) -> str:
    between = "" if figure.low is None else f"{figure.low:.3f} - {figure.high:.3f}"
    value, floor, goal = map(_number, (figure.value, figure.floor, figure.goal))
    time = "" if figure.milliseconds is None else f"{figure.milliseconds:.1f}"
    cells = f"{figure.name:<48} {value:>6} {between:>15} {figure.rows:6} {floor:>6} {goal:>6}"
    return f"{cells} {time:>6}{'' if figure.passes else '  BELOW'}"


def _number(number: float | None) -> str:
    return "" if number is None else f"{number:.3f}"


def main() -> int:
    """Measure, print, compare with the floors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    measured = parser.add_mutually_exclusive_group()
    measured.add_argument("--data", type=Path, help="folder of the labelled JSON Lines files")
    measured.add_argument("--folder", type=Path, help="one own set, with the answers out of their bands")
    measured.add_argument("--quick", action="store_true", help="what ships, on a part of it")
    parser.add_argument("--resamples", type=int, default=1000, help="bootstrap resamples (default 1000)")
    parser.add_argument("--seed", type=int, default=13, help="seed of the bootstrap (default 13)")
    parser.add_argument("--workers", type=int, default=1, help="processes that check rows of --data")
    given = parser.parse_args()
    try:
        bootstrap = ClusterSettings(seed=given.seed, resamples=given.resamples)
    except ValidationError as error:
        fault = error.errors()[0]
        parser.error(f"--{fault['loc'][0]}: {fault['msg'].lower()}")
    missed: list[str] = []
    if given.folder is not None:
        if not (given.folder / "documents").is_dir():
            parser.error(f"--folder {given.folder} is not a set: it contains no folder documents")
        tables, missed = set_figures(given.folder, bootstrap)
    elif given.data is None:
        tables = shipped_figures(bootstrap, quick=given.quick)
    elif any((given.data / f"{name}.jsonl").is_file() for name in CHECKS):
        tables = people_figures(given.data, bootstrap, given.workers)
    else:
        parser.error(f"--data {given.data} contains none of {', '.join(CHECKS)} (.jsonl)")
    print("\n".join([as_text(tables), *missed]))
    return int(any(not figure.passes for figures in tables.values() for figure in figures))


if __name__ == "__main__":
    sys.exit(main())
