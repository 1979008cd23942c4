"""What is asked of the tables of collections and documents; both databases understand all of it."""

from sqlalchemy import text

_COUNTED = (
    "SELECT one.id, one.name, one.created_at, "
    "COUNT(CASE WHEN document.state = 'queued' THEN 1 END) AS queued, "
    "COUNT(CASE WHEN document.state = 'indexed' THEN 1 END) AS indexed, "
    "COUNT(CASE WHEN document.state = 'failed' THEN 1 END) AS failed, "
    "CAST(COALESCE(SUM(document.passage_count), 0) AS BIGINT) AS passages "
    "FROM collections AS one LEFT JOIN documents AS document ON document.collection = one.id "
)
ADD_COLLECTION = text(
    "INSERT INTO collections (id, project, name, created_at) VALUES (:id, :project, :name, :created_at) "
    "ON CONFLICT DO NOTHING"
)
GET_COLLECTION = text(
    f"{_COUNTED}WHERE one.id = :collection AND one.project = :project "
    "GROUP BY one.id, one.name, one.created_at"
)
LIST_COLLECTIONS = text(
    f"{_COUNTED}WHERE one.project = :project AND (CAST(:at AS TEXT) IS NULL OR one.created_at < :at "
    "OR (one.created_at = :at AND one.id < :id)) "
    "GROUP BY one.id, one.name, one.created_at ORDER BY one.created_at DESC, one.id DESC LIMIT :limit"
)
_FIND_COLLECTION = "SELECT id FROM collections WHERE id = :collection AND project = :project"
# On SQLite a transaction that writes is alone anyway.
LOCK_COLLECTION = {
    "sqlite": text(_FIND_COLLECTION),
    "postgresql": text(f"{_FIND_COLLECTION} FOR UPDATE"),
}
DELETE_COLLECTION = text("DELETE FROM collections WHERE id = :collection")
DELETE_DOCUMENTS = text("DELETE FROM documents WHERE collection = :collection")

# What is said of a document that is indexed is no error: it is a note.
_DOCUMENT = (
    "id, name, state, CASE WHEN state = 'indexed' THEN NULL ELSE error END AS error, "
    "CASE WHEN state = 'indexed' THEN error END AS note, passage_count AS passages, size, sha256, job, "
    "created_at, finished_at"
)
GET_DOCUMENT = text(
    f"SELECT {_DOCUMENT} FROM documents WHERE collection = :collection AND id = :id"  # noqa: S608  (our own)
)
LIST_DOCUMENTS = text(
    f"SELECT {_DOCUMENT} FROM documents WHERE collection = :collection "  # noqa: S608  (our own)
    "AND (CAST(:state AS TEXT) IS NULL OR state = :state) "
    "AND (CAST(:after AS TEXT) IS NULL OR name > :after) ORDER BY name LIMIT :limit"
)
# With whether a worker will still come to it.
KNOWN = text(
    "SELECT id, name, state, sha256, EXISTS (SELECT 1 FROM jobs WHERE jobs.id = documents.job "
    "AND jobs.state IN ('queued', 'running')) AS awaited FROM documents WHERE collection = :collection"
)
ALL_DOCUMENTS = text(f"SELECT {_DOCUMENT} FROM documents WHERE collection = :collection")  # noqa: S608  (our own)
PUT_DOCUMENT = text(
    "INSERT INTO documents (id, collection, name, job, state, sha256, size, content, created_at) "
    "VALUES (:id, :collection, :name, :job, 'queued', :sha256, :size, :content, :created_at) "
    "ON CONFLICT (id) DO UPDATE SET job = excluded.job, state = 'queued', sha256 = excluded.sha256, "
    "size = excluded.size, content = excluded.content, created_at = excluded.created_at, error = NULL, "
    "passages = NULL, passage_count = NULL, finished_at = NULL"
)
DELETE_DOCUMENT = text("DELETE FROM documents WHERE collection = :collection AND id = :id")

# A document that was replaced since belongs to another job.
CONTENT = text(
    "SELECT name, content FROM documents WHERE id = :id AND job = :job AND state <> 'indexed' "
    "AND content IS NOT NULL"
)
INDEXED = text(
    "UPDATE documents SET state = 'indexed', error = :note, content = NULL, passages = :passages, "
    "passage_count = :passage_count, finished_at = :now WHERE id = :id AND job = :job AND state <> 'indexed'"
)
FAILED = text(
    "UPDATE documents SET state = 'failed', error = :error, finished_at = :now "
    "WHERE id = :id AND job = :job AND state <> 'indexed'"
)
PASSAGES_BESIDES = text(
    "SELECT COALESCE(SUM(passage_count), 0) FROM documents WHERE id <> :id "
    "AND collection = (SELECT collection FROM documents WHERE id = :id)"
)
INDEXED_NAMES = text("SELECT id, name FROM documents WHERE collection = :collection AND state = 'indexed'")
PASSAGES = text("SELECT passages FROM documents WHERE id = :id")
COUNTS_OF_JOB = text("SELECT state, COUNT(*) AS documents FROM documents WHERE job = :job GROUP BY state")
