"""Files of results, read line by line whatever they contain."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from agents.models.batches.provider import BatchedReply
from data_base.logs import module_logger

NO_RESULT = ("", BatchedReply("", 0, None, is_final=False))
"""A row that says of no line what came of it."""
_PASSING = frozenset({0, 408, 409, 425, 429})
_SERVER_ERROR = 500
_log = module_logger(__name__)


def json_rows(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file; a line that is none is passed over, so that its request is made again."""
    broken = 0
    with path.open("rb") as lines:
        for line in lines:
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except ValueError:
                row = None
            if isinstance(row, dict):
                yield row
            else:
                broken += 1
    if broken:
        _log.warning("%s lines of a batch's results are broken; what they were for is asked again", broken)


def status_is_final(status: int) -> bool:
    """Whether a request that got this status would get it again."""
    return status not in _PASSING and status < _SERVER_ERROR
