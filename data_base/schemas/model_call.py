"""A model call: who was asked what, and what it cost."""

import hashlib
from typing import Annotated, Any

from pydantic import AwareDatetime, Field, model_validator

from data_base.schemas.frozen import Frozen
from data_base.schemas.judgement import ParseRung

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class ModelCall(Frozen):
    """One call of a model for one case of a run.

    The hash of a text is the text's own wherever the text is given; where texts are not kept, it still says
    which calls were alike.
    """

    case_id: str
    """The case."""
    system: str
    """The contestant that the call was made for."""
    role: str = Field(min_length=1)
    """What for: the id of its prompt (``judge_with_documents``, ``plan`` …)."""
    model: str = Field(min_length=1)
    """As asked."""
    model_served: str | None = None
    """As its reply names it, None where it does not."""
    prompt_sha256: Sha256
    """SHA-256 of the prompt, 64 hexadecimal digits."""
    reply_sha256: Sha256 | None = None
    """SHA-256 of the reply, None where none came."""
    prompt: str | None = None
    """None where the texts were not kept."""
    reply: str | None = None
    """None where the texts were not kept or none came."""
    rung: ParseRung | None = None
    """How the reply was read; None where nothing had to be read out of it, or it could not be."""
    input_tokens: int = Field(default=0, ge=0)
    """Tokens sent, as the provider counts them."""
    cached_input_tokens: int = Field(default=0, ge=0)
    """Those of them that the provider read from its prompt cache."""
    cache_written_input_tokens: int = Field(default=0, ge=0)
    """Those of them that the provider wrote to its prompt cache."""
    output_tokens: int = Field(default=0, ge=0)
    """Tokens received, reasoning included."""
    cost_usd: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """None where the price is not known."""
    latency_ms: float = Field(default=0, ge=0, allow_inf_nan=False)
    """Wall time in milliseconds."""
    cached: bool = False
    """Whether the reply was read from the reply cache."""
    batch: str | None = None
    """The provider's id of the batch that the reply came in, None for a call of its own."""
    created_at: AwareDatetime
    """When it was made, with its time zone."""

    @model_validator(mode="before")
    @classmethod
    def _hashed(cls, data: Any) -> Any:  # noqa: ANN401  (raw input)
        if not isinstance(data, dict):
            return data
        texts = {name: data[name] for name in ("prompt", "reply") if isinstance(data.get(name), str)}
        hashes = {f"{name}_sha256": text_sha256(text) for name, text in texts.items()}
        for name, own in hashes.items():
            if (data.get(name) or own) != own:
                raise ValueError(f"{name} is not that of the text")
        return {**data, **hashes}


def text_bytes(text: str) -> bytes:
    """A text as it is kept and hashed; half a surrogate pair in a model's reply is kept too."""
    return text.encode("utf-8", "surrogatepass")


def text_sha256(text: str) -> str:
    """The hash that a text is kept under."""
    return hashlib.sha256(text_bytes(text)).hexdigest()
