"""The arena: systems on the same questions, judged on the same passages."""
