"""What came before a run was cut off, so that no question is asked twice."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from data_base.errors import InputError
from eval.files.atomic import whole_file

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


class Partial:
    """A file that everything is appended to as it comes: the run's terms, then a question's a line.

    Attributes:
        found: question id to what was there already, under the same terms.
    """

    def __init__(self, path: Path, terms: Mapping[str, object]) -> None:
        """Take the file up, or begin it anew where it is of other terms.

        Raises:
            InputError: it is damaged, or cannot be written.
        """
        self._path = path
        head = json.dumps({"terms": terms}, sort_keys=True)
        try:
            lines = path.read_text(encoding="utf-8").split("\n") if path.exists() else []
            # A line that was cut off in the middle is left out.
            self.found: dict[str, Any] = dict(map(_row, lines[1:-1])) if lines[:1] == [head] else {}
        except OSError as error:
            raise self._unusable(error) from error
        except ValueError as error:
            raise InputError(f"{path} is damaged ({error}); take it away to begin anew.") from error
        kept = [head, *(_line(name, value) for name, value in self.found.items())]
        # Written whole, or a run killed here would lose what was paid for.
        with whole_file(path) as file:
            file.write(("\n".join(kept) + "\n").encode())

    def add(self, name: str, value: object) -> None:
        """Keep what came for a question; None, for nothing came, is asked for again next time.

        Raises:
            InputError: it cannot be written.
        """
        if value is None:
            return
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(_line(name, value) + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise self._unusable(error) from error

    def done(self) -> None:
        """Take the file away: the run is written."""
        self._path.unlink(missing_ok=True)

    def _unusable(self, error: OSError) -> InputError:
        return InputError(
            f"{self._path} cannot be read or written ({error.strerror}); make room, or name another --out."
        )


def _line(name: str, value: object) -> str:
    # In ASCII, so that no letter of a model's can break a line or the encoding.
    return json.dumps([name, value])


def _row(line: str) -> tuple[str, object]:
    name, value = json.loads(line)
    return name, value
