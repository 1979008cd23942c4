"""Every behaviour of jobs is shown on both databases."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import postgresql_schema


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where a run store can be made."""
    if request.param == "sqlite":
        yield str(tmp_path / "runs.sqlite")
    else:
        with postgresql_schema() as schema:
            yield schema
