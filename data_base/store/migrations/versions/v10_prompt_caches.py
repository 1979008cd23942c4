"""Tokens that providers read from their prompt caches and wrote to them: two columns of the calls."""

from alembic import op

revision = "10"
down_revision = "9"


def upgrade() -> None:
    """Add the columns; of the calls that there are nobody knows any more."""
    for name in ("cached_input_tokens", "cache_written_input_tokens"):
        op.execute(f"ALTER TABLE calls ADD COLUMN {name} BIGINT NOT NULL DEFAULT 0")
