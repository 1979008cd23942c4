"""What standings are made of: how a judge compared two systems' answers to a question."""

from collections.abc import Mapping
from typing import Self

from pydantic import Field, FiniteFloat, model_validator

from data_base.schemas.frozen import Frozen


class ComparedPair(Frozen):
    """How one judge compared two systems' answers to one question.

    Every value is the first system's: 1 much better, 0.75 better, 0.5 a tie, 0.25 worse, 0 much worse.
    """

    question: str
    """Its id."""
    first: str
    """Name of a system."""
    second: str
    """Name of another."""
    judge: str = ""
    """Who compared them."""
    value: float = Field(ge=0, le=1)
    """The mean of both orders, from 0 to 1; 0.5 for an inconsistent pair."""
    inconsistent: bool = False
    """Whether each order had another winner."""
    in_view: bool = True
    """Whether the judge had both answers in view; else it judged each by itself."""
    shown_first: float | None = Field(default=None, ge=0, le=1)
    """The value in the order that showed the first system's answer first.

    None if not asked, or not in view.
    """
    shown_second: float | None = Field(default=None, ge=0, le=1)
    """The value in the other order."""
    style: Mapping[str, FiniteFloat] = Field(default_factory=dict)
    """Differences between the two answers, first minus second, by name: log length, citations."""
    kin: int = Field(default=0, ge=-1, le=1)
    """1 where the first system alone has a model of the judge's family, -1 where the second alone has."""

    @model_validator(mode="after")
    def _two_systems(self) -> Self:
        if self.first == self.second:
            raise ValueError(f"question {self.question}: {self.first} is compared with itself")
        return self
