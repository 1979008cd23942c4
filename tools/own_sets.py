"""The sets of ``tests/independent``: answers of known quality on documents that were made for them.

A set is a folder with a document and a file of answers in each language; its README describes the form.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from agents.judges.passage_choice import choose_passages
from data_base.documents.reader import read_documents
from tools.yardstick_judge import judged

FOLDER = Path(__file__).resolve().parents[1] / "tests" / "independent"
LANGUAGES = ("zh-Hant", "zh-Hans", "en", "ru")
BANDS: dict[str, tuple[float, float]] = {
    "gold": (9, 11),
    "paraphrase": (8, 11),
    "invented": (0, 3),
    "swapped": (0, 5),
    "abstain_right": (8, 11),
    "abstain_wrong": (0, 7),
    "made_up": (0, 3),
    "one_sided": (3, 8),
}
"""Kind of answer to the accuracy that it should be strictly between; one_sided may be equal to a bound."""
TOKENS = 6000
"""Tokens of a document that are shown, in at most ten passages."""


@dataclass(frozen=True, slots=True)
class OwnAnswer:
    """An answer of known quality.

    Attributes:
        folder: the name of its set.
        language: of document and answer.
        id: unique in its file.
        kind: a key of :data:`BANDS`.
        group: the answers to one question share it.
        question: the question.
        text: the answer.
        passages: what it is judged by.
    """

    folder: str
    language: str
    id: str
    kind: str
    group: str
    question: str
    text: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """An answer with the accuracy it got, 1 to 10, and the processor time that took, in milliseconds."""

    answer: OwnAnswer
    accuracy: float
    milliseconds: float

    @property
    def fair(self) -> bool:
        """Whether the accuracy is in the band of the answer's kind."""
        low, high = BANDS[self.answer.kind]
        if self.answer.kind == "one_sided":
            return low <= self.accuracy <= high
        return low < self.accuracy < high


def own_answers(folder: Path) -> Iterator[OwnAnswer]:
    """Every answer of a set, in all languages."""
    for language in LANGUAGES:
        passages = read_documents(folder / "documents" / f"{language}.md")
        for line in (folder / f"answers.{language}.jsonl").read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            shown = choose_passages(row["question"], row["answer"], passages, token_budget=TOKENS).shown
            yield OwnAnswer(
                folder=folder.name,
                language=language,
                id=row["id"],
                kind=row["kind"],
                group=row["group"],
                question=row["question"],
                text=row["answer"],
                passages=tuple(passage.text for passage in shown),
            )


def judged_answers(answers: Iterable[OwnAnswer]) -> Iterator[JudgedAnswer]:
    """Judge every answer by its passages."""
    for answer in answers:
        found = judged(answer.question, answer.text, answer.passages)
        yield JudgedAnswer(answer, found.accuracy, found.milliseconds)
