"""The run that a benchmark is compared with."""

from pathlib import Path

from data_base.errors import InputError
from eval.compare.comparability import must_agree
from eval.compare.sides import read_side
from eval.runs.run_file import RunFile
from eval.runs.run_file_reading import read_run_file


def read_baseline(path: Path, task: str) -> RunFile:
    """A benchmark's run file, as a baseline.

    Args:
        path: the run file.
        task: of every benchmark's run.

    Raises:
        InputError: it cannot be read, is of another task, or a dataset failed in it.
    """
    base = read_run_file(path)
    if base.manifest is not None and base.manifest.task != task:
        raise InputError(
            f"{path}: is a run of the task {base.manifest.task!r} and no benchmark; name a benchmark's."
        )
    failed = [result.id for result in base.results if result.score is None]
    if failed:
        raise InputError(
            f"{path}: the dataset {failed[0]!r} has no score there, so that it is no baseline; make it again."
        )
    return base


def check_same_data(path: Path, base: RunFile, out: Path, run: RunFile) -> None:
    """Check that a run and its baseline were made on the same data.

    Args:
        path: the baseline's file.
        base: the baseline.
        out: the run's file.
        run: the run, in which no dataset failed.

    Raises:
        InputError: the two were made on other documents or questions, by another scorer, or with other
            weights.
    """
    sides = [read_side([(str(place), each.stream())]) for place, each in ((path, base), (out, run))]
    change = next(must_agree(sides[0], sides[1]), None)
    if change is not None:
        raise InputError(
            f"{path}: cannot be the baseline, since it differs in {change.name} "
            f"({change.base} there, {change.cand} here); make it again on the same data."
        )
    weights = {result.id: result.weight for result in base.results}
    other = next((each for each in run.results if weights.get(each.id, each.weight) != each.weight), None)
    if other is not None:
        raise InputError(
            f"{path}: cannot be the baseline, since the dataset {other.id!r} weighs {weights[other.id]:g} "
            f"there and {other.weight:g} here; make it again with the same weights."
        )
