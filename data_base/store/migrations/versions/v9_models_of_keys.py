"""Which models requests with a key may name: a column of the keys."""

from alembic import op

revision = "9"
down_revision = "8"


def upgrade() -> None:
    """Add the column; the keys that there are may name all."""
    op.execute("ALTER TABLE api_keys ADD COLUMN models TEXT NOT NULL DEFAULT ''")
