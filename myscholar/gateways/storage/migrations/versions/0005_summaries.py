"""What a list of runs shows of a result without reading it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("runs", sa.Column("summary", sa.Text, nullable=True))
