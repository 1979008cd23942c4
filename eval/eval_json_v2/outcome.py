"""Asking for every question, some at a time; one that fails is told as such, and the others go on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, TypeVar

from agents.errors import REFUSED, ModelCallError, to_mend
from data_base.errors import InputError
from data_base.schemas.usage import TokenUsage
from eval.runs.runner import describe

if TYPE_CHECKING:
    from eval.eval_json_v2.question_set import Question

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T]):
    """What came of asking for a question.

    Attributes:
        value: what was asked for; None where it did not come.
        reason: why it did not, empty where it did.
        model_id: the model that was asked, None where it is not known.
        usage: what that took.
    """

    value: T | None
    reason: str = ""
    model_id: str | None = None
    usage: TokenUsage = field(default_factory=TokenUsage)


Ask = Callable[["Question"], Awaitable[Outcome[T]]]
Told = Callable[["Question", Outcome[T]], None]
"""Told of every outcome as it comes."""


async def ask_each(
    questions: Sequence[Question],
    ask: Ask[T],
    told: Told[T] = lambda _question, _outcome: None,
    *,
    concurrency: int = 4,
) -> dict[str, Outcome[T]]:
    """Ask for every question; whatever goes wrong with one is its outcome.

    Args:
        questions: what is asked.
        ask: gives the outcome for a question.
        told: told of every outcome as it comes.
        concurrency: questions under way at once.

    Returns:
        Question id to outcome, in the order of the questions.

    Raises:
        InputError: something only the user can mend, such as a key that is refused.
    """
    free = asyncio.Semaphore(concurrency)

    async def one(question: Question) -> Outcome[T]:
        async with free:
            outcome = await _outcome(ask, question)
        told(question, outcome)
        return outcome

    outcomes = await asyncio.gather(*map(one, questions))
    return {question.id: outcome for question, outcome in zip(questions, outcomes, strict=True)}


async def _outcome(ask: Ask[T], question: Question) -> Outcome[T]:
    try:
        return await ask(question)
    except InputError:
        raise
    except ModelCallError as error:
        if error.status in REFUSED:
            raise to_mend(error) from error
        return _failed(str(error))
    except Exception as error:  # noqa: BLE001  (whatever a system raises is its failure, and is told)
        return _failed(describe(error))


def _failed(reason: str) -> Outcome[T]:
    # Half of a character, as an error may quote it, would fit into no report.
    return Outcome(None, reason.encode("utf-8", "replace").decode())
