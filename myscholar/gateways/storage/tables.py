"""The schema as it stands. Change it together with a new file in migrations/versions and with HEAD."""

from sqlalchemy import Column, ForeignKey, Index, Integer, MetaData, String, Table, Text, UniqueConstraint

HEAD = "0002"
"""The newest migration; a test holds it equal to Alembic's own answer. Known here so that an up-to-date file opens without Alembic."""

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
"""A paper is written and read whole, so its passages stand in `content`, the JSON of the domain's Paper."""

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
"""Choices outlive their profile: `profile_id` is no foreign key."""
