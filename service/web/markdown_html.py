"""Markdown of models and documents as HTML that can do no harm."""

from __future__ import annotations

import re
from functools import cache
from itertools import islice

import nh3
from markdown_it import MarkdownIt
from markupsafe import Markup

_TAGS = frozenset(
    {
        *("p", "br", "hr", "h3", "h4", "h5", "h6", "ul", "ol", "li", "blockquote", "pre", "code"),
        *("em", "strong", "s", "del", "sub", "sup", "a", "table", "thead", "tbody", "tr", "th", "td"),
    }
)
_LONGEST, _MOST_SIGNS = 50_000, 5_000
"""Characters, and signs that may mean something in Markdown, beyond which a text is shown as it is.

Reading brackets, stars and lists that never end takes time that grows with their square.
"""
_SIGNS = re.compile(r"[\[\]!*_`~|<>&\\#\"'()+-]|\d[.)]|^[ \t]+", re.MULTILINE)
_LEVELS = {"h1": "h3", "h2": "h4"}
"""A page has one first heading, its own."""


def formatted(text: str) -> Markup:
    """A text in Markdown as HTML: no script, no style, no picture, links without a referrer.

    A very long one, or one of little but signs, is shown as it is.
    """
    if len(text) > _LONGEST or sum(1 for _ in islice(_SIGNS.finditer(text), _MOST_SIGNS + 1)) > _MOST_SIGNS:
        return Markup("<pre>{}</pre>").format(text)
    html = _markdown().render(text)
    for heading, lower in _LEVELS.items():
        html = html.replace(f"<{heading}>", f"<{lower}>").replace(f"</{heading}>", f"</{lower}>")
    clean = nh3.clean(
        html,
        tags=set(_TAGS),
        clean_content_tags={"script", "style"},
        attributes={"a": {"href"}, "ol": {"start"}},
        url_schemes={"http", "https", "mailto"},
        url_relative="deny",
        link_rel="noopener nofollow noreferrer",
    )
    return Markup(clean)  # noqa: S704  (what nh3 lets through)


@cache
def _markdown() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
