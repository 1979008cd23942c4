"""What is shown: the report page and its charts."""
