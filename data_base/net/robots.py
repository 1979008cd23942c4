"""What a site's robots.txt lets us ask for."""

import re

from data_base.extras import extra_named

USER_AGENT = "deep-research-judge"
"""The name that pages are asked for under."""
MOST_BYTES = 500 * 1024
"""What is read of a robots.txt, the least that RFC 9309 asks for."""
_LONGEST_DELAY_S = 10.0
_USER_AGENT_LINE = re.compile(r"(?im)^([ \t]{0,20}user[ \t-]?agent[ \t]{0,20}:?)([^\r\n#]*)")


class SiteRules:
    """The rules of a site, as far as they are for us."""

    def __init__(self, robots: bytes = b"") -> None:
        """Read them.

        Args:
            robots: the robots.txt; an empty one permits everything.

        Raises:
            InputError: protego is not installed.
        """
        with extra_named("Fetching", "fetch"):
            from protego import Protego  # noqa: PLC0415  (of an extra)

        text = robots[:MOST_BYTES].decode(errors="replace").removeprefix("\ufeff")
        self._rules = Protego.parse(_without_others(text))
        self.delay_s = min(self._rules.crawl_delay(USER_AGENT) or 0.0, _LONGEST_DELAY_S)
        """Seconds from one request to the next that the site asks for, 0 to 10."""

    def allow(self, url: str) -> bool:
        """Whether a page may be asked for."""
        return bool(self._rules.can_fetch(url, USER_AGENT))


def _without_others(robots: str) -> str:
    """The file with one name for all others: rules that are kept for thousands of them fill the memory."""

    def named(line: re.Match[str]) -> str:
        # As protego reads it: without asterisks, in any case, a part of our name is meant for us.
        is_ours = line[2].strip().replace("*", "").lower() in USER_AGENT
        return line[0] if is_ours else f"{line[1]} another"

    return _USER_AGENT_LINE.sub(named, robots)
