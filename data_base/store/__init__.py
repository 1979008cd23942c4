"""What :class:`data_base.run_store.RunStore` stands on: addresses, connections, tables, migrations."""
