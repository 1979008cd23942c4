"""The fonts of the still charts, and which characters they can draw."""

import unicodedata
from functools import cache
from pathlib import Path

import matplotlib as mpl
from matplotlib.font_manager import FontEntry, fontManager
from matplotlib.ft2font import FT2Font

from data_base.logs import module_logger
from eval.reports.label_truncation import shorten

_log = module_logger(__name__)

CJK_FONT = Path(__file__).parent / "fonts" / "DroidSansFallbackFull.ttf"
# Names of our own, so that no font a machine happens to have changes a picture.
SANS, CJK = "Arena Sans", "Arena CJK"
FAMILY = (SANS, CJK)
REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
# The one pair of everyday Chinese punctuation the CJK font lacks, and its twin that the Latin one has.
_TWINS = str.maketrans("〈〉", "⟨⟩")
_INVISIBLE = {"Cc", "Cf"}


def sans_font() -> Path:
    """DejaVu Sans (Latin, Greek, Cyrillic), as matplotlib brings it along."""
    return Path(mpl.get_data_path()) / "fonts" / "ttf" / "DejaVuSans.ttf"


def register_fonts() -> None:
    """Make :data:`FAMILY` known to matplotlib; doing so twice changes nothing."""
    known = {entry.name for entry in fontManager.ttflist}
    for name, path in ((SANS, sans_font()), (CJK, CJK_FONT)):
        if name not in known:
            fontManager.ttflist.append(FontEntry(fname=str(path), name=name))


def missing_glyphs(text: str) -> str:
    """The characters of a text that no font of the charts has, each once, in order."""
    return "".join(dict.fromkeys(character for character in text if ord(character) not in _drawn()))


def drawable(text: str, *, cells: int) -> str:
    """A label that can be drawn on one line: shortened, with U+FFFD for what no font has (which is logged).

    Args:
        text: any text.
        cells: the width it may take, in half-width characters; a Chinese character takes two.
    """
    visible = "".join(
        character for character in " ".join(text.split()) if unicodedata.category(character) not in _INVISIBLE
    )
    whole = visible.translate(_TWINS)
    missing = missing_glyphs(whole)
    if missing:
        _log.warning("No chart font has %s, drawn as a replacement character.", ascii(missing))
    return shorten("".join(REPLACEMENT if character in missing else character for character in whole), cells)


@cache
def _drawn() -> frozenset[int]:
    return frozenset(code for path in (sans_font(), CJK_FONT) for code in FT2Font(str(path)).get_charmap())
