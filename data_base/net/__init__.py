"""Addresses of hosts, and connections to no other address than the one that was checked."""
