"""Judges: a request in, a judgement out, by one model, by several, or by a cascade of two."""
