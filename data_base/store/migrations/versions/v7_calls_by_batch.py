"""In which batch of its provider a model call was made."""

from alembic import op

revision = "7"
down_revision = "6"


def upgrade() -> None:
    """Add the column; what is there was called one by one."""
    op.execute("ALTER TABLE calls ADD COLUMN batch TEXT")
