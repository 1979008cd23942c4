"""Replies about numbered texts with the faults that models' replies have."""

import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage


@dataclass(frozen=True)
class NumberedTexts:
    """Texts that a model is asked about, and the verdict on each."""

    key: str
    """What the reply calls the list of verdicts."""
    texts: Mapping[int, str]
    """By their numbers."""
    verdicts: Sequence[str]
    """What there may be."""

    def truth(self, number: int) -> str:
        """The verdict on a text."""
        return self.verdicts[number * 7 % len(self.verdicts)]

    def entries(self, numbers: Iterable[int], echo: int, words: str = 'the "words" of {}') -> list[Any]:
        """The verdicts on some texts, each with so many characters of the text."""
        return [
            {
                "number": n,
                "starts": self.texts[n][:echo],
                "verdict": self.truth(n),
                "words": words.format(n),
            }
            for n in numbers
        ]

    def damaged(
        self,
        numbers: Iterable[int],
        chance: random.Random,
        words: str = 'the "words" of {}',
        further: Mapping[str, Any] | None = None,
    ) -> str | AIMessage:
        """A reply to a prompt that asks for some texts, with some of the faults that replies have."""
        found = self._with_other_items(self.entries(numbers, chance.choice([14, 24, 60]), words), chance)
        text = json.dumps({**(further or {}), self.key: found}, indent=chance.choice([None, 1]))
        if chance.random() < 0.3:
            text = f"Here is what I found:\n```json\n{text}\n```\nAll points are covered."
        if chance.random() < 0.2:
            text = text.replace('\\"words\\"', '"words"')
        if chance.random() < 0.2:
            text = text.replace('"verdict"', "“verdict”", 3)
        if chance.random() < 0.2:
            place = chance.randrange(len(text))
            text = text[:place] + text[place:].replace('"', "", 1)
        if chance.random() < 0.3:
            text = text[: chance.randrange(len(text) // 4, len(text))]
            if chance.random() < 0.7:
                return AIMessage(text, response_metadata={"finish_reason": "length"})
        return text

    def _with_other_items(self, found: list[Any], chance: random.Random) -> list[Any]:
        """Items dropped, renumbered, doubled, invented or in another order."""
        if chance.random() < 0.5:
            found = [each for each in found if chance.random() < 0.9]
        if chance.random() < 0.3:
            found = self._renumbered(found, chance)
        if chance.random() < 0.3:
            found += chance.sample(found, k=min(5, len(found)))
        if chance.random() < 0.2:
            found += [{"number": 99, "starts": "Quite another", "verdict": self.verdicts[0]}]
        if chance.random() < 0.2:
            chance.shuffle(found)
        return found

    def _renumbered(self, found: list[Any], chance: random.Random) -> list[Any]:
        """The same items under other numbers, each with enough of its text to be known by."""
        offset = chance.choice([0, 1, 7])
        numbers: list[int | None] = [n + offset for n in range(1, len(found) + 1)]
        if chance.random() < 0.3:
            chance.shuffle(numbers)
        if chance.random() < 0.2:
            numbers = [None] * len(found)
        return [
            {**each, "number": number, "starts": self.texts[each["number"]][:30]}
            for each, number in zip(found, numbers, strict=True)
        ]
