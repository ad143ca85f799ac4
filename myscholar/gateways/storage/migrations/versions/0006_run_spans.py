"""When runs were worked on. Of earlier ones that is not known: what lies between two of their signs
of life counts, unless it is longer than ten seconds."""

import json
from collections import defaultdict
from datetime import datetime
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
_PAUSE_S = 10.0


def upgrade() -> None:
    made = op.create_table(
        "run_spans",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("run_id", sa.String(100), nullable=False),
        sa.Column("began", sa.Float, nullable=False),
        sa.Column("last", sa.Float, nullable=False),
        sa.Column("is_open", sa.Boolean, nullable=False),
    )
    op.create_index("ix_run_spans_run", "run_spans", ["run_id"])
    spans = [
        {"run_id": run_id, "began": began, "last": last, "is_open": False}
        for run_id, signs in _signs().items()
        for began, last in _joined(signs)
    ]
    if spans:
        op.bulk_insert(made, spans)


def _signs() -> dict[str, list[tuple[float, float]]]:
    """By run, each from when to when."""
    found = defaultdict[str, list[tuple[float, float]]](list)
    for run_id, *noted in _rows("SELECT run_id, created_at, updated_at FROM runs"):
        times = [datetime.fromisoformat(at).timestamp() for at in noted]
        found[run_id] = [(at, at) for at in times]
    for run_id, at in _rows("SELECT run_id, at FROM run_events"):
        found[run_id].append((at, at))
    for run_id, at, seconds in _rows("SELECT run_id, started_at, seconds FROM run_steps"):
        found[run_id].append((at, at + seconds))
    for run_id, text in _rows("SELECT run_id, call FROM run_calls"):
        call = json.loads(text)
        found[run_id].append((call["started_at"], call["started_at"] + call["seconds"]))
    return found


def _rows(query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in op.get_bind().execute(sa.text(query))]


def _joined(signs: list[tuple[float, float]]) -> list[tuple[float, float]]:
    spans: list[tuple[float, float]] = []
    for began, last in sorted(signs):
        if spans and began - spans[-1][1] <= _PAUSE_S:
            spans[-1] = (spans[-1][0], max(spans[-1][1], last))
        else:
            spans.append((began, last))
    return spans
