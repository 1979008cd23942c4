"""An answer's citations as a reader of the PDF needs them: page numbers in place of passage ids."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from data_base.schemas.answer import Answer
    from data_base.text.language import Language

_FORMS: dict[Language, str] = {
    "ru": "(стр. {})",
    "en": "(p. {})",
    "zh-Hant": "（第{}頁）",
    "zh-Hans": "（第{}页）",
}


def with_page_references(answer: Answer, language: Language) -> Answer:
    """The answer with ``[report.pdf#p3.2]`` in its text as ``(стр. 3)``, ``(p. 3)`` or ``（第3頁）``.

    Ids that stand side by side become one reference for each page. An id without a page stays as it is.

    Args:
        answer: cites passages by their ids.
        language: of the question.
    """
    pages = {passage.id: passage.page for passage in answer.passages if passage.page is not None}
    if not pages:
        return answer
    ids = "|".join(map(re.escape, sorted(pages, key=len, reverse=True)))
    one = re.compile(rf"\[({ids})\]")
    run = re.compile(rf"(?:\[(?:{ids})\][ \t]*)*\[(?:{ids})\]")

    def referred(match: re.Match[str]) -> str:
        return _referred(dict.fromkeys(pages[name] for name in one.findall(match.group())), language)

    return answer.model_copy(update={"text": run.sub(referred, answer.text)})


def _referred(pages: Iterable[int | None], language: Language) -> str:
    return " ".join(_FORMS[language].format(page) for page in pages)
