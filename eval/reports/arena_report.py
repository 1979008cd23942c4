"""The arena's report: one self-contained HTML file."""

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from agents.research.best_attempt import answered as attempt_answered
from data_base.text.language import detect_language
from data_base.whole_file import write_whole
from eval.arena.result import ArenaResult, PairSummary
from eval.arena.result_files import REPORT_HTML
from eval.reports.chart_data import QUESTIONS, RADAR, chart_data
from eval.reports.detail_budget import (
    HEADING_CELLS,
    LARGEST_REPORT,
    LARGEST_STILL,
    NAME_CELLS,
    QuestionDetail,
    fitting,
    size,
)
from eval.reports.inline_charts import Forest, forest, share_of_scale
from eval.reports.label_truncation import shorten
from eval.reports.question_view import QuestionView, question_view, shared_passages
from eval.reports.report_locale import ENGLISH, ReportLocale, dimension_word, label_of, language_name
from eval.reports.sections.pareto import amount_text
from eval.reports.sections.report_sections import sections
from eval.runs.answered_counts import key_point_counts
from eval.stats.paired import Estimate

_TWO = 2
_NAME_CELLS, _MOST_FACETS = 28, 40
_TEMPLATES = Path(__file__).parent / "templates"
_CHART_LIBRARY = Path(__file__).parent / "vendor" / "echarts" / "echarts.min.js"


def write_report(result: ArenaResult, folder: Path, stills: Mapping[str, bytes]) -> Path:
    """Write ``report.html``.

    Args:
        result: the contest.
        folder: where to.
        stills: the drawn charts, by file name.

    Raises:
        InputError: it cannot be written.
    """
    path = folder / REPORT_HTML
    write_whole(path, render(result, stills))
    return path


def render(result: ArenaResult, stills: Mapping[str, bytes]) -> str:
    """The report as HTML: self-contained, every text from outside escaped.

    A content security policy in the page forbids requests and all scripts but its own, should escaping ever
    fail. The still charts replace the interactive ones on paper and where scripts are forbidden.

    The page stays below :data:`eval.reports.detail_budget.LARGEST_REPORT`: of very many questions the last
    ones show their scores only, and the page says so.

    Args:
        result: the contest.
        stills: the drawn charts, by file name; one that is not there is left out of the page.
    """
    environment = report_environment(ENGLISH)
    page = partial(
        environment.get_template("report.html.j2").render,
        page=_page_parts(),
        charts=_charts(result, ENGLISH),
        title=" · ".join(side.system for side in result.summary.sides),
    )
    return page(body=_body(environment, result, stills, LARGEST_REPORT - size(page(body="")), ENGLISH))


def arena_body(result: ArenaResult, locale: ReportLocale = ENGLISH) -> tuple[Markup, Mapping[str, Any]]:
    """What the report shows without its shell, and the data of its charts.

    For a page with a shell of its own, ``report.css``, the chart library, ``report.js`` and the data as
    JSON in an element ``chart-data``.

    Args:
        result: the contest.
        locale: the language it is shown in.
    """
    return _body(report_environment(locale), result, {}, LARGEST_REPORT, locale), _charts(result, locale)


@cache
def report_environment(locale: ReportLocale) -> Environment:
    """The report's templates with their filters, in a language; every text from outside is escaped.

    Reading the templates takes 20 times as long as filling them in, so a process does it once.
    """
    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    environment.install_gettext_translations(locale.texts, newstyle=True)  # type: ignore[attr-defined]
    environment.filters |= {
        "score": locale.score,
        "heading": _heading,
        "grouped": locale.grouped,
        "count": locale.grouped,
        "name": partial(shorten, cells=_NAME_CELLS),
        "written": locale.written,
        "plain": lambda value: locale.written(f"{value:g}"),
        "language": detect_language,
        "language_name": partial(language_name, texts=locale.texts),
        "dimension_word": partial(dimension_word, texts=locale.texts),
        "as_json": partial(json.dumps, ensure_ascii=False, default=str),
        "share": locale.share,
        "signed_share": locale.signed_share,
        "scale_share": _scale_share,
        "part": partial(_part, locale),
        "amount": partial(amount_text, locale=locale),
        "signed": locale.signed,
        "interval": partial(_interval, locale),
        "span": partial(_signed_span, locale),
        "to": locale.span,
        "attempt_answered": attempt_answered,
        "key_point_counts": key_point_counts,
        # Of sentences that are kept, such as a run's notes, the catalogues know some.
        "translated": locale.texts.gettext,
    }
    return environment


def _body(
    environment: Environment,
    result: ArenaResult,
    stills: Mapping[str, bytes],
    room: int,
    locale: ReportLocale,
) -> Markup:
    """The report's content, in no more bytes than there is room for."""
    shelf = shared_passages(result.items)
    mode, against = result.summary.mode, result.summary.against_reference
    reference = None if against is None else against.reference
    questions = [
        question_view(number, item, shelf, mode, locale, reference=reference)
        for number, item in enumerate(result.items, start=1)
    ]
    parts: Any = environment.get_template("report_parts.html.j2").module
    passages = {shared.anchor: parts.shared_passage(shared) for shared in shelf.values()}
    details = [
        QuestionDetail(
            parts.drill_down(view), {shared.anchor: passages[shared.anchor] for shared in view.shared}
        )
        for view in questions
    ]
    # Of many contestants the table of pairs says what a picture of each would.
    pairs = result.summary.pairs if len(result.summary.sides) <= _TWO else ()
    body = partial(
        environment.get_template("arena.html.j2").render,
        manifest=result.manifest,
        summary=result.summary,
        questions=questions,
        charts=_charts(result, locale),
        stills={name: _data_address(stills.get(f"{name}.svg")) for name in (RADAR, QUESTIONS)},
        sections=sections(result, {view.result.case.id: view.anchor for view in questions}, locale),
        facets=_facets(questions),
        forests=[(pair, _forest(pair, locale)) for pair in pairs],
        shown_pairs=pairs,
        dimensions={name: label_of(name, locale.texts) for name in result.summary.sides[0].means},
    )
    shown = details[: fitting(details, room - size(body(details=[], passages=[])))]
    led_to = {anchor for detail in shown for anchor in detail.passages}
    return Markup(  # noqa: S704  (rendered with every text escaped)
        body(
            details=[detail.html for detail in shown],
            passages=[html for anchor, html in passages.items() if anchor in led_to],
        )
    )


@dataclass(frozen=True, slots=True)
class _PageParts:
    """The page's own style and scripts; nothing from outside is in them."""

    policy: str
    style: Markup
    library: Markup
    switch: Markup
    script: Markup


def _page_parts() -> _PageParts:
    paths = (
        _TEMPLATES / "report.css",
        _CHART_LIBRARY,
        _TEMPLATES / "report_switch.js",
    )
    style, *scripts = (path.read_text(encoding="utf-8") for path in paths)
    # The list of questions is in order before anything leads to one of them.
    own = (_TEMPLATES / name for name in ("report_questions.js", "report.js"))
    scripts.append("\n".join(path.read_text(encoding="utf-8") for path in own))
    policy = _content_security_policy(scripts, [style])
    return _PageParts(policy, Markup(style), *map(Markup, scripts))  # noqa: S704  (our own files)


def _charts(result: ArenaResult, locale: ReportLocale) -> dict[str, Any]:
    data = chart_data(result, locale)
    short = (
        replace(question, id=shorten(question.id, NAME_CELLS), question=_heading(question.question))
        for question in data.questions
    )
    return asdict(replace(data, questions=tuple(short)))


def _facets(questions: Sequence[QuestionView]) -> Mapping[str, Sequence[str]]:
    """What questions can be chosen by: languages and tags, the most frequent first."""
    languages = Counter(view.language for view in questions)
    tags = Counter(tag for view in questions for tag in dict.fromkeys(view.result.case.tags))
    found = {"language": languages, "tag": tags}
    return {name: [value for value, _ in counts.most_common(_MOST_FACETS)] for name, counts in found.items()}


def _heading(text: str) -> str:
    return shorten(text, HEADING_CELLS)


def _data_address(svg: bytes | None) -> str:
    address = "" if svg is None else "data:image/svg+xml;base64," + base64.b64encode(svg).decode()
    return address if len(address) <= LARGEST_STILL else ""


def _forest(pair: PairSummary, locale: ReportLocale) -> Forest:
    return forest({label_of(name, locale.texts): gap for name, gap in pair.differences.items()})


def _interval(locale: ReportLocale, value: Estimate) -> str:
    return "" if value.low is None else f"{locale.score(value.low)} – {locale.score(value.high)}"


def _part(locale: ReportLocale, share: float | None) -> str:
    """A share of 0 to 1, fine enough to tell systems apart that are nearly as good."""
    return "–" if share is None else locale.written(f"{share:.3f}")


def _signed_span(locale: ReportLocale, value: Estimate) -> str:
    return "" if value.low is None else f"{locale.signed(value.low)} … {locale.signed(value.high)}"


def _scale_share(score: float | None) -> float:
    return 0.0 if score is None else share_of_scale(score)


def _content_security_policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """A policy under which no other script or style works, should escaping ever fail, and no request is made.

    Args:
        scripts: the whole text between the tags of every script the page runs.
        styles: the same of its style elements; style attributes are forbidden.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_sources(scripts)}",
            f"style-src {_sources(styles)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _sources(texts: Sequence[str]) -> str:
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{value}'" for value in hashes) or "'none'"
