"""Vectors of passages: what they mean, beside the words that the full-text index reads."""
