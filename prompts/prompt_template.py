"""A prompt template: fixed system text, a user part with slots, and what identifies both."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Self

from data_base.schemas.judgement import PromptRef

_MARK = re.compile(r"\{\{(\w+)\}\}")


@dataclass(frozen=True)
class PromptTemplate:
    """One prompt in one language."""

    id: str
    """What it is for (``judge_with_documents``, ``plan`` …)."""
    version: str
    """Counts up whenever its wording changes."""
    language: str
    """Its language tag."""
    slots: tuple[str, ...]
    """What varies from call to call; every one occurs once in ``user``."""
    system: str
    """The fixed part, few-shot examples included; its first line is :func:`title_line`."""
    user: str
    """The part with the ``{{slot}}`` marks."""
    empty: str
    """What is in place of a slot that has no data."""
    examples: tuple[Mapping[str, Any], ...]
    """The few-shot examples as data; what the model should reply is under ``reply``."""
    sha256: str
    """Hash over all that the template contains, 64 hexadecimal digits."""
    optional: Mapping[str, str] = field(default_factory=dict)
    """Further parts of the user text by the slot that each has, for calls that bring such data."""
    closing: str = ""
    """How the user part ends; what is optional comes before it."""

    @property
    def ref(self) -> PromptRef:
        """Which prompt this is, for traces and manifests."""
        return PromptRef(id=self.id, version=self.version, language=self.language, sha256=self.sha256)

    @cached_property
    def user_parts(self) -> tuple[tuple[str, str | None], ...]:
        """The user part as (literal text, slot that follows it or None at the end) pairs."""
        pieces = _MARK.split(self.user)
        return tuple(zip(pieces[::2], [*pieces[1::2], None], strict=True))

    def including(self, names: Sequence[str]) -> Self:
        """The template with these optional parts in its user part.

        Raises:
            KeyError: there is no such part.
        """
        if not names:
            return self
        body = self.user.removesuffix(self.closing).rstrip()
        parts = (body, *(self.optional[name] for name in names), self.closing)
        user = "\n\n".join(part for part in parts if part)
        return replace(self, slots=(*self.slots, *names), user=user)

    def fill(self, slots: Mapping[str, str]) -> str:
        """The user part with its slots filled, word for word; values are not looked at for marks.

        Raises:
            ValueError: slots are missing or unknown; the message names them.
        """
        missing = [slot for slot in self.slots if slot not in slots]
        unknown = sorted(set(slots) - set(self.slots))
        if missing or unknown:
            raise ValueError(
                f"prompt {self.id} ({self.language}) needs exactly the slots {', '.join(self.slots)}: "
                f"missing {', '.join(missing) or 'none'}, unknown {', '.join(unknown) or 'none'}"
            )
        return "".join(literal + ("" if slot is None else slots[slot]) for literal, slot in self.user_parts)


def title_line(template_id: str, version: str, language: str) -> str:
    """The first line of a system text."""
    return f"# {template_id} v{version} {language}"


def marks(text: str) -> list[str]:
    """Names of the ``{{…}}`` marks in a text, in order."""
    return [str(mark) for mark in _MARK.findall(text)]


def substitute(text: str, values: Mapping[str, str]) -> str:
    """Replace every ``{{…}}`` mark by its value in a single pass.

    Raises:
        KeyError: a mark has no value.
    """
    return _MARK.sub(lambda mark: values[mark[1]], text)
