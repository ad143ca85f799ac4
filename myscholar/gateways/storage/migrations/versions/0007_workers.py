"""Runs that workers carry out, in line, and questions with choices. What was ordered before belongs
to the process that began it."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for column in (
        sa.Column("place", sa.String(10), nullable=False, server_default="own"),
        sa.Column("owner", sa.String(200), nullable=False, server_default=""),
        sa.Column("urgency", sa.Integer, nullable=False, server_default="0"),
        sa.Column("turn", sa.Integer, nullable=False, server_default="0"),
        sa.Column("n_lost", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("runs", column)
    op.create_index("ix_runs_line", "runs", ["place", "status", "urgency", "turn", "id"])
    of_owner = ["owner", "place", "urgency", "status", "turn"]
    op.create_index("ix_runs_owner", "runs", of_owner)
    asked_at = sa.Column("asked_at", sa.Float, nullable=False, server_default="0")
    op.add_column("run_questions", asked_at)
    op.add_column("run_questions", sa.Column("decides_at", sa.Float, nullable=True))
    op.create_index("ix_run_questions_due", "run_questions", ["decides_at"])
    if op.get_bind().dialect.name == "postgresql":
        _make_the_engines_tables()
    asked = sa.table("run_questions", *map(sa.column, ("id", "question", "answer")))
    for row in op.get_bind().execute(sa.select(asked)).mappings().all():
        said = row["answer"]
        answer = None if said is None else json.dumps({"kind": "text", "text": said})
        typed = {"question": json.dumps({"text": row["question"] or "?"}), "answer": answer}
        op.execute(sa.update(asked).where(asked.c.id == row["id"]).values(typed))


def _make_the_engines_tables() -> None:
    """Of Procrastinate, which dispatches runs on PostgreSQL; the same from its 3.4 to 3.10. What a
    later one changes is a migration of its own."""
    from procrastinate.schema import SchemaManager

    script = SchemaManager.get_schema()
    op.get_bind().connection.driver_connection.execute(script)  # type: ignore[union-attr]
