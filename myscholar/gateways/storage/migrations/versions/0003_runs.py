"""Runs: what they were given, their finished steps, what they told, showed, spent and asked."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False, unique=True),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("attempt", sa.String(150), nullable=False),
        sa.Column("cancel_asked", sa.Boolean, nullable=False),
        sa.Column("inputs", sa.Text, nullable=False),
        sa.Column("result", sa.Text, nullable=True),
        sa.Column("error", sa.Text, nullable=True),
        sa.Column("created_at", sa.String(40), nullable=False),
        sa.Column("updated_at", sa.String(40), nullable=False),
    )
    op.create_table(
        "run_steps",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("name", sa.String(300), nullable=False),
        sa.Column("started_at", sa.Float, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
        sa.UniqueConstraint("run_id", "name", name="uq_run_steps_run_name"),
    )
    op.create_table(
        "run_events",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("event", sa.Text, nullable=False),
    )
    op.create_index("ix_run_events_run", "run_events", ["run_id"])
    op.create_table(
        "run_calls",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("step", sa.String(300), nullable=False),
        sa.Column("dollars", sa.Float, nullable=True),
        sa.Column("call", sa.Text, nullable=False),
    )
    op.create_index("ix_run_calls_run", "run_calls", ["run_id"])
    op.create_table(
        "run_parts",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("part", sa.String(300), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.UniqueConstraint("run_id", "part", name="uq_run_parts_run_part"),
    )
    op.create_table(
        "run_questions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("question_id", sa.String(300), nullable=False),
        sa.Column("question", sa.Text, nullable=False),
        sa.Column("answer", sa.Text, nullable=True),
        sa.UniqueConstraint("run_id", "question_id", name="uq_run_questions_run_question"),
    )
