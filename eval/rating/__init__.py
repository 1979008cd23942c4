"""People's blind ratings of a run's answers."""
