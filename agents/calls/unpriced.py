"""Models whose price is not known, so that spending on them cannot be limited."""

from collections.abc import Iterable

from langchain_core.language_models import BaseChatModel

from agents.calls.prices import has_price
from agents.models.caller_models.caller_model_adapter import asked_model
from agents.models.registry import model_id


def first_unpriced(models: Iterable[BaseChatModel]) -> str | None:
    """The name of the first of the models whose price is not known; None where all are."""
    for llm in models:
        name = model_id(llm)
        if not has_price(name, server=asked_model(llm).server):
            return name
    return None
