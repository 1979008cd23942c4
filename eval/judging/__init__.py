"""Judging files of answers."""
