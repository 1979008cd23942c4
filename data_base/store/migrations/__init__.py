"""The run store's migrations, in alembic's layout; :mod:`data_base.store.upkeep` runs them."""
