"""What applies to the tests of the shipped banks."""

from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers where these few tests are all that is asked for: their start takes longer than the tests."""
    asked = (config.invocation_params.dir / arg.split("::")[0] for arg in config.args)
    return 0 if all(path.resolve().is_relative_to(HERE) for path in asked) else None
