"""How the user calls this program, for commands that are printed to be pasted."""

import os

_BY_UV_RUN = "UV_RUN_RECURSION_DEPTH"
"""Set by ``uv run``, which puts the environment on the path of what it starts, and of nothing else."""


def program_name() -> str:
    """``judge``, or ``uv run judge`` where the shell would not find it."""
    return "uv run judge" if os.environ.get(_BY_UV_RUN) else "judge"
