"""The legal RAG benchmark: a runner for any system, and its command line.

    uv run pytest benchmark/
    uv run python benchmark/test_runner.py --type fact_exact

The command ends with 0, with 1 below ``--min-percentage``, and with 2 where it could not be judged: bad
input, or questions that the system gave no answer to.
"""

from __future__ import annotations

import argparse
import json
import sys
import traceback
from pathlib import Path
from typing import TYPE_CHECKING

# A script's own folder comes first on the path; the project may not be installed.
sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from data_base.errors import InputError
from data_base.store.settings import chosen_store
from eval.files.atomic import whole_file
from eval.legal_benchmark.bank import SHIPPED, TYPES
from eval.legal_benchmark.choice import SYSTEMS, Choice, chosen_system
from eval.legal_benchmark.runner import BenchmarkRunner

if TYPE_CHECKING:
    from agents.evaluator import RAGEvaluator

__all__ = ["BenchmarkRunner", "main"]

BELOW, NO_VERDICT = 1, 2
_WHOLE = 100


def main(arguments: list[str] | None = None) -> int:
    """Run a system over the bank and print what it came to."""
    options = _options().parse_args(arguments)
    try:
        return _run(options)
    except InputError as error:
        sys.stderr.write(f"error: {error}\n")
        return NO_VERDICT
    except Exception as error:  # noqa: BLE001  (1 would say that the system is below the percentage)
        traceback.print_exc()
        sys.stderr.write(f"error: no verdict was reached ({type(error).__name__}).\n")
        return NO_VERDICT


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Run the legal RAG benchmark.")
    parser.add_argument("--path", type=Path, default=SHIPPED, help="a question file, or a folder of them")
    parser.add_argument("--type", choices=TYPES, help="only questions of this type")
    parser.add_argument("--system", choices=SYSTEMS, default="recorded", help="who answers")
    parser.add_argument("--answers", type=Path, help="recorded answers (the shipped ones by default)")
    parser.add_argument("--target", help="module:name of a callable, or the address of an endpoint")
    parser.add_argument("--model", default="embedded", help="of pure_llm and deep_research")
    parser.add_argument(
        "--judge", help="a model that finds invented details, instead of the embedded checker"
    )
    parser.add_argument(
        "--store",
        help="the run store: an SQLite file or postgresql://…; JUDGE_STORE, else .judge/runs.sqlite",
    )
    parser.add_argument("--min-percentage", type=_percentage, default=0.0, help="below it the exit code is 1")
    parser.add_argument("--out", type=Path, help="write the summary as JSON here")
    return parser


def _percentage(text: str) -> float:
    value = float(text)
    if not 0 <= value <= _WHOLE:
        raise argparse.ArgumentTypeError(f"{text} is not from 0 to 100")
    return value


def _run(options: argparse.Namespace) -> int:
    choice = Choice(options.system, options.answers, options.target, options.model)
    runner = BenchmarkRunner(
        options.path, evaluator=_evaluator(options.judge), store=chosen_store(options.store)
    )
    summary = runner.run_benchmark(chosen_system(choice, runner.questions), options.type)
    if options.out is not None:
        with whole_file(options.out) as file:
            # Half of a character, as an answer may hold it, becomes a question mark.
            file.write((json.dumps(summary, ensure_ascii=False, indent=2) + "\n").encode("utf-8", "replace"))
    _show(summary)
    if summary["unscored"] or summary["overall_percentage"] is None:
        sys.stderr.write(f"error: {summary['unscored']} questions are unscored; there is no verdict.\n")
        return NO_VERDICT
    return BELOW if summary["overall_percentage"] < options.min_percentage else 0


def _evaluator(judge: str | None) -> RAGEvaluator | None:
    if judge is None:
        return None
    from agents.evaluator import RAGEvaluator  # noqa: PLC0415  (only where a judge is asked for)

    return RAGEvaluator(judge)


def _show(summary: dict[str, object]) -> None:
    by_type, by_level = summary["by_type"], summary["by_difficulty"]
    assert isinstance(by_type, dict)
    assert isinstance(by_level, dict)
    for name, part in [("all", summary), *by_type.items(), *by_level.items()]:
        mean = "-" if part["overall_percentage"] is None else f"{part['overall_percentage']:.1f} %"
        sys.stdout.write(
            f"{name:<14}{mean:>9}  {part['passed']}/{part['total_questions']} passed, "
            f"{part['unscored']} unscored\n"
        )


if __name__ == "__main__":
    sys.exit(main())
