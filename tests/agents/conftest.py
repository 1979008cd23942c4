"""A PostgreSQL schema of a test's own."""

from __future__ import annotations

import os
import uuid
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

DATABASE = os.environ.get("TEST_POSTGRES", "postgresql://postgres@127.0.0.1:5432/test")


@pytest.fixture
def postgres_url() -> Iterator[str]:
    """The address of an empty schema, dropped afterwards; ``TEST_POSTGRES`` names another database."""
    psycopg = pytest.importorskip("psycopg", reason="the group servers is not installed")
    try:
        connection = psycopg.connect(DATABASE, autocommit=True, connect_timeout=2)
    except psycopg.OperationalError:
        pytest.skip("no PostgreSQL answers at TEST_POSTGRES or at its usual place")
    schema = f"research_{uuid.uuid4().hex}"
    with connection:
        connection.execute(f"CREATE SCHEMA {schema}")
        yield f"{DATABASE}?options=-csearch_path%3D{schema}"
        connection.execute(f"DROP SCHEMA {schema} CASCADE")
