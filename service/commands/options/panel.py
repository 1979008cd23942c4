"""The option ``--panel``, the same for every command that judges."""

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from agents.judges.settings import PanelKind


class Panel(StrEnum):
    """Whether a close verdict is judged again."""

    OFF = "off"
    ADAPTIVE = "adaptive"
    SAMPLES = "samples"

    @property
    def kind(self) -> "PanelKind | None":
        """The evaluator's setting."""
        if self is Panel.OFF:
            return None
        return "adaptive" if self is Panel.ADAPTIVE else "samples"

    def settings(self) -> dict[str, Any]:
        """The evaluator's settings."""
        return {} if self.kind is None else {"panel": self.kind}


PanelOption = Annotated[
    Panel,
    typer.Option(
        help="Get two more judgements if the first is near the threshold or failed. adaptive: "
        "other prompts or models, median scores. samples: same model and prompt, mean "
        "scores."
    ),
]
