"""Callbacks are informed of a cancelled call: LangChain reports errors alone and leaves such a run open."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.outputs import LLMResult


@asynccontextmanager
async def cancellation_reported(run_manager: AsyncCallbackManagerForLLMRun | None) -> AsyncIterator[None]:
    """End the run as an error where the call inside is cancelled: by a timeout, or as the slower of two."""
    try:
        yield
    except asyncio.CancelledError as error:
        if run_manager is not None:
            await run_manager.on_llm_error(error, response=LLMResult(generations=[]))
        raise
