"""An arena as a file names it: who answers, who judges, and what is compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import Field, model_validator

from agents.models.registry import EMBEDDED
from agents.research.settings import ResearchSettings
from data_base.schemas.frozen import Frozen
from eval.files.yaml_lines import read_yaml
from eval.files.yaml_values import validated
from eval.systems.choice import SystemChoice

Pairs = Literal["all", "sampled", "none"]
"""Which pairs of answers are compared with both in view: all; as many as the precision takes; none."""
MOST_CONTESTANTS = 50
_KINDS = ("model", "research", "recorded", "http", "callable", "run")


class ResearchConfig(Frozen):
    """Deep Research as a contestant: ``model``, ``judge``, and the loop's own settings beside them.

    Attributes:
        model: plans, refines and writes.
        judge: judges the drafts; the first of the arena's judges if None.
        settings: fields of :class:`agents.research.settings.ResearchSettings`.
    """

    model: str = EMBEDDED
    judge: str | None = None
    settings: ResearchSettings = ResearchSettings(checkpoints=None)

    @model_validator(mode="before")
    @classmethod
    def _gathered(cls, given: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(given, Mapping) or "settings" in given:
            return given
        own = {name: given[name] for name in ("model", "judge") if name in given}
        rest = {name: value for name, value in given.items() if name not in own}
        return {**own, "settings": {"checkpoints": None, **rest}}


class ContestantConfig(Frozen):
    """A contestant: a name, and exactly one of the ways to have its answers.

    Attributes:
        name: unique in the arena.
        model: a model that answers from what it knows.
        research: Deep Research over the arena's documents.
        recorded: a file of answers, see :class:`eval.systems.recorded.RecordedAnswers`.
        http: an endpoint, see :class:`eval.systems.http_endpoint.HttpSystem`.
        callable: ``module:name``, see :func:`eval.systems.python_callable.load_callable`.
        run: a run in the store, whose answers are taken.
        system: which of the systems of that run, or of those recorded answers, where there are several.
        timeout: seconds that an endpoint's or a callable's answer may take.
        family: the model family that writes its answers, where its kind does not say; a judge of the same
            family may favour it.
    """

    name: str = Field(min_length=1, max_length=100)
    model: str | None = None
    research: ResearchConfig | None = None
    recorded: Path | None = None
    http: str | None = None
    callable: str | None = None
    run: str | None = None
    system: str | None = None
    timeout: float = Field(default=120.0, gt=0)
    family: str | None = None

    @model_validator(mode="after")
    def _one_kind(self) -> Self:
        given = [kind for kind in _KINDS if getattr(self, kind) is not None]
        if len(given) != 1:
            found = f"found {' and '.join(given)}" if given else "found none"
            raise ValueError(f"a contestant has exactly one of {', '.join(_KINDS)}; {found}")
        if self.name == "judge":
            raise ValueError("'judge' is who judges, in what is kept of an arena; choose another name")
        if self.system is not None and self.run is None and self.recorded is None:
            raise ValueError(
                "system says whose answers of a run or of a recorded file are meant; here is neither"
            )
        return self

    def choice(self, judge: str, judging: Mapping[str, Any]) -> SystemChoice:
        """The system that it names; not for a run in the store.

        Args:
            judge: judges the drafts of a loop that names no judge.
            judging: settings of that judge.
        """
        if self.research is not None:
            return SystemChoice(
                name=self.name,
                system="deep_research",
                model=self.research.model,
                judge=self.research.judge or judge,
                research=self.research.settings,
                judging=judging,
            )
        return SystemChoice(
            name=self.name,
            system="pure_llm",
            model=self.model,
            answers=self.recorded,
            answers_of=self.system,
            http=self.http,
            callable=self.callable,
            timeout=self.timeout,
        )


class ArenaConfig(Frozen):
    """An arena.

    Attributes:
        questions: the question file.
        documents: files and folders that Deep Research searches, and that passages are shared from.
        judges: who judges; of several, each judges every answer and the medians count, and each compares
            every pair.
        contestants: who answers.
        pairs: which pairs of answers are compared.
        precision: the width, in points of the standings' scale, that every interval of a sampled arena is to
            come below.
        max_pairs: pairs that a sampled arena compares at most, each in both orders by every judge.
        max_cost: US dollars that the pairs of a sampled arena may cost; its judges' prices must be known.
        ratings: people's ratings of answers, as the pages export them (docs/choose_a_judge.md), which correct
            the means; besides those in the run store.
        seed: of every random choice.
    """

    questions: Path
    documents: tuple[Path, ...] = ()
    judges: tuple[str, ...] = Field(default=(EMBEDDED,), min_length=1)
    contestants: tuple[ContestantConfig, ...] = Field(min_length=2, max_length=MOST_CONTESTANTS)
    pairs: Pairs = "none"
    precision: float = Field(default=100.0, gt=0)
    max_pairs: int = Field(default=1_000, ge=1)
    max_cost: float | None = Field(default=None, gt=0)
    ratings: Path | None = None
    seed: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _names_differ(self) -> Self:
        name, count = Counter(each.name for each in self.contestants).most_common(1)[0]
        if count > 1:
            raise ValueError(
                f"{count} contestants are named {name!r}; give every contestant a name of its own"
            )
        return self

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
