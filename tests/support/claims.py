"""A report with claims of every kind, and the pages that it cites."""

import json
from pathlib import Path

from agents.claims.judge_report import judge_report_sync
from data_base.schemas.claim_table import ClaimTable

BRIDGE, FERRY, GONE, UNREAD = (f"https://orle.example/{name}" for name in ("bridge", "ferry", "gone", "new"))
REPORT = f"""The bridge at Orle opened in 1989 [1]. It is 412 metres long [1]. The ferry closed in 1991 [2].
The toll ended in 2003 [3]. A tunnel is planned for 2031 [4].

## Sources

1. The bridge. {BRIDGE}
2. The ferry. {FERRY}
3. The toll. {GONE}
4. The tunnel. {UNREAD}
"""
_PAGES = (
    {"url": BRIDGE, "status": 200, "file": "bridge.txt", "title": "The bridge", "published": "2001-05-01"},
    {"url": FERRY, "status": 200, "file": "ferry.txt", "title": "The ferry"},
    {"url": GONE, "status": 404},
)


def pages(folder: Path) -> Path:
    """A folder with the pages: one supports a claim and contradicts one, one is silent, one is dead."""
    folder.mkdir(exist_ok=True)
    (folder / "bridge.txt").write_text("The bridge at Orle opened in 1989. It is 388 metres long.")
    (folder / "ferry.txt").write_text("Sailings were on weekdays only. Tickets cost two crowns.")
    (folder / "index.jsonl").write_text("".join(json.dumps(page) + "\n" for page in _PAGES))
    return folder


def table(folder: Path) -> ClaimTable:
    """The report's claim table, with the pages in a folder."""
    return judge_report_sync(REPORT, "What crosses the river at Orle?", sources=pages(folder))
