"""The MCP server as its clients see it."""

import pytest

pytest.importorskip("mcp", reason="the extra 'mcp' is not installed")
pytest.importorskip("fastapi", reason="the extra 'service' is not installed")
