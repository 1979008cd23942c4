"""The file a template is kept in: its shape, its checks, and how it becomes a template."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Self

import yaml
from pydantic import Field, JsonValue, ValidationError, model_validator

from data_base.errors import InputError, first_fault, unreadable
from data_base.schemas.frozen import Frozen
from prompts.prompt_template import PromptTemplate, marks, substitute, title_line

# The templates are read for every manifest: in C it takes a tenth of the time.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
EXAMPLES_MARK, RUBRIC_MARK = "examples", "rubric"


class TemplateFile(Frozen):
    """What a template's YAML file contains."""

    id: str = Field(pattern=r"^[a-z][a-z0-9_]*$")
    version: str = Field(min_length=1)
    language: str = Field(pattern=r"^[A-Za-z]+(-[A-Za-z]+)*$")
    slots: tuple[str, ...] = Field(min_length=1)
    rubric: str = ""
    """What each score means; a user may put another text in its place."""
    own_dimensions: str = ""
    """The sentence before what a user scores in addition."""
    system: str = Field(min_length=1)
    """The fixed text without its title line; ``{{rubric}}`` and ``{{examples}}`` stand for those."""
    example: str = ""
    """How one example is written, with marks for its fields and for its ``number`` from 1."""
    examples: tuple[Mapping[str, JsonValue], ...] = ()
    """The few-shot examples; ``reply`` may be an object, which is written as JSON."""
    user: str = Field(min_length=1)
    """The varying part; every slot occurs in it once, with words between any two."""
    optional: Mapping[str, str] = Field(default_factory=dict)
    """Parts that a call may add to it, by the one slot that each has."""
    closing: str = ""
    """How it ends, after what is optional."""
    empty: str = Field(min_length=1)
    """What is in place of a slot without data."""

    @model_validator(mode="after")
    def _user_has_the_slots(self) -> Self:
        if sorted(marks(self.user)) != sorted(self.slots):
            raise ValueError(
                f"user: marks {marks(self.user)} are not the slots {list(self.slots)}, each once"
            )
        if any(
            f"{{{{{a}}}}}{{{{{b}}}}}" in "".join(self.user.split()) for a in self.slots for b in self.slots
        ):
            raise ValueError("user: two slots come side by side without words between them")
        return self

    @model_validator(mode="after")
    def _optional_parts_have_their_slot(self) -> Self:
        for name, text in self.optional.items():
            if marks(text) != [name] or name in self.slots:
                raise ValueError(
                    f"optional: {name} needs one {{{{{name}}}}} mark, no other, and a slot of its own"
                )
        if marks(self.closing):
            raise ValueError("closing: it has a mark; slots belong into user or optional")
        return self

    @model_validator(mode="after")
    def _system_has_rubric_and_examples(self) -> Self:
        if marks(self.system) != [RUBRIC_MARK] * bool(self.rubric) + [EXAMPLES_MARK] * bool(self.examples):
            raise ValueError(
                "system: one {{rubric}} mark where there is a rubric, one {{examples}} mark where there are "
                "examples, in this order, and no other"
            )
        fields = set(marks(self.example)) - {"number"}
        for number, example in enumerate(self.examples, start=1):
            if set(example) != fields:
                raise ValueError(f"examples: number {number} has other fields than {sorted(fields)}")
        return self

    def to_template(self) -> PromptTemplate:
        """The template, with its examples written into the system text."""
        examples = "\n\n".join(
            substitute(self.example, {"number": str(n)} | {key: _written(v) for key, v in example.items()})
            for n, example in enumerate(self.examples, start=1)
        )
        body = substitute(self.system, {RUBRIC_MARK: self.rubric, EXAMPLES_MARK: examples})
        return PromptTemplate(
            id=self.id,
            version=self.version,
            language=self.language,
            slots=self.slots,
            system=f"{title_line(self.id, self.version, self.language)}\n{body}",
            user=f"{self.user}\n\n{self.closing}" if self.closing else self.user,
            optional=self.optional,
            closing=self.closing,
            empty=self.empty,
            examples=self.examples,
            sha256=self.sha256,
        )

    @property
    def sha256(self) -> str:
        """Hash over every field, in canonical JSON, with the rubric where it is in the system text."""
        unused = {name for name in ("optional", "closing", "own_dimensions") if not getattr(self, name)}
        fields = self.model_dump(mode="json", exclude={"rubric", *unused})
        fields["system"] = substitute(
            self.system, {RUBRIC_MARK: self.rubric, EXAMPLES_MARK: f"{{{{{EXAMPLES_MARK}}}}}"}
        )
        content = json.dumps(fields, sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(content.encode("utf-8")).hexdigest()


def read_template(path: Path) -> PromptTemplate:
    """Read a template from its YAML file ``<id>/<language>.yaml``.

    Raises:
        InputError: the file is no template; the message names the file and the field.
    """
    return read_template_file(path).to_template()


def read_template_file(path: Path) -> TemplateFile:
    """Read what a template's YAML file ``<id>/<language>.yaml`` contains.

    Raises:
        InputError: the file is no template; the message names the file and the field.
    """
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), _Loader)  # noqa: S506  (a safe loader)
    except OSError as error:
        raise unreadable(path, error) from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise InputError(f"{path}: not a readable YAML file ({' '.join(str(error).split())})") from error
    try:
        file = TemplateFile.model_validate(content)
    except ValidationError as error:
        fault = first_fault(error)
        raise InputError(f"{path}: {fault.field or 'template'}: {fault.reason}; fix this field") from error
    if (file.id, file.language) != (path.parent.name, path.stem):
        raise InputError(f"{path}: id and language must be as in the path, not {file.id} and {file.language}")
    return file


def _written(value: JsonValue) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))
