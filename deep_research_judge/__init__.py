"""The public names of the project in one place, each loaded when it is first used.

In a checkout the rooms that they come from are top-level packages; in the wheel they are below this one.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import PathFinder
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from agents.calls.runtime import ModelRuntime as ModelRuntime
    from agents.claims.fetching import cited_addresses as cited_addresses
    from agents.claims.fetching import fetch_sources as fetch_sources
    from agents.claims.fetching import fetch_sources_sync as fetch_sources_sync
    from agents.claims.judge_report import judge_report as judge_report
    from agents.claims.judge_report import judge_report_sync as judge_report_sync
    from agents.deep_research import DeepResearchService as DeepResearchService
    from agents.errors import ModelCallError as ModelCallError
    from agents.errors import SearchError as SearchError
    from agents.evaluator import RAGEvaluator as RAGEvaluator
    from agents.graphs.middleware import JudgeMiddleware as JudgeMiddleware
    from agents.graphs.search_sources import mcp_search as mcp_search
    from agents.judges.passage_conversion import DocumentLike as DocumentLike
    from agents.models import chat_model as chat_model
    from agents.models.sentence_encoder import SentenceEncoder as SentenceEncoder
    from agents.reply_parser import parse_reply as parse_reply
    from agents.research.events import AttemptJudged as AttemptJudged
    from agents.research.events import Finished as Finished
    from agents.research.events import ResearchEvent as ResearchEvent
    from agents.research.events import RunStarted as RunStarted
    from agents.research.settings import ResearchSettings as ResearchSettings
    from data_base.checkpoint_types import CHECKPOINT_TYPES as CHECKPOINT_TYPES
    from data_base.errors import InputError as InputError
    from data_base.passage_index import PassageIndex as PassageIndex
    from data_base.schemas.answer import Answer as Answer
    from data_base.schemas.case import Case as Case
    from data_base.schemas.claim_table import ClaimTable as ClaimTable
    from data_base.schemas.passage import Passage as Passage
    from data_base.schemas.protocols import JudgeRequest as JudgeRequest
    from data_base.schemas.run import RunItem as RunItem
    from data_base.schemas.run import RunManifest as RunManifest
    from data_base.schemas.score_card import ScoreCard as ScoreCard
    from data_base.schemas_deep_research import DeepResearchResult as DeepResearchResult
    from data_base.schemas_deep_research import FineGrainedEvaluationResult as FineGrainedEvaluationResult
    from data_base.store.run_store import RunStore as RunStore
    from eval.arena.request import ArenaRequest as ArenaRequest
    from eval.arena.run import run_arena as run_arena
    from eval.arena.setup import prepare_arena as prepare_arena
    from eval.judging.frames import EvaluatedFrame as EvaluatedFrame
    from eval.judging.frames import evaluate_frame as evaluate_frame
    from eval.judging.frames import evaluate_frame_sync as evaluate_frame_sync
    from eval.legal_benchmark.runner import BenchmarkRunner as BenchmarkRunner
    from eval.reports.arena_folder import save_arena as save_arena
    from scoring.abstention import abstains as abstains
    from scoring.answers import CanonicalAnswer as CanonicalAnswer
    from scoring.answers import ScoringTerms as ScoringTerms
    from scoring.answers import score as score
    from scoring.completeness import coverage as coverage
    from scoring.correctness import grade as grade
    from scoring.eval_json_v2 import score_output as score_output
    from scoring.grounding import check_claim as check_claim
    from scoring.keywords import score_answer as score_answer
    from service.client.errors import RequestRefusedError as RequestRefusedError
    from service.client.errors import ServiceUnavailableError as ServiceUnavailableError
    from service.client.judge_client import AsyncJudgeClient as AsyncJudgeClient
    from service.client.judge_client import JudgeClient as JudgeClient
    from service.client.remote_deep_research import RemoteDeepResearch as RemoteDeepResearch
    from service.client.remote_evaluator import RemoteEvaluator as RemoteEvaluator
    from service.http.bodies.arenas import ArenaRunRequest as ArenaRunRequest
    from service.http.bodies.arenas import ContestantRequest as ContestantRequest
    from service.http.bodies.arenas import GivenAnswer as GivenAnswer
    from service.http.bodies.arenas import QuestionRequest as QuestionRequest
    from service.http.bodies.arenas import ResearchContestantRequest as ResearchContestantRequest
    from service.http.bodies.comparisons import ComparisonRequest as ComparisonRequest
    from service.http.bodies.evaluations import BatchItem as BatchItem
    from service.http.bodies.evaluations import BatchRequest as BatchRequest
    from service.http.bodies.evaluations import EvaluationRequest as EvaluationRequest
    from service.http.bodies.pairs import PairEvaluationRequest as PairEvaluationRequest
    from service.http.bodies.parts import CollectionPassages as CollectionPassages
    from service.http.bodies.research import ResearchRequest as ResearchRequest
    from service.http.bodies.runs import ItemQuery as ItemQuery
    from service.http.bodies.runs import RunQuery as RunQuery

_NAMES = {
    "agents.calls.runtime": ("ModelRuntime",),
    "agents.claims.fetching": ("cited_addresses", "fetch_sources", "fetch_sources_sync"),
    "agents.claims.judge_report": ("judge_report", "judge_report_sync"),
    "agents.deep_research": ("DeepResearchService",),
    "agents.errors": ("ModelCallError", "SearchError"),
    "agents.evaluator": ("RAGEvaluator",),
    "agents.graphs.middleware": ("JudgeMiddleware",),
    "agents.graphs.search_sources": ("mcp_search",),
    "agents.judges.passage_conversion": ("DocumentLike",),
    "agents.models": ("chat_model",),
    "agents.models.sentence_encoder": ("SentenceEncoder",),
    "agents.reply_parser": ("parse_reply",),
    "agents.research.events": ("AttemptJudged", "Finished", "ResearchEvent", "RunStarted"),
    "agents.research.settings": ("ResearchSettings",),
    "data_base.checkpoint_types": ("CHECKPOINT_TYPES",),
    "data_base.errors": ("InputError",),
    "data_base.passage_index": ("PassageIndex",),
    "data_base.schemas.answer": ("Answer",),
    "data_base.schemas.case": ("Case",),
    "data_base.schemas.claim_table": ("ClaimTable",),
    "data_base.schemas.passage": ("Passage",),
    "data_base.schemas.protocols": ("JudgeRequest",),
    "data_base.schemas.run": ("RunItem", "RunManifest"),
    "data_base.schemas.score_card": ("ScoreCard",),
    "data_base.schemas_deep_research": ("DeepResearchResult", "FineGrainedEvaluationResult"),
    "data_base.store.run_store": ("RunStore",),
    "eval.arena.request": ("ArenaRequest",),
    "eval.arena.run": ("run_arena",),
    "eval.arena.setup": ("prepare_arena",),
    "eval.judging.frames": ("EvaluatedFrame", "evaluate_frame", "evaluate_frame_sync"),
    "eval.legal_benchmark.runner": ("BenchmarkRunner",),
    "eval.reports.arena_folder": ("save_arena",),
    "scoring.abstention": ("abstains",),
    "scoring.answers": ("CanonicalAnswer", "ScoringTerms", "score"),
    "scoring.completeness": ("coverage",),
    "scoring.correctness": ("grade",),
    "scoring.eval_json_v2": ("score_output",),
    "scoring.grounding": ("check_claim",),
    "scoring.keywords": ("score_answer",),
    "service.client.errors": ("RequestRefusedError", "ServiceUnavailableError"),
    "service.client.judge_client": ("AsyncJudgeClient", "JudgeClient"),
    "service.client.remote_deep_research": ("RemoteDeepResearch",),
    "service.client.remote_evaluator": ("RemoteEvaluator",),
    "service.http.bodies.arenas": (
        "ArenaRunRequest",
        "ContestantRequest",
        "GivenAnswer",
        "QuestionRequest",
        "ResearchContestantRequest",
    ),
    "service.http.bodies.evaluations": ("BatchItem", "BatchRequest", "EvaluationRequest"),
    "service.http.bodies.pairs": ("PairEvaluationRequest",),
    "service.http.bodies.parts": ("CollectionPassages",),
    "service.http.bodies.comparisons": ("ComparisonRequest",),
    "service.http.bodies.research": ("ResearchRequest",),
    "service.http.bodies.runs": ("ItemQuery", "RunQuery"),
}
_MODULES = {name: module for module, names in _NAMES.items() for name in names}
_NEEDED_BY = {
    "langchain": {"JudgeMiddleware"},
    "sqlalchemy": {
        *("RunStore", "run_arena", "prepare_arena", "BenchmarkRunner", "save_arena"),
        *("RemoteDeepResearch", "ResearchRequest", *_NAMES["service.http.bodies.arenas"]),
    },
}
_MISSING = {
    name for package, names in _NEEDED_BY.items() if PathFinder.find_spec(package) is None for name in names
}
# ``import *`` loads what can be loaded; whoever imports another name by itself learns which extra it needs.
__all__ = sorted(_MODULES.keys() - _MISSING)  # noqa: PLE0605  (the names are above)

_ROOMS = f"{__name__}." if Path(__file__).with_name("agents").is_dir() else ""

if not _ROOMS:
    from deep_research_judge.shadowing import require_own_packages

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
    with import_module(f"{_ROOMS}data_base.extras").extra_named(name):
        return getattr(import_module(f"{_ROOMS}{_MODULES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(_MODULES)
