"""What readers did with proposed actions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "choices",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("profile_id", sa.String(100), nullable=True),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("action", sa.Text, nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
    op.create_index("ix_choices_profile", "choices", ["profile_id"])
