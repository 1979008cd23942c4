"""Errors that are the user's to mend."""


class InputError(Exception):
    """Something the user handed in cannot be used.

    The message is one clear sentence that names the file, line and field where there is one, and says
    what to do. Command-line entry points print it and exit with code 2.
    """
