"""Asking for something of each of many things, several a call, also where replies are cut off."""

from collections.abc import Awaitable, Callable, Container, Iterable, Sequence

from agents.calls.concurrency import all_of


async def ask_for_each(
    numbers: Iterable[int],
    found: Container[int],
    ask: Callable[[Sequence[int]], Awaitable[bool]],
    *,
    per_call: int,
) -> None:
    """Ask for what is not found, calls side by side; where a reply was cut off after some, for the others.

    Args:
        numbers: of the things that are asked for.
        found: what is known by now; calls add to it.
        ask: makes one call for some of them, and says whether its reply was cut off.
        per_call: how many are asked for at once, at most.
    """
    while numbers := [number for number in numbers if number not in found]:
        batches = [numbers[start : start + per_call] for start in range(0, len(numbers), per_call)]
        cut_off = await all_of(ask(batch) for batch in batches)
        numbers = [
            number
            for batch, goes_on in zip(batches, cut_off, strict=True)
            if goes_on and any(each in found for each in batch)
            for number in batch
        ]
