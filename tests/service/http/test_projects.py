"""Every route of the API is bound to the project of the key, and to what the key allows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta

import httpx2
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import iter_route_contexts
from sqlalchemy import inspect, text
from starlette.routing import BaseRoute

from service.http.app import create_app
from service.http.settings import ServerSettings
from service.keys import SCOPES, Scope
from tests.service.http.route_table import BESIDES, OPEN, ROUTES, Owned, Route, make_owned
from tests.service.web.page_table import OPEN_PAGES, PAGES
from tests.support.http_service import RunningService, client, running_service
from tests.support.rows import over
from tests.support.stores import postgresql_schema


@dataclass(frozen=True)
class Shared:
    service: RunningService
    owned: Owned


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def shared(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    if request.param == "sqlite":
        with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite")) as service:
            yield _shared(service)
    else:
        with postgresql_schema() as schema, running_service(schema) as service:
            yield _shared(service)


def _shared(service: RunningService) -> Shared:
    with service.client_of("owner") as owner:
        return Shared(service, make_owned(owner))


def served(routes: Sequence[BaseRoute]) -> set[str]:
    """What an app serves, what its description leaves out included: method and path of each route."""
    found = set()
    for route in iter_route_contexts(routes):
        methods = route.methods
        # A mounted app or a socket has no methods; HEAD is answered by what answers GET.
        kinds = {type(route.original_route).__name__} if methods is None else {*methods} - {"HEAD"}
        found |= {f"{kind} {route.path}" for kind in kinds}
    return found


def call(found: httpx2.Client, name: str, owned: Owned, route: Route | None = None) -> httpx2.Response:
    """Call a route with the owner's things."""
    method, path = name.split(" ", maxsplit=1)
    named, route = asdict(owned), route or ROUTES[name]
    return found.request(
        method,
        path.format_map(named),
        json=None if route.body is None else route.body(owned),
        params={name: value.format_map(named) for name, value in route.query.items()},
        headers={"Accept": "application/json"},
    )


def everything_of(owned: Owned, service: RunningService) -> Counter[tuple[str, str]]:
    """All rows of the store that name the owner or one of its things."""
    names = {"owner", *asdict(owned).values()} - {owned.system}
    rows: Counter[tuple[str, str]] = Counter()
    with service.context.jobs.reading() as connection:
        for table in inspect(connection).get_table_names():
            found = connection.execute(text(f'SELECT * FROM "{table}"')).all()  # noqa: S608  (the store's own names)
            said = [[bytes(v) if isinstance(v, memoryview) else v for v in row] for row in found]
            rows.update((table, repr(row)) for row in said if names & {*map(str, row)})
    return rows


def test_every_route_is_in_the_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    routes = served(create_app(ServerSettings(store=store)).routes)
    missing = sorted(routes - ROUTES.keys() - OPEN - PAGES.keys() - OPEN_PAGES)
    assert not missing, (
        f"{missing}: add a line for each to ROUTES in tests/service/http/route_table.py that says which "
        "scope it needs and how another project's thing is named to it (or to OPEN where it needs no key); "
        "a page to PAGES in tests/service/web/page_table.py."
    )
    gone = sorted({*ROUTES, *OPEN, *PAGES, *OPEN_PAGES} - routes)
    assert not gone, f"{gone}: not served any more; take the lines out of tests/service/http/route_table.py."


def test_the_walk_finds_what_the_description_leaves_out() -> None:
    app = FastAPI()
    inner = APIRouter(prefix="/inner")
    inner.add_api_route("/{thing}", lambda: None, methods=["PUT"], include_in_schema=False)
    app.include_router(inner)
    app.mount("/mounted", FastAPI())
    app.add_api_websocket_route("/socket", lambda: None)
    assert {"PUT /inner/{thing}", "Mount /mounted", "APIWebSocketRoute /socket"} <= served(app.routes)


def test_routes_that_need_no_key_answer_without_one(shared: Shared) -> None:
    for name in sorted(OPEN):
        with httpx2.Client(base_url=shared.service.url, timeout=60) as found:
            response = found.request(*name.replace("{name}", "docs.js").split(" ", maxsplit=1))
        assert response.status_code == 200, (name, response.text)
        for thing in {*asdict(shared.owned).values()} - {shared.owned.system}:
            assert thing not in response.text, name


@over("name", sorted(ROUTES))
def test_a_route_needs_a_valid_key(shared: Shared, name: str) -> None:
    keys = shared.service.context.keys
    revoked = keys.create("owner", "revoked")
    keys.revoke(revoked.key.id)
    past = datetime.now(UTC) - timedelta(seconds=1)
    expired = keys.create("owner", "expired", expires_at=past).secret
    for sent in (None, revoked.secret, expired, "drj_none", "x", "drj_" + "é" * 43):
        headers = [] if sent is None else [(b"Authorization", f"Bearer {sent}".encode())]
        # So many misses of one address would be slowed down.
        shared.service.context.misses._left.forget("127.0.0.1")
        with httpx2.Client(base_url=shared.service.url, headers=headers, timeout=60) as found:
            response = call(found, name, shared.owned)
        assert response.status_code == 401, (sent, response.text)
        assert response.headers["content-type"] == "application/problem+json"
        assert response.headers["www-authenticate"] == "Bearer"


@over("name", sorted(ROUTES))
def test_a_route_needs_its_scope(shared: Shared, name: str) -> None:
    needed = ROUTES[name].scope
    others: Sequence[Scope] = [scope for scope in SCOPES if scope not in {needed, "admin"}]
    for scopes in ((), others):
        with shared.service.client_of("owner", scopes) as found:
            response = call(found, name, shared.owned)
        assert response.status_code == 403, (scopes, response.text)
        assert needed in response.json()["detail"]
    with shared.service.client_of("another", [needed]) as found:
        assert call(found, name, shared.owned).status_code not in {401, 403}


@over("name, route", [*sorted(ROUTES.items()), *BESIDES])
def test_a_route_shows_and_changes_nothing_of_another_project(
    shared: Shared, name: str, route: Route
) -> None:
    before = everything_of(shared.owned, shared.service)
    assert before
    with shared.service.client_of("another") as found:
        response = call(found, name, shared.owned, route)
    if route.names_owned:
        assert response.status_code == 404, response.text
        assert response.headers["content-type"] == "application/problem+json"
    else:
        assert response.status_code < 300, response.text
        for thing in asdict(shared.owned).values():
            # Names that any project may use say nothing.
            assert thing == shared.owned.system or thing not in response.text
    assert everything_of(shared.owned, shared.service) == before


def test_an_idempotency_key_of_another_project_is_another_key(shared: Shared) -> None:
    key, body = {"Idempotency-Key": "the same"}, {"name": "the same"}
    with shared.service.client_of("owner") as owner, shared.service.client_of("another") as other:
        first, again = (owner.post("/v1/collections", headers=key, json=body) for _ in range(2))
        assert again.headers["idempotency-replayed"] == "true"
        found = other.post("/v1/collections", headers=key, json=body)
    assert found.status_code == 201
    assert "idempotency-replayed" not in found.headers
    assert found.json()["id"] != first.json()["id"] == again.json()["id"]


def test_what_the_owner_has_is_there_for_the_owner(shared: Shared) -> None:
    with client(shared.service.url, shared.service.key("owner")) as owner:
        assert shared.owned.job_id in owner.get("/v1/jobs").text
        assert call(owner, "GET /v1/jobs/{job_id}", shared.owned).json()["state"] == "done"
