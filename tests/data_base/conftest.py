"""Where a run store may be kept."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.stores import postgresql_schema


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a store that is not there yet, once for each kind of database."""
    if request.param == "sqlite":
        yield str(tmp_path / "deep" / "runs.sqlite")
    else:
        with postgresql_schema() as url:
            yield url
