"""Every behaviour of deliveries is shown on both databases."""

import pytest

pytest.importorskip("standardwebhooks", reason="the extra 'service' is not installed")

from tests.service.jobs.conftest import address

__all__ = ["address"]
