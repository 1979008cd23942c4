"""In which batch of its provider a model call was made."""

from alembic import op

revision = "6"
down_revision = "5"


def upgrade() -> None:
    """Add the column; what is there was called one by one."""
    op.execute("ALTER TABLE calls ADD COLUMN batch TEXT")
