"""A candidate run against its baseline; the same as ``judge compare``."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python puts this script's folder first on the path, where modules of eval/ would shadow others.
    here = Path(__file__).resolve().parent
    sys.path[:] = [str(here.parent), *(entry for entry in sys.path if Path(entry).resolve() != here)]

    try:
        from service.commands.app import compare_app, run
    except ImportError as error:
        # Python would end with 1, which here says that the gate failed.
        sys.stderr.write(f"error: {error}; install the project first, with uv sync or pip install.\n")
        sys.exit(2)
    run(compare_app)
