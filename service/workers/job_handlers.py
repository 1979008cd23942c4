"""How each kind of job is worked on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from service.arenas.contesting import ContestWork
from service.collections.indexing import IndexingWork
from service.collections.settings import collection_settings
from service.jobs.judging import Evaluators, JudgingWork
from service.research.researching import ResearchWork

if TYPE_CHECKING:
    from service.collections.index import CollectionIndexes
    from service.jobs.worker import JobHandler


def job_handlers(evaluators: Evaluators, indexes: CollectionIndexes) -> Mapping[str, JobHandler]:
    """How each kind of job is worked on, with the judges and indexes of this process.

    Raises:
        InputError: a setting of the environment cannot be used.
    """
    return {
        "evaluations": JudgingWork(evaluators),
        "documents": IndexingWork(collection_settings()),
        "research": ResearchWork(evaluators, indexes),
        "arena": ContestWork(evaluators, indexes),
    }
