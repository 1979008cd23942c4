"""The answer inside what a model wrapped it in: a tag, a JSON object, a box of LaTeX."""

import json
import re

_NAME = r"(?:final[_-]?)?(?:answer|result|response|output|solution|choice|prediction)|ответ|答案"
_TAG = re.compile(
    rf"<\s*(?:{_NAME})(?:\s[^<>]{{0,200}})?>(?P<said>(?:(?!<\s*/?\s*(?:{_NAME})\b).){{0,5000}})",
    re.IGNORECASE | re.DOTALL,
)
_KEY = re.compile(rf"(?:{_NAME}|value|label|option|items|list)", re.IGNORECASE)
_BOX = re.compile(r"\\(?:boxed|fbox)\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]{0,200}\}){0,200}\}){0,500})\}")
_TYPESET = re.compile(r"\\(?:text(?:rm|bf|it|sf|tt)?|math(?:rm|bf|it|sf)|mbox)\s*\{([^{}]{0,200})\}")
_MATHEMATICS = re.compile(
    r"\s*(?:\$\$?([^$]{1,300})\$\$?|\\\((.{1,300}?)\\\)|\\\[(.{1,300}?)\\\])\s*\.?\s*", re.DOTALL
)


def given_answer(text: str) -> object:
    """What is in the last answer tag, in the one JSON object or in the last box; else the text.

    Args:
        text: what was said, without Markdown.
    """
    if tags := [said for found in _TAG.finditer(text) if (said := found["said"].strip())]:
        return given_answer(tags[-1])
    value = _in_object(text)
    if value is not None:
        return given_answer(value) if isinstance(value, str) else value
    if boxes := _BOX.findall(text):
        return _TYPESET.sub(r"\1", boxes[-1])
    if alone := _MATHEMATICS.fullmatch(text):
        return _TYPESET.sub(r"\1", next(filter(None, alone.groups())))
    return text


def _in_object(text: str) -> object:
    """The value under a key such as "answer" where the text is an object, or ends with one; else None."""
    start = text.find("{")
    if start < 0 or not text.rstrip().endswith("}"):
        return None
    try:
        found = json.loads(text[start:])
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict):
        return None
    named = [value for key, value in found.items() if _KEY.fullmatch(key)]
    return named[0] if len(named) == 1 else None
