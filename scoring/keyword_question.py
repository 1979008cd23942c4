"""What a question of the answer-quality harness expects of its answer."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from data_base.read_fields import read_fields
from data_base.text.language import Language, detect_language
from data_base.text.normalise import normalise


def _says_something(text: str) -> str:
    if not normalise(text):
        raise ValueError("must not be empty; an empty text would be found in every answer")
    return text


def _as_group(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Named = Annotated[str, AfterValidator(_says_something)]
Group = Annotated[tuple[Named, ...], BeforeValidator(_as_group), Field(min_length=1)]


class KeywordRules(BaseModel):
    """What must and must not be in an answer; fields that are not known here are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    question: str = ""
    """Says by its language how commas in numbers are read."""
    must_include: tuple[Named, ...] = ()
    """Each must be in the answer."""
    must_include_any: tuple[Group, ...] = ()
    """Of each group one must be in the answer; a text alone is a group of one."""
    must_not_include: tuple[Named, ...] = ()
    """None may be in the answer."""
    require_citation: bool = False
    """Whether the answer must refer to a page."""
    weight: float = Field(default=1.0, ge=0, allow_inf_nan=False)
    """How much the question counts in the run's score, 0 or more."""

    @property
    def language(self) -> Language:
        """The question's language, detected from its characters."""
        return detect_language(self.question)

    @property
    def groups(self) -> tuple[tuple[str, ...], ...]:
        """All groups of which one must be in the answer."""
        return (*((text,) for text in self.must_include), *self.must_include_any)


class KeywordQuestion(KeywordRules):
    """A question with what is expected of its answer."""

    id: Named
    """Unique in its file."""
    question: Named
    """As it is asked."""
    tags: tuple[str, ...] = ()
    """Labels for grouping."""


def read_rules(fields: Mapping[str, Any]) -> KeywordRules:
    """What a question as it is in a file expects; ``id`` may be missing.

    Raises:
        InputError: naming the field that cannot be used.
    """
    return read_fields(KeywordRules, fields)


def read_keyword_question(fields: Mapping[str, Any]) -> KeywordQuestion:
    """A question as it is in a file.

    Raises:
        InputError: naming the field that is missing or cannot be used.
    """
    return read_fields(KeywordQuestion, fields)
