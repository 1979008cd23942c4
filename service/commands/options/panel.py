"""The option ``--panel``, the same for every command that judges."""

from enum import StrEnum
from typing import Annotated, Any

import typer


class Panel(StrEnum):
    """Whether a close verdict is judged again."""

    OFF = "off"
    ADAPTIVE = "adaptive"

    def settings(self) -> dict[str, Any]:
        """The evaluator's settings."""
        return {} if self is Panel.OFF else {"panel": self.value}


PanelOption = Annotated[
    Panel,
    typer.Option(
        help="adaptive: two more judgements where the first is close to the threshold or failed; the medians."
    ),
]
