"""Letting items begin as far as the limits of their models allow."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING, TypeVar

from agents.calls.request_gate import gated
from agents.models.registry import model_id
from data_base.errors import InputError
from service.jobs.limit_wait import WaitError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agents.calls.estimate import CallEstimate
    from service.jobs.limits.budgets import Budgets

T = TypeVar("T")
_LOOK_S = 1.0


@asynccontextmanager
async def admitted(
    budgets: Budgets,
    models: Sequence[BaseChatModel],
    item: str,
    estimate: Callable[[], Awaitable[CallEstimate]] | None = None,
) -> AsyncIterator[None]:
    """Let an item begin: a request for each of its models is reserved, and the dollars that it may cost.

    Requests beyond these (tries again, repairs, further opinions) wait within the block for their turn.

    Args:
        budgets: what is left.
        models: that will be asked, one as often as it will be.
        item: names the item, see :func:`service.jobs.limits.budgets.item_name`.
        estimate: what it will cost; None where that is not known.

    Raises:
        WaitError: a limit is reached.
        InputError: the price of a model is not known whose spending has a limit.
    """
    limited = {model_id(llm): llm for llm in models if budgets.is_limited(model_id(llm))}
    if not limited:
        yield
        return
    for name, llm in limited.items():
        if budgets.is_limited(name, spending=True):
            require_price(llm)
    expected = None if estimate is None else await estimate()
    names = [] if expected is not None and not expected.calls else map(model_id, models)
    left = Counter(name for name in names if name in limited)
    usd = 0.0 if expected is None else expected.cost_usd or 0.0
    at = await asyncio.to_thread(budgets.reserve, left, item=item, usd=usd)

    async def gate(model: str) -> None:
        if left[model]:
            left[model] -= 1
        elif budgets.is_limited(model):
            await _wait_for(budgets, model)

    try:
        with gated(gate):
            yield
    except BaseException:
        await asyncio.to_thread(budgets.give_back, left, at, item=item)
        raise
    if left.total():
        await asyncio.to_thread(budgets.give_back, left, at)


def require_price(llm: BaseChatModel) -> None:
    """Make sure that it is known what a model costs whose spending has a limit.

    Raises:
        InputError: it is not.
    """
    from agents.calls.unpriced import first_unpriced  # noqa: PLC0415  (heavy)

    if (name := first_unpriced([llm])) is not None:
        raise InputError(
            f"JUDGE_LIMITS limits what is spent on {name}, whose price is not known; give its price in "
            "the file that JUDGE_PRICES names, or limit its requests_per_minute."
        )


async def _wait_for(budgets: Budgets, model: str) -> None:
    while True:
        try:
            await asyncio.to_thread(budgets.reserve, {model: 1})
        except WaitError:
            await asyncio.sleep(_LOOK_S)
        else:
            return


class AdmissionGate:
    """Lets items of a slice begin until a limit is reached, and then ends the slice without losing any."""

    def __init__(self) -> None:
        """Open."""
        self._under_way = 0
        self._idle = asyncio.Event()
        self._held: WaitError | None = None

    async def through(self, place: AbstractAsyncContextManager[None], work: Callable[[], Awaitable[T]]) -> T:
        """Work on an item, in its place.

        Raises:
            WaitError: a limit was reached by this item or one before it; no item is under way any more, so
                that what is paid for is not broken off.
        """
        async with place:
            if self._held is None:
                self._under_way += 1
                self._idle.clear()
                try:
                    return await work()
                except WaitError as held:
                    self._held = held
                finally:
                    self._under_way -= 1
                    if not self._under_way:
                        self._idle.set()
        await self._idle.wait()
        raise self._held
