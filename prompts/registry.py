"""The prompts that ship with the project, by id and language."""

import functools
import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from data_base.errors import InputError
from data_base.schemas.judgement import PromptRef
from data_base.text_cache import text_cache
from prompts.prompt_template import PromptTemplate
from prompts.template_file import read_template, read_template_file

__all__ = [
    "PromptTemplate",
    "available",
    "identify",
    "load",
    "load_with_rubric",
    "refs",
    "rubric_of",
    "rubric_used",
]

_TEMPLATES = Path(__file__).parent / "templates"
_TITLE = re.compile(r"# (?P<id>[a-z0-9_]+) v(?P<version>\S+) (?P<language>[A-Za-z-]+)")


def available() -> list[tuple[str, str]]:
    """Every (id, language) there is a template for, sorted."""
    return sorted(_paths())


@functools.cache
def refs(*template_ids: str) -> tuple[PromptRef, ...]:
    """The prompts of some ids in every language, in a fixed order."""
    return tuple(load(name, language).ref for name, language in available() if name in template_ids)


@functools.cache
def load(template_id: str, language: str) -> PromptTemplate:
    """The template of an id in a language.

    Raises:
        InputError: there is none, or its file is broken.
    """
    return read_template(_path(template_id, language))


@text_cache(200_000)
def load_with_rubric(
    template_id: str, language: str, rubric: str | None, version: str, dimensions: str = ""
) -> PromptTemplate:
    """The template of an id in a language with a user's own rubric in place of the shipped one.

    Args:
        template_id: which prompt.
        language: in which language.
        rubric: what each score means, None for the shipped rubric.
        version: the rubric's version; the template's becomes ``<its own>+<this>``.
        dimensions: what else is scored, after the rubric; the template says how the reply names it.

    Raises:
        InputError: there is none, or it has no rubric.
    """
    file = read_template_file(_path(template_id, language))
    if not file.rubric:
        raise InputError(f"the prompt {template_id!r} has no rubric that could be replaced")
    text = file.rubric if rubric is None else rubric
    if dimensions:
        text = f"{text}\n{file.own_dimensions}\n{dimensions}"
    changed = {"rubric": text, "version": f"{file.version}+{version}"}
    return file.model_copy(update=changed).to_template()


@functools.cache
def rubric_of(template_id: str, language: str) -> str:
    """What each score means, as a shipped prompt says it in a language; empty where it does not.

    Raises:
        InputError: there is no such prompt.
    """
    return read_template_file(_path(template_id, language)).rubric


def rubric_used(prompt: PromptRef) -> str | None:
    """The rubric of a prompt as it was used; None unless the prompt is one of ours to the letter."""
    if (prompt.id, prompt.language) not in _paths() or load(prompt.id, prompt.language).ref != prompt:
        return None
    return rubric_of(prompt.id, prompt.language) or None


def identify(system_text: str) -> PromptTemplate | None:
    """The template a system text comes from, None unless it is one of ours to the letter."""
    title = _TITLE.fullmatch(system_text.partition("\n")[0])
    if title is None or (title["id"], title["language"]) not in _paths():
        return None
    template = load(title["id"], title["language"])
    return template if template.system == system_text else None


def _path(template_id: str, language: str) -> Path:
    path = _paths().get((template_id, language))
    if path is None:
        languages = [tag for name, tag in available() if name == template_id]
        known = f"it exists in {', '.join(languages)}" if languages else "no prompt has this name"
        raise InputError(f"there is no prompt {template_id!r} in language {language!r}; {known}")
    return path


@functools.cache
def _paths() -> Mapping[tuple[str, str], Path]:
    return MappingProxyType({(path.parent.name, path.stem): path for path in _TEMPLATES.glob("*/*.yaml")})
