"""Runs migrations on the one connection that is handed over; there is no address to connect to."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=None, render_as_batch=True)
context.run_migrations()
