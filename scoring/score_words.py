"""How scores of the rubric are written: as a key, on a line of their own, several on one line."""

from __future__ import annotations

import re

_LABEL = (
    r"(?:accuracy|completeness|clarity|overall(?: score)?|weighted[_ ]score|score|"
    r"準確性|准确性|準確度|准确度|完整性|完整度|清晰度|總分|总分|"
    r"точность|полнота|ясность|итоговый балл|оценка)"
)
_SCORE = rf"{_LABEL}\W{{0,4}}[:：=]\W{{0,3}}(?:10|\d)(?:\.\d+)?(?!\d)\s?(?:/\s?10|分|points|баллов|из 10)?"
VERDICT_KEY = re.compile(
    rf"[\"'“]?{_LABEL}[\"'”]?\s*[:：=]|[:：]\s?[\"'“]{_LABEL}[\"'”]|[\"'](?:is_passing|verdict|suggestion)[\"']\s*:"
)
"""A key of a verdict inside an object."""

SCORE_LINE = re.compile(
    rf"(?:^\W{{0,6}}(?:\w+ )?|(?<=[.。!！]) ?){_LABEL}\W{{0,4}}[:：=]"
    r"\W{0,3}(?:10|\d)(?:\.\d+)?\s?(?:/\s?10|分|points|баллов|из 10)?"
    r"(?:\W{0,4}|\s{1,4}(?:#|//)[^\d\n]{0,80})$",
    re.MULTILINE,
)
"""A line that is a score of the rubric and nothing else, but for a remark without a figure."""

SCORE_LIST = re.compile(rf"{_SCORE}(?:[\s,;|、]{{1,3}}{_SCORE})+")
"""Several scores of the rubric on one line."""
