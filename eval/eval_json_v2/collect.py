"""Collecting something for every question: what came before is taken up, what comes is kept at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic

from eval.eval_json_v2.outcome import Outcome, T, ask_each

if TYPE_CHECKING:
    from eval.eval_json_v2.outcome import Ask
    from eval.eval_json_v2.partial import Partial
    from eval.eval_json_v2.question_set import Question

Tell = Callable[[Outcome[Any]], None]
Watch = Callable[[str, int], AbstractContextManager[Tell]]
"""Takes what is being done and for how many questions; gives who is to be told of every outcome."""


@dataclass(frozen=True, slots=True)
class Collected(Generic[T]):
    """What there is for the questions.

    Attributes:
        values: question id to what came.
        failures: question id to why nothing came.
    """

    values: Mapping[str, T]
    failures: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Collector:
    """How something is collected.

    Attributes:
        task: what is being done.
        partial: where it is kept as it comes.
        watch: who is told how far it has come.
        concurrency: questions under way at once.
    """

    task: str
    partial: Partial
    watch: Watch
    concurrency: int

    async def collect(self, questions: Sequence[Question], ask: Ask[T]) -> Collected[T]:
        """Ask for the questions for which nothing is kept yet.

        Raises:
            InputError: something only the user can mend.
        """
        left = [question for question in questions if question.id not in self.partial.found]
        with self.watch(self.task, len(left)) as tell:

            def told(question: Question, outcome: Outcome[T]) -> None:
                self.partial.add(question.id, outcome.value)
                tell(outcome)

            came = await ask_each(left, ask, told, concurrency=self.concurrency)
        values = self.partial.found | {
            name: outcome.value for name, outcome in came.items() if outcome.value is not None
        }
        return Collected(
            {question.id: values[question.id] for question in questions if question.id in values},
            {name: outcome.reason for name, outcome in came.items() if outcome.value is None},
        )


def unwatched(_task: str, _total: int) -> AbstractContextManager[Tell]:
    """Nobody is told."""
    return nullcontext(lambda _outcome: None)
