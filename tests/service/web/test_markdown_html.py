"""Markdown of a model becomes HTML that can do no harm."""

import re

from service.web.markdown_html import formatted
from tests.support.rows import over
from tests.support.viewed_runs import ATTACK


def test_markdown_is_formatted() -> None:
    html = formatted("# Title\n\n**bold** and `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n3. three")
    assert "<h3>Title</h3>" in html
    assert "<strong>bold</strong> and <code>code</code>" in html
    assert "<td>2</td>" in html
    assert '<ol start="3">' in html


def test_links_say_nothing_of_where_they_were_followed() -> None:
    html = formatted("[a](https://example.org/) <https://example.org/b>")
    assert re.findall("<a [^>]*>", html) == [
        '<a href="https://example.org/" rel="noopener nofollow noreferrer">',
        '<a href="https://example.org/b" rel="noopener nofollow noreferrer">',
    ]


@over(
    "attack",
    [
        ATTACK,
        "![x](https://example.org/x.png)",
        "[x](javascript:alert(1)) [y](data:text/html,x) [z](//example.org/z) [w](/sign-out)",
        "<b onclick=alert(1) style='color:red'>x</b>",
        "<svg><script>alert(1)</script></svg>",
        "[x]: javascript:alert(1)\n\n[x]",
        "```html\n<script>alert(1)</script>\n```",
    ],
)
def test_nothing_runs_and_nothing_is_loaded(attack: str) -> None:
    html = formatted(attack)
    tags = re.findall(r"<[^>]*>", html)
    assert not [
        tag for tag in tags if re.search(r"script|img|svg|iframe|link|style|\son|javascript|data:", tag)
    ]
    assert all("https://" in tag for tag in tags if "href" in tag)
