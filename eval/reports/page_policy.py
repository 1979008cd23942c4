"""What a page may do: run the scripts it was made with, and ask for nothing."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


def content_security_policy(scripts: Sequence[str], styles: Sequence[str]) -> str:
    """A policy under which no other script or style works, should escaping ever fail, and no request is made.

    Args:
        scripts: the whole text between the tags of every script the page runs.
        styles: the same of its style elements; style attributes are forbidden.
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_sources(scripts)}",
            f"style-src {_sources(styles)}",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _sources(texts: Sequence[str]) -> str:
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in texts)
    return " ".join(f"'sha256-{value}'" for value in hashes) or "'none'"
