"""Collections: documents of a project that are searched together."""
