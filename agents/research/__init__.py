"""The research loop: its graph and state, its stop rules, its writer, and where its runs are kept."""
