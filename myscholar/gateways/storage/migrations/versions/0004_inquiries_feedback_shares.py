"""What the web app keeps: questions with their settings, what people think of results, and reports
that are shared by a link."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "inquiries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("inquiry_id", sa.String(100), nullable=False, unique=True),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("saved_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "feedback",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("about", sa.String(100), nullable=False),
        sa.Column("subject", sa.String(20), nullable=False),
        sa.Column("item", sa.String(500), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
    )
    op.create_index("ix_feedback_about", "feedback", ["about"])
    op.create_table(
        "shares",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("report_id", sa.String(100), nullable=False, unique=True),
        sa.Column("key", sa.String(100), nullable=False),
        sa.Column("at", sa.String(40), nullable=False),
    )
