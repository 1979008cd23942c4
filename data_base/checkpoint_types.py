"""The types that a host's LangGraph state may contain, for the allowlist of its serializer."""

from data_base.schemas.answer import Answer
from data_base.schemas.blocked_source import BlockedSource
from data_base.schemas.evaluation_metrics import EvaluationMetrics
from data_base.schemas.key_point import KeyPoint
from data_base.schemas.passage import FoundPassage, Passage
from data_base.schemas.protocols import JudgeRequest
from data_base.schemas_deep_research import Attempt, DeepResearchResult, FineGrainedEvaluationResult

CHECKPOINT_TYPES: tuple[type, ...] = (
    FineGrainedEvaluationResult,
    DeepResearchResult,
    Attempt,
    Answer,
    Passage,
    FoundPassage,
    EvaluationMetrics,
    KeyPoint,
    BlockedSource,
    JudgeRequest,
)
"""For ``JsonPlusSerializer(allowed_msgpack_modules=CHECKPOINT_TYPES)``."""
