"""Files become passages."""
