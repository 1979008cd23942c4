"""Webhooks: receivers of a project are notified of the end of its jobs."""
