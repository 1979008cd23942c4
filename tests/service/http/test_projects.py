"""Every route of the API is bound to the project of the key, and to what the key allows."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx2
import pytest

from service.http.app import create_app
from service.http.settings import ServerSettings
from service.keys import SCOPES, Scope
from tests.service.http.route_table import OPEN, ROUTES, Owned, make_owned
from tests.support.http_service import RunningService, client, running_service
from tests.support.rows import over
from tests.support.stores import postgresql_schema

_METHODS = {"get", "put", "post", "delete", "patch", "head", "options", "trace"}


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


def served(app_routes: dict[str, Any]) -> set[str]:
    return {
        f"{method.upper()} {path}"
        for path, methods in app_routes.items()
        for method in methods
        if method in _METHODS
    }


def call(found: httpx2.Client, name: str, owned: Owned) -> httpx2.Response:
    """Call a route with the owner's things."""
    method, path = name.split(" ", maxsplit=1)
    body = ROUTES[name].body
    return found.request(
        method,
        path.format_map(asdict(owned)),
        json=None if body is None else body(owned),
        params=ROUTES[name].query,
        headers={"Accept": "application/json"},
    )


def test_every_route_is_in_the_table(tmp_path_factory: pytest.TempPathFactory) -> None:
    store = str(tmp_path_factory.mktemp("store") / "runs.sqlite")
    routes = served(create_app(ServerSettings(store=store)).openapi()["paths"])
    missing = sorted(routes - ROUTES.keys() - OPEN)
    assert not missing, (
        f"{missing}: add a line for each to ROUTES in tests/service/http/route_table.py that says which "
        "scope it needs and how another project's thing is named to it (or to OPEN where it needs no key)."
    )
    gone = sorted({*ROUTES, *OPEN} - routes)
    assert not gone, f"{gone}: not served any more; take the lines out of tests/service/http/route_table.py."


@over("name", sorted(ROUTES))
def test_a_route_needs_a_valid_key(shared: Shared, name: str) -> None:
    keys = shared.service.context.keys
    revoked = keys.create("owner", "revoked")
    keys.revoke(revoked.key.id)
    past = datetime.now(UTC) - timedelta(seconds=1)
    expired = keys.create("owner", "expired", expires_at=past).secret
    for sent in (None, revoked.secret, expired, "drj_none", "x", "drj_" + "é" * 43):
        headers = [] if sent is None else [(b"Authorization", f"Bearer {sent}".encode())]
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


@over("name", sorted(ROUTES))
def test_a_route_shows_and_changes_nothing_of_another_project(shared: Shared, name: str) -> None:
    with shared.service.client_of("another") as found:
        response = call(found, name, shared.owned)
    if ROUTES[name].names_owned:
        assert response.status_code == 404, response.text
        assert response.headers["content-type"] == "application/problem+json"
    else:
        assert response.status_code < 300, response.text
        for thing in asdict(shared.owned).values():
            # Names that any project may use say nothing.
            assert thing == shared.owned.system or thing not in response.text


def test_what_the_owner_has_is_there_for_the_owner(shared: Shared) -> None:
    with client(shared.service.url, shared.service.key("owner")) as owner:
        assert shared.owned.job_id in owner.get("/v1/jobs").text
        assert call(owner, "GET /v1/jobs/{job_id}", shared.owned).json()["state"] == "done"
