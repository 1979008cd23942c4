"""A real browser on the service's pages; everything that a page must not do is written down."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

pytest.importorskip("playwright", reason="the group browser is not installed (uv sync --group browser)")

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Page, Route

    from service.keys import Scope
    from tests.support.http_service import RunningService

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
in_chromium = [
    pytest.mark.slow,
    pytest.mark.skipif(
        CHROMIUM is None and os.environ.get("CI") != "true",
        reason="needs chromium (apt-get install chromium)",
    ),
]
PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 900}
SERIOUS = {"serious", "critical"}
_OUTLINE = {"heading-order", "landmark-unique"}
"""Rules of how a page is laid out, by which those who hear it find their way."""
_RECORD_VIOLATIONS = """
  document.addEventListener("securitypolicyviolation", (event) => {
    console.error(`forbidden: ${event.violatedDirective} ${event.blockedURI}`);
  });
"""


def wait_until(page: Page, expression: str, argument: object = None, *, seconds: float = 30.0) -> None:
    """Wait for a JavaScript expression to hold, asked again and again from here.

    A page's policy forbids what ``wait_for_function`` does where the expression does not hold at once.
    """
    end = time.monotonic() + seconds
    while not page.evaluate(expression, argument):
        if time.monotonic() > end:
            pytest.fail(f"{expression} did not hold within {seconds:g} s")
        page.wait_for_timeout(20)


@dataclass
class Tab:
    """A page of the service in a browser.

    Attributes:
        page: to be used by the test.
        service: whose pages are shown.
        complaints: errors and warnings of the console, forbidden things, dialogs and windows.
        foreign: addresses of other servers that were asked for.
    """

    page: Page
    service: RunningService
    complaints: list[str] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", lambda message: self._said(message.type, message.text))
        self.page.on("popup", lambda popup: self.complaints.append(f"popup {popup.url}"))
        self.page.on("dialog", self._dialog)
        self.page.add_init_script(_RECORD_VIOLATIONS)
        self.page.route(lambda address: not address.startswith(self.service.url), self._forbid)

    def open(self, path: str) -> Page:
        """Go to a page."""
        self.page.goto(f"{self.service.url}{path}")
        return self.page

    def assert_clean(self) -> None:
        """Nothing was complained of, no other server was asked, and no text ran as a script."""
        assert self.complaints == []
        assert self.foreign == []
        assert self.page.evaluate("window.pwned") is None

    def assert_usable(self) -> None:
        """In both themes, on a desk and on a phone: no serious fault, nothing wider than the page."""
        for theme, size in (("light", DESK), ("dark", PHONE)):
            self.page.evaluate("theme => document.documentElement.dataset.theme = theme", theme)
            self.page.set_viewport_size(size)  # type: ignore[arg-type]  # a TypedDict of playwright's own
            self.assert_accessible()
            wide, seen = self.page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
            )
            assert wide <= seen, f"{self.page.url} is {wide} wide where {seen} are seen"

    def assert_accessible(self) -> None:
        """The page has no serious fault, and none of its outline, that a machine can find."""
        from axe_playwright_python.sync_playwright import Axe

        found = Axe().run(self.page).response["violations"]
        serious = [
            f"{each['id']}: {each['help']}: {[node['html'] for node in each['nodes']][:3]}"
            for each in found
            if each["impact"] in SERIOUS or each["id"] in _OUTLINE
        ]
        assert not serious, "\n".join(serious)

    def _said(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    def _dialog(self, dialog: Any) -> None:
        self.complaints.append(f"dialog {dialog.message}")
        dialog.dismiss()

    def _forbid(self, route: Route) -> None:
        if route.request.url.startswith("data:"):
            route.continue_()
            return
        self.foreign.append(route.request.url)
        route.abort()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window; where CI has none, the test fails."""
    if CHROMIUM is None:
        pytest.fail("CI=true, and there is no chromium on the PATH (apt-get install chromium)")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as tool:
        launched = tool.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield launched
        launched.close()


@contextmanager
def signed_in(
    browser: Browser, service: RunningService, scopes: Sequence[Scope] | None = None, **context: Any
) -> Iterator[Tab]:
    """A tab whose visitor has signed in to the project ``default``.

    Args:
        browser: it opens in.
        service: whose pages are shown.
        scopes: of the visitor's key, all if None.
        context: what Playwright makes the tab with, such as ``locale`` or ``java_script_enabled``.
    """
    opened = browser.new_context(viewport=DESK, **context)  # type: ignore[arg-type]  # as above
    try:
        key = service.key() if scopes is None else service.key(scopes=scopes)
        opened.request.post(f"{service.url}/sign-in", form={"key": key, "next": "/"}, max_redirects=0)
        yield Tab(opened.new_page(), service)
    finally:
        opened.close()
