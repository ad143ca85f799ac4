"""What people change by hand of a tree that a run grows."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "run_changes",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("change_id", sa.String(100), nullable=False),
        sa.Column("change", sa.Text, nullable=True),
        sa.UniqueConstraint("run_id", "change_id", name="uq_run_changes_run_change"),
    )
