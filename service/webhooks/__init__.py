"""Webhooks: receivers of a project are told of the end of its jobs."""
