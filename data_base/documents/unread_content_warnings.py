"""What of documents is not read, in sentences for whoever reads the results."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from data_base.counted import counted
from data_base.documents.page import PageBlocks

_SHOWN_KINDS = 5


def pages_note(name: str, pages: Sequence[PageBlocks]) -> str | None:
    """Which pages of a document have no text, such as scans among others; None where all have some."""
    return missing_note(name, (page.number for page in pages if page.number and not page.blocks), len(pages))


def missing_note(name: str, missing: Iterable[int], count: int) -> str | None:
    """As :func:`pages_note`, of the numbers of these pages and how many the document has."""
    ranges: list[list[int]] = []
    for number in missing:
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1][1] = number
        else:
            ranges.append([number, number])
    if not ranges:
        return None
    shown = ", ".join(f"{first}-{last}" if first < last else str(first) for first, last in ranges)
    are = f"page {shown} of {count:,} has" if shown.isdigit() else f"pages {shown} of {count:,} have"
    return f"{name}: {are} no text that can be read; run it through text recognition (OCR)."


def kinds_note(folder: Path, files: Sequence[Path]) -> str | None:
    """Which files of a folder of documents are of kinds that are not read; None where there are none."""
    if not files:
        return None
    are = "is" if len(files) == 1 else "are"
    return f"{folder}: {counted(len(files), 'file')} of other kinds {are} not read ({kinds_of(files)})."


def kinds_of(files: Iterable[Path]) -> str:
    """The suffixes of files, or names where they have none; the first five."""
    kinds = sorted({file.suffix.lower() or file.name for file in files})
    return f"{', '.join(kinds[:_SHOWN_KINDS])}{' …' * (len(kinds) > _SHOWN_KINDS)}"
