"""A user and password in a server's address, sent as a header: HTTP libraries log addresses."""

import base64
from urllib.parse import unquote, urlsplit


def without_login(address: str) -> tuple[str, dict[str, str] | None]:
    """The address without user and password, and the header that says them; None where it has none."""
    parts = urlsplit(address)
    if not parts.username:
        return address, None
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    basic = base64.b64encode(login.encode()).decode()
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host).geturl(), {"Authorization": f"Basic {basic}"}
