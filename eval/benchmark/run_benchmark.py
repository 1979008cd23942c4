"""The harness on many documents; the same as ``judge harness benchmark``."""

import sys
from pathlib import Path

if __name__ == "__main__":
    # Neither this script's folder nor eval/, where this folder would shadow benchmark, is a place to
    # import from.
    here = Path(__file__).resolve().parent
    kept = (entry for entry in sys.path if Path(entry).resolve() not in {here, here.parent})
    sys.path[:] = [str(here.parent.parent), *kept]

    try:
        from service.commands.app import run, run_benchmark_app
    except ImportError as error:
        sys.stderr.write(f"error: {error}; install the project first, with uv sync or pip install.\n")
        sys.exit(2)
    run(run_benchmark_app)
