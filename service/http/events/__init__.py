"""Events of jobs, sent as they happen."""
