"""What holds for every test."""

from hypothesis import settings

# How long an example takes says something about the machine, and nothing about the code.
settings.register_profile("project", deadline=None)
settings.load_profile("project")
