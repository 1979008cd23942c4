"""Versioned prompt templates, kept as data."""
