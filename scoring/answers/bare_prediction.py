"""Both sides of an answer without citation marks, Markdown and thinking, as every type is scored."""

import json

from data_base.marks.bare_answer import bare_answer
from data_base.marks.thinking import spoken
from data_base.schemas.canonical_answer import (
    ChoiceValue,
    ComparedValue,
    FinalAnswer,
    ListValue,
    NumberValue,
    ReasoningValue,
    TextValue,
    TypedAnswer,
)
from scoring.answers.given_answer import given_answer


def bare(answer: TypedAnswer) -> TypedAnswer:
    """The answer as it is compared; a text compared as written loses its thinking alone."""
    truth, said = answer.ground_truth, answer.prediction
    as_written = isinstance(truth, TextValue) and truth.normalize == "none"
    sides = {
        "ground_truth": _bare(truth, as_written=as_written),
        "prediction": said and _bare(said, as_written=as_written),
    }
    return answer.model_copy(update=sides)


def _bare(value: ComparedValue, *, as_written: bool) -> ComparedValue:
    match value:
        case ListValue():
            return value.model_copy(update={"items": tuple(map(bare_answer, value.items))})
        case ReasoningValue():
            return value.model_copy(update={"final_answer": _given(value.final_answer)})
        case TextValue():
            said = value.value or ""
            return value.model_copy(update={"value": spoken(said) if as_written else bare_answer(said)})
        case _:
            return value.model_copy(update={"value": _given(value).value})


def _given(value: ChoiceValue | NumberValue | FinalAnswer) -> ChoiceValue | NumberValue | FinalAnswer:
    if not isinstance(value.value, str):
        return value
    said = bare_answer(value.value)
    given = given_answer(said)
    if isinstance(given, int | float) and (isinstance(given, bool) or not isinstance(value, NumberValue)):
        given = json.dumps(given)
    return value.model_copy(update={"value": given if isinstance(given, str | int | float) else said})
