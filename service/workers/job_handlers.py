"""How each kind of job is worked on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from service.arenas.arena_work import ContestWork
from service.arenas.endpoint import endpoints
from service.collections.document_parsing_job import IndexingWork
from service.collections.settings import collection_settings
from service.jobs.judging import Evaluators, JudgingWork
from service.research.researching import ResearchWork

if TYPE_CHECKING:
    from service.collections.index import CollectionIndexes
    from service.jobs.worker import JobHandler


def job_handlers(
    evaluators: Evaluators, indexes: CollectionIndexes, endpoint_hosts: Sequence[str] = ()
) -> Mapping[str, JobHandler]:
    """How each kind of job is worked on.

    Args:
        evaluators: the judges of this process.
        indexes: its indexes.
        endpoint_hosts: hosts of contestants that the operator trusts.

    Raises:
        InputError: a setting of the environment cannot be used.
    """
    return {
        "evaluations": JudgingWork(evaluators),
        "documents": IndexingWork(collection_settings()),
        "research": ResearchWork(evaluators, indexes),
        "arena": ContestWork(evaluators, indexes, endpoints(endpoint_hosts)),
    }
