"""Eval JSON v2 over a question set: read, ask, score, report, gate."""
