"""Limits of models that hold over all workers and servers."""
