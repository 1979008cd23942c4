"""A sentence that the end of a printed page breaks: the page has the rest of it, too."""

import re
from collections import Counter
from dataclasses import dataclass, field

from data_base.text.sentences import is_page_number, sentence_spans

# A sentence has no more lines on either page.
_MOST_LINES = 12
_DIGITS = re.compile(r"\d+")
_ENDS = re.compile(r"[.!?。！？…][\"'”’」』)\]]*$")


@dataclass(slots=True)
class PageEdges:
    """The first and last lines of a document's pages, by which running heads and feet are known."""

    _count: Counter[str] = field(default_factory=Counter)

    def add(self, text: str) -> None:
        """Learn the edges of one page's text."""
        lines = text.split("\n")
        self._count.update({_shape(lines[0]), _shape(lines[-1])})

    def with_rest(self, text: str, following: str) -> str:
        """The page's text, and where its last sentence goes on atop the next page, with the rest of that.

        A quote of the sentence and a figure that the break is within are found on the page where they begin.

        Args:
            text: printed lines of a page.
            following: those of the next page.
        """
        lines, below = text.split("\n"), following.split("\n")
        end = next((end for end in range(len(lines), 0, -1) if not self._is_margin(lines[end - 1])), 0)
        start = next((n for n, line in enumerate(below) if not self._is_margin(line)), len(below))
        above = "\n".join(lines[max(end - _MOST_LINES, 0) : end])
        rest = _rest(above, "\n".join(below[start : start + _MOST_LINES]))
        return "\n".join((*lines[:end], rest, *lines[end:])) if rest else text

    def _is_margin(self, line: str) -> bool:
        return is_page_number(line) or self._count[_shape(line)] > 1


def _shape(line: str) -> str:
    return _DIGITS.sub("0", line.strip())


def _rest(above: str, below: str) -> str:
    """What is below of the sentence that the border is within; nothing where it ends above or has no end."""
    joined, border = f"{above}\n{below}", len(above)
    broken = next((end for start, end in sentence_spans(joined) if start < border < end), 0)
    rest = joined[border + 1 : broken]
    return rest if _ENDS.search(rest) else ""
