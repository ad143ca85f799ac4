"""Alembic's entry: the open connection comes from `connecting`, so that migrations share its
transaction and lock."""

from alembic import context

from myscholar.gateways.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
context.run_migrations()
