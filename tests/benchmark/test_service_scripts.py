"""The scripts that kill and measure the service, on a small load."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.long_proofs import only_in_long_proofs
from tests.support.stores import postgresql_schema

pytest.importorskip("fastapi", reason="the extra 'service' is not installed")

from tools import kills


@pytest.mark.slow
@pytest.mark.parametrize("database", [pytest.param("sqlite", marks=only_in_long_proofs), "postgresql"])
def test_nothing_is_lost_or_judged_twice_where_processes_are_killed(database: str, tmp_path: Path) -> None:
    if database == "sqlite":
        assert kills.measure(str(tmp_path / "runs.sqlite"), kills=2, seed=1)
    else:
        with postgresql_schema() as schema:
            assert kills.measure(schema, kills=2, seed=1)
