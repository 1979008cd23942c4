"""Which model can be asked by batch, and by whose interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from agents.models.registry import model_id
from data_base.errors import InputError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel

    from agents.models.batches.provider import BatchProvider
    from agents.models.langchain_providers import ProviderChat


def batch_provider(llm: BaseChatModel) -> BatchProvider:
    """A model's batch interface.

    Raises:
        InputError: none is known.
    """
    name = model_id(llm)
    if getattr(llm, "provider", None) == "anthropic":
        from agents.models.batches.anthropic_batches import AnthropicBatches  # noqa: PLC0415  (an extra)

        return AnthropicBatches(cast("ProviderChat", llm))
    if name.startswith("openai:"):
        from agents.models.batches.openai_batches import OpenAIBatches  # noqa: PLC0415  (only the one that is used)
        from agents.models.openai_chat import OpenAIChat  # noqa: PLC0415  (as above)

        if isinstance(llm, OpenAIChat):
            return OpenAIBatches(llm)
    if name.startswith("google:"):
        from agents.models.batches.google_batches import GoogleBatches  # noqa: PLC0415  (only the one that is used)
        from agents.models.google.google_chat import GoogleChat  # noqa: PLC0415  (as above)

        if isinstance(llm, GoogleChat):
            return GoogleBatches(llm)
    raise InputError(
        f"{name} cannot be asked by batch: openai:…, google:… (with google-genai) and anthropic:… can, and "
        "openai:MODEL?base_url=… any server with OpenAI's batch interface; take one of these, or leave "
        "--batch out."
    )
