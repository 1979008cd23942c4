"""The pages of the documentation, as tests read them."""

from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).resolve().parents[2]


def read(name: str) -> str:
    """A page by its path in the repository."""
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(text: str, language: str) -> list[str]:
    """Code blocks of a language, those in lists included."""
    tokens = MarkdownIt("commonmark").parse(text)
    return [token.content for token in tokens if token.type == "fence" and token.info.strip() == language]
