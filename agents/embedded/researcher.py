"""The embedded model as a researcher: an answer made of the passages' own sentences and table cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.text.language import Language, detect_language
from scoring.embedded.extraction import PartAnswer, extract_answer

if TYPE_CHECKING:
    from agents.calls.prompting import ReadPrompt

_NOT_SAID: dict[Language, str] = {
    "zh-Hant": "文件中沒有提到這個問題的答案。",
    "zh-Hans": "文档中没有提到这个问题的答案。",
    "en": "The documents do not say.",
    "ru": "В документах об этом не говорится.",
}
_PART_NOT_SAID: dict[Language, str] = {
    "zh-Hant": "文件中沒有提到：{part}",
    "zh-Hans": "文档中没有提到：{part}",
    "en": "The documents do not say: {part}",
    "ru": "В документах не сказано: {part}",
}
_DISAGREE: dict[Language, str] = {
    "zh-Hant": "各文件說法不一：",
    "zh-Hans": "各文档说法不一：",
    "en": "The documents differ:",
    "ru": "Документы расходятся:",
}
_NO_KNOWLEDGE: dict[Language, str] = {
    "zh-Hant": "我是一個沒有自身知識的程式，沒有文件就無法回答這個問題。",
    "zh-Hans": "我是一个没有自身知识的程序，没有文档就无法回答这个问题。",
    "en": "I am a program without knowledge of its own and cannot answer this question without documents.",
    "ru": "Собственных знаний у меня, программы, нет: без документов ответить на этот вопрос я не могу.",
}


def answer_with_documents(prompt: ReadPrompt) -> str:
    """Answer from the passages in the prompt, each sentence with the number of the passage it comes from.

    Every part of the question is answered by the sentence or table row that speaks of it most; where two
    passages disagree both are given; where none speaks of it the answer says so.
    """
    question = prompt.text("question")
    sections = prompt.sections["passages"]
    language = detect_language(question)
    numbers = [section.attributes.get("number", str(n)) for n, section in enumerate(sections, start=1)]
    found = extract_answer(question, [section.text for section in sections])
    if not any(part.extracts for part in found):
        return _NOT_SAID[language]
    lines: list[str] = []
    for part in found:
        lines += _lines(part, numbers, language)
    return "\n".join(dict.fromkeys(lines))


def answer_without_documents(prompt: ReadPrompt) -> str:
    """Say that there is nothing to answer from."""
    return _NO_KNOWLEDGE[detect_language(prompt.text("question"))]


def _lines(part: PartAnswer, numbers: list[str], language: Language) -> list[str]:
    if not part.extracts:
        return [] if part.covered else [_PART_NOT_SAID[language].format_map({"part": part.asked})]
    cited = [f"{extract.text} [{numbers[extract.passage]}]" for extract in part.extracts]
    if part.conflict:
        return [f"{_DISAGREE[language]} {' '.join(cited)}"]
    return cited
