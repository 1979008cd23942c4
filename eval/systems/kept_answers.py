"""A system whose answers are in a run: one that was asked, or researched, before."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from data_base.errors import InputError

if TYPE_CHECKING:
    from data_base.schemas.case import Case
    from data_base.schemas.run import RunItem


@dataclass(frozen=True, slots=True)
class KeptAnswers:
    """A contestant that gives what a system answered in a run; build it with :meth:`of`."""

    name: str
    """The contestant's name."""
    system: str
    """Its name in the run."""
    items: Mapping[str, RunItem]
    """Case id to what came of it."""

    @classmethod
    def of(cls, run_id: str, items: Iterable[RunItem], name: str, system: str | None = None) -> KeptAnswers:
        """The answers of one system.

        Args:
            run_id: the run.
            items: what it keeps.
            name: the contestant's name.
            system: the system; the only one of the run if None.

        Raises:
            InputError: the run has no such system, or several and none is named.
        """
        items = [item for item in items if item.answer is not None]
        systems = list(dict.fromkeys(item.system for item in items))
        named = ", ".join(systems)
        if not items:
            raise InputError(f"{name}: the run {run_id} has no answers; name another.")
        if system is None and len(systems) > 1:
            raise InputError(
                f"{name}: the run {run_id} has several systems ({named}); say which with system."
            )
        if system is not None and system not in systems:
            raise InputError(f"{name}: the run {run_id} has no system {system!r}, only {named}.")
        meant = system or systems[0]
        return cls(name, meant, {item.case_id: item for item in items if item.system == meant})

    def for_run(self, _run_id: str) -> KeptAnswers:
        """Itself: there is nothing to resume."""
        return self

    async def play(self, case: Case) -> RunItem:
        """What the system answered, without what was judged of it then.

        Raises:
            LookupError: it has no answer to this case.
        """
        if case.id not in self.items:
            raise LookupError(f"the run has no answer for the question {case.id!r}")
        item = self.items[case.id]
        return item.model_copy(update={"system": self.name, "evaluation": None, "score_card": None})
