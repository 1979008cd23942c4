"""What works on jobs: a thread of the server, or processes of their own."""
