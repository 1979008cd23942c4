"""The run store's migrations, in alembic's layout; :mod:`data_base.store.schema_upgrade` runs them."""
