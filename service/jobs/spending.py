"""What the model calls of a job cost so far."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import text

from data_base.schemas.usage import TokenUsage

if TYPE_CHECKING:
    from service.jobs.job import Job
    from service.jobs.job_store import JobStore

_SPENT = text(
    "SELECT COUNT(*) AS calls, SUM(CASE WHEN cached THEN 1 ELSE 0 END) AS cached, "
    "COALESCE(SUM(input_tokens), 0) AS input_tokens, COALESCE(SUM(output_tokens), 0) AS output_tokens, "
    "SUM(cost_usd) AS cost_usd, SUM(CASE WHEN cost_usd IS NULL THEN 1 ELSE 0 END) AS unpriced "
    "FROM calls WHERE run_id = :run"
)


def spent_on(jobs: JobStore, job: Job) -> TokenUsage:
    """Calls, tokens and cost of a job so far; no cost where the price of one is not known."""
    if job.run_id is None:
        return TokenUsage()
    with jobs.reading() as connection:
        row = connection.execute(_SPENT, {"run": job.run_id}).one()
    cached = row.cached or 0
    return TokenUsage(
        calls=row.calls - cached,
        cached=cached,
        input_tokens=row.input_tokens,
        output_tokens=row.output_tokens,
        cost_usd=None if row.unpriced else row.cost_usd,
    )
