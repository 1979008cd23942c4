"""What a run would ask, before anybody is asked."""

from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple, TypeVar

from agents.calls.estimate import CallEstimate
from data_base.counted import counted
from data_base.schemas.run import RunItem, RunManifest
from eval.runs.open_run import kept_items
from eval.runs.runner import is_scored

QuestionT = TypeVar("QuestionT")


class Plan(NamedTuple):
    """What a run would ask.

    Attributes:
        total: questions of the run.
        kept: those that an unfinished run of the same terms has settled already.
        system: who would be asked the others.
        estimate: what that would cost, None where it cannot be known.
    """

    total: int
    kept: int
    system: str
    estimate: CallEstimate | None = None

    def __str__(self) -> str:
        left = self.total - self.kept
        said = f"{left} of {counted(self.total, 'question')} would be asked of {self.system}"
        if self.kept:
            said += f", {self.kept} {'is' if self.kept == 1 else 'are'} kept"
        return f"{said}."


async def plan_of(  # noqa: PLR0913  (as a run is opened)
    manifest: RunManifest,
    questions: Mapping[str, QuestionT],
    system: str,
    estimate: Callable[[QuestionT], Awaitable[CallEstimate]] | None = None,
    *,
    store: str | None = None,
    fresh: bool = False,
    settled: Callable[[RunItem], bool] = is_scored,
) -> Plan:
    """What a run of these terms would ask; no one is asked and nothing is written.

    Args:
        manifest: of the run.
        questions: id to question.
        system: who would be asked.
        estimate: what one question will cost; None where that cannot be known.
        store: the run store, None for the one that all commands share.
        fresh: whether an unfinished run is left alone.
        settled: whether nothing is left to do for a kept item.
    """
    kept = {item.case_id for item in kept_items(manifest, store, fresh=fresh) if settled(item)}
    left = [question for name, question in questions.items() if name not in kept]
    costs = None if estimate is None else sum([await estimate(question) for question in left], CallEstimate())
    return Plan(len(questions), len(questions) - len(left), system, costs)
