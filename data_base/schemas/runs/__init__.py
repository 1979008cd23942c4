"""Lists, names and statistics of runs."""
