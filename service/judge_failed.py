"""What a test raises whose judge failed; a module of its own, so that the plugin loads nothing else."""


class JudgeFailedError(Exception):
    """The judge gave no scores; this says nothing about the answer."""
