"""What an import must not bring with it: one interpreter takes all steps, for starting one costs more."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
JUDGED = """
import asyncio
from agents.evaluator import RAGEvaluator
from data_base.schemas.passage import Passage
documents = [Passage(id="n#1", doc_id="n", text="The plant made 41 GWh in 2021.")]
judge = RAGEvaluator("embedded").evaluate_fine_grained
judged = judge("How much did the plant make in 2021?", "The plant made 41 GWh in 2021.", documents)
assert asyncio.run(judged).metrics.accuracy > 9
"""
NAMED = """
from agents.models.google.google_chat import MAINTAINED_SDK, google_chat_model, installed
if installed(MAINTAINED_SDK):
    google_chat_model("gemini-x", api_key="k")
"""
# Name, code and what must not be loaded behind it. What one step loads is there in those below it.
STEPS = (
    (
        "the package",
        "import deep_research_judge",
        {"openai", "langchain_core", "sqlalchemy"},
    ),
    (
        "scoring",
        "import scoring.grounding, scoring.completeness, scoring.correctness, scoring.abstention",
        {"numpy"},
    ),
    (
        "the help of the commands",
        "import service.commands.app",
        {
            *("langchain_core", "langgraph", "openai", "numpy", "matplotlib", "sqlalchemy"),
            "eval.systems.choice",
        },
    ),
    (
        "the door to the models",
        "import agents.models, agents.evaluator",
        # The retired SDK puts "google" alone, a namespace, into every process where it is installed.
        {"openai", "google.genai", "google.generativeai", "langgraph", "numpy", "json_repair"},
    ),
    (
        "programs without a run store",
        "import data_base, data_base.schemas.run",
        {"sqlalchemy", "alembic", "psycopg"},
    ),
    (
        "a judgement that nobody listens to",
        JUDGED,
        {"opentelemetry.trace"},
    ),
    (
        "the pages and commands of an arena",
        "import eval.arena.run, eval.reports.arena_report, eval.reports.arena_parts",
        {"matplotlib"},
    ),
    (
        "a model of Google's before its first call",
        NAMED,
        {"google.genai", "google.generativeai"},
    ),
)
RUN = """
import json, sys
sys.modules["opentelemetry"] = None  # as where it is not installed
loaded = {}
for name, code in json.load(sys.stdin):
    exec(code)
    loaded[name] = list(sys.modules)
print(json.dumps(loaded))
"""


@pytest.fixture(scope="module")
def loaded() -> dict[str, list[str]]:
    ended = subprocess.run(
        [sys.executable, "-c", RUN],
        cwd=ROOT,
        input=json.dumps([(name, code) for name, code, _ in STEPS]),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    return json.loads(ended.stdout)  # type: ignore[no-any-return]


def test_nobody_pays_for_a_library_that_is_not_used(loaded: dict[str, list[str]]) -> None:
    found = {name: sorted(heavy.intersection(loaded[name])) for name, _, heavy in STEPS}
    assert found == {name: [] for name, _, _ in STEPS}
