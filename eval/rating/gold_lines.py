"""People's ratings as the file that ``judge calibrate`` reads (``docs/choose_a_judge.md``)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from data_base.schemas.rating import by_people

if TYPE_CHECKING:
    from data_base.schemas.passage import Passage
    from data_base.schemas.rating import Rating
    from data_base.schemas.run import RunItem
    from eval.rating.blind_order import Place


def gold_lines(ratings: Iterable[Rating], items: Mapping[Place, RunItem]) -> Iterator[str]:
    """One line of JSON for each person and answer; answers that are gone are left out.

    Args:
        ratings: what people said; a language model's ratings are left out.
        items: the answers that they rated.
    """
    for rating in by_people(ratings):
        item = items.get((rating.case_id, rating.system))
        if item is None or (answer := answer_of(item)) is None:
            continue
        line = {
            "id": f"{rating.case_id}/{rating.system}",
            "question": item.question or item.case_id,
            "answer": answer,
            "passages": [
                {"id": passage.id, "doc_id": passage.doc_id, "page": passage.page, "text": passage.text}
                for passage in passages_of(item)
            ],
            "scores": dict(rating.scores),
            "rater": rating.rater,
            **({"gold_answer": gold} if (gold := item.metrics.get("reference_answer")) else {}),
            **({} if item.answerable is None else {"answerable": item.answerable}),
            **({"note": rating.note} if rating.note else {}),
            **({"language": item.language} if item.language else {}),
            **({"tags": list(item.tags)} if item.tags else {}),
        }
        yield json.dumps(line, ensure_ascii=False)


def answer_of(item: RunItem) -> str | None:
    """The text of an item's answer, None where there is none."""
    answer = item.answer or (None if item.research is None else item.research.answer)
    return None if answer is None else answer.text


def passages_of(item: RunItem) -> tuple[Passage, ...]:
    """The passages that an item's answer was written from."""
    if item.answer is not None and item.answer.passages:
        return item.answer.passages
    return () if item.research is None else item.research.passages
