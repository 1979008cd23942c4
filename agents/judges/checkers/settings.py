"""Checkers as a user declares them, and where they are declared."""

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import yaml
from pydantic import AfterValidator, Field, TypeAdapter, ValidationError

from data_base.errors import InputError, first_fault
from data_base.schemas.frozen import Settings

CHECKER = "checker:"
"""What the name of a checker as a judge begins with."""
CHECKERS_VARIABLE = "JUDGE_CHECKERS"
"""The environment variable that names the file in which checkers are declared."""
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*")


class YesNoSettings(Settings):
    """A model that says Yes or No of a document and a claim, behind the OpenAI protocol."""

    kind: Literal["yes_no"]
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
    folder: Path
    """The folder; in a file, relative to it."""
    window_tokens: int | None = Field(default=None, ge=16, le=1_000_000)
    """Tokens that the model reads at once; null: as its ``config.json`` says, 512 at most."""


CheckerSettings = Annotated[YesNoSettings | OnnxSettings, Field(discriminator="kind")]
"""How a checker is asked."""


def _with_names(checkers: Mapping[str, CheckerSettings]) -> Mapping[str, CheckerSettings]:
    for name in checkers:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name of a checker; use letters, digits, '.', '-' and '_'")
    return checkers


Checkers = Annotated[Mapping[str, CheckerSettings], AfterValidator(_with_names)]
"""Name to checker."""
_CHECKERS: TypeAdapter[Mapping[str, CheckerSettings]] = TypeAdapter(Checkers)


def names_checker(name: str) -> bool:
    """Whether it is the name of a checker as a judge, ``checker:NAME``."""
    return name.strip().startswith(CHECKER)


def declared_checkers() -> Mapping[str, CheckerSettings]:
    """The checkers of the file that ``JUDGE_CHECKERS`` names, none where it names none.

    Raises:
        InputError: the file cannot be read, or a field in it is wrong.
    """
    named = os.environ.get(CHECKERS_VARIABLE, "").strip()
    if not named:
        return {}
    path = Path(named)
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise InputError(f"{path} cannot be read ({error.strerror}); check {CHECKERS_VARIABLE}.") from None
    except (ValueError, yaml.YAMLError, RecursionError) as error:
        raise InputError(f"{path}: not readable as YAML or JSON ({' '.join(str(error).split())}).") from None
    if not isinstance(content, Mapping) or set(content) != {"checkers"}:
        raise InputError(f"{path}: write `checkers:` with a name and what it is for each, and nothing else.")
    try:
        checkers = _CHECKERS.validate_python(content["checkers"])
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(f"{path}: checkers.{fault.field}: {fault.reason}.") from None
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
