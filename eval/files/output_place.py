"""Where a run file may be written: not over an input."""

from collections.abc import Iterable
from pathlib import Path

from data_base.errors import InputError
from eval.files.atomic import refuse_folder


def check_place(out: Path, inputs: Iterable[Path | None]) -> None:
    """Make sure, before anything is paid for, that the run file does not overwrite an input.

    Args:
        out: the run file to be.
        inputs: the files that are read; None for one that was not named.

    Raises:
        InputError: ``out`` is a folder, or one of the inputs.
    """
    refuse_folder(out)
    for path in inputs:
        if path is not None and out.exists() and path.exists() and out.samefile(path):
            raise InputError(f"{out} would be written over {path}, an input; name another file to write.")
