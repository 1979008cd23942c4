"""What the API's description says is what the server does: requests made of the schema, on both databases."""

from __future__ import annotations

import itertools
import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded

from tests.service.http.route_table import Owned, make_owned
from tests.support.http_service import RunningService, running_service
from tests.support.stores import postgresql_schema

if TYPE_CHECKING:
    from schemathesis import APIOperation, Case

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),
    # Loaded by the test itself: it takes as long as a hundred tests, in every worker.
    pytest.mark.skipif(find_spec("schemathesis") is None, reason="the group servers is not installed"),
]
EXAMPLES = int(os.environ.get("SCHEMA_EXAMPLES", "8"))
"""Requests to a route; a long run by hand asks for more."""


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def service(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[RunningService]:
    given: dict[str, Any] = {"request_seconds": 20, "body_seconds": 5}
    if request.param == "sqlite":
        with running_service(str(tmp_path_factory.mktemp("store") / "runs.sqlite"), **given) as running:
            yield running
    else:
        with postgresql_schema() as schema, running_service(schema, **given) as running:
            yield running


def test_every_response_is_as_it_is_described(service: RunningService) -> None:
    """Every route: no 5xx, no status, type, header or shape that the description does not have."""
    import schemathesis
    from schemathesis.core.result import Ok

    owned = make_owned(service.client)
    schema = schemathesis.openapi.from_url(f"{service.url}/openapi.json", timeout=60)
    said: list[str] = []
    for found in schema.get_all_operations():
        assert isinstance(found, Ok), found
        operation = found.ok()
        try:
            _try(operation, service, owned)
        except BaseException as error:
            if isinstance(error, KeyboardInterrupt):
                raise
            said.append(f"{operation.label}: {error!r} {error}")
    assert not said, "\n\n".join(said)


def _try(operation: APIOperation[Any, Any, Any, Any], service: RunningService, owned: Owned) -> None:
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi import checks

    named = {name: getattr(owned, name, None) for name in Owned.__dataclass_fields__}
    wanted = [
        not_a_server_error,
        checks.status_code_conformance,
        checks.content_type_conformance,
        checks.response_headers_conformance,
        checks.response_schema_conformance,
    ]
    turns = itertools.count()

    @seeded(1)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=(Phase.explicit, Phase.generate),
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def one(case: Case[Any]) -> None:
        # Every other request names what is there; the rest names what was made up, or deletes that.
        if next(turns) % 2 and operation.method.upper() != "DELETE":
            for name in case.path_parameters or ():
                case.path_parameters[name] = named.get(name) or case.path_parameters[name]
        if "/events" in operation.path:
            case.headers["Accept"] = "application/json"
        case.call_and_validate(
            headers={"Authorization": service.client.headers["authorization"]}, checks=wanted, timeout=60
        )

    one()
