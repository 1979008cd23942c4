"""Research as a job: what is asked for, what researches, and what comes of it."""
