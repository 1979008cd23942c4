"""JSON read strictly, from a text."""

import json
import math
from typing import Any


def strict_json(text: str, *, finite: bool = True) -> Any:  # noqa: ANN401  (checked by the callers)
    """What a JSON text says.

    Args:
        text: the whole of it.
        finite: refuse NaN and infinite numbers, which are not JSON but which many programs write.

    Raises:
        ValueError: it is not JSON whose fields are distinct and whose texts have whole characters, or it is
            nested too deeply; the message is one phrase.
    """
    number = _finite if finite else None
    try:
        value = json.loads(text, object_pairs_hook=_distinct, parse_float=number, parse_constant=number)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        raise ValueError(error.msg) from error
    except UnicodeEncodeError as error:
        raise HalfCharacterError from error
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    return value


class HalfCharacterError(ValueError):
    """A text has half of a character, which no file can hold."""

    def __init__(self) -> None:
        super().__init__("an escape like \\ud800 is half of a character; write the character itself")


def _finite(digits: str) -> float:
    value = float(digits)
    if not math.isfinite(value):
        raise ValueError(f"{digits} is not a finite number")
    return value


def _distinct(fields: list[tuple[str, object]]) -> dict[str, object]:
    value = dict(fields)
    if len(value) < len(fields):
        # Of two must_include one would be lost without a word.
        names = [name for name, _ in fields]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f'the field "{twice}" appears twice')
    return value
