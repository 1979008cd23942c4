"""What a question of the legal benchmark expects of its answer."""

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from data_base.errors import InputError
from data_base.read_fields import read_fields


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("must not be empty")
    return text


Share = Annotated[float, Field(ge=0, le=1)]
NotNegative = Annotated[float, Field(ge=0)]
Texts = Annotated[
    tuple[str, ...], BeforeValidator(lambda given: (given,) if isinstance(given, str) else given)
]


class Fields(BaseModel):
    """What is read strictly; fields that are not known are passed over."""

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)


class Scoring(Fields):
    """How exact an answer has to be; a switch that is false grants its term of the score."""

    numeric_exact: bool = True
    numeric_tolerance: NotNegative = 0
    """How far a number may be off, in its own unit, where ``numeric_exact`` is false."""
    date_exact: bool = True
    date_tolerance_days: NotNegative = 0
    """How many days a date may be off where ``date_exact`` is false."""
    citation_required: bool = True
    abstention_required: bool = True
    quote_required: bool = True
    evidence_recall_min: Share = 0.8
    """The recall that has to be reached."""
    evidence_precision_min: Share = 0.7
    """The precision that has to be reached."""


class Required(Fields):
    """A piece of required evidence: its page, what evidence must contain to be it, whether it is critical."""

    page: int
    must_include: Annotated[str, AfterValidator(_not_blank)]
    is_critical: bool = False


class Question(Fields):
    """A question; fields that are not known here are passed over."""

    question: str = ""
    """What is asked."""
    should_abstain: bool = True
    """Whether the document does not say."""
    required_quote: Texts = ()
    """What has to be quoted."""
    additional_quotes: Texts = ()
    """What may be quoted as well."""
    hallucination_penalty: str = "medium"
    """How bad an invention is, in a word."""
    expected: dict[str, Any] = {}
    """What has to be stated."""
    required_evidence: tuple[Required, ...] = ()
    """Where it is."""
    scoring: Scoring = Scoring()
    """How exact it has to be."""

    @property
    def evidence(self) -> tuple[Required, ...]:
        """The required evidence, each place and text once."""
        marked = {(one.page, one.must_include) for one in self.required_evidence if one.is_critical}
        places = dict.fromkeys((one.page, one.must_include) for one in self.required_evidence)
        return tuple(
            Required(page=page, must_include=text, is_critical=(page, text) in marked)
            for page, text in places
        )


def read_question(fields: Mapping[str, object]) -> Question:
    """A question as it is in a file.

    Raises:
        InputError: naming the question, and the field that cannot be used.
    """
    try:
        return read_fields(Question, fields)
    except InputError as error:
        raise InputError(f"question {fields.get('id', '?')!r}: {error}") from error
