"""Outputs that came before a run was cut off, so that no question is asked twice."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING

from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class PartialOutputs:
    """A file that every output is appended to as it comes: the run's terms, then one output a line.

    Attributes:
        outputs: question id to the outputs that were there already, under the same terms.
    """

    def __init__(self, path: Path, terms: Mapping[str, object]) -> None:
        """Take the file up, or begin it anew where it is of other terms.

        Raises:
            InputError: it cannot be written.
        """
        self._path = path
        head = json.dumps({"terms": terms}, sort_keys=True)
        lines = path.read_text(encoding="utf-8").split("\n") if path.is_file() else []
        self.outputs = dict(map(_row, lines[1:-1])) if lines and lines[0] == head else {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            # A line that was cut off in the middle is left out.
            kept = [head, *(_line(name, output) for name, output in self.outputs.items())]
            path.write_text("\n".join(kept) + "\n", encoding="utf-8")
        except OSError as error:
            raise self._unwritable(error) from error

    def add(self, name: str, output: str | None) -> None:
        """Keep an output; one that is not there is asked for again next time.

        Raises:
            InputError: it cannot be written.
        """
        if output is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_line(name, output) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._unwritable(error) from error

    def done(self) -> None:
        """Take the file away: the run is written."""
        self._path.unlink(missing_ok=True)

    def _unwritable(self, error: OSError) -> InputError:
        return InputError(f"{self._path} cannot be written ({error.strerror}); make room there.")


def _line(name: str, output: str) -> str:
    # In ASCII, so that no letter of a model's can break a line or the encoding.
    return json.dumps([name, output])


def _row(line: str) -> tuple[str, str]:
    name, output = json.loads(line)
    return name, output
