"""What can go wrong when a model is asked."""

from data_base.errors import InputError
from data_base.schemas.usage import TokenUsage

REFUSED = frozenset({401, 403, 404})
"""HTTP statuses that will not go away by themselves: a key that is refused, a model that is not there."""


class ModelCallError(Exception):
    """A model call was given up.

    The message is one sentence that names the model and what happened.

    Attributes:
        model_id: the model.
        status: the server's HTTP status, None where there was none.
        attempts: tries made before giving up.
        usage: requests made, hedges included, and the cost of replies that were of no use.
        elapsed_ms: milliseconds they took, waits included.
    """

    def __init__(
        self,
        message: str,
        *,
        model_id: str,
        status: int | None = None,
        attempts: int = 1,
        usage: TokenUsage | None = None,
        elapsed_ms: float = 0.0,
    ) -> None:
        """Keep what a caller may want to count by."""
        super().__init__(message)
        self.model_id = model_id
        self.status = status
        self.attempts = attempts
        self.usage = TokenUsage(calls=1) if usage is None else usage
        self.elapsed_ms = elapsed_ms


def to_fix(error: ModelCallError) -> InputError:
    """A model's refusal as the user's to fix."""
    return InputError(f"{str(error).rstrip('.')}; fix that and give the same command again.")


class CutOffError(ModelCallError):
    """A reply was cut off by a limit on its length; half a reply is never read as if it were whole."""


class UnusableResponseError(Exception):
    """A server answered with something that is no chat completion; another try may do better."""


class UnknownPromptError(Exception):
    """The embedded model was given a prompt that is none of the project's own."""
