"""What is asked of the tables of webhooks and deliveries; both databases understand all of it."""

from sqlalchemy import Text, bindparam, text

_BUSY = bindparam("busy", type_=Text, expanding=True)

ADD_WEBHOOK = text(
    "INSERT INTO webhooks (id, project, url, secret, created_at) "
    "VALUES (:id, :project, :url, :secret, :created_at)"
)
LIST_WEBHOOKS = text(
    "SELECT id, url, created_at FROM webhooks WHERE project = :project ORDER BY created_at DESC, id DESC"
)
COUNT_WEBHOOKS = text("SELECT COUNT(*) FROM webhooks WHERE project = :project")
_FIND_WEBHOOK = "SELECT id FROM webhooks WHERE id = :webhook AND project = :project"
_RECEIVERS = "SELECT id FROM webhooks WHERE project = :project ORDER BY id"
# Who deletes a webhook waits for jobs that are ending, and they for it; a transaction of SQLite that writes
# is alone anyway.
LOCK_WEBHOOK = {"sqlite": text(_FIND_WEBHOOK), "postgresql": text(f"{_FIND_WEBHOOK} FOR UPDATE")}
RECEIVERS = {"sqlite": text(_RECEIVERS), "postgresql": text(f"{_RECEIVERS} FOR KEY SHARE")}
DELETE_DELIVERIES = text("DELETE FROM webhook_deliveries WHERE webhook = :webhook")
DELETE_WEBHOOK = text("DELETE FROM webhooks WHERE id = :webhook")
ADD_DELIVERY = text(
    "INSERT INTO webhook_deliveries (id, webhook, body, not_before) VALUES (:id, :webhook, :body, :now)"
)
# Ids of deliveries begin with the time, so that their order is that of their jobs' ends.
LATEST = text(
    "SELECT id, body, attempts, not_before, delivered_at, last_error FROM webhook_deliveries "
    "WHERE webhook = :webhook ORDER BY id DESC LIMIT :limit"
)

ANY_DUE = text(
    "SELECT 1 FROM webhook_deliveries WHERE delivered_at IS NULL AND not_before <= :now "
    "AND webhook NOT IN :busy LIMIT 1"
).bindparams(_BUSY)
_CLAIM = (
    "UPDATE webhook_deliveries SET attempts = attempts + 1, not_before = :lost WHERE id = ("
    "SELECT id FROM webhook_deliveries WHERE delivered_at IS NULL AND not_before <= :now "
    "AND webhook NOT IN :busy ORDER BY not_before, id LIMIT 1{skip}) RETURNING id, webhook, body, attempts"
)
CLAIM = {
    name: text(_CLAIM.format(skip=skip)).bindparams(_BUSY)
    for name, skip in {"sqlite": "", "postgresql": " FOR UPDATE SKIP LOCKED"}.items()
}
RECEIVER = text("SELECT url, secret FROM webhooks WHERE id = :webhook")
DELIVERED = text(
    "UPDATE webhook_deliveries SET delivered_at = :now, last_error = NULL "
    "WHERE id = :id AND delivered_at IS NULL"
)
# A delivery that was taken up by another sender since is that sender's.
FAILED = text(
    "UPDATE webhook_deliveries SET not_before = :again, last_error = :error "
    "WHERE id = :id AND attempts = :attempts AND delivered_at IS NULL"
)
