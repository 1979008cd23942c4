"""Answers that requests hand in: as judges take them, many for a job, and in lines."""
