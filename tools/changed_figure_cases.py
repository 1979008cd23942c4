"""Gold answers of the arena's bank, and what they become when a figure is changed in them."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agents.judges.passage_choice import choose_passages
from data_base.documents.reader import read_documents
from data_base.schemas.passage import Passage
from scoring.values.agreement import agrees
from scoring.values.mentions import Mention, mentions

BANK = Path(__file__).resolve().parents[1] / "benchmark" / "arena"
DIGITS = "0123456789"
SHOWN = 10


@dataclass(frozen=True, slots=True)
class Case:
    """A question of the bank with what its answers are judged by.

    Attributes:
        id: of the question.
        question: the question.
        gold: its gold answer.
        paraphrases: the gold answer in other words.
        passages: what a judge would be shown of the question's documents.
    """

    id: str
    question: str
    gold: str
    paraphrases: tuple[str, ...]
    passages: tuple[str, ...]


def load_cases() -> list[Case]:
    """The bank's questions."""
    passages = read_documents(BANK / "documents")
    paraphrases = _rows("paraphrases.jsonl")
    cases = []
    for row in _rows("questions.jsonl"):
        own = [passage for passage in passages if passage.doc_id in row["documents"]]
        cases.append(
            Case(
                id=row["id"],
                question=row["question"],
                gold=row["gold_answer"],
                paraphrases=tuple(p["paraphrase"] for p in paraphrases if p["id"] == row["id"]),
                passages=_shown(row, own),
            )
        )
    return cases


def _rows(name: str) -> list[dict[str, Any]]:
    lines = (BANK / name).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def _shown(row: dict[str, Any], passages: Sequence[Passage]) -> tuple[str, ...]:
    """The passages with the evidence, then the most relevant others, in reading order."""
    quotes = ["".join(item["quote"].split()) for item in row["evidence"]]
    evidence = [p for p in passages if any(quote in "".join(p.text.split()) for quote in quotes)]
    ranked = choose_passages(row["question"], row["gold_answer"], passages, limit=SHOWN).shown
    chosen = {p.id for p in [*evidence, *ranked][: max(SHOWN, len(evidence))]}
    return tuple(p.text for p in passages if p.id in chosen)


def digit_changes(text: str, *, quick: bool) -> Iterator[str]:
    """Every text that differs from the given one in one digit of one figure or date.

    Args:
        text: a gold answer.
        quick: two other digits instead of nine.
    """
    for mention in mentions(text):
        for place in range(mention.start, mention.end):
            if not (text[place].isascii() and text[place].isdigit()):
                continue
            old = int(text[place])
            others = [DIGITS[(old + 1) % 10], DIGITS[(old + 4) % 10]] if quick else DIGITS
            for digit in others:
                if digit != text[place] and not (digit == "0" and _is_first(text, place)):
                    yield text[:place] + digit + text[place + 1 :]


def _is_first(text: str, place: int) -> bool:
    return place == 0 or not (text[place - 1].isdigit() or text[place - 1] in ".,")


def exchanges(text: str, passages: Sequence[str], *, most: int) -> Iterator[str]:
    """The text with one figure replaced by another of its kind from the passages.

    Args:
        text: a gold answer.
        passages: where the others are taken from.
        most: how many others are tried for each figure.
    """
    elsewhere = {mention.raw: mention for passage in passages for mention in mentions(passage)}
    own = {mention.raw for mention in mentions(text)}
    for mention in mentions(text):
        others = [
            other
            for raw, other in sorted(elsewhere.items())
            if raw not in own and _could_replace(mention, other) and _differs(mention, other)
        ]
        step = max(1, len(others) // most)
        for other in others[::step][:most]:
            yield text[: mention.start] + other.raw + text[mention.end :]


_LARGEST_RATIO = 1000


def _could_replace(claim: Mention, source: Mention) -> bool:
    """Whether a value is of the claim's kind and size, and as far as is said counts the same thing."""
    one, other = claim.figure, source.figure
    if one is None or other is None:
        return one is other and _detail(claim) == _detail(source)
    if (one.kind, one.unit is None) != (other.kind, other.unit is None):
        return False
    nouns = {one.noun, other.noun}
    same_noun = one.unit is not None or len(nouns) == 1 or None in nouns
    first, second = abs(one.value), abs(other.value)
    return same_noun and first <= second * _LARGEST_RATIO and second <= first * _LARGEST_RATIO


def _detail(mention: Mention) -> tuple[bool, ...]:
    date = mention.date
    return mention.is_year, date is None or date.day is None, date is not None and date.hour is not None


def _differs(one: Mention, other: Mention) -> bool:
    return not agrees(one, other) and not agrees(other, one)
