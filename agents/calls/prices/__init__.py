"""What model calls cost: a dated table as data, and how it is read."""
