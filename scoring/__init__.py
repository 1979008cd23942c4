"""Floor 1, pure functions that score; no models, network, clocks or disk."""
