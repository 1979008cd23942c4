"""Questions on one PDF, answered and scored; the same as ``judge harness run``."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Python puts this script's folder first on the path, where eval/benchmark would shadow benchmark.
    here = Path(__file__).resolve().parent
    sys.path[:] = [str(here.parent), *(entry for entry in sys.path if Path(entry).resolve() != here)]

    try:
        from service.commands.app import run, run_eval_app
    except ImportError as error:
        sys.stderr.write(f"error: {error}; install the project first, with uv sync or pip install.\n")
        sys.exit(2)
    run(run_eval_app)
