"""The pages on a run store for one visitor on this machine: no worker, no key, nothing to set up."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from service.http.app import create_app
from service.http.guards.one_visitor import OneVisitor
from service.http.server import Server, listening_socket
from service.http.settings import server_settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from eval.arena.result import ArenaResult
    from service.keys import Scope


def show_store(
    store: str,
    *,
    scopes: Sequence[Scope],
    port: int,
    path: str,
    arena: ArenaResult | None,
    opened: Callable[[str], None],
) -> None:
    """Show a run store until a signal stops it.

    Args:
        store: an SQLite file or a database's URL; it must be there.
        scopes: what the visitor may do.
        port: on the loopback address; 0 for any that is free.
        path: of the first page.
        arena: whose run the store contains, None where there is none.
        opened: called with the address that works once.

    Raises:
        InputError: the store or the port cannot be used.
    """
    settings = server_settings(
        store=store, host="127.0.0.1", port=port, auth=False, workers=False, allowed_hosts=()
    )
    app = create_app(settings, scopes=tuple(scopes), arena=arena)
    listening = listening_socket(settings)
    taken, secret = listening.getsockname()[1], secrets.token_urlsafe(32)
    app.add_middleware(OneVisitor, secret=secret, cookie=f"judge_view_{taken}")
    opened(f"http://127.0.0.1:{taken}{path}?token={secret}")
    Server(app).run(sockets=[listening])
