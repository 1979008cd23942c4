"""Settings of the research loop: when it retries, when it stops, and where it keeps its state."""

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, Self, cast

from pydantic import BeforeValidator, Field, ValidationError, field_serializer

from agents.calls.settings import CallSettings
from agents.judges.as_of import AsOf
from agents.models.options import SAME
from data_base.errors import InputError, a_kind_of, first_fault
from data_base.schemas.frozen import LocalOnly, Settings
from data_base.schemas.judgement import Score
from data_base.text.language import Language

DEFAULT_CHECKPOINTS = Path(".judge/checkpoints.sqlite")
CHECKPOINTS_VARIABLE = "JUDGE_CHECKPOINTS"
# Raised when the graph's nodes or the shape of its state change, so that an old thread is not continued.
GRAPH_VERSION = "5"

SoftCause = Literal["unanswered", "incomplete", "unclear"]
"""Why a draft that reached the threshold may still be sent back."""


def checkpoint_place(named: object) -> object:
    """A file's path, or a ``postgresql://`` address as it is.

    Raises:
        ValueError: an address of something else.
    """
    if not isinstance(named, str):
        return named
    scheme, mark, _ = named.partition("://")
    if mark and scheme not in {"postgresql", "postgres"}:
        raise ValueError("checkpoints are kept in a SQLite file or at a postgresql:// address")
    return named if mark else Path(named)


def default_checkpoints() -> Path | str | None:
    """Where the checkpoints of commands go: see :func:`named_checkpoints`, else a ``.judge`` folder.

    Raises:
        InputError: ``JUDGE_CHECKPOINTS`` contains an address of something else.
    """
    return named_checkpoints() if CHECKPOINTS_VARIABLE in os.environ else DEFAULT_CHECKPOINTS


def named_checkpoints() -> Path | str | None:
    """The file or the database (``postgresql://…``) that ``JUDGE_CHECKPOINTS`` names; None where it is empty.

    Raises:
        InputError: it contains an address of something else.
    """
    named = os.environ.get(CHECKPOINTS_VARIABLE)
    if not named:
        return None
    try:
        return cast("Path | str", checkpoint_place(named))
    except ValueError as error:
        raise InputError(f"{CHECKPOINTS_VARIABLE}: {error}.") from error


class ResearchSettings(Settings):
    """How :class:`agents.deep_research.DeepResearchService` researches."""

    threshold: Score = 8.0
    """Accuracy, from 1 to 10, below which a draft is always researched again."""
    max_attempts: int = Field(default=4, ge=1)
    """Attempts in all; 1 never retries."""
    retry_on: frozenset[SoftCause] = frozenset({"unanswered", "incomplete", "unclear"})
    """What else sends a draft back: ``unanswered`` (it does not say what was asked for, or only a part) and
    ``incomplete`` as long as a refined query still brings new passages; ``unclear`` has it rewritten once,
    without a search."""
    min_completeness: Score = 7.0
    """Completeness, from 1 to 10, below which a draft counts as incomplete."""
    min_clarity: Score = 7.0
    """Clarity, from 1 to 10, below which a draft counts as unclear."""
    token_budget: int | None = Field(default=None, ge=1, le=1_000_000_000)
    """Tokens a run may use, null for no bound. A further attempt begins only where it can also be judged; the
    first always does."""
    time_budget_s: float | None = Field(default=None, gt=0, le=1_000_000)
    """Seconds of work a run may take, by the same rule; time between a kill and the resumption is not
    counted."""
    as_of: AsOf | None = None
    """The date from which "now" and "next" are meant: a date, or ``today`` (UTC), the day on which the run
    began; null: no date is given. The judge has a setting of its own."""
    carry_over: Annotated[bool, LocalOnly("a switch for measurements")] = True
    """Whether an attempt is written and judged on all that was found so far. Without it, each sees what its
    own queries bring: a switch to measure what carrying over is worth."""
    writer_passages: int = Field(default=10, ge=1, le=1000)
    """Passages, best first, that a draft is written from at most; it is judged on the same."""
    writer_tokens: int = Field(default=6000, ge=1, le=10_000_000)
    """Estimated tokens those passages may take together; the best one is always shown."""
    final_judge: str | None = Field(default=None, max_length=200, exclude_if=lambda name: name is None)
    """Who judges the first and the returned attempt once more, without having steered the research: the name
    of another judge, or ``same`` for the same one by another template and another order of passages; null:
    nobody. Its score of the returned attempt is the result's."""
    language: Language | None = None
    """Language of the prompts; null: the question's."""
    call: Annotated[CallSettings, LocalOnly("how the server calls models")] = CallSettings()
    """Timeout and retries of the model calls."""
    step_timeout_s: Annotated[float | None, LocalOnly("a limit of the server")] = Field(default=None, gt=0)
    """Seconds that one step (a search, a draft, a judgement) may take, its model call's retries included; a
    run that is cut off by it can be resumed. Three tries of the slowest model by its timeout, and half an
    hour at least, if None."""
    checkpoints: Annotated[
        Path | str | None, BeforeValidator(checkpoint_place), LocalOnly("a place of files")
    ] = Field(default_factory=named_checkpoints)
    """The SQLite file or the PostgreSQL database (``postgresql://…``) that runs are kept in, None to keep
    them in memory only, until they end. By default what ``JUDGE_CHECKPOINTS`` names, so that code which names
    no place writes nothing."""

    if not TYPE_CHECKING:  # which knows the fields

        def __init__(self, **given: object) -> None:
            """Raise an InputError that names the setting which is wrong."""
            try:
                super().__init__(**given)
            except ValidationError as error:
                fault = first_fault(error)
                raise InputError(f"{fault.field}: {fault.reason}.") from None

        # Pydantic validates settings within a file or a request without it, and says where they are.
        __init__.__pydantic_base_init__ = True

    @classmethod
    def of(cls, given: object) -> Self:
        """The settings that were handed in, or as they are by default.

        Raises:
            InputError: it is something else.
        """
        if given is not None and not isinstance(given, cls):
            raise InputError(f"`settings` must be ResearchSettings(…), not {a_kind_of(given)}.")
        return given or cls()

    @property
    def final_judges_named(self) -> tuple[str, ...]:
        """The final judge, where it is another than the one that steers."""
        return () if self.final_judge is None or self.final_judge.strip() == SAME else (self.final_judge,)

    @field_serializer("retry_on")
    def _in_order(self, causes: frozenset[str]) -> list[str]:
        # A set has another order in every process, and the same settings must look the same.
        return sorted(causes)

    def fingerprint(self, *parts: str) -> str:
        """Twelve hexadecimal digits over all that shapes a run: these settings and ``parts``.

        Where checkpoints are kept, how calls are retried and how long a step may take does not shape a run
        and is left out.
        """
        shaping = self.model_dump(mode="json", exclude={"call", "checkpoints", "step_timeout_s"})
        return short_hash(GRAPH_VERSION, json.dumps(shaping, sort_keys=True), *parts)


def short_hash(*parts: str) -> str:
    """Twelve hexadecimal digits of a sha256 over the parts, each separated from the next."""
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()[:12]
