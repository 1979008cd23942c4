"""Pages of the server: runs, judgements and research to look at."""
