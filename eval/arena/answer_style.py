"""The style of an answer in figures, so that what judges make of style can be told from the rest."""

import math
import re
from collections.abc import Mapping

from data_base.schemas.answer import Answer
from data_base.text.tokens import estimate_tokens

_HEADING = re.compile(r"(?m)^ {0,3}(?:#{1,6}\s+\S|\*\*[^*\n]+\*\*:?\s*$)")
_ENTRY = re.compile(r"(?m)^\s*(?:[-*+•]|\d{1,3}[.)])\s+\S")
_MARK = re.compile(
    r"\[\^?\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\](?!\()|\[[^\]\n]{1,200}\]\([^)\s]+\)|【\d+[^】]*】"
)
LENGTH = "length"


def style_of(answer: Answer) -> Mapping[str, float]:
    """Length, citations, headings and list entries, each as the logarithm of one more than its number.

    Twice as long is the same step for a short answer as for a long report.

    Returns:
        Name to figure, 0 or above; ``length`` in estimated tokens.
    """
    text = answer.text
    counts = {
        LENGTH: estimate_tokens(text),
        "citations": max(len(answer.citations), len(_MARK.findall(text))),
        "headings": len(_HEADING.findall(text)),
        "lists": len(_ENTRY.findall(text)),
    }
    return {name: math.log1p(count) for name, count in counts.items()}


def style_difference(first: Mapping[str, float], second: Mapping[str, float]) -> dict[str, float]:
    """The first's style minus the second's."""
    return {name: value - second[name] for name, value in first.items()}
