"""The schema as it stands. Change it together with a new file in migrations/versions and with
HEAD."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

from myscholar.domain.actions import Action
from myscholar.domain.dialogue import Answer, Question
from myscholar.domain.inquiry import Inquiry
from myscholar.domain.interaction import TreeChange
from myscholar.domain.papers import Paper
from myscholar.domain.profile import Profile
from myscholar.gateways.storage.columns import DomainValue, Json, Plain

HEAD = "0009"
"""The newest migration; a test holds it equal to Alembic's own answer. Known here so that an
up-to-date file opens without Alembic."""

metadata = MetaData()


def _numbered(name: str, *parts: SchemaItem) -> Table:
    return Table(name, metadata, Column("id", Integer, primary_key=True), *parts)


libraries = _numbered(
    "libraries",
    Column("name", String(200), nullable=False, unique=True),
)

papers = _numbered(
    "papers",
    Column("library_id", Integer, ForeignKey("libraries.id", ondelete="CASCADE"), nullable=False),
    Column("paper_id", String(500), nullable=False),
    Column("position", Integer, nullable=False),
    Column("n_passages", Integer, nullable=False),
    Column("content", DomainValue(Paper), nullable=False),
    Column("saved_at", String(40), nullable=False),
    UniqueConstraint("library_id", "paper_id", name="uq_papers_library_paper"),
)
"""A paper is written and read whole, so its passages stand in `content`."""

profiles = Table(
    "profiles",
    metadata,
    Column("profile_id", String(100), primary_key=True),
    Column("name", String(500), nullable=False),
    Column("n_papers", Integer, nullable=False),
    Column("n_inferences", Integer, nullable=False),
    Column("content", DomainValue(Profile), nullable=False),
    Column("saved_at", String(40), nullable=False),
)

choices = _numbered(
    "choices",
    Column("profile_id", String(100), nullable=True),
    Column("question", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("action", DomainValue(Action), nullable=False),
    Column("at", String(40), nullable=False),
    Index("ix_choices_profile", "profile_id"),
)
"""`profile_id` is no foreign key: a profile that is saved again is a new row, and choices can be
made without one."""

runs = _numbered(
    "runs",
    Column("run_id", String(100), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("title", Plain, nullable=False),
    Column("status", String(20), nullable=False),
    Column("attempt", String(150), nullable=False),
    Column("cancel_asked", Boolean, nullable=False),
    Column("inputs", Json, nullable=False),
    Column("result", Json, nullable=True),
    Column("error", Plain, nullable=True),
    Column("summary", Plain, nullable=True),
    Column("created_at", String(40), nullable=False),
    Column("updated_at", String(40), nullable=False),
    Column("place", String(10), nullable=False),
    Column("owner", String(200), nullable=False),
    Column("urgency", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("n_lost", Integer, nullable=False),
    Index("ix_runs_line", "place", "status", "urgency", "turn", "id"),
    Index("ix_runs_owner", "owner", "place", "urgency", "status", "turn"),
)
"""`attempt` names the one attempt that may carry the run out: nobody else writes to it. `n_lost`
workers in a row died of it, perhaps."""

run_spans = _numbered(
    "run_spans",
    Column("run_id", String(100), nullable=False),
    Column("began", Float, nullable=False),
    Column("last", Float, nullable=False),
    Column("is_open", Boolean, nullable=False),
    Index("ix_run_spans_run", "run_id"),
)

run_steps = _numbered(
    "run_steps",
    Column("run_id", String(100), nullable=False),
    Column("name", String(300), nullable=False),
    Column("started_at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("result", Json, nullable=False),
    UniqueConstraint("run_id", "name", name="uq_run_steps_run_name"),
)

run_events = _numbered(
    "run_events",
    Column("run_id", String(100), nullable=False),
    Column("at", Float, nullable=False),
    Column("event", Json, nullable=False),
    Index("ix_run_events_run", "run_id"),
)

run_calls = _numbered(
    "run_calls",
    Column("run_id", String(100), nullable=False),
    Column("step", String(300), nullable=False),
    Column("dollars", Float, nullable=True),
    Column("call", Json, nullable=False),
    Index("ix_run_calls_run", "run_id"),
)
"""`dollars` is what the call adds to the run: 0 for a replayed one, NULL where it is not known."""

run_parts = _numbered(
    "run_parts",
    Column("run_id", String(100), nullable=False),
    Column("part", String(300), nullable=False),
    Column("text", Plain, nullable=False),
    UniqueConstraint("run_id", "part", name="uq_run_parts_run_part"),
)

run_questions = _numbered(
    "run_questions",
    Column("run_id", String(100), nullable=False),
    Column("question_id", String(300), nullable=False),
    Column("question", DomainValue(Question), nullable=False),
    Column("asked_at", Float, nullable=False),
    Column("decides_at", Float, nullable=True),
    Column("answer", DomainValue(Answer), nullable=True),
    UniqueConstraint("run_id", "question_id", name="uq_run_questions_run_question"),
    Index("ix_run_questions_due", "decides_at"),
)

run_changes = _numbered(
    "run_changes",
    Column("run_id", String(100), nullable=False),
    Column("change_id", String(100), nullable=False),
    Column("change", DomainValue(TreeChange), nullable=True),
    UniqueConstraint("run_id", "change_id", name="uq_run_changes_run_change"),
)
"""What people change by hand. One without a change is the last: no more is taken."""

inquiries = _numbered(
    "inquiries",
    Column("inquiry_id", String(100), nullable=False, unique=True),
    Column("content", DomainValue(Inquiry), nullable=False),
    Column("saved_at", String(40), nullable=False),
)

feedback = _numbered(
    "feedback",
    Column("about", String(100), nullable=False),
    Column("subject", String(20), nullable=False),
    Column("item", String(500), nullable=False),
    Column("content", Json, nullable=False),
    Index("ix_feedback_about", "about"),
)
"""What people said outlives what they said it about. Of several rows on one item the newest
counts."""

shares = _numbered(
    "shares",
    Column("report_id", String(100), nullable=False, unique=True),
    Column("key", String(100), nullable=False),
    Column("at", String(40), nullable=False),
)

limits = Table(
    "limits",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("usage", Text, nullable=False),
)
"""What processes of several machines have taken of the limits of services. On PostgreSQL a crash of
the server empties it."""
