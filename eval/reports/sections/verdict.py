"""The head of a report: the verdict, and what a reader must know of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from eval.arena.verdict_sentence import headline
from eval.reports.report_locale import ENGLISH, ReportLocale

if TYPE_CHECKING:
    from eval.arena.result import ArenaResult

_SENTENCE_END = re.compile(r"(?:(?<=\.)\s+(?=[A-ZА-ЯЁ])|(?<=。)\s*(?=.))")


@dataclass(frozen=True, slots=True)
class ReportVerdict:
    """What a report says first."""

    first: str
    """The verdict's first sentence."""
    rest: str
    """What follows it, empty where nothing does."""
    nothing_scored: bool
    """Whether no answer has a score, so that there is no verdict."""
    notices: tuple[tuple[str, str], ...]
    """Warnings and notes, each with its heading, the warnings first."""
    folded: str
    """What is folded away, in words: ``2 warnings and 1 note``."""


def verdict(result: ArenaResult, locale: ReportLocale = ENGLISH) -> ReportVerdict:
    """The verdict on an arena, as it heads the report."""
    summary = result.summary
    first, *rest = _SENTENCE_END.split(headline(summary, locale.texts, locale.signed), maxsplit=1)
    warnings, notes = summary.warnings, result.manifest.notes
    gettext = locale.texts.gettext
    return ReportVerdict(
        first=first,
        rest="".join(rest),
        nothing_scored=not any(side.scored for side in summary.sides),
        notices=(
            *((gettext("Warning."), each) for each in warnings),
            *((gettext("Please note."), each) for each in notes),
        ),
        folded=_folded(len(warnings), len(notes), locale),
    )


def _folded(warnings: int, notes: int, locale: ReportLocale) -> str:
    texts = locale.texts
    warned = texts.ngettext("%(count)s warning", "%(count)s warnings", warnings)
    noted = texts.ngettext("%(count)s note", "%(count)s notes", notes)
    warned, noted = warned % {"count": locale.grouped(warnings)}, noted % {"count": locale.grouped(notes)}
    if warnings and notes:
        return texts.gettext("%(warnings)s and %(notes)s") % {"warnings": warned, "notes": noted}
    return warned if warnings else noted
