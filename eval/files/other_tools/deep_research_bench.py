"""DeepResearch Bench: its queries, and the raw articles that systems are submitted with.

``data/prompt_data/query.jsonl`` has ``id``, ``topic``, ``language`` and ``prompt`` per line,
``data/test_data/raw_data/<model>.jsonl`` has ``id``, ``prompt`` and ``article``; ids are numbers there.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from eval.files.other_tools.tool_answer import Placed, Row, ToolAnswer, text_of


def is_of_deep_research_bench(row: Row) -> bool:
    """Whether a row is an article or a query of DeepResearch Bench."""
    return {"id", "prompt"} <= row.keys() and ("article" in row or {"topic", "language"} <= row.keys())


def read_deep_research_bench(path: Path, rows: Iterable[Placed]) -> Iterator[ToolAnswer]:
    """The articles; the system is named after the file, as DeepResearch Bench does."""
    for place, row in rows:
        yield ToolAnswer(
            place=place,
            system=path.stem,
            id=str(row["id"]).strip(),
            question=text_of(row.get("prompt")),
            answer=text_of(row.get("article")),
            error="the article is missing or empty",
            tags=(topic,) if (topic := text_of(row.get("topic"))) else (),
        )
