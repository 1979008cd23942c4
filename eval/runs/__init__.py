"""Runs: the run file, the terms of a run, and its locks."""
