"""Alembic's environment: runs the migrations on the connection that it is handed."""

from alembic import context

from data_base.store.schema_upgrade import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
