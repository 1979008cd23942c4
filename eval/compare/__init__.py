"""Comparison of two runs, and the gate."""
