"""One checker, asked of a true and of a false claim."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import TYPE_CHECKING

from agents.calls.concurrency import both
from agents.calls.runtime import ModelRuntime
from agents.calls.settings import CallSettings
from agents.errors import ModelCallError
from agents.judges.checkers.checker import CheckerError
from agents.judges.checkers.named import checker_named
from data_base.errors import InputError
from service.doctor.finding import Finding, attention, missing, ok
from service.doctor.model_check import TIMEOUT, failure

if TYPE_CHECKING:
    from agents.judges.checkers.checker import Checker, Support
    from agents.judges.checkers.settings import CheckerSettings

_PASSAGE = "The port of Harwich opened in 1903. Its first crane was built by Stothert & Pitt in Bath."
_TRUE, _FALSE = "The port of Harwich opened in 1903.", "The port of Harwich opened in 1925."


def checker_findings(name: str, declared: Mapping[str, CheckerSettings] | None = None) -> Iterator[Finding]:
    """Have a checker check a true and a false claim, and report the result.

    Args:
        name: ``checker:NAME``.
        declared: checkers that a settings file declares, before those of ``JUDGE_CHECKERS``.
    """
    runtime = ModelRuntime()
    try:
        checker = checker_named(name, declared, runtime=runtime)
    except InputError as error:
        yield missing("checker", str(error), "correct that and ask again", needed=True)
        return
    about = ", ".join(f"{key} {value}" for key, value in checker.options.items() if value is not None)
    yield ok("checker", about, needed=True)
    settings = CallSettings(timeout=TIMEOUT, attempts=1, hedging=False, runtime=runtime)
    began = perf_counter()
    try:
        true, false = asyncio.run(_asked(checker, settings))
    except (CheckerError, InputError) as error:
        cause = error.__cause__
        if isinstance(cause, ModelCallError):
            yield failure(cause)
        else:
            yield missing("reply", str(error), "correct that and ask again", needed=True)
        return
    yield from _told_apart(true, false, (perf_counter() - began) * 1000)


async def _asked(checker: Checker, settings: CallSettings) -> tuple[Support, Support]:
    asked = (checker.support([_PASSAGE], claim, settings=settings) for claim in (_TRUE, _FALSE))
    return await both(*asked)


def _told_apart(true: Support, false: Support, milliseconds: float) -> Iterator[Finding]:
    said = (
        f"true claim {true.probability:.2f}, false claim {false.probability:.2f}, "
        f"{milliseconds:.0f} ms for both"
    )
    half = 0.5
    if true.probability >= half > false.probability:
        yield ok("claims told apart", said, needed=True)
    else:
        advice = "name a model that was trained to check claims, and see which of its labels means supported"
        yield missing("claims told apart", said, advice, needed=True)
    if true.by_word or false.by_word:
        yield attention(
            "probabilities",
            "the server gives no logprobs; only the word Yes or No counts",
            "for probabilities use a server that gives logprobs, such as vLLM or a recent Ollama",
        )
    else:
        yield ok("probabilities", "there are")
