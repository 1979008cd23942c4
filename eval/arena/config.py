"""An arena as a file names it: who answers, who judges, and what is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, ValidationInfo, field_validator, model_validator

from agents.models.options import SAME
from agents.models.registry import EMBEDDED
from agents.research.settings import ResearchSettings
from data_base.counted import listed
from data_base.marked_yaml.values import validated
from data_base.schemas.frozen import Frozen, LocalOnly
from eval.files.yaml_files import read_yaml

FEWEST_RANKED = 2
"""Contestants that there must be besides a reference for it to be left out of the standings."""
Pairs = Literal["all", "sampled", "none"]
"""Which pairs of answers are compared with both in view: all; as many as the precision takes; none."""
MOST_CONTESTANTS = 50


class ResearchConfig(Frozen):
    """Deep Research as a contestant: ``model``, ``judge``, and the loop's own settings beside them."""

    model: str = EMBEDDED
    """Plans, refines and writes."""
    judge: str | None = None
    """Judges the drafts; the first of the arena's judges if null."""
    settings: ResearchSettings = ResearchSettings(checkpoints=None)
    """Of the loop; they may also stand beside the other fields."""

    @model_validator(mode="before")
    @classmethod
    def _gathered(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(given, Mapping) or "settings" in given:
            return given
        own = {name: given[name] for name in cls.model_fields if name in given}
        return {**own, "settings": {name: value for name, value in given.items() if name not in own}}


class ContestantConfig(Frozen):
    """A contestant: a name, and exactly one of the ways to have its answers."""

    kinds: ClassVar[tuple[str, ...]] = ("model", "research", "recorded", "http", "callable", "run")
    """The ways."""

    name: str = Field(min_length=1, max_length=100)
    """Unique in the arena."""
    model: str | None = None
    """A model that answers from what it knows."""
    research: ResearchConfig | None = None
    """Deep Research over the arena's documents."""
    recorded: Annotated[Path | None, LocalOnly("a file's path")] = None
    """A file of answers, see :class:`eval.systems.recorded.RecordedAnswers`."""
    http: str | None = None
    """The address of an endpoint, see :class:`eval.systems.http_endpoint.HttpSystem`."""
    callable: Annotated[str | None, LocalOnly("the name of code")] = None
    """``module:name``, see :func:`eval.systems.python_callable.load_callable`."""
    run: Annotated[str | None, LocalOnly("a run of any project")] = None
    """A run in the store, whose answers are taken."""
    system: Annotated[str | None, LocalOnly("a part of a file or a run")] = None
    """Which of the systems of that run, or of those recorded answers, where there are several."""
    timeout: float = Field(default=120.0, gt=0)
    """Seconds that an endpoint's or a callable's answer may take."""
    family: str | None = Field(default=None, max_length=100)
    """The model family that writes its answers, where its kind does not say; a judge of the same family may
    favour it."""
    reference: bool = Field(default=False, exclude_if=lambda is_reference: not is_reference)
    """Whether its answers are the reference that the others' scores are also given against; one contestant at
    most."""

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        given = [kind for kind in self.kinds if getattr(self, kind) is not None]
        if len(given) != 1:
            found = f"found {' and '.join(given)}" if given else "found none"
            raise ValueError(f"a contestant has exactly one of {', '.join(self.kinds)}; {found}")
        if self.name == "judge":
            raise ValueError("'judge' is who judges, in what is kept of an arena; choose another name")
        if self.system is not None and self.run is None and self.recorded is None:
            raise ValueError(
                "system says whose answers of a run or of a recorded file are meant; here is neither"
            )
        return self


class ArenaRules(Frozen):
    """Who takes part in an arena and how they are compared, wherever questions and documents come from."""

    judges: tuple[str, ...] = Field(default=(EMBEDDED,), min_length=1)
    """Who judges; of several, each judges every answer and the medians count, and each compares every
    pair."""
    final_judge: str | None = Field(default=None, max_length=200)
    """Who scores and compares all answers in the judge's place, which then only steers Deep Research: another
    judge, or ``same`` for the same one by another template and another order of passages. It also judges the
    first and the returned attempt of all research once. Null: the judges do both."""
    contestants: tuple[ContestantConfig, ...] = Field(
        min_length=2, max_length=MOST_CONTESTANTS, fail_fast=True
    )
    """Who answers; each has a name of its own."""
    pairs: Pairs = "none"
    """Which pairs of answers are compared with both in view."""
    precision: float = Field(default=100.0, gt=0)
    """The width, in points of the standings' scale, that every interval of a sampled arena is to come
    below."""
    max_pairs: int = Field(default=1_000, ge=1)
    """Pairs that a sampled arena compares at most, each in both orders by every judge."""
    max_cost: float | None = Field(default=None, gt=0)
    """US dollars that the pairs of a sampled arena may cost; its judges' prices must be known."""
    seed: int = Field(default=0, ge=0)
    """Of every random choice."""

    # Each is of the field at fault, whose line a file's error names.
    @field_validator("contestants")
    @classmethod
    def _told_apart(cls, contestants: tuple[ContestantConfig, ...]) -> tuple[ContestantConfig, ...]:
        name, count = Counter(each.name for each in contestants).most_common(1)[0]
        if count > 1:
            raise ValueError(
                f"{count} contestants are named {name!r}; give every contestant a name of its own"
            )
        marked = [repr(each.name) for each in contestants if each.reference]
        if len(marked) > 1:
            raise ValueError(f"one contestant at most is the reference; here {listed(marked)} are")
        return contestants

    @field_validator("final_judge")
    @classmethod
    def _one_judge_steers(cls, final_judge: str | None, info: ValidationInfo) -> str | None:
        if final_judge is not None and len(info.data.get("judges", ())) > 1:
            raise ValueError("final_judge takes the place of one judge; name one in judges")
        return final_judge

    @property
    def reference(self) -> str | None:
        """The contestant that the others' scores are given against; None where there is none."""
        return next((each.name for each in self.contestants if each.reference), None)

    @property
    def unranked(self) -> str | None:
        """The reference where it has no place in the standings, since two others or more are placed."""
        return self.reference if len(self.contestants) > FEWEST_RANKED else None

    @property
    def models_named(self) -> tuple[str, ...]:
        """Who answers and judges."""
        found: list[str | None] = [*self.judges, self.final_judge]
        for each in self.contestants:
            found.append(each.model)
            if (research := each.research) is not None:
                found += [research.model, research.judge, *research.settings.final_judges_named]
        return tuple(name for name in found if name not in {None, SAME})


class ArenaConfig(ArenaRules):
    """An arena of files."""

    questions: Path
    """The question file."""
    documents: tuple[Path, ...] = ()
    """Files and folders that Deep Research searches, and that passages are shared from."""
    retrievers: tuple[str, ...] = ()
    """What Deep Research searches besides: retrievers, ``package.module:name`` or a declared name."""
    searches: tuple[str, ...] = ()
    """MCP servers whose search tool it asks besides: addresses, or declared names."""
    ratings: Path | None = None
    """People's ratings of answers, as the pages export them (docs/choose_a_judge.md), which correct the
    means; besides those in the run store."""

    def at(self, folder: Path) -> ArenaConfig:
        """The same with all paths read from a folder."""
        contestants = tuple(
            each if each.recorded is None else each.model_copy(update={"recorded": folder / each.recorded})
            for each in self.contestants
        )
        documents = tuple(folder / path for path in self.documents)
        paths: dict[str, Any] = {
            "questions": folder / self.questions,
            "documents": documents,
            "contestants": contestants,
            "ratings": None if self.ratings is None else folder / self.ratings,
        }
        return self.model_copy(update=paths)


def read_arena_config(path: Path) -> ArenaConfig:
    """Read an arena's file; its paths are relative to its folder.

    Raises:
        InputError: naming file, line and field.
    """
    config = validated(ArenaConfig, read_yaml(path), what="the fields of an arena, as in docs/arena.md")
    return config.at(path.parent)
