"""Evaluation tasks: data files scored by metrics."""
