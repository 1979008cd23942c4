"""Addresses of models' servers: sent without their login, and not shown to those who did not choose them."""

import base64
import ipaddress
import re
from urllib.parse import unquote, urlsplit

_PUT = "the server"
_END = r"(?P<port>:\d{1,5}\b)?(?![\w-]|\.\d)(?:(?<=\w)/[^\s'\"<>()\[\]{},]*)?"
_LABEL = r"[a-z0-9][a-z0-9-]*"
_FORMS = [
    re.compile(form, re.IGNORECASE)
    for form in (
        r"\b[a-z][a-z0-9+.-]*://(?:\[[^\s\]]*\])?[^\s'\"<>()\[\]{},]*",
        rf"\[(?P<ip>[0-9a-f.]*(?::[0-9a-f.]*){{2,8}})(?:%\w+)?\]{_END}",
        r"(?<![\w:.])(?P<ip>[0-9a-f]*(?::[0-9a-f]*){2,7}(?:(?<=:)\d+(?:\.\d+){3})?)(?:%\w+)?(?![\w:])",
        rf"(?<![\w.-])(?P<ip>\d{{1,3}}(?:\.\d{{1,3}}){{3}}){_END}",
        rf"(?<![\w.-])(?P<name>localhost|{_LABEL}(?:\.{_LABEL})+){_END}",
        # A host of one word, where what is before it and its port say that it is one.
        r"(?:(?<=\bhost )|(?<=\bto )|(?<=@))[a-z][a-z0-9-]*:\d{2,5}\b",
    )
]
_VERSION = re.compile(r"\b(?:versions?|release|build|section)\W{0,3}$", re.IGNORECASE)
_LABELS = 3
"""Of a name that is a host's whatever it ends with; shorter ones are files and modules, too."""
_ENDS = frozenset(
    {"ai", "app", "cloud", "cn", "com", "corp", "de", "dev", "edu", "eu", "home", "internal", "intranet"}
    | {"io", "lan", "local", "localhost", "net", "org", "ru", "test", "uk", "us"}
)


def without_login(address: str) -> tuple[str, dict[str, str] | None]:
    """The address without user and password, and the header that says them; None where it has none.

    HTTP libraries log addresses.
    """
    parts = urlsplit(address)
    if not parts.username:
        return address, None
    login = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    basic = base64.b64encode(login.encode()).decode()
    host = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=host).geturl(), {"Authorization": f"Basic {basic}"}


def without_addresses(said: str, server: str | None) -> str:
    """What happened, without the address of a model's server, or any other.

    Hidden are URLs, addresses of IPv4 and IPv6, and names of hosts; versions and figures stay.

    Args:
        said: the error.
        server: the address that the model was asked at, where it is known.
    """
    if server:
        said = said.replace(server, _PUT)
        if host := urlsplit(server if "//" in server else f"//{server}").hostname:
            # A host of one word may be the name of a program, too.
            alone = "" if "." in host else r"(?=['\"]|:\d)"
            own = rf"(?<![\w./-]){re.escape(host)}(?![\w-]){alone}(?::\d{{1,5}}\b)?"
            said = re.sub(own, _PUT, said, flags=re.IGNORECASE)
    for form in _FORMS:
        said = form.sub(lambda found: _PUT if _is_address(found) else found[0], said)
    return said


def _is_address(found: re.Match[str]) -> bool:
    parts = found.groupdict()
    has_port = parts.get("port") is not None
    if (ip := parts.get("ip")) is not None:
        return _is_ip(ip) and (has_port or not _VERSION.search(found.string, 0, found.start()))
    return (name := parts.get("name")) is None or _is_host(name.split("."), has_port=has_port)


def _is_ip(text: str) -> bool:
    try:
        ipaddress.ip_address(text)
    except ValueError:
        return False
    return text.strip(":") != ""


def _is_host(labels: list[str], *, has_port: bool) -> bool:
    if any(map(str.isdigit, labels)) or not labels[-1].isalpha() or len(labels[-1]) == 1:
        return False
    # Names of classes and fields have capitals.
    is_long = len(labels) >= _LABELS and not any(map(str.isupper, "".join(labels)))
    return has_port or is_long or labels[-1].lower() in _ENDS
