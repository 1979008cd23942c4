"""Requests and responses that the project's own schemas do not fit, a module a resource."""
