"""Vectors of passages: what they mean, in addition to the words that the full-text index reads."""
