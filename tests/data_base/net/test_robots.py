"""What a robots.txt means for us."""

import pytest

from data_base.net.robots import SiteRules
from tests.support.rows import over

pytest.importorskip("protego", reason="the extra 'fetch' is not installed")

PAGE = "https://a.example/reports/2001.html?x=1"


@over(
    "robots, allowed, delay",
    [
        ("", True, 0),
        ("User-agent: *\nDisallow: /", False, 0),
        ("User-agent: *\nDisallow: /reports\nAllow: /reports/2001", True, 0),
        ("User-agent: *\nDisallow: /*.html", False, 0),
        ("User-agent: *\nDisallow: /*.html$", True, 0),
        ("User-agent: other\nDisallow: /", True, 0),
        ("user agent: Deep-Research-Judge\nDisallow: /\n\nUser-agent: *\nAllow: /", False, 0),
        ("User-agent: *\nDisallow: /\nUser-agent: deep-research-judge*\nCrawl-delay: 3", True, 3),
        ("User-agent: *\nCrawl-delay: 86400", True, 10),
        ("User-agent: *\nCrawl-delay: nan", True, 0),
        ("\ufeffUser-agent: *\nDisallow: /", False, 0),
        ("<html>not found</html>", True, 0),
    ],
)
def test_rules_are_read(robots: str, allowed: bool, delay: float) -> None:
    rules = SiteRules(robots.encode())
    assert (rules.allow(PAGE), rules.delay_s) == (allowed, delay)


def test_rules_for_thousands_of_others_do_not_fill_the_memory() -> None:
    """Each rule was kept once for each of the names above it."""
    names = "".join(f"User-agent: b{n}\n" for n in range(12_000))
    rules = SiteRules((names + "Disallow: /x\n" * 20_000).encode())
    assert rules.allow(PAGE)
    assert len(rules._rules._user_agents) == 1
