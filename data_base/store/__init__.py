"""What :class:`data_base.store.run_store.RunStore` builds on: addresses, connections, tables, migrations."""
