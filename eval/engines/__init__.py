"""Where a run's cases are worked on: in this process, or by the workers of a Ray cluster."""
