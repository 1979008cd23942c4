"""What a machine needs to run this project, and what to do about what it lacks."""
