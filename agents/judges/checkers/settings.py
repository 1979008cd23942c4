"""Checkers as a user declares them, and where they are declared."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import AfterValidator, Field, PlainSerializer, PlainValidator, TypeAdapter, ValidationError

from agents.models.options import CHECKER
from agents.models.server_errors import are_said_to_clients
from data_base.errors import InputError, first_fault
from data_base.schemas.frozen import Settings

CHECKERS_VARIABLE = "JUDGE_CHECKERS"
"""The environment variable that names the file in which checkers are declared."""
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")
_KINDS = ("yes_no", "onnx")
_DOCUMENT, _CLAIM = "{document}", "{claim}"


def _with_both(template: str) -> str:
    if template.count(_DOCUMENT) != 1 or template.count(_CLAIM) != 1:
        raise ValueError(f"it must contain {_DOCUMENT} and {_CLAIM}, each once")
    return template


class YesNoSettings(Settings):
    """A model that says Yes or No of a document and a claim, behind the OpenAI protocol."""

    kind: Literal["yes_no"]
    """Which kind it is."""
    url: str = Field(min_length=1)
    """The server's address, such as ``http://localhost:11434/v1``."""
    model: str = Field(min_length=1)
    """The model's name at the server."""
    key_variable: str | None = None
    """The environment variable that contains the server's key; null where it needs none."""
    window_tokens: int = Field(default=4_000, ge=100, le=1_000_000)
    """Estimated tokens of a document that the model reads at once; longer ones are read in windows."""


class OnnxSettings(Settings):
    """A sequence classifier in a folder: ``model.onnx``, ``tokenizer.json`` and ``config.json``."""

    kind: Literal["onnx"]
    """Which kind it is."""
    folder: Path
    """The folder; in a file, relative to it."""
    window_tokens: int | None = Field(default=None, ge=16, le=1_000_000)
    """Tokens that the model reads at once; null: as its ``config.json`` says, 512 at most."""
    template: Annotated[str, AfterValidator(_with_both)] | None = None
    """How the model was trained to be asked, with ``{document}`` and ``{claim}``; null: both as a pair."""


CheckerSettings = Annotated[YesNoSettings | OnnxSettings, Field(discriminator="kind")]
"""How a checker is asked."""


_DECLARED: TypeAdapter[Mapping[str, CheckerSettings]] = TypeAdapter(dict[str, CheckerSettings])


def _declared(given: object) -> Mapping[str, CheckerSettings]:
    try:
        checkers = _DECLARED.validate_python(given)
    except ValidationError as error:
        fault = first_fault(error)
        where = ".".join(str(each) for each in fault.place if each not in _KINDS)
        raise ValueError(f"{where}: {fault.reason}" if where else fault.reason) from None
    for name in checkers:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a checker; use letters, digits, '.', '-' and '_'")
    return checkers


def _written(checkers: Mapping[str, CheckerSettings]) -> dict[str, object]:
    return {name: each.model_dump(mode="json", exclude_none=True) for name, each in checkers.items()}


# Its shape is in no JSON schema: no request can set it.
Checkers = Annotated[
    Mapping[str, CheckerSettings], PlainValidator(_declared), PlainSerializer(_written, dict[str, object])
]
"""Name to checker."""


def shown_path(path: Path) -> str:
    """The path for a message; where it goes to clients, what is above it is not theirs to know."""
    return path.name if are_said_to_clients() else str(path)


def declared_checkers() -> Mapping[str, CheckerSettings]:
    """The checkers of the file that ``JUDGE_CHECKERS`` names, none where it names none.

    Raises:
        InputError: the file cannot be read, or a field in it is wrong.
    """
    named = os.environ.get(CHECKERS_VARIABLE, "").strip()
    if not named:
        return {}
    path = Path(named)
    shown = shown_path(path)
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{shown} cannot be read ({error.strerror}); check {CHECKERS_VARIABLE}.") from None
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise InputError(f"{shown}: not readable as YAML or JSON ({' '.join(str(error).split())}).") from None
    if not isinstance(content, Mapping) or set(content) != {"checkers"}:
        raise InputError(f"{shown}: write `checkers:` with a name and what it is for each, and nothing else.")
    try:
        checkers = _declared(content["checkers"])
    except ValueError as error:
        raise InputError(f"{shown}: checkers: {error}.") from None
    return in_folder(checkers, path.parent)


def in_folder(checkers: Mapping[str, CheckerSettings], folder: Path) -> dict[str, CheckerSettings]:
    """The checkers of a file in a folder: their own folders are relative to it."""
    return {
        name: each.model_copy(update={"folder": folder / each.folder})
        if isinstance(each, OnnxSettings)
        else each
        for name, each in checkers.items()
    }


def settings_of(name: str, given: Mapping[str, CheckerSettings] | None = None) -> CheckerSettings:
    """How the checker of a judge's name is asked.

    Args:
        name: ``checker:NAME``.
        given: checkers that the judge's settings declare; they go before those of ``JUDGE_CHECKERS``.

    Raises:
        InputError: there is none of that name.
    """
    plain, mark, _ = name.strip().removeprefix(CHECKER).partition("?")
    if mark:
        raise InputError(f"{CHECKER}{plain} takes no options; its settings are where it is declared")
    known = {**declared_checkers(), **(given or {})}
    if plain not in known:
        there = f"declared: {', '.join(sorted(known))}" if known else "none is declared"
        raise InputError(
            f"there is no checker {plain!r} ({there}); declare it under `checkers` in the judge's settings "
            f"file, or in the file that {CHECKERS_VARIABLE} names"
        )
    return known[plain]


def filled(template: str, document: str, claim: str) -> str:
    """A template of an :class:`OnnxSettings` with its texts, neither of which is read as a template."""
    before, _, after = template.partition(_DOCUMENT)
    return before.replace(_CLAIM, claim) + document + after.replace(_CLAIM, claim)
