"""A canonical answer: what was said and what is right, in one form for every kind of task."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, RootModel

from data_base.schemas.frozen import Frozen

SCHEMA_VERSION = "v1"
"""Version of this shape; raised when a field changes its name or its meaning."""
SCORER_VERSION = "v2"
"""Version of the rules in ``scoring.answers``; raised when the same answer can get another score."""

AnswerType = Literal["choice", "number", "list", "text", "reasoning"]
ANSWER_TYPES: tuple[AnswerType, ...] = ("choice", "number", "list", "text", "reasoning")


def _as_text(value: object) -> object:
    """JSON numbers and booleans as they are written in JSON; anything else as it is."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def _no_boolean(value: object) -> object:
    if isinstance(value, bool):
        raise ValueError("true and false are no numbers")  # noqa: TRY004  (pydantic reports ValueError)
    return value


Said = Annotated[str, BeforeValidator(_as_text)]
"""A text; numbers and booleans of a JSON file are taken as they are written."""


class AnswerMeta(Frozen):
    """Under which versions an answer was made and scored."""

    schema_version: str = SCHEMA_VERSION
    """The version of the shape of the answer."""
    prompt_version: str | None = None
    """The version of the prompt that was answered, None where there was none."""
    scorer_version: str = SCORER_VERSION
    """The version of the scoring rules."""


class ChoiceValue(Frozen):
    """One of several options."""

    value: Said | None = None
    """The option, by its label or its text; None or empty: nothing was chosen."""
    aliases: tuple[Said, ...] = ()
    """Other names of the right option; those of a prediction are not used."""


class NumberValue(Frozen):
    """A number with its unit."""

    value: Annotated[int | float | str | None, BeforeValidator(_no_boolean)] = None
    """The number, or a text that states it ("12.5%", "三万", "двенадцать")."""
    unit: str | None = None
    """Its unit or scale; None where it is in the text or was not said."""
    tolerance_abs: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """How far from the truth still counts, in the unit of the truth."""
    tolerance_rel: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    """The same as a share of the true value; the wider of the two counts."""


class ListValue(Frozen):
    """Several things."""

    items: tuple[Said, ...] = ()
    """The things."""
    ordered: bool = False
    """Whether their order matters; what the truth says counts."""
    unique: bool = False
    """Whether repeats are dropped before counting; what the truth says counts."""


class TextValue(Frozen):
    """A free text."""

    value: Said | None = None
    """The text."""
    normalize: Literal["basic", "none"] = "basic"
    """``basic`` compares words in one spelling, ``none`` as they are written; what the truth says counts."""


class FinalAnswer(Frozen):
    """The result of a chain of reasoning."""

    value: Said | None = None
    """The answer; None or empty: none was given."""


class ReasoningStep(Frozen):
    """A step of reasoning."""

    id: Said = ""
    """Names the step."""
    text: Said = ""
    """What it says."""


class ReasonedClaim(Frozen):
    """A claim and the evidence it names."""

    text: Said
    """What is claimed."""
    evidence: tuple[Said, ...] = ()
    """Ids of the evidence it leans on."""


class ReasoningValue(Frozen):
    """A final answer with the way to it."""

    final_answer: FinalAnswer = FinalAnswer()
    """Its result."""
    steps: tuple[ReasoningStep, ...] = ()
    """The way there, in order."""
    claims: tuple[ReasonedClaim, ...] = ()
    """What is claimed on the way, with evidence."""


ComparedValue = ChoiceValue | NumberValue | ListValue | TextValue | ReasoningValue
"""One side of an answer: what was said, or what is right."""


class _Answered(Frozen):
    task_id: str
    """The task that the answer belongs to."""
    sample_id: Said
    """The id of the line in the task's data."""
    meta: AnswerMeta = AnswerMeta()
    """The versions that the answer was made and scored with."""


class ChoiceAnswer(_Answered):
    """A choice and the right one."""

    answer_type: Literal["choice"]
    """The type of both values."""
    prediction: ChoiceValue | None
    """The system's choice; None if there was no reply."""
    ground_truth: ChoiceValue
    """The right choice."""


class NumberAnswer(_Answered):
    """A number and the right one."""

    answer_type: Literal["number"]
    """The type of both values."""
    prediction: NumberValue | None
    """The system's number; None if there was no reply."""
    ground_truth: NumberValue
    """The right number."""


class ListAnswer(_Answered):
    """A list and the right one."""

    answer_type: Literal["list"]
    """The type of both values."""
    prediction: ListValue | None
    """The system's list; None if there was no reply."""
    ground_truth: ListValue
    """The right list."""


class TextAnswer(_Answered):
    """A text and the right one."""

    answer_type: Literal["text"]
    """The type of both values."""
    prediction: TextValue | None
    """The system's text; None if there was no reply."""
    ground_truth: TextValue
    """The right text."""


class ReasoningAnswer(_Answered):
    """Reasoning and the right one."""

    answer_type: Literal["reasoning"]
    """The type of both values."""
    prediction: ReasoningValue | None
    """The system's reasoning; None if there was no reply."""
    ground_truth: ReasoningValue
    """The right reasoning."""


TypedAnswer = ChoiceAnswer | NumberAnswer | ListAnswer | TextAnswer | ReasoningAnswer
"""An answer of one of the five types."""


class CanonicalAnswer(RootModel[Annotated[TypedAnswer, Field(discriminator="answer_type")]]):
    """What a system said and what is right; ``answer_type`` decides what both have to look like.

    It is built from the fields of the typed answer (``CanonicalAnswer(task_id=…, sample_id=…,
    answer_type="choice", prediction={…}, ground_truth={…})``), validated from their JSON, and written as
    exactly these fields.
    """

    model_config = ConfigDict(frozen=True)

    @property
    def task_id(self) -> str:
        """The task."""
        return self.root.task_id

    @property
    def sample_id(self) -> str:
        """The item of the task."""
        return self.root.sample_id

    @property
    def answer_type(self) -> AnswerType:
        """Which of the five types it is."""
        return self.root.answer_type

    @property
    def meta(self) -> AnswerMeta:
        """Under which versions it was made."""
        return self.root.meta

    @property
    def prediction(self) -> ComparedValue | None:
        """What the system said."""
        return self.root.prediction

    @property
    def ground_truth(self) -> ComparedValue:
        """What is right."""
        return self.root.ground_truth
