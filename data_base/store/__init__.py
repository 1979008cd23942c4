"""What :class:`data_base.store.run_store.RunStore` stands on: addresses, connections, tables, migrations."""
