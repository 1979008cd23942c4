"""What the savers of checkpoints share: their errors are reported as errors that the user can fix."""

from abc import abstractmethod
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from langgraph.checkpoint.base import BaseCheckpointSaver, CheckpointTuple
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer

from data_base.errors import InputError


class CheckpointsError(InputError):
    """A place of checkpoints cannot be read or written at the moment."""


class GuardedSaver(BaseCheckpointSaver[str]):
    """Wraps one of LangGraph's savers; a place that cannot be used raises :class:`CheckpointsError`.

    Only the saver's own errors are turned: a retriever may search a database of its own, which fails by
    itself. The state is plain JSON data, so the serialiser may build no type whatever when it reads.
    """

    def __init__(self, connection: Any, guard: Callable[[], AbstractContextManager[None]]) -> None:  # noqa: ANN401  (the saver's)
        """Bind an open connection, and what turns errors of the place (see :func:`reported`)."""
        super().__init__(connection, serde=JsonPlusSerializer(allowed_msgpack_modules=None))  # type: ignore[misc]
        self.guard = guard

    async def aget_tuple(self, *args: Any, **kwargs: Any) -> CheckpointTuple | None:  # noqa: ANN401, D102  (as the saver's)
        with self.guard():
            return await super().aget_tuple(*args, **kwargs)

    async def alist(self, *args: Any, **kwargs: Any) -> AsyncIterator[CheckpointTuple]:  # noqa: ANN401, D102  (as above)
        with self.guard():
            async for found in super().alist(*args, **kwargs):
                yield found

    async def aput(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401, D102  (as above)
        with self.guard():
            return await super().aput(*args, **kwargs)

    async def aput_writes(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401, D102  (as above)
        with self.guard():
            await super().aput_writes(*args, **kwargs)

    async def adelete_thread(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401, D102  (as above)
        with self.guard():
            await super().adelete_thread(*args, **kwargs)

    @abstractmethod
    async def keep_last(self, thread_id: str) -> None:
        """Drop all but the last checkpoint of a run."""


@contextmanager
def reported(place: object, kinds: tuple[type[Exception], ...], remedy: str) -> Iterator[None]:
    """Errors of these kinds as one sentence that names the place and the remedy.

    Raises:
        CheckpointsError: one of them happened.
    """
    try:
        yield
    except kinds as error:
        said = " ".join(str(error).split()) or type(error).__name__
        raise CheckpointsError(
            f"{place}: checkpoints cannot be kept there ({said}); {remedy}, and run the same command again."
        ) from error
