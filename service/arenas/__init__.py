"""Arenas as jobs: who answers, who judges, and what comes of it."""
