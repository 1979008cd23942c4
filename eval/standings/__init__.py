"""Standings of systems from pair verdicts and from scores: pure functions on plain values."""
