"""One answer in the results of another tool."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

Row = Mapping[str, object]
Placed = tuple[str, Row]
"""A JSON object of a file, with its place for messages."""
QUESTION_NAMES = ("question", "query", "prompt", "input")
"""Under which of these names a data row gives its question; the first that is there counts."""


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """An answer as another tool kept it."""

    place: str
    """File and line or entry, for messages."""
    system: str
    """Who answered."""
    id: str
    """The id of the question."""
    question: str | None
    """As it was asked; None where the file does not say."""
    answer: str | None
    """None where none was had."""
    error: str | None = None
    """Why none was had; of no meaning where there is one."""
    gold_answer: str | None = None
    """What the tool compared the answer with."""
    documents: tuple[str, ...] = ()
    """Passages that the question came with."""
    tags: tuple[str, ...] = ()
    """Labels of the question."""
    answerable: bool | None = None
    """Whether the documents contain the answer; None where the file does not say."""
    fields: Row = field(default_factory=dict)
    """What else the tool knew of the question, by dotted names."""
    repeat: int = 1
    """1 for the system's first answer to the question, 2 for the second …."""

    @property
    def row(self) -> dict[str, object]:
        """As a row of a data set; only what is there."""
        said = {
            "id": self.id if self.repeat == 1 else f"{self.id}.{self.repeat}",
            "question": self.question,
            "answer": self.answer,
            "gold_answer": self.gold_answer,
            "documents": list(self.documents),
            "tags": list(self.tags),
            "answerable": self.answerable,
            **self.fields,
        }
        return {name: value for name, value in said.items() if value not in (None, [])}


def as_row(value: object) -> Row:
    """A JSON object, or an empty one where there is something else."""
    return value if isinstance(value, Mapping) else {}


def text_of(value: object) -> str | None:
    """A text that is not blank; what a program returned as JSON is written as JSON."""
    if isinstance(value, dict | list) and value:
        return json.dumps(value, ensure_ascii=False)
    return value if isinstance(value, str) and value.strip() else None


def asked_in(prompt: object) -> str | None:
    """What a prompt asks: a text, or the last message of the user in a chat."""
    if not isinstance(prompt, list):
        return text_of(prompt)
    asked = (said_in(message) for message in reversed(prompt) if as_row(message).get("role") == "user")
    return next(asked, None)


def said_in(message: object) -> str | None:
    """The text of a chat message, whose content is a text or a list of parts."""
    content = as_row(message).get("content")
    if isinstance(content, list):
        parts = (as_row(part).get("text") for part in content)
        content = "\n".join(part for part in parts if isinstance(part, str))
    return text_of(content)


def either(values: Iterable[str]) -> str | None:
    """Several right answers as one text, of which any is right."""
    return " or ".join(dict.fromkeys(values)) or None


def named_text(row: Row, names: Iterable[str]) -> str | None:
    """The first text under one of these names."""
    return next((value for name in names if isinstance(value := row.get(name), str) and value.strip()), None)
