"""Every page is shown to visitors of its project alone, and changes nothing for a form from elsewhere."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

import httpx2
import pytest

from service.keys import SCOPES, Scope
from tests.service.http.route_table import Owned, make_owned
from tests.service.web.page_table import PAGES, Page
from tests.support.http_service import RunningService, running_service
from tests.support.rows import over


@dataclass(frozen=True)
class Shared:
    """A server, and what the project ``owner`` has on it."""

    service: RunningService
    owned: Owned


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    with running_service(str(tmp_path_factory.mktemp("pages") / "runs.sqlite")) as service:
        with service.client_of("owner") as owner:
            owned = make_owned(owner)
        yield Shared(service, owned)


@contextmanager
def visitor(service: RunningService, project: str, scopes: Sequence[Scope]) -> Iterator[httpx2.Client]:
    """A browser that signed in with a key of a project."""
    with httpx2.Client(base_url=service.url, headers={"Accept": "text/html"}, timeout=60) as browser:
        browser.post("/sign-in", data={"key": service.key(project, scopes), "next": "/"})
        yield browser


def token_of(browser: httpx2.Client) -> str:
    """What forms of the visitor's pages carry."""
    found = re.search(r"X-Form-Token&#34;: &#34;(\w+)|X-Form-Token\": \"(\w+)", browser.get("/runs").text)
    assert found is not None
    return found[1] or found[2]


def ask(browser: httpx2.Client, name: str, shared: Shared, token: str | None = None) -> httpx2.Response:
    """Ask for a page with the owner's things."""
    method, path = name.split(" ", maxsplit=1)
    page, named = PAGES[name], {**asdict(shared.owned), "part": "standings"}
    form = {field: value.format_map(named) for field, value in page.form.items()}
    return browser.request(
        method,
        path.format_map(named),
        params={field: value.format_map(named) for field, value in page.query.items()},
        data=None if method == "GET" else form,
        headers={} if token is None else {"X-Form-Token": token},
    )


def over_pages() -> Callable[[Callable[..., None]], Callable[..., None]]:
    return over("name", sorted(PAGES))


@over_pages()
def test_a_page_is_for_those_who_signed_in(shared: Shared, name: str) -> None:
    with httpx2.Client(base_url=shared.service.url, headers={"Accept": "text/html"}, timeout=60) as browser:
        response = ask(browser, name, shared)
    assert response.status_code == 303
    assert response.headers["location"].startswith("/sign-in?next=")


@over_pages()
def test_a_page_needs_its_scope(shared: Shared, name: str) -> None:
    others: Sequence[Scope] = [scope for scope in SCOPES if scope not in {PAGES[name].scope, "admin"}]
    with visitor(shared.service, "owner", others) as browser:
        refused = ask(browser, name, shared).status_code == 403
    assert refused is (PAGES[name].scope is not None)


@over_pages()
def test_a_page_shows_nothing_of_another_project(shared: Shared, name: str) -> None:
    page: Page = PAGES[name]
    with visitor(shared.service, "another", ("read", page.scope or "read")) as browser:
        token = token_of(browser)
        response = ask(browser, name, shared, token)
    assert response.status_code == 404 if page.names_owned else response.status_code < 400
    if not page.names_owned:
        for thing in {*asdict(shared.owned).values()} - {shared.owned.system, shared.owned.case}:
            assert thing not in response.text


@over_pages()
def test_a_form_from_elsewhere_changes_nothing(shared: Shared, name: str) -> None:
    if name.startswith("GET"):
        return
    with visitor(shared.service, "owner", SCOPES) as browser:
        for token in (None, "0" * 64):
            assert ask(browser, name, shared, token).status_code == 403
