"""Contestants: systems as the arena sees them, each turning a case into a run item."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Protocol

from agents.systems import DeepResearch
from data_base.schemas.case import Case
from data_base.schemas.protocols import System
from data_base.schemas.run import RunItem
from data_base.schemas_deep_research import DeepResearchResult


class Contestant(Protocol):
    """Answers a case in the arena."""

    @property
    def name(self) -> str:
        """The contestant's name, unique in a contest."""
        ...

    def for_run(self, run_id: str) -> Contestant:
        """The contestant as a part of a run, of which an earlier process may have left something."""
        ...

    async def play(self, case: Case) -> RunItem:
        """Answer the case; raises where there is no answer."""
        ...


class ResearchSystem(Protocol):
    """What the arena needs of :class:`agents.systems.DeepResearch`."""

    @property
    def name(self) -> str:
        """The system's name."""
        ...

    async def research(self, case: Case) -> DeepResearchResult:
        """Research the case's question and keep all that came of it."""
        ...


@dataclass(frozen=True, slots=True)
class SystemContestant:
    """Any system: its answer is all there is to keep."""

    system: System
    """Who answers."""

    @property
    def name(self) -> str:
        """The system's name."""
        return self.system.name

    def for_run(self, _run_id: str) -> SystemContestant:
        """Itself: a system that answers at once leaves nothing to resume."""
        return self

    async def play(self, case: Case) -> RunItem:
        """Let the system answer."""
        return RunItem(case_id=case.id, system=self.name, answer=await self.system.answer(case))


@dataclass(frozen=True, slots=True)
class ResearchContestant:
    """Deep Research: its attempts are kept with its answer."""

    system: ResearchSystem
    """Who researches."""

    @property
    def name(self) -> str:
        """The system's name."""
        return self.system.name

    def for_run(self, run_id: str) -> ResearchContestant:
        """With a researcher that resumes what this very run left."""
        if not isinstance(self.system, DeepResearch):
            return self
        return replace(self, system=replace(self.system, run_label=run_id))

    async def play(self, case: Case) -> RunItem:
        """Research the question."""
        result = await self.system.research(case)
        return RunItem(case_id=case.id, system=self.name, answer=result.answer, research=result)
