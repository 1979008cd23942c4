"""The legal RAG benchmark: a runner for any system, and its command line, the same as ``judge legal``.

uv run pytest benchmark/
uv run python benchmark/test_runner.py --type fact_exact
"""

import sys
from pathlib import Path

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from eval.legal_benchmark.runner import BenchmarkRunner

__all__ = ["BenchmarkRunner"]

if __name__ == "__main__":
    from service.commands.app import legal_app, run

    run(legal_app)
