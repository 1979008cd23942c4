"""From a model's name to a LangChain chat model, and back.

Names are read by many that ask no model, so that what a name stands for is imported only when it is made.
"""

from __future__ import annotations

import json
from functools import partial
from typing import TYPE_CHECKING, Any

from agents.models.options import split_options, with_options
from data_base.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from langchain_core.language_models import BaseChatModel

    from agents.models.judges_only import CascadeChatModel, PanelChatModel

EMBEDDED = "embedded"
CASCADE = "+"
PANEL = ","
_HOW = (
    "use openai:<model>, google:<model>, anthropic:<model> or another provider's, "
    "or embedded (a judge also embedded+openai:<model>)"
)


def chat_model(model: str | BaseChatModel, **settings: Any) -> BaseChatModel:  # noqa: ANN401  (a provider's own)
    """The chat model of a name; a model object is taken as it is.

    Args:
        model: ``openai:<model>``, ``google:<model>``, any other ``<provider>:<model>`` that LangChain knows
            (``anthropic:``, ``ollama:``, ``mistralai:`` …), ``embedded``, ``embedded+`` and one of the others
            (a cascade, which only judges), several of these with commas between (a panel, which only judges),
            or any LangChain chat model. Options may stand behind a name: ``openai:<model>?temperature=0``.
        settings: what the model is to be asked with (``temperature``, ``reasoning_effort``,
            ``max_output_tokens``, ``seed``, ``timeout``, ``base_url``, ``api_key`` …), and the ``runtime``
            that its calls share. Nothing is sent that is not named.

    Raises:
        InputError: the name, a setting or what the provider needs (a key) is missing or unknown.
    """
    if not isinstance(model, str):
        return _as_it_is(model, settings)
    if PANEL in model:
        return _panel(model, settings)
    if model.strip().startswith(EMBEDDED + CASCADE):
        return _cascade(model, settings)
    plain, options = split_options(model)
    settings = {**options, **settings}
    provider, colon, name = plain.partition(":")
    if provider == EMBEDDED and not colon:
        return _embedded(settings)
    if not provider or not name.strip():
        raise InputError(f"unknown model {model!r}: {_HOW}")
    return _PROVIDERS.get(provider, partial(_langchain, provider))(name.strip(), settings)


def cascade_of(first: BaseChatModel, second: BaseChatModel) -> CascadeChatModel:
    """A cascade of these, named ``embedded+openai:<model>``."""
    from agents.models.judges_only import CascadeChatModel

    name = f"{model_id(first)}{CASCADE}{model_id(second)}"
    refusal = (
        f"{name} is a cascade of judges and writes no text; name one model to answer with, such "
        f"as {model_id(second)}, and the cascade with --judge."
    )
    return CascadeChatModel(first=first, second=second, model_id=name, refusal=refusal)


def panel_of(members: Sequence[BaseChatModel]) -> PanelChatModel:
    """A panel of these, named by all their names with commas between.

    Raises:
        InputError: there are fewer than two, a panel among them, or the embedded model twice.
    """
    from agents.models.judges_only import PanelChatModel

    names = [model_id(member) for member in members]
    if len(names) < 2 or any(isinstance(member, PanelChatModel) for member in members):  # noqa: PLR2004
        raise InputError("a panel of judges is two models or more, such as openai:<model>,google:<model>")
    if names.count(EMBEDDED) > 1:
        raise InputError("the embedded judge says the same each time; name it once in a panel")
    name = PANEL.join(names)
    refusal = (
        f"{name} is a panel of judges and writes no text; name one model to answer with, and "
        "the panel with --judge."
    )
    return PanelChatModel(members=tuple(members), model_id=name, refusal=refusal)


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


def plain_name(model: str) -> str:
    """A model's name without options, each of a panel's or a cascade's.

    Raises:
        InputError: what stands behind a name are no options.
    """
    firsts = [
        EMBEDDED + CASCADE if each.strip().startswith(EMBEDDED + CASCADE) else ""
        for each in model.split(PANEL)
    ]
    names = zip(firsts, model.split(PANEL), strict=True)
    return PANEL.join(first + split_options(each.strip().removeprefix(first))[0] for first, each in names)


def model_identity(llm: BaseChatModel) -> str:
    """A model's name and the options that were chosen for it: what tells two runs apart."""
    options = options_of(llm)
    return f"{model_id(llm)} {json.dumps(options, sort_keys=True)}" if options else model_id(llm)


def with_model_options(
    model: str, options: Mapping[str, Any], beneath: Mapping[str, Any] | None = None
) -> str:
    """A model's name with options behind it, for each language model of a panel or a cascade.

    Args:
        model: the name, with options behind it or without.
        options: take the place of those of the same name behind it.
        beneath: are taken where it has none of the same name.

    Raises:
        InputError: there is no language model that could take them.
    """
    beneath = beneath or {}
    if not options and not beneath:
        return model
    if uses_embedded(model) and PANEL not in model and CASCADE not in model:
        raise InputError(
            f"the embedded model is a program and takes no options ({', '.join({**beneath, **options})}); "
            "leave them out"
        )
    return PANEL.join(_with_options(each.strip(), options, beneath) for each in model.split(PANEL))


def _with_options(model: str, options: Mapping[str, Any], beneath: Mapping[str, Any]) -> str:
    if model == EMBEDDED:
        return model
    first = EMBEDDED + CASCADE if model.startswith(EMBEDDED + CASCADE) else ""
    return first + with_options(model.removeprefix(first), options, beneath)


def options_of(llm: BaseChatModel) -> dict[str, Any]:
    """The options that were chosen for a model, ``{}`` where none were; for several by place and name."""
    parts = models_in(llm)
    options = [dict(getattr(part, "options", {})) for part in parts]
    if len(parts) == 1:
        return options[0]
    named = zip(parts, options, strict=True)
    return {f"{n} {model_id(part)}": chosen for n, (part, chosen) in enumerate(named, start=1) if chosen}


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
    from langchain_core.language_models import BaseChatModel

    if not isinstance(model, BaseChatModel):
        raise InputError(f"a model is a name or a LangChain chat model, not {type(model).__name__}: {_HOW}")
    if named := sorted(set(settings) - {"runtime"}):
        raise InputError(f"the settings {', '.join(named)} belong to a model name, not to a model object")
    return model


def _embedded(settings: dict[str, Any]) -> BaseChatModel:
    from agents.embedded.chat_model import EmbeddedChatModel

    if named := sorted(set(settings) - {"runtime"}):
        raise InputError(
            f"the embedded model is a program and takes no options ({', '.join(named)}); leave them out"
        )
    return EmbeddedChatModel()


def _cascade(model: str, settings: dict[str, Any]) -> BaseChatModel:
    second = model.strip().removeprefix(EMBEDDED + CASCADE)
    if uses_embedded(second):
        raise InputError(f"{model!r} goes on from the embedded model to itself: {_HOW}")
    return cascade_of(_embedded({}), chat_model(second, **settings))


def _panel(model: str, settings: dict[str, Any]) -> BaseChatModel:
    names = [name.strip() for name in model.split(PANEL) if name.strip()]
    return panel_of([chat_model(name, **({} if name == EMBEDDED else settings)) for name in names])


def _openai(name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.openai_chat import openai_chat

    return openai_chat(name, **settings)


def _langchain(provider: str, name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.provider_chat import provider_chat

    return provider_chat(provider, name, **settings)


def _google(name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.google_chat import google_chat_model

    return google_chat_model(name, **settings)


_PROVIDERS: dict[str, Callable[[str, dict[str, Any]], BaseChatModel]] = {
    "openai": _openai,
    "google": _google,
    # LangChain's name for it; its package for Gemini needs an SDK of another age than ours.
    "google_genai": _google,
}
