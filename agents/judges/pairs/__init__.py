"""Judging two answers to a question against each other."""
