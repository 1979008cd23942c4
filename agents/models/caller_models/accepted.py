"""What a caller may pass as a model object: a chat model, or one that LangChain wrapped."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any, cast

from langchain_core.language_models import BaseChatModel
from langchain_core.runnables import RunnableConfig, RunnableWithFallbacks
from langchain_core.runnables.base import RunnableBindingBase
from langchain_core.runnables.config import merge_configs
from langchain_core.runnables.configurable import DynamicRunnable

from agents.models.caller_models.caller_model_adapter import ObjectChat, object_chat, offers_structure
from agents.models.caller_models.fallback_chat import FallbackChat
from data_base.errors import InputError, a_kind_of

_TESTING = "deep_research_judge.testing has judges and chat models for tests"


def refuse_stand_ins(model: object) -> None:
    """Reject what looks like a model or a judge and is none.

    Raises:
        InputError: it is a class, or a mock, of which every attribute is another mock.
    """
    if isinstance(model, type):
        name = model.__name__
        raise InputError(f"{name} is a class, not a model or judge; pass an object, {name}(…). {_TESTING}.")
    mocks = sys.modules.get("unittest.mock")
    if mocks is not None and isinstance(model, mocks.NonCallableMock):
        raise InputError(f"{a_kind_of(model)} is not a model or judge: it has no replies; {_TESTING}.")


def is_wrapped(model: object) -> bool:
    """Whether LangChain put something around a model: bindings, retries, fallbacks, configurable fields."""
    kinds = (RunnableBindingBase, RunnableWithFallbacks, DynamicRunnable)
    return isinstance(model, kinds) or _is_configurable(model)


def accepted_model(
    model: object, kwargs: Mapping[str, Any] | None = None, config: RunnableConfig | None = None
) -> BaseChatModel | None:
    """The chat model that a caller means; None if it is nothing of the kind.

    Retries are removed, since every call is retried anyway. What a model is bound to is kept.

    Args:
        model: any object.
        kwargs: what it is bound to outside.
        config: the same.

    Raises:
        InputError: it wraps something that cannot be called as a model.
    """
    kwargs, config = dict(kwargs or {}), config or {}
    if isinstance(model, BaseChatModel):
        return _with(model, kwargs, config)
    if isinstance(model, RunnableBindingBase):
        return _require(
            model.bound, {**model.kwargs, **kwargs}, merge_configs(model.config, config), "bound to arguments"
        )
    if isinstance(model, DynamicRunnable):
        return _require(model.prepare()[0], kwargs, config, "with configurable fields")
    if isinstance(model, RunnableWithFallbacks):
        return _with_fallbacks(model, kwargs, config)
    if _is_configurable(model):
        return _require(_default_of(model), kwargs, config, "with configurable fields")
    return None


def _require(inner: object, kwargs: Mapping[str, Any], config: RunnableConfig, how: str) -> BaseChatModel:
    found = accepted_model(inner, kwargs, config)
    if found is None:
        raise InputError(
            f"{a_kind_of(inner)} {how} is not a chat model; pass the chat model itself, without "
            "prompts, parsers or .with_structured_output()."
        )
    return found


def _with(llm: BaseChatModel, kwargs: dict[str, Any], config: RunnableConfig) -> BaseChatModel:
    if isinstance(llm, ObjectChat) and (kwargs or config):
        config = merge_configs(cast("RunnableConfig", llm.config), config)
        return object_chat(llm.llm, {**llm.arguments, **kwargs}, config)
    if not callable(getattr(llm, "ask", None)):
        needs_more = kwargs or config or offers_structure(llm)
        return object_chat(llm, kwargs, config) if needs_more else llm
    fields = type(llm).model_fields
    if unknown := sorted(set(kwargs) - set(fields)):
        raise InputError(
            f"{getattr(llm, 'model_id', '')} cannot be bound to {', '.join(unknown)}; give options with its "
            "name, such as chat_model('openai:<model>', temperature=0)."
        )
    shown = {name: config[name] for name in ("callbacks", "tags", "metadata") if config.get(name)}
    return llm.model_copy(update={**kwargs, **shown}) if kwargs or shown else llm


def _with_fallbacks(
    model: RunnableWithFallbacks[Any, Any], kwargs: Mapping[str, Any], config: RunnableConfig
) -> BaseChatModel:
    models = tuple(_require(each, kwargs, config, "with fallbacks") for each in model.runnables)
    handled = tuple(model.exceptions_to_handle)
    return FallbackChat(models=models, handled=handled, profile=models[0].profile, cache=False)


def _is_configurable(model: object) -> bool:
    # LangChain's class for this is private.
    return type(model).__name__ == "_ConfigurableModel" and "_default_config" in vars(model)


def _default_of(model: Any) -> object:  # noqa: ANN401  (a private class)
    if not vars(model)["_default_config"].get("model"):
        raise InputError(
            "a model with configurable_fields needs a default to be called here: "
            "init_chat_model('openai:<model>', configurable_fields=…), or "
            ".with_config(configurable={'model': …})."
        )
    try:
        return cast("object", model._model())  # noqa: SLF001  (no other way to the default)
    except Exception as error:
        raise InputError(f"the configurable model's default cannot be built: {error}") from error
