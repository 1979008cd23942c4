"""The pages of the documentation, as tests read them."""

from itertools import pairwise
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]


def read(name: str) -> str:
    """A page by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """A part of a page, from the heading with this title to the next one of its level or above."""
    tokens = MarkdownIt("commonmark").parse(text)
    # A heading's tag is its level, and its text the token after it.
    headings = [
        (token.tag, after.content, token.map[0])
        for token, after in pairwise(tokens)
        if token.type == "heading_open" and token.map
    ]
    ((level, begin),) = [(tag, line) for tag, content, line in headings if content == title]
    end = next((line for tag, _, line in headings if line > begin and tag <= level), None)
    return "\n".join(text.splitlines()[begin:end]) + "\n"


def blocks(text: str, language: str) -> list[str]:
    """Code blocks of a language, those in lists included."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [token.content for token in tokens if token.type == "fence" and token.info.strip() == language]
