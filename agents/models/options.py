"""What a user may choose for a model that he names; nothing else is sent but what he chose.

Options may follow the name: ``openai:<model>?reasoning_effort=low&timeout=900``. So they go wherever
the name goes: into a panel, a cascade, a run's terms, and a run that is resumed.
"""

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote, unquote

import yaml

from data_base.errors import InputError

MODEL_OPTIONS = ("temperature", "reasoning_effort", "max_output_tokens", "seed", "timeout")
"""The options that every provider's models are given by the same names."""
SAME = "same"
"""Names the judge that steers research as its final judge, by another prompt."""
CHECKER = "checker:"
"""What the name of a classifier of claims begins with; it takes no options."""
_MARK, _BETWEEN = "?", "&"
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
_SECRET = re.compile(r"key|token$|secret|password|credential")


class UnknownModelError(InputError):
    """No model has this name.

    Attributes:
        name: the name, without options.
    """

    def __init__(self, message: str, name: str) -> None:
        """Keep the name."""
        super().__init__(message)
        self.name = name


def read_options(given: Iterable[str]) -> dict[str, Any]:
    """Options written as ``NAME=VALUE``: numbers, true or false, YAML in brackets, else words.

    Which names there are depends on the model; it refuses those that it does not know.

    Raises:
        InputError: one is not written so, or named twice.
    """
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or not name.isidentifier() or not value.strip():
            raise InputError(f"{text!r} is no model option; write NAME=VALUE, such as reasoning_effort=low.")
        if _SECRET.search(name) or (name == "base_url" and "@" in value):
            raise InputError(
                f"{name} cannot be given as an option, since options are shown and kept with a run; "
                "set it in the environment."
            )
        if name in options:
            raise InputError(f"The model option {name} is given twice; give it once.")
        options[name] = _value(value)
    return options


def split_options(model: str) -> tuple[str, dict[str, Any]]:
    """A single model's name, and the options that follow it.

    Raises:
        InputError: what follows it are no options.
    """
    name, mark, behind = model.partition(_MARK)
    return name.strip(), read_options(map(unquote, behind.split(_BETWEEN))) if mark else {}


def with_options(model: str, options: Mapping[str, Any], beneath: Mapping[str, Any]) -> str:
    """The name of a single model with ``beneath`` behind it, its own options over them, ``options`` over all.

    Raises:
        InputError: what already follows the name are no options.
    """
    name, own = split_options(model)
    chosen = {**beneath, **own, **options}
    if not chosen:
        return name
    return name + _MARK + _BETWEEN.join(f"{key}={quote(_text(value))}" for key, value in chosen.items())


def _value(text: str) -> Any:  # noqa: ANN401  (numbers, words, and what YAML reads in brackets)
    """A number, true or false where it looks like one, YAML in brackets; else the words themselves."""
    text = text.strip()
    if _NUMBER.fullmatch(text):
        return float(text) if set(text) & set(".eE") else int(text)
    if text in {"true", "false"}:
        return text == "true"
    if text.startswith(("[", "{")):
        try:
            return yaml.safe_load(text)
        except yaml.YAMLError:
            return text
    return text


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)
