"""The embedded model as a researcher: an answer made of the passages' own sentences and table cells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from data_base.text.language import Language, detect_language
from scoring.embedded.extraction import PartAnswer, extract_answer
from scoring.embedded.wording import say

if TYPE_CHECKING:
    from agents.calls.prompt_messages import ReadPrompt


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
        return say("not_told", language)
    lines: list[str] = []
    for part in found:
        lines += _lines(part, numbers, language)
    return "\n".join(dict.fromkeys(lines))


def answer_without_documents(prompt: ReadPrompt) -> str:
    """Say that there is nothing to answer from."""
    return say("no_knowledge", detect_language(prompt.text("question")))


def _lines(part: PartAnswer, numbers: list[str], language: Language) -> list[str]:
    if not part.extracts:
        return [] if part.covered else [say("part_not_told", language, part.asked)]
    cited = [f"{extract.text} [{numbers[extract.passage]}]" for extract in part.extracts]
    if part.conflict:
        return [f"{say('documents_differ', language)} {' '.join(cited)}"]
    return cited
