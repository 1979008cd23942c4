"""One name for everything the project logs, in a checkout and in the wheel."""

import logging

NAME = "deep_research_judge"
"""The logger whose level and handlers apply to all modules."""


def module_logger(module: str) -> logging.Logger:
    """A module's logger, a child of :data:`NAME`.

    Args:
        module: its ``__name__``; in the wheel it begins with :data:`NAME`.
    """
    return logging.getLogger(module if module.startswith(f"{NAME}.") else f"{NAME}.{module}")
