"""Floor 3, running systems over questions, comparing and reporting."""
