"""Libraries, papers, profiles."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "libraries",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
    )
    op.create_table(
        "papers",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column(
            "library_id",
            sa.Integer,
            sa.ForeignKey("libraries.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("paper_id", sa.String(500), nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("n_passages", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("saved_at", sa.String(40), nullable=False),
        sa.UniqueConstraint("library_id", "paper_id", name="uq_papers_library_paper"),
    )
    op.create_table(
        "profiles",
        sa.Column("profile_id", sa.String(100), primary_key=True),
        sa.Column("name", sa.String(500), nullable=False),
        sa.Column("n_papers", sa.Integer, nullable=False),
        sa.Column("n_inferences", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("saved_at", sa.String(40), nullable=False),
    )
