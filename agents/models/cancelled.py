"""Callbacks are informed of a cancelled call: LangChain reports errors alone and leaves such a run open."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from langchain_core.outputs import LLMResult

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from langchain_core.callbacks import AsyncCallbackManagerForLLMRun


@asynccontextmanager
async def cancellation_reported(run_manager: AsyncCallbackManagerForLLMRun | None) -> AsyncIterator[None]:
    """End the run as an error where the call inside is cancelled: by a timeout, or as the slower of two."""
    try:
        yield
    except asyncio.CancelledError as error:
        if run_manager is not None:
            await run_manager.on_llm_error(error, response=LLMResult(generations=[]))
        raise
