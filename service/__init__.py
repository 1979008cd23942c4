"""Floor 4, the ways in and out."""
