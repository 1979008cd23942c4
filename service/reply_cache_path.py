"""Where the command line keeps a judge's replies, so that the same command pays for none of them twice."""

import os
from pathlib import Path

from agents.calls.settings import CACHE_VARIABLE, cache_from_environment

DEFAULT_REPLIES = Path(".judge/replies.sqlite")


def reply_cache_path() -> Path | None:
    """The file that JUDGE_CACHE names, a file in ``.judge`` if it is not set, None if it is set and empty."""
    return cache_from_environment() if CACHE_VARIABLE in os.environ else DEFAULT_REPLIES
