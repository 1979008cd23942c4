"""Every text of the pages is there in every language, with the same places for figures."""

import re
from pathlib import Path
from typing import get_args

import pytest

pytest.importorskip("babel", reason="the extra 'service' is not installed")
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from data_base.schemas.judgement import ClaimVerdict
from data_base.schemas.key_point import KeyPointVerdict
from data_base.schemas.score_card import ErrorTag
from eval.runs.ranked_points import Standing
from service.web.languages import CATALOGUES, LOCALES, translations
from tests.support.rows import over

WEB = CATALOGUES.parent
ROOT = WEB.parent.parent
SOURCES = (WEB, ROOT / "service" / "jobs", ROOT / "eval" / "arena", ROOT / "eval" / "reports")
TEMPLATES = {"trimmed": "true", "silent": "false", "newstyle_gettext": "true"}
PLACE = re.compile(r"%\(\w+\)s|\{\w+\}")
Texts = set[str | tuple[str, ...]]


def shown() -> Texts:
    """What templates and modules have translated."""
    methods = [("templates/**.j2", "jinja2"), ("**.py", "python")]
    options = {"templates/**.j2": TEMPLATES}
    return {
        text if isinstance(text, str) else tuple(text)
        for source in SOURCES
        for _, _, text, _, _ in extract_from_dir(str(source), method_map=methods, options_map=options)
    }


def catalogue(locale: str) -> Catalog:
    with Path(CATALOGUES / f"{locale}.po").open("rb") as file:
        return read_po(file, locale)


@over("locale", LOCALES[1:])
def test_every_text_is_translated(locale: str) -> None:
    kept = {message.id if isinstance(message.id, str) else tuple(message.id) for message in catalogue(locale)}
    said = "see CONTRIBUTING.md on how to bring the catalogues up to date"
    assert sorted(map(str, shown() - kept)) == [], said
    assert sorted(map(str, kept - shown() - {""})) == [], said


@over("locale", LOCALES[1:])
def test_translations_have_the_same_places_and_none_is_empty(locale: str) -> None:
    for message in catalogue(locale):
        if not message.id:
            continue
        wanted = set(PLACE.findall(message.id if isinstance(message.id, str) else message.id[-1]))
        forms = [message.string] if isinstance(message.string, str) else list(message.string or [""])
        for form in forms:
            assert form.strip(), message.id
            assert set(PLACE.findall(form)) == wanted, message.id
        assert not message.fuzzy, message.id


def test_a_count_has_the_form_of_its_language() -> None:
    one, more = "%(count)s passage that it was written from", "%(count)s passages that it was written from"
    forms = [translations("ru").ngettext(one, more, count) for count in (1, 2, 5, 11, 21)]
    assert [form.split()[1] for form in forms] == [
        "отрывок,",
        "отрывка,",
        "отрывков,",
        "отрывков,",
        "отрывок,",
    ]
    assert translations("en").ngettext(one, more, 2) == more


def test_every_error_tag_has_words_on_the_pages() -> None:
    """A tag without any made each page of a run fail."""
    assert named("service/web", "words", "error_words") == {tag.value for tag in ErrorTag}


def test_every_verdict_has_words_and_a_mark() -> None:
    """An answer with one that had none had no page and no report."""
    for place, file in (("service/web", "words"), ("eval/reports", "report_parts")):
        for kept in ("verdict_words", "verdict_marks", "verdict_tones"):
            assert named(place, file, kept) == set(get_args(ClaimVerdict)), (file, kept)
    assert named("eval/reports", "key_points", "point_words") == set(get_args(KeyPointVerdict))
    for kept in ("point_marks", "point_tones"):
        assert named("eval/reports", "key_points", kept) == set(get_args(Standing))


def named(place: str, file: str, kept: str) -> set[str]:
    """The names that a template keeps something for."""
    text = (ROOT / place / "templates" / f"{file}.html.j2").read_text(encoding="utf-8")
    (said,) = re.findall(rf"set {kept} = (\{{.*\}}) %\}}", text)
    return set(re.findall(r'"(\w+)": (?:_|")', said))
