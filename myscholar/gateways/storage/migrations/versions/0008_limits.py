"""What processes of several machines have taken of the limits of services."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    is_postgres = op.get_bind().dialect.name == "postgresql"
    op.create_table(
        "limits",
        sa.Column("name", sa.String(40), primary_key=True),
        sa.Column("usage", sa.Text, nullable=False),
        prefixes=["UNLOGGED"] if is_postgres else [],
    )
