"""What is before the routes: which hosts, callers, bodies and connections are let in, and how many."""
