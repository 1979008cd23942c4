"""What is asked of the tables of jobs, slices and events; both databases understand all of it."""

from sqlalchemy import String, bindparam, text

_JOB = (
    "id, project, kind, state, priority, not_before, request, last_error, why_waiting, total, run_id, "
    "created_at, started_at, finished_at, traceparent"
)
_OPEN = "('queued', 'running')"
_FREE = "finished_at IS NULL AND (claimed_by IS NULL OR heartbeat_at < :expired)"
_HELD = "finished_at IS NULL AND claimed_by IS NOT NULL AND heartbeat_at >= :expired"

NOW = text("SELECT to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US') || '+00:00'")
"""The database's own time, as all workers must share one clock."""
NOTIFY = text("SELECT pg_notify(:channel, :what)")

ADD_JOB = text(
    f"INSERT INTO jobs ({_JOB}) VALUES (:id, :project, :kind, :state, :priority, :not_before, :request, "  # noqa: S608  (our own)
    ":last_error, :why_waiting, :total, :run_id, :created_at, :started_at, :finished_at, :traceparent)"
)
ADD_INPUT = text("INSERT INTO job_inputs (job, number, payload) VALUES (:job, :number, :payload)")
ADD_SLICE = text("INSERT INTO slices (job, first, last) VALUES (:job, :first, :last)")
WORKING_ON = text(
    "SELECT id FROM jobs WHERE run_id = :run AND state IN ('queued', 'running', 'cancelling') LIMIT 1"
)
GET_JOB = text(f"SELECT {_JOB} FROM jobs WHERE id = :job AND project = :project")  # noqa: S608  (our own)
GET_ANY_JOB = text(f"SELECT {_JOB} FROM jobs WHERE id = :job")  # noqa: S608  (our own)
UNDER_WAY = text(f"SELECT COUNT(*) FROM jobs WHERE project = :project AND state IN {_OPEN}")  # noqa: S608  (our own)
# A page begins after a job of the page before: by time, and of one time by id.
LIST_JOBS = text(
    f"SELECT {_JOB} FROM jobs WHERE project = :project "  # noqa: S608  (our own)
    "AND state IN :states AND (CAST(:kind AS TEXT) IS NULL OR kind = :kind) "
    "AND (CAST(:at AS TEXT) IS NULL OR created_at < :at OR (created_at = :at AND id < :id)) "
    "ORDER BY created_at DESC, id DESC LIMIT :limit"
).bindparams(bindparam("states", expanding=True))
INPUTS = text(
    "SELECT number, payload FROM job_inputs WHERE job = :job AND number BETWEEN :first AND :last "
    "ORDER BY number"
)

SET_TOTAL = text("UPDATE jobs SET total = :total WHERE id = :job")
LOCK_JOB = text("SELECT state FROM jobs WHERE id = :job FOR UPDATE")
STATE = text("SELECT state FROM jobs WHERE id = :job")
LAST_EVENT = text("SELECT COALESCE(MAX(seq), 0) FROM job_events WHERE job = :job")
ADD_EVENT = text("INSERT INTO job_events (job, seq, event, data) VALUES (:job, :seq, :event, :data)")
FIRST_EVENT = text("SELECT data FROM job_events WHERE job = :job AND event = :event ORDER BY seq LIMIT 1")
EVENTS_AFTER = text(
    "SELECT seq, event, data FROM job_events WHERE job = :job AND seq > :after ORDER BY seq LIMIT :limit"
)

# The project that was served longest ago is first, within it the more urgent job, then the job served
# longest ago: so no project waits for another's long job.
NEXT_JOBS = text(
    f"SELECT id FROM jobs AS one WHERE project NOT IN :without AND state IN {_OPEN} "  # noqa: S608  (our own)
    "AND (not_before IS NULL OR not_before <= :now) "
    f"AND EXISTS (SELECT 1 FROM slices WHERE job = one.id AND {_FREE}) "
    "ORDER BY (SELECT MAX(claimed_at) FROM jobs AS other WHERE other.project = one.project) NULLS FIRST, "
    "priority DESC, claimed_at NULLS FIRST, created_at, id LIMIT 20"
).bindparams(bindparam("without", type_=String, expanding=True))
_CLAIM = (
    "UPDATE slices SET claimed_by = :worker, claimed_at = :now, heartbeat_at = :now, "  # noqa: S608  (our own)
    "attempts = attempts + 1 WHERE job = :job AND first = (SELECT first FROM slices WHERE job = :job "
    f"AND {_FREE} ORDER BY first LIMIT 1{{skip}}) RETURNING first, last, attempts"
)
CLAIM = {
    "sqlite": text(_CLAIM.format(skip="")),
    "postgresql": text(_CLAIM.format(skip=" FOR UPDATE SKIP LOCKED")),
}
BEGIN_JOB = text(
    "UPDATE jobs SET state = 'running', claimed_at = :now, started_at = COALESCE(started_at, :now), "  # noqa: S608  (our own)
    f"why_waiting = NULL WHERE id = :job AND state IN {_OPEN} RETURNING {_JOB}"
)
HEARTBEAT = text(
    "UPDATE slices SET heartbeat_at = :now "
    "WHERE job = :job AND first = :first AND claimed_by = :worker AND finished_at IS NULL"
)
FINISH_SLICE = text(
    "UPDATE slices SET finished_at = :now, claimed_by = NULL, heartbeat_at = NULL "
    "WHERE job = :job AND first = :first AND claimed_by = :worker AND finished_at IS NULL"
)
# Taking a job up again counts the attempts of its slices anew, those that are held included.
GIVE_BACK = text(
    "UPDATE slices SET claimed_by = NULL, heartbeat_at = NULL, attempts = attempts - :forgiven "
    "WHERE job = :job AND first = :first AND claimed_by = :worker AND finished_at IS NULL RETURNING attempts"
)
GIVE_ALL_BACK = text(
    "UPDATE slices SET claimed_by = NULL, heartbeat_at = NULL, attempts = attempts - 1 "
    "WHERE claimed_by = :worker AND finished_at IS NULL RETURNING job"
)
LEFT = text("SELECT COUNT(*) FROM slices WHERE job = :job AND finished_at IS NULL")
HELD = text(f"SELECT COUNT(*) FROM slices WHERE job = :job AND {_HELD}")  # noqa: S608  (our own)
STOPPING = text("SELECT id FROM jobs WHERE state = 'cancelling' ORDER BY id")
END_JOB = text(
    "UPDATE jobs SET state = :state, finished_at = :now, why_waiting = NULL, "
    "last_error = COALESCE(CAST(:error AS TEXT), last_error) WHERE id = :job RETURNING project, run_id"
)
NOTE_ERROR = text("UPDATE jobs SET last_error = :error WHERE id = :job")
HOLD_JOB = text("UPDATE jobs SET not_before = :until, why_waiting = :why WHERE id = :job")
LOOK_AGAIN = text(
    f"UPDATE jobs SET not_before = NULL WHERE state IN {_OPEN} AND why_waiting IS NOT NULL"  # noqa: S608  (our own)
)
CANCELLING = text("UPDATE jobs SET state = 'cancelling' WHERE id = :job")
REOPEN_JOB = text(
    "UPDATE jobs SET state = 'queued', finished_at = NULL, last_error = NULL, why_waiting = NULL, "
    "not_before = NULL WHERE id = :job"
)
# Leases are left alone: whoever still works on a slice goes on, or gives it back.
REOPEN_SLICES = text("UPDATE slices SET attempts = 0 WHERE job = :job AND finished_at IS NULL")
REOPEN_ALL_SLICES = text("UPDATE slices SET attempts = 0, finished_at = NULL WHERE job = :job")
_FAILED_ITEMS = (
    "SELECT 1 FROM latest_items WHERE latest_items.run_id = runs.run_id AND latest_items.status <> 'scored'"
)
ANY_FAILED = text(
    "SELECT 1 FROM runs WHERE run_id = (SELECT run_id FROM jobs WHERE id = :job) "  # noqa: S608  (our own)
    f"AND EXISTS ({_FAILED_ITEMS}) "
    "UNION ALL SELECT 1 FROM documents WHERE job = :job AND state = 'failed'"
)

SEEN = text(
    "INSERT INTO workers (id, seen_at) VALUES (:worker, :now) "
    "ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at"
)
GONE = text("DELETE FROM workers WHERE id = :worker OR seen_at < :expired")
WORKERS = text("SELECT COUNT(*) FROM workers WHERE seen_at >= :expired")
WAITING = text(
    "SELECT (SELECT COUNT(*) FROM workers WHERE seen_at >= :expired) AS workers, "  # noqa: S608  (our own)
    f"(SELECT MAX(heartbeat_at) FROM slices WHERE job = :job AND {_HELD}) AS beat, "
    f"(SELECT COUNT(DISTINCT job) FROM slices WHERE job <> :job AND {_HELD}) AS others"
)
JOBS_BY_STATE = text("SELECT state, COUNT(*) FROM jobs GROUP BY state")
_ITEMS = "COALESCE(SUM(last - first + 1), 0)"
PACE = text(
    "SELECT "  # noqa: S608  (our own)
    f"(SELECT {_ITEMS} FROM slices WHERE job = :job AND {_HELD}) AS held, "
    f"(SELECT {_ITEMS} FROM slices WHERE job = :job AND finished_at IS NOT NULL) AS finished, "
    f"{_ITEMS} AS recent, MIN(claimed_at) AS since FROM ("
    "SELECT first, last, claimed_at FROM slices WHERE job = :job AND finished_at IS NOT NULL "
    "ORDER BY finished_at DESC LIMIT 20) AS latest"
)
QUEUE_AGE = text(f"SELECT MIN(created_at) FROM jobs WHERE state IN {_OPEN} AND started_at IS NULL")  # noqa: S608  (our own)
# An item counts by what was written of it last.
FINISH_RUN = text(
    "UPDATE runs SET state = 'finished', finished_at = :now WHERE state = 'running' "  # noqa: S608  (our own)
    f"AND run_id = (SELECT run_id FROM jobs WHERE id = :job) AND NOT EXISTS ({_FAILED_ITEMS})"
)
