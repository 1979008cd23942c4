"""Parts of an arena's report, each by itself, for pages that have a shell of their own."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from markupsafe import Markup

from eval.reports.arena_report import report_environment
from eval.reports.question_view import shared_passages
from eval.reports.report_locale import ENGLISH, ReportLocale
from eval.reports.sections.report_sections import sections

if TYPE_CHECKING:
    from eval.arena.result import ArenaResult

PARTS: Mapping[str, tuple[str, ...]] = {
    "standings": ("standings", "leanings", "optimism"),
    "pairs": ("pairs",),
    "people": ("people",),
    "points": ("key_points",),
    "reference": ("reference",),
    "slices": ("slices",),
    "spending": ("spending",),
    "citations": ("citations", "clashes"),
    "shared": ("shared",),
}
"""A part's name to the templates that show it."""


def arena_part(result: ArenaResult, part: str, locale: ReportLocale = ENGLISH) -> Markup:
    """What the report shows in a part, without its shell; empty where the arena has nothing of the kind.

    Args:
        result: the contest.
        part: one of :data:`PARTS`.
        locale: the language it is shown in.
    """
    template = report_environment(locale).get_template("arena/part.html.j2")
    shelf = shared_passages(result.items)
    html = template.render(
        templates=PARTS[part],
        summary=result.summary,
        # The questions are on another page, so that nothing here leads to them.
        sections=sections(result, {}, locale),
        questions=[
            (question.case, [shelf[passage] for passage in question.shared_passages])
            for question in result.items
            if question.shared_passages
        ],
    )
    return Markup(html.strip())  # noqa: S704  (rendered with every text escaped)
