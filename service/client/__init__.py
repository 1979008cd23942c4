"""A typed client of the service: every resource, and the evaluator and Deep Research as objects."""
