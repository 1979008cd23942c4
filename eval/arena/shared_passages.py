"""The passages that all answers to a question are judged by."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from agents.judges.passage_choice import DEFAULT_LIMIT, choose_passages
from agents.judges.prompt import passage_budget

if TYPE_CHECKING:
    from collections.abc import Sequence

    from langchain_core.language_models import BaseChatModel

    from data_base.schemas.passage import Passage
    from eval.arena.contest import Lend


def lender(judge: BaseChatModel) -> Lend:
    """A function that chooses passages by the question alone, so that no answer decides what it is judged by.

    What is chosen fits the judge's own limits, so that the judge has nothing left to choose between answers.

    Args:
        judge: the model that scores; its window bounds what can be lent.
    """
    return partial(_lend, token_budget=passage_budget(judge))


def _lend(question: str, found: Sequence[Passage], *, token_budget: int) -> Sequence[Passage]:
    choice = choose_passages(question, "", found, limit=DEFAULT_LIMIT, token_budget=token_budget)
    return choice.shown
