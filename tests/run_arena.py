"""The arena over the shipped questions, the same as ``judge arena``.

uv run python tests/run_arena.py
"""

import sys
from pathlib import Path

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from service.commands.app import arena_app, run

if __name__ == "__main__":
    run(arena_app)
