"""The tables of the first run store, an SQLite file made before there were migrations.

Where they are there already, they stay as they are.
"""

import sqlalchemy as sa
from alembic import op

revision = "1"
down_revision = None


def upgrade() -> None:
    """Make the tables unless they are there."""
    op.create_table(
        "runs",
        sa.Column("run_id", sa.Text, primary_key=True),
        sa.Column("manifest", sa.Text, nullable=False),
        if_not_exists=True,
        sqlite_with_rowid=False,
    )
    op.create_table(
        "items",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer, "sqlite"), sa.Identity(), primary_key=True),
        sa.Column("run_id", sa.Text, sa.ForeignKey("runs.run_id"), nullable=False),
        sa.Column("case_id", sa.Text, nullable=False),
        sa.Column("system", sa.Text, nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        if_not_exists=True,
        sqlite_autoincrement=True,
    )
    op.create_index("items_by_place", "items", ["run_id", "case_id", "system", "seq"], if_not_exists=True)
