"""Chat models of Google, by its own SDKs."""
