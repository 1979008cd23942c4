"""What is around an answer without being part of it: thinking, citation marks, Markdown."""
