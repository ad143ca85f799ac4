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

HEAD = "0005"
"""The newest migration; a test holds it equal to Alembic's own answer. Known here so that an
up-to-date file opens without Alembic."""

metadata = MetaData()

libraries = Table(
    "libraries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
)

papers = Table(
    "papers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("library_id", Integer, ForeignKey("libraries.id", ondelete="CASCADE"), nullable=False),
    Column("paper_id", String(500), nullable=False),
    Column("position", Integer, nullable=False),
    Column("n_passages", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("saved_at", String(40), nullable=False),
    UniqueConstraint("library_id", "paper_id", name="uq_papers_library_paper"),
)
"""A paper is written and read whole, so its passages stand in `content`, the JSON of the domain's
Paper."""

profiles = Table(
    "profiles",
    metadata,
    Column("profile_id", String(100), primary_key=True),
    Column("name", String(500), nullable=False),
    Column("n_papers", Integer, nullable=False),
    Column("n_inferences", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("saved_at", String(40), nullable=False),
)

choices = Table(
    "choices",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("profile_id", String(100), nullable=True),
    Column("question", Text, nullable=False),
    Column("kind", String(20), nullable=False),
    Column("action", Text, nullable=False),
    Column("at", String(40), nullable=False),
    Index("ix_choices_profile", "profile_id"),
)
"""`profile_id` is no foreign key: a profile that is saved again is a new row, and choices can be
made without one."""

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", String(100), nullable=False, unique=True),
    Column("kind", String(20), nullable=False),
    Column("title", Text, nullable=False),
    Column("status", String(20), nullable=False),
    Column("attempt", String(150), nullable=False),
    Column("cancel_asked", Boolean, nullable=False),
    Column("inputs", Text, nullable=False),
    Column("result", Text, nullable=True),
    Column("error", Text, nullable=True),
    Column("summary", Text, nullable=True),
    Column("created_at", String(40), nullable=False),
    Column("updated_at", String(40), nullable=False),
)
"""`attempt` names the one attempt that may carry the run out. In all tables of runs JSON is ASCII
with escapes."""

run_steps = Table(
    "run_steps",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", String(100), nullable=False),
    Column("name", String(300), nullable=False),
    Column("started_at", Float, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("result", Text, nullable=False),
    UniqueConstraint("run_id", "name", name="uq_run_steps_run_name"),
)

run_events = Table(
    "run_events",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", String(100), nullable=False),
    Column("at", Float, nullable=False),
    Column("event", Text, nullable=False),
    Index("ix_run_events_run", "run_id"),
)

run_calls = Table(
    "run_calls",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", String(100), nullable=False),
    Column("step", String(300), nullable=False),
    Column("dollars", Float, nullable=True),
    Column("call", Text, nullable=False),
    Index("ix_run_calls_run", "run_id"),
)
"""`dollars` is what the call adds to the run: 0 for a replayed one, NULL where it is not known."""

run_parts = Table(
    "run_parts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", String(100), nullable=False),
    Column("part", String(300), nullable=False),
    Column("text", Text, nullable=False),
    UniqueConstraint("run_id", "part", name="uq_run_parts_run_part"),
)

run_questions = Table(
    "run_questions",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("run_id", String(100), nullable=False),
    Column("question_id", String(300), nullable=False),
    Column("question", Text, nullable=False),
    Column("answer", Text, nullable=True),
    UniqueConstraint("run_id", "question_id", name="uq_run_questions_run_question"),
)

inquiries = Table(
    "inquiries",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("inquiry_id", String(100), nullable=False, unique=True),
    Column("content", Text, nullable=False),
    Column("saved_at", String(40), nullable=False),
)

feedback = Table(
    "feedback",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("about", String(100), nullable=False),
    Column("subject", String(20), nullable=False),
    Column("item", String(500), nullable=False),
    Column("content", Text, nullable=False),
    Index("ix_feedback_about", "about"),
)
"""What people said outlives what they said it about. Of several rows on one item the newest
counts."""

shares = Table(
    "shares",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("report_id", String(100), nullable=False, unique=True),
    Column("key", String(100), nullable=False),
    Column("at", String(40), nullable=False),
)
