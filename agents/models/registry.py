"""From a model's name to a LangChain chat model, and back.

Names are read by many that ask no model, so that what a name means is imported only when it is made.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from agents.models.options import CHECKER, UnknownModelError, split_options, with_options
from data_base.errors import InputError

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


EMBEDDED = "embedded"
CASCADE = "+"
PANEL = ","
_FIRST = re.compile(rf"(?:{EMBEDDED}|{CHECKER}[\w.-]+)\{CASCADE}")


class Named(Protocol):
    """What has a name of its own for manifests and reports, as judges have."""

    @property
    def model_id(self) -> str: ...  # noqa: D102


class SeveralModels(Named, Protocol):
    """A judge, as far as its models matter (see :class:`agents.judges.judge_spec.JudgeSpec`)."""

    @property
    def models(self) -> tuple[BaseChatModel, ...]: ...  # noqa: D102


ModelOrJudge: TypeAlias = "BaseChatModel | SeveralModels"
_HOW = "use openai:<model>, google:<model>, anthropic:<model> or another provider's, or embedded"


def chat_model(model: str | BaseChatModel, **settings: Any) -> BaseChatModel:  # noqa: ANN401  (a provider's own)
    """The chat model of a name, or of a model object.

    Args:
        model: ``openai:<model>``, ``google:<model>``, any other ``<provider>:<model>`` that LangChain knows
            (``anthropic:``, ``ollama:``, ``mistralai:`` …), ``embedded``, or any LangChain chat model, also
            one with ``.bind``, ``.with_config``, ``.with_retry``, ``.with_fallbacks`` or configurable fields.
            Options may follow a name: ``openai:<model>?temperature=0``.
        settings: what the model is to be asked with (``temperature``, ``reasoning_effort``,
            ``max_output_tokens``, ``seed``, ``timeout``, ``base_url``, ``api_key`` …), and the ``runtime``
            that its calls share. Nothing is sent that is not named.

    Raises:
        InputError: the name, a setting or what the provider needs (a key) is missing or unknown.
    """
    if not isinstance(model, str):
        return _as_it_is(model, settings)
    _require_one_model(model)
    plain, options = split_options(model)
    settings = {**options, **settings}
    provider, colon, name = plain.partition(":")
    if provider == EMBEDDED and not colon:
        return _embedded(settings)
    if not provider or not name.strip():
        raise UnknownModelError(f"unknown model {model!r}: {_HOW}", plain)
    return _PROVIDERS.get(provider, partial(_langchain, provider))(name.strip(), settings)


def _require_one_model(name: str) -> None:
    """Refuse names of judges.

    Raises:
        InputError: it is a panel's or a cascade's.
    """
    if PANEL in name:
        raise InputError(
            f"{plain_name(name)} is a panel of judges and writes no text; name one model to answer with, and "
            "the panel with --judge."
        )
    if names_checker(name):
        raise InputError(
            f"{name.strip()} judges claims and writes no text; name one model to answer with, and the "
            "checker with --judge."
        )
    if split_cascade(name)[0]:
        second = split_cascade(plain_name(name))[1]
        raise InputError(
            f"{plain_name(name)} is a cascade of judges and writes no text; name one model to answer with, "
            f"such as {second}, and the cascade with --judge."
        )


def split_cascade(name: str) -> tuple[str, str]:
    """What is before the second judge of a cascade, its sign included, and that judge.

    Of the name of any other judge the first is empty, and the second the name.
    """
    name = name.strip()
    found = _FIRST.match(name)
    return (found[0], name[found.end() :]) if found else ("", name)


def first_judges(text: str) -> list[str]:
    """The first judges of the cascades that a text names, each with the cascade's sign."""
    return _FIRST.findall(text)


def names_checker(name: str) -> bool:
    """Whether it is the name of a classifier of claims, ``checker:NAME``, alone."""
    return name.strip().startswith(CHECKER) and PANEL not in name and not split_cascade(name)[0]


def model_id(llm: BaseChatModel | Named) -> str:
    """A model's name for manifests and reports: ``openai:<model>`` for ours, else class and model name."""
    from agents.models.langchain_model import own_name

    if own := own_name(llm, "model_id"):
        return own
    name = own_name(llm, "model_name", "model")
    kind = str(getattr(llm, "_llm_type", "") or type(llm).__name__)
    return f"{kind}:{name}" if name else kind


def plain_name(model: str) -> str:
    """A model's name without options, each of a panel's or a cascade's.

    Raises:
        InputError: what follows a name are no options.
    """
    parts = map(split_cascade, model.split(PANEL))
    return PANEL.join(first + split_options(second)[0] for first, second in parts)


def model_identity(llm: BaseChatModel | Named) -> str:
    """A model's name and the options that were chosen for it: what distinguishes two runs."""
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
    if names_checker(model):
        raise InputError(
            f"{model.strip()} takes no options ({', '.join({**beneath, **options})}); its settings are where "
            "it is declared"
        )
    if uses_embedded(model) and PANEL not in model and CASCADE not in model:
        raise InputError(
            f"the embedded model is a program and takes no options ({', '.join({**beneath, **options})}); "
            "leave them out"
        )
    return PANEL.join(_with_options(each.strip(), options, beneath) for each in model.split(PANEL))


def _with_options(model: str, options: Mapping[str, Any], beneath: Mapping[str, Any]) -> str:
    first, second = split_cascade(model)
    if second == EMBEDDED or names_checker(second):
        return model
    return first + with_options(second, options, beneath)


def options_of(llm: BaseChatModel | Named) -> dict[str, Any]:
    """The options that were chosen for a model, ``{}`` where none were."""
    return dict(getattr(llm, "options", {}))


def uses_embedded(name: str) -> bool:
    """Whether the embedded model has a part in what the model or judge of this name says.

    It does as a model, alone or first in a cascade, and gives what a classifier of claims does not.
    """
    parts = [part for each in name.split(PANEL) for part in split_cascade(each)]
    return any(part.removesuffix(CASCADE) == EMBEDDED or part.startswith(CHECKER) for part in parts)


def models_in(llm: BaseChatModel | SeveralModels) -> tuple[BaseChatModel, ...]:
    """The models that are asked where this one is named: those of a judge, or the model itself."""
    from langchain_core.language_models import BaseChatModel

    return (llm,) if isinstance(llm, BaseChatModel) else llm.models


def _as_it_is(model: object, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.caller_models.accepted import accepted_model, refuse_stand_ins

    refuse_stand_ins(model)
    found = accepted_model(model)
    if found is None:
        raise InputError(f"a model is a name or a LangChain chat model, not {type(model).__name__}: {_HOW}")
    if named := sorted(set(settings) - {"runtime"}):
        raise InputError(f"the settings {', '.join(named)} belong to a model name, not to a model object")
    return found


def _embedded(settings: dict[str, Any]) -> BaseChatModel:
    from agents.embedded.chat_model import EmbeddedChatModel

    if named := sorted(set(settings) - {"runtime"}):
        raise InputError(
            f"the embedded model is a program and takes no options ({', '.join(named)}); leave them out"
        )
    return EmbeddedChatModel()


def _openai(name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.openai_chat import openai_chat

    return openai_chat(name, **settings)


def _langchain(provider: str, name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.langchain_providers import provider_chat

    return provider_chat(provider, name, **settings)


def _google(name: str, settings: dict[str, Any]) -> BaseChatModel:
    from agents.models.google.google_chat import google_chat_model

    return google_chat_model(name, **settings)


_PROVIDERS: dict[str, Callable[[str, dict[str, Any]], BaseChatModel]] = {
    "openai": _openai,
    "google": _google,
    # LangChain's name for it; its package for Gemini needs an SDK of another age than ours.
    "google_genai": _google,
}
OWN_PROVIDERS = frozenset(_PROVIDERS)
