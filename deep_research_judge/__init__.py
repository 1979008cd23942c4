"""The public names of the project in one place, each loaded when it is first used."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from data_base.errors import InputError as InputError
from deep_research_judge.shadowing import require_own_packages

if TYPE_CHECKING:
    from agents.deep_research import DeepResearchService as DeepResearchService
    from agents.evaluator import RAGEvaluator as RAGEvaluator
    from agents.models import chat_model as chat_model
    from agents.reply_parser import parse_reply as parse_reply
    from data_base.passage_index import PassageIndex as PassageIndex
    from data_base.schemas.passage import Passage as Passage
    from data_base.schemas.protocols import JudgeRequest as JudgeRequest
    from data_base.schemas_deep_research import DeepResearchResult as DeepResearchResult
    from data_base.schemas_deep_research import FineGrainedEvaluationResult as FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore as RunStore
    from eval.legal_benchmark.runner import BenchmarkRunner as BenchmarkRunner
    from scoring.abstention import abstains as abstains
    from scoring.completeness import coverage as coverage
    from scoring.correctness import grade as grade
    from scoring.grounding import check_claim as check_claim

_MODULES = {
    "BenchmarkRunner": "eval.legal_benchmark.runner",
    "DeepResearchResult": "data_base.schemas_deep_research",
    "DeepResearchService": "agents.deep_research",
    "FineGrainedEvaluationResult": "data_base.schemas_deep_research",
    "InputError": "data_base.errors",
    "JudgeRequest": "data_base.schemas.protocols",
    "Passage": "data_base.schemas.passage",
    "PassageIndex": "data_base.passage_index",
    "RAGEvaluator": "agents.evaluator",
    "RunStore": "data_base.store.run_store",
    "abstains": "scoring.abstention",
    "chat_model": "agents.models",
    "check_claim": "scoring.grounding",
    "coverage": "scoring.completeness",
    "grade": "scoring.correctness",
    "parse_reply": "agents.reply_parser",
}
__all__ = sorted(_MODULES)  # noqa: PLE0605  (the names are above)

try:
    require_own_packages()
except ImportError as error:
    # The command imports this package first; it ends with a sentence, and no traceback.
    if Path(sys.argv[0]).stem != "judge":
        raise
    print(f"error: {error}", file=sys.stderr)  # noqa: T201
    sys.exit(2)


def __getattr__(name: str) -> object:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)


def __dir__() -> list[str]:
    return __all__
