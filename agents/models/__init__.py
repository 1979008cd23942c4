"""Chat models by name; the one place that knows providers, whose SDKs are imported when first used."""

from agents.models.registry import chat_model, model_id

__all__ = ["chat_model", "model_id"]
