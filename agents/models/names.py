"""From a model's name to a LangChain chat model, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from langchain_core.language_models import BaseChatModel

EMBEDDED = "embedded"
CASCADE = "+"
PANEL = ","
_HOW = "use openai:<model>, google:<model> or embedded (a judge also embedded+openai:<model>)"


def chat_model(model: str | BaseChatModel, **settings: Any) -> BaseChatModel:  # noqa: ANN401  (a provider's own)
    """The chat model of a name; a model object is taken as it is.

    Args:
        model: ``openai:<model>``, ``google:<model>``, ``embedded``, ``embedded+`` and one of the first two
            (a cascade, which only judges), several of these with commas between (a panel, which only judges),
            or any LangChain chat model.
        settings: what the provider's model takes (``timeout``, ``temperature``, ``base_url`` …).

    Raises:
        InputError: the name, a setting or what the provider needs (a key) is missing or unknown.
    """
    if not isinstance(model, str):
        return _as_it_is(model, settings)
    if PANEL in model:
        return _panel(model, settings)
    provider, colon, name = model.strip().partition(":")
    if provider == EMBEDDED and not colon:
        return _embedded(settings)
    if provider.startswith(EMBEDDED + CASCADE):
        return _cascade(model, settings)
    make = _PROVIDERS.get(provider)
    if make is None or not name.strip():
        raise InputError(f"unknown model {model!r}: {_HOW}")
    return make(name.strip(), settings)


def model_id(llm: BaseChatModel) -> str:
    """A model's name for manifests and reports: ``openai:<model>`` for ours, else class and model name."""
    own = getattr(llm, "model_id", None)
    if isinstance(own, str) and own:
        return own
    name = next(
        (value for key in ("model_name", "model") if isinstance(value := getattr(llm, key, None), str)), ""
    )
    kind = str(getattr(llm, "_llm_type", "") or type(llm).__name__)
    return f"{kind}:{name}" if name else kind


def uses_embedded(name: str) -> bool:
    """Whether the model of this name is the embedded one, alone or first in a cascade."""
    return any(
        each.strip() == EMBEDDED or each.strip().startswith(EMBEDDED + CASCADE) for each in name.split(PANEL)
    )


def models_in(llm: BaseChatModel) -> tuple[BaseChatModel, ...]:
    """The models that are asked where this one is named: those of a panel, both of a cascade, else itself."""
    members = getattr(llm, "members", None)
    if isinstance(members, tuple):
        return tuple(each for member in members for each in models_in(member))
    first, second = getattr(llm, "first", None), getattr(llm, "second", None)
    return (llm,) if first is None or second is None else (first, second)


def _as_it_is(model: object, settings: dict[str, Any]) -> BaseChatModel:
    from langchain_core.language_models import BaseChatModel  # noqa: PLC0415  (heavy)

    if not isinstance(model, BaseChatModel):
        raise InputError(f"a model is a name or a LangChain chat model, not {type(model).__name__}: {_HOW}")
    if settings:
        raise InputError(
            f"the settings {', '.join(sorted(settings))} belong to a model name, not to a model object"
        )
    return model


def _embedded(settings: dict[str, Any]) -> BaseChatModel:
    from agents.embedded.chat_model import EmbeddedChatModel  # noqa: PLC0415  (only when asked for)

    model: BaseChatModel = EmbeddedChatModel(**settings)
    return model


def _cascade(model: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.cascade_chat import CascadeChatModel  # noqa: PLC0415  (only when asked for)

    second = model.strip().removeprefix(EMBEDDED + CASCADE)
    if uses_embedded(second):
        raise InputError(f"{model!r} goes on from the embedded model to itself: {_HOW}")
    return CascadeChatModel(first=_embedded({}), second=chat_model(second, **settings))


def _panel(model: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.panel_chat import PanelChatModel  # noqa: PLC0415  (only when asked for)

    return PanelChatModel.of([chat_model(name, **settings) for name in model.split(PANEL) if name.strip()])


def _openai(name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.openai_chat import openai_chat  # noqa: PLC0415  (only when asked for)

    return openai_chat(name, **settings)


def _google(name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.google_chat import google_chat_model  # noqa: PLC0415  (only where it is used)

    return google_chat_model(name, **settings)


_PROVIDERS: dict[str, Callable[[str, dict[str, Any]], BaseChatModel]] = {"openai": _openai, "google": _google}
