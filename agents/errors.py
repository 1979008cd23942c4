"""What can go wrong when a model is asked."""

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, Self

from data_base.errors import InputError
from data_base.schemas.usage import TokenUsage

_REFUSED = frozenset({401, 403, 404})
_UNAUTHORISED = 401


class ModelCallError(Exception):
    """A model call was given up.

    The message is one sentence that names the model and what happened.

    Attributes:
        model_id: the model.
        status: the server's HTTP status, None where there was none.
        concerns: what it is about: the account with all its requests, a setting of this machine, or this
            prompt; None if that is not known.
        attempts: tries made before giving up.
        usage: requests made, hedges included, and the cost of replies that were of no use.
        elapsed_ms: milliseconds they took, waits included.
    """

    def __init__(  # noqa: PLR0913  (each says something else of the call)
        self,
        message: str,
        *,
        model_id: str,
        status: int | None = None,
        concerns: Literal["account", "machine", "prompt"] | None = None,
        attempts: int = 1,
        usage: TokenUsage | None = None,
        elapsed_ms: float = 0.0,
    ) -> None:
        """Keep what a caller may want to count by."""
        super().__init__(message)
        self.model_id = model_id
        self.status = status
        self.concerns = concerns
        self.attempts = attempts
        self.usage = TokenUsage(calls=1) if usage is None else usage
        self.elapsed_ms = elapsed_ms

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[Any, ...]]:
        """What it is made of again in another process: without this only the message would be handed on."""
        names = ("model_id", "status", "concerns", "attempts", "usage", "elapsed_ms")
        return partial(type(self), **{name: getattr(self, name) for name in names}), self.args


class SearchError(Exception):
    """A search for documents failed; the message says which and why."""


class RefusedError(InputError):
    """A model's server refuses what only the user can change: a key, the name of a model.

    Attributes:
        refusal: what it refuses, without what to do about it.
    """

    def __init__(self, refusal: str, advice: str) -> None:
        """Say what is refused, and what to do."""
        super().__init__(f"{refusal}; {advice}.")
        self.refusal = refusal


def to_fix(error: ModelCallError, *, midway: bool = False) -> RefusedError:
    """A model's refusal as the user's to fix; ``midway`` through a run, of which something may be kept."""
    kept = ", for what was done is kept" if midway else ""
    return RefusedError(str(error).rstrip("."), f"fix this and run the same command again{kept}")


def search_to_fix(error: SearchError) -> InputError:
    """A search's failure midway through a run as the user's to fix."""
    return InputError(f"{str(error).rstrip('.')}; run the same command again, for what was done is kept.")


def is_refused(error: ModelCallError) -> bool:
    """Whether only the user can change it: a key, a model's name, a spent account, a proxy, a certificate."""
    return error.concerns in {"account", "machine"} or (error.concerns is None and error.status in _REFUSED)


def account_refused(error: ModelCallError | None) -> bool:
    """Whether no other question will be answered either: the key is refused, or the account is spent.

    After a first reply 403 and 404 may be about one question alone: some servers refuse a text in that way.
    """
    return error is not None and (error.concerns == "account" or error.status == _UNAUTHORISED)


class CutOffError(ModelCallError):
    """A reply was cut off by a limit on its length; half a reply is never read as if it were whole.

    Attributes:
        text: what came of it.
    """

    text: str = ""


class UnusableResponseError(Exception):
    """A server answered with something that is no chat completion; another try may do better."""


class WithheldError(Exception):
    """The model or its provider refused the prompt or withheld the reply; asking again would not help.

    Attributes:
        usage: what the reply took.
    """

    def __init__(self, message: str, usage: TokenUsage) -> None:
        """Keep what it took."""
        super().__init__(message)
        self.usage = usage


class UnknownPromptError(Exception):
    """The embedded model was given a prompt that is none of the project's own."""
